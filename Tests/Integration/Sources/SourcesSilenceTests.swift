// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import TestSupport
import Testing

/// A mode that turns GNOME's switch on, on real dconf: what is written, and that it is given back.
@Suite struct SourcesSilenceTests {
    private static let key = "/org/gnome/desktop/notifications/show-banners"

    /// The agent on dconf, and a witness of everything that dconf changes.
    private final class Stage {
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
            #expect(notices.waitForNext() == key, "\(agent.errors)", sourceLocation: sourceLocation)
            let value: String? = try dconf("read \(key)")["value"]
            #expect(value == showsBanners, "\(agent.errors)", sourceLocation: sourceLocation)
        }

        /// A change by hand.
        func set(_ showsBanners: String) throws {
            try dconf("set \(key) \(showsBanners)")
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

    @Test func modeHoldsTheSwitch_andGivesItBack() throws {
        let stage = try Stage()
        try stage.activate()
        try stage.expect("false")
        try stage.call("Deactivate", [["ends": Value.string("resumed")].busValue])
        try stage.expect("true")
        try stage.expectNothing()
    }

    @Test func a1_userHadItOn_nothingIsWritten() throws {
        let stage = try Stage()
        try stage.set("false")
        try stage.activate()
        try stage.call("Deactivate", [["ends": Value.string("resumed")].busValue])
        try stage.expectNothing()
    }

    @Test func a2_killedWhileHolding_theNextAgentGivesItBack() throws {
        let stage = try Stage()
        try stage.activate()
        try stage.expect("false")
        try stage.kill()
        try stage.start()
        // The override stands, and so does the switch.
        #expect(try stage.properties() == ("work", "override"))
        try stage.expectNothing()
        try stage.kill()
        try AgentProcess.write(
            mode: "work", modeText("Work", more: ["DoNotDisturb=on", "Enabled=false"]), in: stage.environment)
        try stage.start()
        try stage.expect("true")
        #expect(try stage.properties().mode == "")
        try stage.expectNothing()
    }

    @Test func endOfTheSession_givesItBack() throws {
        let stage = try Stage()
        try stage.activate()
        try stage.expect("false")
        #expect(stage.agent.terminate() == .exited(0))
        try stage.expect("true")
        // The mode comes back with the agent, and the switch with it.
        try stage.start()
        try stage.expect("false")
    }

    @Test func takeOverByAnotherAgent_isNotToBeSeen() throws {
        let stage = try Stage()
        try stage.activate()
        try stage.expect("false")
        let next = try ChildProcess(
            [try TestProgram.agent(), "--replace", "--log-level", "debug"], environment: stage.environment)
        defer { next.terminate() }
        #expect(stage.agent.wait() == .exited(0))
        #expect(next.waitForLine(in: .errors) { $0.contains("ready") } != nil)
        #expect(try stage.properties() == ("work", "override"))
        try stage.expectNothing()
        try stage.call("Deactivate", [["ends": Value.string("resumed")].busValue])
        try stage.expect("true")
    }

    @Test func f2_userTurnsItOff_theModeGivesWay() throws {
        let stage = try Stage()
        try stage.activate()
        try stage.expect("false")
        // A hand is never so quick: within a second it would be taken for another program's.
        let end = Deadline.seconds(1.2)
        while !end.hasPassed { _ = try stage.properties() }
        try stage.set("true")
        #expect(try comes { try stage.properties().mode == "" })
        #expect(try stage.properties() == ("", "desktop-switch"))
        try stage.call("Reload", [])
        try stage.expectNothing()
    }

    @Test func i2_lockedSwitch_isSaidAndTheModeIsOnAllTheSame() throws {
        let stage = try Stage()
        try stage.kill()
        try stage.dconf("lock \(Self.key) true")
        try stage.start()
        try stage.activate()
        #expect(try stage.properties().mode == "work")
        let rows = try stage.tool.call(Control1.busName, Control1.path, Control1.name, "ListProblems")
        let problems = rows.first.flatMap { [[String: Value]]($0) } ?? []
        #expect(problems.contains { $0.text("message")?.contains("locked") == true }, "\(problems)")
    }
}
