// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Something to do.
public struct UpNextTask: Sendable {
    public let title: String
    public let category: UUID

    public static let all = Category.all.flatMap { category in
        (titles[category.title] ?? []).map { UpNextTask(title: $0, category: category.id) }
    }

    private static let titles = [
        "Writing": ["Finish the second chapter", "Answer the editor"],
        "Meetings": ["Prepare the agenda"],
        "Garden": ["Prune the hedge", "Sow the beans"],
        "Family": ["Call Grandmother"],
    ]
}
