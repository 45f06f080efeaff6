// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How the board is filtered, as kept over its ends.
struct BoardSettings: Equatable {
    var urgentOnly = false
    var project: String?

    private static let urgentKey = "focusUrgentOnly"
    private static let projectKey = "focusProject"

    static func load(_ defaults: UserDefaults = .standard) -> BoardSettings {
        BoardSettings(urgentOnly: defaults.bool(forKey: urgentKey), project: defaults.string(forKey: projectKey))
    }

    func save(_ defaults: UserDefaults = .standard) {
        defaults.set(urgentOnly, forKey: Self.urgentKey)
        defaults.set(project, forKey: Self.projectKey)
        defaults.synchronize()
    }

    func shows(_ task: BoardTask) -> Bool {
        (task.isUrgent || !urgentOnly) && (project == nil || task.project == project)
    }
}
