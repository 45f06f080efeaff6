// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import TestSupport
import Testing

/// A mode that turns GNOME's switch on, on real dconf: what is written, and that it is given back.
@Suite struct SourcesSilenceTests {
    @Test func modeHoldsTheSwitch_andGivesItBack() throws {
        let stage = try SilenceStage()
        try stage.activate()
        try stage.expect("false")
        try stage.call("Deactivate", [["ends": Value.string("resumed")].busValue])
        try stage.expect("true")
        try stage.expectNothing()
    }

    @Test func a1_userHadItOn_nothingIsWritten() throws {
        let stage = try SilenceStage()
        try stage.set("false")
        try stage.activate()
        try stage.call("Deactivate", [["ends": Value.string("resumed")].busValue])
        try stage.expectNothing()
    }

    @Test func a2_killedWhileHolding_theNextAgentGivesItBack() throws {
        let stage = try SilenceStage()
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
        let stage = try SilenceStage()
        try stage.activate()
        try stage.expect("false")
        #expect(stage.agent.terminate() == .exited(0))
        try stage.expect("true")
        // The mode comes back with the agent, and the switch with it.
        try stage.start()
        try stage.expect("false")
    }

    @Test func takeOverByAnotherAgent_isNotToBeSeen() throws {
        let stage = try SilenceStage()
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
        let stage = try SilenceStage()
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
        let stage = try SilenceStage()
        try stage.kill()
        try stage.dconf("lock \(SilenceStage.key) true")
        try stage.start()
        try stage.activate()
        #expect(try stage.properties().mode == "work")
        let rows = try stage.tool.call(Control1.busName, Control1.path, Control1.name, "ListProblems")
        let problems = rows.first.flatMap { [[String: Value]]($0) } ?? []
        #expect(problems.contains { $0.text("message")?.contains("locked") == true }, "\(problems)")
    }
}
