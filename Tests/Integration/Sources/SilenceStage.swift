// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import TestSupport
import Testing

/// The agent on dconf, and a witness of everything that dconf changes.
final class SilenceStage {
    static let key = "/org/gnome/desktop/notifications/show-banners"

    let dconf: FixtureProgram
    let environment: [String: String]
    let tool: BusClient
    private(set) var agent: ChildProcess
    private let notices = EventProbe<String>()

    init() throws {
        dconf = try FixtureProgram("dconf")
        environment = try dconf.ready.environment().merging(["XDG_CURRENT_DESKTOP": "GNOME"]) { $1 }
        try AgentProcess.write(mode: "work", modeText("Work", more: ["DoNotDisturb=on"]), in: environment)
        tool = try BusClient(try dconf.ready.text("session"))
        let notices = notices
        try tool.listen(MatchRule(interface: "ca.desrt.dconf.Writer", member: "Notify")) { arguments in
            if let path = arguments.first.flatMap({ String($0) }) { notices.record(path) }
        }
        agent = try AgentProcess(environment, arguments: ["--log-level", "debug"]).process
    }

    deinit { agent.kill() }

    func call(_ member: MemberName, _ arguments: [Value]) throws {
        try tool.call(Control1.busName, Control1.path, Control1.name, member, arguments)
    }

    func activate() throws { try call("Activate", [.string("work"), ["ends": Value.string("resumed")].busValue]) }

    /// The next change of any setting is this one of the switch.
    func expect(_ showsBanners: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(notices.waitForNext() == Self.key, "\(agent.errors)", sourceLocation: sourceLocation)
        let value: String? = try dconf("read \(Self.key)")["value"]
        #expect(value == showsBanners, "\(agent.errors)", sourceLocation: sourceLocation)
    }

    /// A change by hand.
    func set(_ showsBanners: String) throws {
        try dconf("set \(Self.key) \(showsBanners)")
        try expect(showsBanners)
    }

    /// Nothing was written up to now: the next change is one that is made here.
    func expectNothing(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let mark = "/org/example/mark"
        try dconf("set \(mark) \(Deadline.now % 1_000_000_000)")
        #expect(notices.waitForNext() == mark, "\(agent.errors)", sourceLocation: sourceLocation)
    }

    /// Ends the agent without a word; the bus must know of it.
    func kill() throws {
        agent.kill()
        let gone = EventProbe<Bool>()
        tool.perform { connection in connection.watchOwner(Control1.busName) { gone.record($0 == nil) } }
        #expect(gone.waitForNext { $0 } == true)
    }

    func start() throws {
        agent = try AgentProcess(environment, arguments: ["--log-level", "debug"]).process
    }

    /// What the agent says of the mode, once it has dealt with what came before.
    func properties() throws -> (mode: String, cause: String) {
        let reply = try tool.call(
            Control1.busName, Control1.path, "org.freedesktop.DBus.Properties", "GetAll",
            [.string(Control1.name.text)])
        let all = reply.first.flatMap { [String: Value]($0) } ?? [:]
        let reason = all["Reason"].flatMap { [String: Value]($0) } ?? [:]
        return (all.text("ActiveMode") ?? "?", reason.text("cause") ?? "?")
    }
}
