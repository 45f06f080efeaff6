// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents

/// The part of Up Next that is told while its windows are closed. It has a name of its own on the bus, under which the bus
/// starts it; the descriptor file that it writes itself (`--focus-filters`) says so.
@main
struct UpNextHelper: AppIntentsExtension {
    static let focusFilters: [any SetFocusFilterIntent.Type] = [UpNext.self]
    static let app: String? = "org.example.UpNext"
    static let idleTimeout: Duration? = .seconds(30)

    static var options: FocusFilterOptions {
        var options = FocusFilterOptions()
        options.busName = "org.example.UpNext.Helper"
        return options
    }
}
