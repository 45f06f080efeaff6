// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// A program of `Fixtures/` or `Tests/Fakes/`: an environment, or a fake in one, that obeys commands.
///
/// It ends, with all that it brought up, when the last reference goes.
final class FixtureProgram: Sendable {
    private let process: ChildProcess
    private let name: String
    /// The number of the last reply; taken by whoever waits for the next.
    private let turn = EventProbe<Int>()
    /// What the program said when it was ready.
    let ready: FixtureReply

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
        // By its path: only the system's own Python has the bindings to GLib and D-Bus.
        process = try ChildProcess(
            ["/usr/bin/python3", file.standardizedFileURL.path] + arguments, environment: environment,
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
    func callAsFunction(_ command: String) throws -> FixtureReply {
        guard let last = turn.waitForNext() else { throw FixtureError("\(name): an earlier command is not done") }
        defer { turn.record(last + 1) }
        process.write(command + "\n")
        return try Self.reply(last + 1, of: process, "\(name): \(command)")
    }

    private static func reply(_ number: Int, of process: ChildProcess, _ what: String) throws -> FixtureReply {
        let starts = ["{\"reply\": \(number),", "{\"reply\": \(number)}"]
        guard let line = process.waitForLine(where: { line in starts.contains { line.hasPrefix($0) } }) else {
            throw FixtureError("\(what): no answer. \(process.errors)")
        }
        let reply = FixtureReply(try JSONDecoder().decode([String: FixtureReply.Item].self, from: Data(line.utf8)))
        if let error: String = reply["error"] { throw FixtureError("\(what): \(error)") }
        return reply
    }
}

/// What a fixture says in one line of JSON.
struct FixtureReply: Hashable, Sendable {
    /// A value as far as fixtures say any.
    enum Item: Hashable, Sendable, Decodable {
        case none
        case truth(Bool)
        case number(Double)
        case text(String)
        case texts([String: String])
        case counts([String: Int])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .none
            } else if let truth = try? container.decode(Bool.self) {
                self = .truth(truth)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let counts = try? container.decode([String: Int].self) {
                self = .counts(counts)
            } else {
                self = .texts(try container.decode([String: String].self))
            }
        }
    }

    private let items: [String: Item]

    init(_ items: [String: Item]) { self.items = items }

    subscript(_ key: String) -> Bool? {
        if case .truth(let truth) = items[key] { truth } else { nil }
    }

    subscript(_ key: String) -> String? {
        if case .text(let text) = items[key] { text } else { nil }
    }

    subscript(_ key: String) -> Double? {
        if case .number(let number) = items[key] { number } else { nil }
    }

    subscript(_ key: String) -> [String: Int]? {
        if case .counts(let counts) = items[key] { counts } else { nil }
    }

    /// The text under that key; fails without one.
    func text(_ key: String) throws -> String {
        guard let text: String = self[key] else { throw FixtureError("the fixture says no \(key)") }
        return text
    }

    /// The variables for a program that is to run in the environment.
    func environment() throws -> [String: String] {
        guard case .texts(let variables) = items["environment"] else {
            throw FixtureError("the fixture says no environment")
        }
        return variables
    }
}
