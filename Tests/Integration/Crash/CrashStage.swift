// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import TestSupport

/// A bus and folders on which one agent after the other lives and dies.
final class CrashStage {
    let bus: PrivateBus
    let tool: BusClient
    private let folder: TemporaryDirectory
    private let environment: [String: String]
    private let path: String
    private(set) var agent: ChildProcess
    private let owners = EventProbe<Bool>()

    /// Starts the first agent. `modes`: id → text.
    init(modes: [String: String]) throws {
        bus = try PrivateBus()
        tool = try BusClient(bus.address)
        folder = try TemporaryDirectory()
        environment = Scene.environment(bus, folder.path)
        for (id, text) in modes { try folder.write(text, to: Scene.modeFile(id)) }
        path = try TestProgram.agent()
        tool.perform { [owners] connection in
            connection.watchOwner(Focus1.busName) { owners.record($0 != nil) }
        }
        agent = try Self.agent(path, environment)
    }

    deinit { agent.kill() }

    private static func agent(_ path: String, _ environment: [String: String]) throws -> ChildProcess {
        try ChildProcess([path, "--simulate", "--log-level", "warning"], environment: environment)
    }

    /// Waits until the agent has its names.
    func waitForNames() throws {
        guard owners.waitForNext(where: { $0 }) != nil else { throw FixtureError("no agent: \(agent.errors)") }
    }

    /// Kills the agent, which must be alive, and starts another at once.
    func replaceByForce() throws {
        if let status = agent.exitStatus { throw FixtureError("the agent ended by itself, \(status): \(agent.errors)") }
        agent.kill()
        for name in [Control1.busName, Focus1.busName] { try waitForEnd(of: name) }
        owners.drain()
        agent = try Self.agent(path, environment)
    }

    /// Waits until nobody owns `name`.
    func waitForEnd(of name: BusName) throws {
        let deadline = Deadline.standard
        while try tool.call(.bus, .bus, .bus, "NameHasOwner", [.string(name.text)]) != [.boolean(false)] {
            if deadline.hasPassed { throw FixtureError("\(name) stays") }
        }
    }

    /// Calls the control object, and waits for the answer.
    @discardableResult
    func call(_ interface: InterfaceName, _ member: MemberName, _ arguments: [Value] = []) throws -> [Value] {
        try tool.call(Control1.busName, Control1.path, interface, member, arguments)
    }

    /// Calls the control object, whatever comes of it.
    func send(_ interface: InterfaceName, _ member: MemberName, _ arguments: [Value]) {
        tool.perform { connection in
            connection.call(Control1.busName, Control1.path, interface, member, arguments, deadline: nil) { _ in }
        }
    }

    /// The value of an app's parameter, as the agent wants it; nil if the app is not served.
    func wanted(_ app: String) throws -> String? {
        let rows = try call(Control1.name, "ListFilters").first.flatMap([[String: Value]].init(_:)) ?? []
        let row = rows.first { $0.text("app") == app }
        return row?.text("state") == "served" ? row?.dictionary("values")?.text("list") : nil
    }
}
