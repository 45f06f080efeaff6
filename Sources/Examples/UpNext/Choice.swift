// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the helper leaves for the app: `$XDG_STATE_HOME/up-next.json`.
struct Choice: Codable {
    var category: String?

    func save() throws {
        let environment = ProcessInfo.processInfo.environment
        let folder = environment["XDG_STATE_HOME"] ?? NSHomeDirectory() + "/.local/state"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let file = URL(fileURLWithPath: folder).appendingPathComponent("up-next.json")
        try JSONEncoder().encode(self).write(to: file, options: .atomic)
    }
}
