// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents

/// Shows the tasks of one category only.
struct UpNext: SetFocusFilterIntent {
    static let title: LocalizedStringResource = "Up Next"
    static let description: LocalizedStringResource? = "Shows one category of tasks"

    @Parameter(title: "Category")
    var category: Category?

    var displayRepresentation: DisplayRepresentation { category?.displayRepresentation ?? "All categories" }

    /// Leaves word for the app's own process, which need not run now.
    func perform() async throws -> some IntentResult {
        try Choice(category: category?.title).save()
        return .result()
    }
}
