// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import ExampleUpNextModel

/// Shows the tasks of one category only.
struct UpNext: SetFocusFilterIntent {
    static let title: LocalizedStringResource = "Up Next"
    static let description: LocalizedStringResource? = "Shows one category of tasks"

    @Parameter(title: "Category")
    var category: Category?

    /// How the filter shows in settings once it is configured.
    var displayRepresentation: DisplayRepresentation { category?.displayRepresentation ?? "All categories" }

    /// Leaves word for the app, which need not run now. At the end of the mode there is no category.
    func perform() async throws -> some IntentResult {
        try Choice(category: category?.id).save()
        return .result()
    }
}
