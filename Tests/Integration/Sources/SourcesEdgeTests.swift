// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import TestSupport
import Testing

/// Signals that are lost, doubled, late, ill-formed or about nothing: the state counts, not the edges.
@Suite struct SourcesEdgeTests {
    /// An agent that follows the session c1.
    private static func scene(when condition: String, more: [String] = []) throws -> SourceScene {
        let scene = try SourceScene(when: condition, more: more)
        try scene("add c1")
        try scene.start()
        return scene
    }

    @Test func b1_wakeSignalNeverComes_thePollEndsTheMode() throws {
        let scene = try Self.scene(when: "sleeping")
        try scene("sleep on")
        try scene.expectBegin()
        try scene("sleep off silent")
        try scene.expectEnd()
        try scene.mark(then: false)
    }

    /// Milliseconds between the signals, and the signals.
    @Test(arguments: [(3, "true true false false"), (30, "true true false false"), (30, "true false true false")])
    func b2_doubledSleepSignals_oneEnterAndOneLeave(_ gap: Int, _ signals: String) throws {
        // A calm end, so that a test machine that stops for a moment does not see two.
        let scene = try Self.scene(when: "sleeping", more: ["LeaveDelay=5s"])
        try scene("sleeps \(gap) \(signals)")
        try scene.expectBegin()
        try scene.expectEnd()
        try scene.mark(then: false)
    }

    @Test func b2_wakeWithoutSleep_everythingIsReadAgainAndNothingEnds() throws {
        let scene = try Self.scene(when: "locked or sleeping")
        try scene("set c1 LockedHint true silent")
        try scene("sleeps 0 false")
        try scene.expectBegin()
        try scene("sleeps 0 false false")
        try scene.mark(then: true)
    }

    @Test func b3_inhibitorEndsIdleWithoutASignal_hintIsReadAgain() throws {
        let scene = try Self.scene(when: "idle")
        try scene("set c1 IdleHint true")
        try scene.expectBegin()
        try scene("set c1 IdleHint false silent")
        try scene("set manager BlockInhibited idle")
        try scene.expectEnd()
        try scene.wait(for: "idle-blocked", true)
        try scene.mark(then: false)
    }

    @Test(arguments: ["invalidated", "both", "empty", "ill-typed"])
    func b4_changeIsToldWrongly_oneReadDecides(_ how: String) throws {
        let scene = try Self.scene(when: "locked")
        try scene("calls")
        try scene("set c1 LockedHint true \(how)")
        try scene.expectBegin()
        let calls: [String: Int]? = try scene("calls")["calls"]
        #expect(calls == ["GetAll": 1])
        if how == "ill-typed" { try scene.wait(forLog: "LockedHint came with type s, not b") }
        try scene.mark(then: true)
        try scene("set c1 LockedHint false \(how)")
        try scene.expectEnd()
        try scene.mark(then: false)
    }

    @Test func b4_otherInterfacesPropertyOfThatName_isIgnored() throws {
        let scene = try Self.scene(when: "locked")
        try scene("set c1 LockedHint true other-interface")
        try scene.mark(then: false)
    }

    /// The value changes before the late answer is made up, or after that and before it is sent.
    @Test(arguments: ["before", "after"]) func b5_changeCrossesTheFirstRead_theNewValueStays(_ moment: String) throws {
        let scene = try SourceScene(when: "locked")
        try scene("add c1")
        try scene("race c1 LockedHint true \(moment) 200")
        try scene.start(isActive: true)
        try scene.expect("there", "catch-up")
        try scene.mark(then: true)
    }

    @Test(arguments: ["before", "after"]) func b5_changeCrossesALaterRead_theNewValueStays(_ moment: String) throws {
        let scene = try Self.scene(when: "locked")
        for value in [true, false, true] {
            try scene("race c1 LockedHint \(value) \(moment) 100")
            // Has the session read again.
            try scene("sleeps 0 false")
            if value { try scene.expectBegin() } else { try scene.expectEnd() }
            try scene.mark(then: value)
        }
    }

    @Test(arguments: [true, false]) func b6_edgeIsLost_theNextReadCorrectsIt(_ isOn: Bool) throws {
        let scene = try Self.scene(when: "locked")
        if isOn {
            try scene("set c1 LockedHint true")
            try scene.expectBegin()
        }
        try scene("set c1 LockedHint \(!isOn) silent")
        try scene.mark(then: isOn)
        try scene("sleeps 0 false")
        if isOn { try scene.expectEnd() } else { try scene.expectBegin() }
        try scene.wait(forLog: "LockedHint changed and no signal said so")
        try scene.mark(then: !isOn)
    }

    @Test func b6_edgeIsLostInARestart_theNewOwnerCorrectsIt() throws {
        let scene = try Self.scene(when: "locked")
        try scene("set c1 LockedHint true")
        try scene.expectBegin()
        try scene("set c1 LockedHint false silent")
        try scene("restart")
        try scene.expectEnd()
        try scene.mark(then: false)
    }

    @Test func b7_switchArrivesAsNoneAndOn_oneApply() throws {
        // A long delay, so that the test decides how much time passes.
        let mode = modeText("Y", [SourceScene.app: "y"], when: "do-not-disturb", more: ["LeaveDelay=60s"])
        let scene = try Scene(modes: ["y": mode, "z": modeText("Z", [SourceScene.app: "z"])])
        let app = try App(scene.bus, SourceScene.app)
        try app.register()
        // {none}, {Y}, then {Y}, {none} with a live value that says Y.
        for (isOn, told) in [(false, nil), (true, "y"), (false, nil), (true, nil)] {
            try scene.disturb(isOn)
            if let told { #expect(try app.next().list == told) }
            try scene.pass(seconds: 40)
        }
        try scene.activate("z")
        #expect(try app.next().list == "z")
    }

    @Test(arguments: [false, true]) func b8_agentRestartsWhileLocked_nothingIsPerformed(_ isKilled: Bool) throws {
        let scene = try Self.scene(when: "locked")
        try scene("set c1 LockedHint true")
        let begun = try #require(scene.app.performed.waitForNext())
        #expect(begun.list == "there")
        try scene.wait(forMode: "there")
        let since = try scene.since()
        #expect(since != nil)
        try scene.end(killed: isKilled)
        try scene.start(isActive: true, performed: begun.token)
        try scene.wait(forMode: "there")
        // After a crash the mode may be taken for newer than it is: that is written a little later.
        #expect(try isKilled || scene.since() == since)
        try scene.mark(then: true)
    }

    @Test func b8_daemonIsAwayForAMoment_nothingIsPerformed() throws {
        let scene = try Self.scene(when: "locked")
        try scene("set c1 LockedHint true")
        try scene.expectBegin()
        let since = try scene.since()
        try scene("vanish")
        try scene.wait(forSource: "logind") { $0.text("state") == "absent" }
        try scene.wait(for: "locked", true)
        let owner = try scene("appear").text("owner")
        try scene.wait(forSource: "logind") { $0.text("state") == "ok" && $0.text("owner") == owner }
        #expect(try scene.since() == since)
        try scene.mark(then: true)
    }
}
