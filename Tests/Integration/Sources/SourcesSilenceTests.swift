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
        try stage.deactivate()
        try stage.expect("true")
        try stage.expectNothing()
    }

    @Test func a1_userHadItOn_nothingIsWritten() throws {
        let stage = try SilenceStage()
        try stage.set("false")
        try stage.activate()
        try stage.deactivate()
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

    @Test func a2_recordIsCutShort_switchIsLeftAsFound() throws {
        let stage = try SilenceStage()
        try stage.activate()
        try stage.expect("false")
        try stage.kill()
        try stage.cutRecordShort()
        try stage.start()
        _ = try stage.properties()
        try stage.expectNothing()
        let warnings = stage.agent.errors.split(separator: "\n").filter { $0.contains("focus-filters/agent: ") }
        #expect(warnings.count == 1, "\(stage.agent.errors)")
        // It is the user's now: a mode that comes and goes leaves it alone.
        try stage.activate()
        try stage.deactivate()
        try stage.expectNothing()
        // The next record is whole again.
        try stage.set("true")
        try stage.activate()
        try stage.expect("false")
        try stage.kill()
        try stage.start()
        try stage.deactivate()
        try stage.expect("true")
    }

    /// The holds in the order in which they end: one of three modes each, the later the higher.
    @Test(arguments: [[0, 1, 2], [2, 0, 1], [1, 2, 0]], [false, true])
    func a3_releasedInAnyOrder_switchIsGivenBackAfterTheLast(_ order: [Int], _ isTheUsers: Bool) throws {
        let names = ["schedule", "share", "talk"]
        let modes = names.enumerated().map { index, name in
            (name, modeText(name, more: ["Priority=\(index)", "DoNotDisturb=on"]))
        }
        let stage = try SilenceStage(modes: Dictionary(uniqueKeysWithValues: modes))
        if isTheUsers { try stage.set("false") }
        let session = try stage.dconf.ready.text("session")
        let view = try ControlView(session)
        var holders: [BusClient?] = try names.map { _ in try BusClient(session) }
        let holds = try zip(holders, names).map { holder, name in
            try holder?.call(
                Control1.busName, Control1.path, Control1.name, "Hold",
                [.string(name), .string("a test"), Value.none]) ?? []
        }
        #expect(view.wait { $0.mode == "talk" })
        if !isTheUsers { try stage.expect("false") }
        var live = Set(names.indices)
        for index in order {
            if index == 1 {
                // It leaves the bus instead of saying so.
                holders[index] = nil
            } else {
                try holders[index]?.call(
                    Control1.busName, Control1.path, Control1.name, "Release", holds[index])
            }
            live.remove(index)
            #expect(view.wait { $0.mode == live.max().map { names[$0] } ?? "" }, "\(view)")
            if !live.isEmpty || isTheUsers { try stage.expectNothing() }
        }
        guard !isTheUsers else { return }
        try stage.expect("true")
        try stage.expectNothing()
    }

    @Test func a5_goneAfterResume_isWrittenOnceMoreAndThenYields() throws {
        let stage = try SilenceStage(hasLogin1: true)
        try stage.activate()
        try stage.expect("false")
        try stage.sleepAndWakeUp()
        try stage.dconf("set \(SilenceStage.key) true")
        stage.expectChange()
        try stage.expect("false")
        #expect(try stage.properties() == ("work", "override"))
        try stage.letAHandBeSlow()
        try stage.expectNothing()
        try stage.set("true")
        #expect(try comes { try stage.properties() == ("", "desktop-switch") })
        try stage.expectNothing()
    }

    @Test func a5_goneAfterResume_notOurs_isNotWritten() throws {
        let stage = try SilenceStage(hasLogin1: true)
        let view = try ControlView(try stage.dconf.ready.text("session"))
        try stage.set("false")
        #expect(view.wait { $0.facts["do-not-disturb"] == .boolean(true) }, "\(view)")
        try stage.sleepAndWakeUp()
        try stage.set("true")
        #expect(view.wait { $0.facts["do-not-disturb"] == .boolean(false) }, "\(view)")
        try stage.expectNothing()
        // What is ours from then on is.
        try stage.activate()
        try stage.expect("false")
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
        try stage.deactivate()
        try stage.expect("true")
    }

    @Test func f2_userTurnsItOff_theModeGivesWay() throws {
        let stage = try SilenceStage()
        try stage.activate()
        try stage.expect("false")
        try stage.letAHandBeSlow()
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
        let problems = try stage.problems()
        #expect(problems.contains { $0.contains("locked") }, "\(problems)")
    }

    /// How many milliseconds after a change the other program undoes it. At once, the source, which reads ten times a
    /// second, need not see that what it wrote had been there: then it is not effective, in other words.
    @Test(arguments: [50, 400])
    func f3_anotherWriter_isContradictedTwice_thenLeftAlone(_ milliseconds: Int) throws {
        let stage = try SilenceStage()
        let traffic = try SettingsTraffic(stage.tool, try stage.dconf.ready.text("session"))
        let rival = try ChildProcess(
            ["/usr/bin/python3", "-c", Self.rival, "\(milliseconds)"], environment: stage.environment)
        defer { rival.kill() }
        #expect(rival.waitForLine { $0 == "ready" } != nil, "\(rival.errors)")
        try stage.activate()
        #expect(try comes { try !stage.problems().isEmpty }, "\(stage.agent.errors)")
        if milliseconds > 100 {
            #expect(try stage.problems().contains { $0.contains("another program") }, "\(stage.agent.errors)")
        }
        #expect(try stage.properties() == ("work", "override"))
        // Nothing of what passes meanwhile makes it try again.
        try stage.letAHandBeSlow()
        try stage.call("Reload", [])
        #expect(try !stage.problems().isEmpty)
        #expect(try (2...3).contains(traffic.writes(of: stage.agent.pid)), "\(stage.agent.errors)")
        #expect(try stage.showsBanners() == "true")
        try stage.deactivate()
        #expect(try comes { try stage.problems().isEmpty }, "\(stage.agent.errors)")
        // The next time it is wanted it is tried anew.
        rival.kill()
        try stage.activate()
        #expect(try comes { try stage.showsBanners() == "false" }, "\(stage.agent.errors)")
        try stage.deactivate()
        #expect(try comes { try stage.showsBanners() == "true" }, "\(stage.agent.errors)")
    }

    /// A program that shows banners again when anybody has turned them off.
    private static let rival = """
        import sys
        from gi.repository import Gio, GLib

        settings = Gio.Settings.new("org.gnome.desktop.notifications")

        def show():
            settings.set_boolean("show-banners", True)
            return GLib.SOURCE_REMOVE

        def changed(settings, key):
            if not settings.get_boolean(key):
                GLib.timeout_add(int(sys.argv[1]), show)

        settings.connect("changed::show-banners", changed)
        # Only what was read is told of.
        settings.get_boolean("show-banners")
        print("ready", flush=True)
        GLib.MainLoop().run()
        """
}
