// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents

/// The board as text.
enum BoardView {
    static func lines(_ tasks: [BoardTask], project: String?, banner: FocusFilterBanner?) -> [String] {
        var lines = [project ?? "All Projects"]
        if let banner { lines.append("\(banner.text) — press Return: \(banner.actionTitle)") }
        let width = tasks.map(\.title.count).max() ?? 0
        lines += tasks.map { task in
            let title = task.title.padding(toLength: width, withPad: " ", startingAt: 0)
            return "\(task.isUrgent ? "!" : " ") \(title)  \(task.project)"
        }
        return lines + (tasks.isEmpty ? ["Nothing to do"] : [])
    }
}
