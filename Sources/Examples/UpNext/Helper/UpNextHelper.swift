// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents

/// The part of Up Next that is told of the focus mode while the app is closed. The bus starts it under a name of its own
/// when there is something to tell, and it leaves when it has had nothing to do for a while.
@main
struct UpNextHelper: AppIntentsExtension {
    static let focusFilters: [any SetFocusFilterIntent.Type] = [UpNext.self]
    static let app: String? = "org.example.UpNext"
    static let idleTimeout: Duration? = .seconds(30)

    static var options: FocusFilterOptions {
        var options = FocusFilterOptions()
        options.busName = "org.example.UpNext.Helper"
        options.descriptor.name = "Up Next"
        options.descriptor.icon = "view-list-symbolic"
        return options
    }
}
