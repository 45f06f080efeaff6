// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import ExampleUpNextModel

/// Prints what is up next. It offers no filter itself: its helper was told of the focus mode while this was not running.
@main
struct UpNextApp {
    static func main() {
        let chosen = Choice.load().category
        if let category = Category.all.first(where: { $0.id == chosen }) {
            print("\(category.title) (\(FocusFilterBanner(isSuspended: false).text))")
        }
        for task in UpNextTask.all where chosen == nil || task.category == chosen { print("- \(task.title)") }
    }
}
