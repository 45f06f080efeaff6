// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Something to do.
struct BoardTask {
    var title: String
    var project: String
    var isUrgent = false

    static let samples = [
        BoardTask(title: "Answer the tax office", project: "House", isUrgent: true),
        BoardTask(title: "Prune the hedge", project: "House"),
        BoardTask(title: "Fix the crash at start", project: "Compiler", isUrgent: true),
        BoardTask(title: "Write the release notes", project: "Compiler"),
        BoardTask(title: "Book the train", project: "Journey"),
    ]

    /// In the order of the tasks, each once.
    static var projects: [String] {
        samples.map(\.project).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
