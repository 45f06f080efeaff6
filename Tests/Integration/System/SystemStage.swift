// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import Foundation
import TestSupport
import Testing

/// The real agent and the real helper, which the bus starts, on real dconf; and a witness of what happens there.
final class SystemStage {
    static let helper = ShippedFilters.app
    static let style = "/org/gnome/desktop/interface/color-scheme"

    let dconf: FixtureProgram
    let folder: TemporaryDirectory
    let environment: [String: String]
    let tool: BusClient
    private(set) var agent: ChildProcess
    private let helperOwners = EventProbe<BusName?>()
    /// The key of each change of any setting.
    private let changes = EventProbe<String>()

    /// `filters`: mode → its filters, as in a mode's file without the app's id. `variables`: more for the helper. `tools`:
    /// programs that it finds first in `PATH`, by name.
    init(
        _ filters: [String: String], variables: [String: String] = [:], tools: [String: String] = [:]
    ) throws {
        let folder = try TemporaryDirectory()
        self.folder = folder
        let bin = try folder.makeFolder("bin")
        for (name, text) in tools {
            chmod(try folder.write(text, to: "bin/\(name)"), 0o755)
        }
        let path = "\(bin):/usr/bin:/bin"
        let more = variables.merging(["PATH": path]) { $1 }.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
        let command =
            "/bin/sh -c \"exec env \(more.joined(separator: " ")) \(try ShippedFilters.program()) --log-level debug 2>>"
            + "\(folder.path)/log\""
        dconf = try FixtureProgram("dconf", ["\(Self.helper)=\(command)"])
        environment = try dconf.ready.environment().merging(["XDG_CURRENT_DESKTOP": "GNOME"]) { $1 }
        try ShippedFilters.writeDescriptor(in: environment)
        for (mode, text) in filters { try ShippedFilters.write(mode: mode, filters: text, in: environment) }
        try AgentProcess.write(mode: "plain", "[Mode]\nName=Plain\n", in: environment)
        tool = try BusClient(try dconf.ready.text("session"))
        let (changes, helperOwners) = (changes, helperOwners)
        try tool.listen(MatchRule(interface: "ca.desrt.dconf.Writer", member: "Notify")) { arguments in
            // The key itself, or a folder and what changed there.
            guard arguments.count > 1, let place = String(arguments[0]), let names = [String](arguments[1]) else {
                return
            }
            for name in names { changes.record(place + name) }
        }
        tool.perform { connection in connection.watchOwner(Self.helper) { helperOwners.record($0) } }
        guard helperOwners.waitForNext() == .some(nil) else { throw FixtureError("the helper runs at first") }
        agent = try AgentProcess(environment, arguments: ["--log-level", "debug"]).process
    }

    deinit { agent.kill() }

    /// What the programs have said.
    var log: String { agent.errors + ((try? String(contentsOfFile: "\(folder.path)/log", encoding: .utf8)) ?? "") }

    // MARK: Modes

    private func control(_ member: MemberName, _ arguments: Value...) throws {
        try tool.call(Control1.busName, Control1.path, Control1.name, member, arguments)
    }

    func activate(_ mode: String) throws {
        try control("Activate", .string(mode), ["ends": Value.string("resumed")].busValue)
    }

    func deactivate() throws { try control("Deactivate", ["ends": Value.string("resumed")].busValue) }

    /// What can be chosen for a filter's parameter. On a busy machine the agent may not wait long enough for the helper.
    func options(_ filter: String, _ parameter: String, search: String) throws -> [Value] {
        let deadline = Deadline.standard
        while true {
            do {
                return try tool.call(
                    Control1.busName, Control1.path, Control1.name, "Options",
                    [
                        .string(Self.helper.text), .string(filter), .string(parameter),
                        ["search": Value.string(search)].busValue,
                    ])
            } catch let error as CallError
                where error.name == "org.focusfilters.Error.AppUnavailable" && !deadline.hasPassed
            {}
        }
    }

    // MARK: The helper

    /// Waits until the bus has started it; returns its process.
    @discardableResult
    func helperStarts() throws -> Int32 {
        guard let owner = helperOwners.waitForNext(where: { $0 != nil })?.flatMap({ $0 }) else {
            throw FixtureError("the helper does not start: \(log)")
        }
        let reply = try tool.call(.bus, .bus, .bus, "GetConnectionUnixProcessID", [.string(owner.text)])
        guard case .uint32(let pid)? = reply.first, let pid = Int32(exactly: pid) else {
            throw FixtureError("no process: \(reply)")
        }
        return pid
    }

    /// Waits until it has left: then all that it was told is done.
    func helperLeaves() throws {
        guard helperOwners.waitForNext(where: { $0 == nil }) != nil else { throw FixtureError("it stays: \(log)") }
    }

    /// One turn of the helper, from its start to its end.
    func helperWorks() throws {
        try helperStarts()
        try helperLeaves()
    }

    /// Whether it was started once more than is accounted for.
    func helperIsThere() -> Bool { helperOwners.waitForNext(until: .seconds(0)).flatMap { $0 } != nil }

    /// Runs the program by hand.
    func run(_ arguments: [String]) throws -> ChildProcess {
        try ChildProcess([try ShippedFilters.program()] + arguments, environment: environment)
    }

    /// Waits until the log has these words.
    func waitForLine(_ words: String) throws {
        guard comes({ log.contains(words) }) else { throw FixtureError("no '\(words)' in: \(log)") }
    }

    // MARK: Settings

    /// The user's value; nil: the schema's.
    func value(_ key: String = style) throws -> String? { try dconf("read \(key)")["value"] }

    /// The next change of any setting is of this key.
    func expectChange(of key: String = style, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(changes.waitForNext() == key, "\(log)", sourceLocation: sourceLocation)
    }

    /// The next changes of any settings are of these keys, in whatever order.
    func expectChanges(of keys: Set<String>, sourceLocation: SourceLocation = #_sourceLocation) {
        let changed = keys.map { _ in changes.waitForNext() }
        #expect(Set(changed) == Set(keys.map(Optional.some)), "\(log)", sourceLocation: sourceLocation)
    }

    /// The user changes a setting.
    func set(_ value: String, _ key: String = style) throws {
        try dconf("set \(key) \(value)")
        expectChange(of: key)
    }

    /// No setting was changed up to now: the next change is one that is made here.
    func expectNoChange(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let mark = "/org/example/mark"
        try dconf("set \(mark) \(Deadline.now % 1_000_000_000)")
        #expect(changes.waitForNext() == mark, "\(log)", sourceLocation: sourceLocation)
    }

    // MARK: Processes

    func killAgent() throws {
        agent.kill()
        let gone = EventProbe<Bool>()
        tool.perform { connection in connection.watchOwner(Control1.busName) { gone.record($0 == nil) } }
        guard gone.waitForNext(where: { $0 }) == true else { throw FixtureError("the agent stays") }
    }

    func startAgent() throws {
        agent = try AgentProcess(environment, arguments: ["--log-level", "debug"]).process
    }
}
