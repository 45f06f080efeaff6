// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import Glibc
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
    /// With a fake logind on a system bus of its own.
    private let system: (bus: PrivateBus, login1: FixtureProgram)?

    /// `modes`: more of them, id → text.
    init(modes: [String: String] = [:], hasLogin1: Bool = false) throws {
        dconf = try FixtureProgram("dconf")
        var environment = try dconf.ready.environment().merging(["XDG_CURRENT_DESKTOP": "GNOME"]) { $1 }
        if hasLogin1 {
            let bus = try PrivateBus(.system)
            environment["DBUS_SYSTEM_BUS_ADDRESS"] = bus.address
            system = (bus, try FixtureProgram(fake: "login1", in: environment))
        } else {
            system = nil
        }
        self.environment = environment
        let work = ["work": modeText("Work", more: ["DoNotDisturb=on"])]
        for (id, text) in modes.merging(work, uniquingKeysWith: { $1 }) {
            try AgentProcess.write(mode: id, text, in: environment)
        }
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

    /// The messages of all problems.
    func problems() throws -> [String] {
        let rows = try tool.call(Control1.busName, Control1.path, Control1.name, "ListProblems")
        return (rows.first.flatMap { [[String: Value]]($0) } ?? []).compactMap { $0.text("message") }
    }

    func activate() throws { try call("Activate", [.string("work"), ["ends": Value.string("resumed")].busValue]) }

    func deactivate() throws { try call("Deactivate", [["ends": Value.string("resumed")].busValue]) }

    /// The next change of any setting is one of the switch.
    func expectChange(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(notices.waitForNext() == Self.key, "\(agent.errors)", sourceLocation: sourceLocation)
    }

    /// The next change of any setting is this one of the switch.
    func expect(_ showsBanners: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        expectChange(sourceLocation: sourceLocation)
        #expect(try self.showsBanners() == showsBanners, "\(agent.errors)", sourceLocation: sourceLocation)
    }

    /// The switch's value, as text; nil if it was never set.
    func showsBanners() throws -> String? { try dconf("read \(Self.key)")["value"] }

    /// The machine goes to sleep and wakes up; returns when the agent knows.
    func sleepAndWakeUp() throws {
        guard let system else { throw FixtureError("there is no logind") }
        let view = try ControlView(try dconf.ready.text("session"))
        for isAsleep in [true, false] {
            try system.login1("sleep \(isAsleep)")
            guard view.wait(until: { $0.facts["sleeping"] == .boolean(isAsleep) }) else {
                throw FixtureError("sleeping is not \(isAsleep): \(view). The agent says: \(agent.errors)")
            }
        }
    }

    /// Lets as much time pass as a hand needs: within a second a change would be taken for another program's.
    func letAHandBeSlow() throws {
        let end = Deadline.seconds(1.2)
        while !end.hasPassed { _ = try properties() }
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

    /// What an agent that is not running left behind is lost, as by a full disk.
    func cutRecordShort() throws {
        let path = "\(environment["XDG_STATE_HOME"] ?? "")/focus-filters/agent"
        guard truncate(path, 0) == 0 else { throw FixtureError("\(path) cannot be cut short") }
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
