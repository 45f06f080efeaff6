// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What the helper leaves for the app: `up-next.json` in the app's state folder.
public struct Choice: Codable, Equatable, Sendable {
    /// `nil`: all of them.
    public var category: UUID?

    /// By default `$XDG_STATE_HOME`. Task-local, so that a test gives it another.
    @TaskLocal public static var folder = URL(
        fileURLWithPath: ProcessInfo.processInfo.environment["XDG_STATE_HOME"] ?? NSHomeDirectory() + "/.local/state")

    private static var file: URL { folder.appendingPathComponent("up-next.json") }

    public init(category: UUID? = nil) { self.category = category }

    /// What was left last; everything, if nothing was.
    public static func load() -> Choice {
        (try? JSONDecoder().decode(Choice.self, from: Data(contentsOf: file))) ?? Choice()
    }

    /// Leaves word.
    public func save() throws {
        try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
        try JSONEncoder().encode(self).write(to: Self.file, options: .atomic)
    }
}
