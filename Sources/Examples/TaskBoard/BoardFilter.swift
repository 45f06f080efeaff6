// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents

/// What a person can set for the board in each focus mode.
struct BoardFilter: FocusFilterIntent {
    static let title: LocalizedStringResource = "Task Board"
    static let description: LocalizedStringResource = "Shows only the tasks that matter now."

    @Parameter(title: "Urgent Tasks Only", default: false)
    var urgentOnly: Bool

    @Parameter(title: "Project", optionsProvider: ProjectProvider())
    var project: String?

    /// Kept in the settings, so that the board is right from its first line the next time it starts.
    func perform() async throws -> some IntentResult {
        BoardSettings(urgentOnly: urgentOnly, project: project).save()
        return .result()
    }

    /// Notifications of other projects stay away; their criteria are the project's name.
    var appContext: FocusFilterAppContext {
        guard let project else { return FocusFilterAppContext() }
        return FocusFilterAppContext(notificationFilter: .allow([project]))
    }
}

/// The projects of the moment: asked for when a person chooses.
struct ProjectProvider: DynamicOptionsProvider {
    func results() async throws -> [String] { BoardTask.projects }
}
