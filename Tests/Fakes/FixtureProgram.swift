// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import TestSupport

/// A program of `Tests/Desktops/Fixtures/` or `Tests/Fakes/`: an environment, or a fake in one, that obeys commands.
///
/// It ends, with all that it brought up, when the last reference goes.
public final class FixtureProgram: Sendable {
    private let process: ChildProcess
    private let name: String
    /// The number of the last reply; taken by whoever waits for the next.
    private let turn = EventProbe<Int>()
    /// What the program said when it was ready.
    public let ready: FixtureReply

    /// Starts `Tests/Desktops/Fixtures/<name>.py` and waits until it is ready.
    public convenience init(_ name: String, _ arguments: [String] = [], environment: [String: String]? = nil) throws {
        try self.init(Self.folder.appendingPathComponent("../Desktops/Fixtures/\(name).py"), arguments, environment)
    }

    /// Starts `Tests/Fakes/<name>.py` in that environment and waits until it has its names.
    public convenience init(fake name: String, _ arguments: [String] = [], in environment: [String: String]) throws {
        try self.init(Self.folder.appendingPathComponent("\(name).py"), arguments, environment)
    }

    private init(_ file: URL, _ arguments: [String], _ environment: [String: String]?) throws {
        name = file.deletingPathExtension().lastPathComponent
        // By its path: only the system's own Python has the bindings to GLib and D-Bus. -B: no files among the sources.
        process = try ChildProcess(
            ["/usr/bin/python3", "-B", file.standardizedFileURL.path] + arguments, environment: environment,
            keepsInput: true)
        ready = try Self.reply(0, of: process, name)
        turn.record(0)
    }

    deinit {
        process.closeInput()
        if process.wait() == nil { process.kill() }
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    /// Has a command done, and returns what came of it.
    @discardableResult
    public func callAsFunction(_ command: String) throws -> FixtureReply {
        guard let last = turn.waitForNext(until: .seconds(90)) else {
            throw FixtureError("\(name): an earlier command is not done")
        }
        defer { turn.record(last + 1) }
        process.write(command + "\n")
        return try Self.reply(last + 1, of: process, "\(name): \(command)")
    }

    private static func reply(_ number: Int, of process: ChildProcess, _ what: String) throws -> FixtureReply {
        let starts = ["{\"reply\": \(number),", "{\"reply\": \(number)}"]
        // Longer than the fixture itself waits for what it starts: it knows best what does not come.
        let line = process.waitForLine(until: .seconds(90)) { line in starts.contains { line.hasPrefix($0) } }
        guard let line else {
            throw FixtureError("\(what): no answer. \(process.errors)")
        }
        let reply = FixtureReply(try JSONDecoder().decode([String: FixtureReply.Item].self, from: Data(line.utf8)))
        if let error: String = reply["error"] { throw FixtureError("\(what): \(error)") }
        return reply
    }
}
