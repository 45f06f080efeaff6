// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// A program of `Fixtures/` or `Tests/Fakes/`: an environment, or a fake in one, that obeys commands.
///
/// It ends, with all that it brought up, when the last reference goes.
final class FixtureProgram: Sendable {
    /// What a program says in one line of JSON.
    typealias Reply = [String: any Sendable]

    private let process: ChildProcess
    private let name: String
    private let replies = EventProbe<Int>()
    private let ready: Reply

    /// Starts `Fixtures/<name>.py` and waits until it is ready.
    convenience init(_ name: String, _ arguments: String..., environment: [String: String]? = nil) throws {
        try self.init(Self.folder.appendingPathComponent("Fixtures/\(name).py"), arguments, environment)
    }

    /// Starts `Tests/Fakes/<name>.py` in that environment and waits until it has its names.
    convenience init(fake name: String, _ arguments: String..., in environment: [String: String]) throws {
        try self.init(Self.folder.appendingPathComponent("../Fakes/\(name).py"), arguments, environment)
    }

    private init(_ file: URL, _ arguments: [String], _ environment: [String: String]?) throws {
        name = file.deletingPathExtension().lastPathComponent
        process = try ChildProcess(
            ["/usr/bin/python3", file.standardizedFileURL.path] + arguments, environment: environment,
            keepsInput: true)
        ready = try Self.reply(0, of: process, name)
        replies.record(0)
    }

    deinit {
        process.closeInput()
        if process.wait() == nil { process.kill() }
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    /// Has a command done, and returns what came of it. One at a time.
    @discardableResult
    func callAsFunction(_ command: String) throws -> Reply {
        guard let last = replies.waitForNext() else { throw FixtureError("\(name): another command is not done") }
        defer { replies.record(last + 1) }
        process.write(command + "\n")
        return try Self.reply(last + 1, of: process, "\(name): \(command)")
    }

    private static func reply(_ number: Int, of process: ChildProcess, _ what: String) throws -> Reply {
        guard let line = process.waitForLine(where: { $0.hasPrefix("{\"reply\": \(number)") }) else {
            throw FixtureError("\(what): no answer. \(process.errors)")
        }
        guard let reply = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Reply else {
            throw FixtureError("\(what): \(line) is no JSON object")
        }
        if let error = reply["error"] { throw FixtureError("\(what): \(error)") }
        return reply
    }

    /// What the ready line says under that key.
    func text(_ key: String) throws -> String {
        guard let text = ready[key] as? String else { throw FixtureError("\(name) says no \(key)") }
        return text
    }

    /// The variables for a program that is to run in the environment.
    func environment() throws -> [String: String] {
        guard let variables = ready["environment"] as? [String: String] else {
            throw FixtureError("\(name) says no environment")
        }
        return variables
    }
}
