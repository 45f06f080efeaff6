// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import Observation

/// What the board shows. A window would observe it as the terminal does.
@MainActor
@Observable
final class BoardState {
    private(set) var settings = BoardSettings.load()
    /// Says honestly that something is hidden; `nil` while nothing is.
    private(set) var banner: FocusFilterBanner?

    var tasks: [BoardTask] { BoardTask.samples.filter(settings.shows) }

    /// Follows the filter as long as the program runs.
    func follow() async {
        for await update in BoardFilter.updates {
            settings = BoardSettings(urgentOnly: update.urgentOnly, project: update.project)
            banner = try? await BoardFilter.banner
        }
    }

    /// What the banner's button does.
    func toggleFilter() async throws {
        if banner?.isSuspended == true {
            try await BoardFilter.resume()
        } else {
            try await BoardFilter.suspend()
        }
    }
}
