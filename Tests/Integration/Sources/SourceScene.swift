// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import Foundation
import TestSupport
import Testing

/// The real agent with its real sources, on a session and a system bus of its own, with fakes of what it listens to.
///
/// There are two modes. `there`, while the condition that the test gives holds; and `marker`, which beats it, while the
/// machine is docked: what must not happen is proven by causing ``mark(then:)`` and seeing that nothing came before.
final class SourceScene {
    static let app = "org.example.Sample"
    /// The variables with which GNOME's settings are found.
    static let gnome = ["XDG_DATA_DIRS": "/usr/local/share:/usr/share", "XDG_CURRENT_DESKTOP": "GNOME"]

    let session: PrivateBus
    let system: PrivateBus
    let environment: [String: String]
    let folder: TemporaryDirectory
    private(set) var app: App
    private var login1: FixtureProgram?
    private var running: (agent: ChildProcess, control: ControlView)?

    /// Brings up all but the agent. `condition`: when the mode `there` is on. `more`: lines of that mode's file.
    init(
        when condition: String, more: [String] = [], session: PrivateBus? = nil, system: PrivateBus? = nil,
        variables: [String: String] = [:], hasLogin1: Bool = true
    ) throws {
        let (session, system) = (try session ?? PrivateBus(), try system ?? PrivateBus(.system))
        (self.session, self.system) = (session, system)
        folder = try TemporaryDirectory()
        environment = Scene.environment(session, folder.path)
            .filter { !$0.key.hasPrefix("GSETTINGS_") && $0.key != "DCONF_PROFILE" }
            .merging(["DBUS_SYSTEM_BUS_ADDRESS": system.address, "XDG_RUNTIME_DIR": folder.path]) { $1 }
            .merging(variables) { $1 }
        let there = modeText("There", [Self.app: "there"], when: condition, more: more)
        let marker = modeText("Marker", [Self.app: "marker"], when: "docked", more: ["Priority=100"])
        try folder.write(there, to: Scene.modeFile("there"))
        try folder.write(marker, to: Scene.modeFile("marker"))
        app = try App(session, Self.app)
        if hasLogin1 { try startLogin1() }
    }

    deinit { running?.agent.kill() }

    /// Starts a fake logind on the system bus, without sessions.
    func startLogin1() throws { login1 = try FixtureProgram(fake: "login1", in: environment) }

    /// Tells the fake logind what to do.
    @discardableResult
    func callAsFunction(_ command: String) throws -> FixtureReply {
        guard let login1 else { throw FixtureError("there is no logind") }
        return try login1(command)
    }

    // MARK: The agent

    /// Starts the agent, and registers the app, which must find its filter as told; `nil`: however it is.
    func start(isActive: Bool? = false, performed: String? = nil) throws {
        let agent = try AgentProcess(environment, arguments: ["--log-level", "debug"]).process
        let control = try ControlView(session.address)
        running = (agent, control)
        // The agent waits half a second for its sources, which on a busy machine take longer to answer.
        if isActive == true, !control.wait(until: { $0.mode != "" }) { throw failure("no mode is on: \(control)") }
        let state = try app.register(performed: performed.map { ["Lists": $0] } ?? [:])
        guard let isActive else { return }
        guard state["Lists"]?.truth("active") == isActive else { throw failure("the app is told \(state)") }
    }

    /// Ends the agent, orderly or not; returns when its names are free.
    func end(killed: Bool = false) throws {
        let agent = try agent
        if killed { agent.kill() } else { agent.terminate() }
        running = nil
        for name in [Control1.busName, Focus1.busName] { try waitForEnd(of: name) }
    }

    var agent: ChildProcess {
        get throws {
            guard let running else { throw FixtureError("the agent does not run") }
            return running.agent
        }
    }

    var control: ControlView {
        get throws {
            guard let running else { throw FixtureError("the agent does not run") }
            return running.control
        }
    }

    /// What the agent has logged.
    var log: String { (try? agent.errors) ?? "" }

    func waitForEnd(of name: BusName) throws {
        let gone = EventProbe<Bool>()
        app.client.perform { connection in connection.watchOwner(name) { gone.record($0 == nil) } }
        guard gone.waitForNext(where: { $0 }) != nil else { throw failure("\(name) stays") }
    }

    private func failure(_ words: String) -> FixtureError { FixtureError("\(words). The agent says: \(log)") }

    // MARK: What is seen

    /// What is performed next must be this list, for that reason.
    func expect(_ list: String, _ reason: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        guard let performed = app.performed.waitForNext() else { throw failure("the app is told nothing") }
        #expect(performed.list == list, "\(log)", sourceLocation: sourceLocation)
        #expect(performed.reason == reason, sourceLocation: sourceLocation)
    }

    /// The mode `there` must begin, as the next thing.
    func expectBegin(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try expect("there", "activated", sourceLocation: sourceLocation)
    }

    /// The mode `there` must end, as the next thing.
    func expectEnd(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try expect("everything", "ended", sourceLocation: sourceLocation)
    }

    /// Proves that nothing was performed that was not looked at, and that the mode `there` is on, or none.
    func mark(then isThere: Bool, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try self("set manager Docked true")
        try expect("marker", isThere ? "changed" : "activated", sourceLocation: sourceLocation)
        try self("set manager Docked false")
        try expect(
            isThere ? "there" : "everything", isThere ? "changed" : "ended", sourceLocation: sourceLocation)
    }

    /// Waits until the fact has that value; `nil`: unknown.
    func wait(for fact: String, _ value: Bool?) throws {
        let control = try control
        guard control.wait(until: { $0.facts[fact] == value.map(Value.boolean) }) else {
            throw failure("\(fact) is not \(value.map { "\($0)" } ?? "unknown"): \(control)")
        }
    }

    func wait(forMode mode: String) throws {
        let control = try control
        guard control.wait(until: { $0.mode == mode }) else { throw failure("the mode is not '\(mode)': \(control)") }
    }

    /// Waits until the agent has logged a line with `words`.
    func wait(forLog words: String) throws {
        guard try agent.waitForLine(in: .errors, where: { $0.contains(words) }) != nil else {
            throw failure("no word of “\(words)”")
        }
    }

    // MARK: Control1

    @discardableResult
    func call(_ member: MemberName, _ arguments: Value...) throws -> [Value] {
        try app.client.call(Control1.busName, Control1.path, Control1.name, member, arguments)
    }

    /// The row of a source in `ListSources`.
    func source(_ id: String) throws -> [String: Value] {
        let rows = try call("ListSources").first.flatMap([[String: Value]].init(_:)) ?? []
        guard let row = rows.first(where: { $0.text("id") == id }) else { throw failure("no source \(id): \(rows)") }
        return row
    }

    /// Waits until a source's row fits.
    func wait(forSource id: String, until fits: ([String: Value]) -> Bool) throws {
        let signals = EventProbe<Int>()
        try app.client.listen(
            MatchRule(path: Control1.path, interface: Control1.name, member: "SourcesChanged")
        ) { _ in signals.record(0) }
        while true {
            let row = try source(id)
            if fits(row) { return }
            guard signals.waitForNext() != nil else { throw failure("\(id) stays \(row)") }
        }
    }

    /// The instant since which the present mode is on.
    func since() throws -> Int64? {
        let reply = try app.client.call(
            Control1.busName, Control1.path, "org.freedesktop.DBus.Properties", "Get",
            [.string(Control1.name.text), .string("Since")])
        return reply.first.flatMap(Value.init(_:)).flatMap(Int64.init(_:))
    }
}
