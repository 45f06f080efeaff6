// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents

/// An asynchronous program.
@main
struct Main {
    static func main() async throws {
        let registration = try FocusFilters.register(allFilters, app: "org.example.Outside5")
        try await registration.registered()
        report("registered")
        for await update in KitchenFilter.updates {
            let state = KitchenState()
            await state.refresh()
            report("update \(update.transition.reason.rawValue) quickOnly=\(state.quickOnly)")
        }
    }
}
