// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import TestSupport
import Testing

/// The real agent on real components that tell of more than Do Not Disturb.
@Suite(.serialized)
struct FactsTests {
    private static func desk(
        _ fixture: FixtureProgram, when condition: String, more: [String: String] = [:]
    ) throws -> Desk {
        // Leaves at once, so that the test need not wait for what comes and goes in play.
        let mode = SampleApp.mode("There", when: condition, list: "other")
            .replacing("[Mode]\n", with: "[Mode]\nLeaveDelay=100ms\n")
        return try Desk(fixture, modes: ["there": mode], more: more)
    }

    private static func flip(
        _ fixture: FixtureProgram, _ desk: Desk, _ fact: String, on: String, off: String
    ) throws {
        try fixture(on)
        try desk.expect("other", "activated")
        try desk.wait(for: fact, true)
        try fixture(off)
        try desk.expect(SampleApp.defaultList, "ended")
        try desk.wait(for: fact, false)
    }

    @Test(arguments: [("idle", "presence 3", "presence 0"), ("idle-blocked", "inhibit 8", "release")])
    func gnomeSession_reachesTheApp(_ fact: String, _ on: String, _ off: String) throws {
        let session = try FixtureProgram("session_manager")
        let desk = try Self.desk(session, when: fact)
        try desk.wait(for: fact, false)
        for _ in 1...2 { try Self.flip(session, desk, fact, on: on, off: off) }
        // Busy is not idle, and who holds back a log-out does not hold back idle.
        try session("presence 2")
        try session("inhibit 1")
        try session("release")
        try Self.flip(session, desk, fact, on: on, off: off)
        try session("restart")
        try Self.flip(session, desk, fact, on: on, off: off)
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test func microphone_reachesTheApp() throws {
        let media = try FixtureProgram("media")
        let desk = try Self.desk(media, when: "microphone")
        try desk.wait(for: "microphone", false)
        for _ in 1...2 { try Self.flip(media, desk, "microphone", on: "record", off: "stop-recording") }
        #expect(desk.app.performed.pending.isEmpty)
    }

    /// The classes that Mutter and KWin, xdg-desktop-portal-wlr, and cameras give their streams.
    @Test(arguments: [
        ("screen-shared", "Stream/Output/Video", "Screen"), ("screen-shared", "Video/Source", "Screen"),
        ("camera", "Video/Source", "Camera"),
    ])
    func videoStream_reachesTheApp(_ fact: String, _ kind: String, _ role: String) throws {
        let media = try FixtureProgram("media")
        let desk = try Self.desk(media, when: fact)
        try media("offer video \(kind) \(role)")
        try desk.wait(for: fact, false)
        for _ in 1...2 { try Self.flip(media, desk, fact, on: "view video", off: "look-away") }
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test func pipeWireRestarts_isFoundAgain() throws {
        let media = try FixtureProgram("media")
        let desk = try Self.desk(media, when: "microphone")
        try media("record")
        try desk.expect("other", "activated")
        try media("stop-recording")
        try desk.expect(SampleApp.defaultList, "ended")
        try media("stop")
        try media("start")
        try Self.flip(media, desk, "microphone", on: "record", off: "stop-recording")
    }

    @Test func fullScreenInSway_reachesTheApp() throws {
        let sway = try FixtureProgram("sway")
        let desk = try Self.desk(sway, when: "fullscreen")
        try desk.wait(for: "fullscreen", false)
        try Self.flip(sway, desk, "fullscreen", on: "do fullscreen enable", off: "do fullscreen disable")
        // Another workspace hides it; coming back shows it.
        try sway("do fullscreen enable")
        try desk.expect("other", "activated")
        try sway("do workspace 2")
        try desk.expect(SampleApp.defaultList, "ended")
        try sway("do workspace 1")
        try desk.expect("other", "activated")
        try sway("close-window")
        try desk.expect(SampleApp.defaultList, "ended")
        try desk.wait(for: "fullscreen", false)
        try sway("stop")
        try desk.wait(for: "fullscreen", nil)
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test func powerDaemons_areRead() throws {
        let power = try FixtureProgram("power")
        let desk = try Self.desk(power, when: "on-battery")
        func wait(_ profile: String) {
            #expect(desk.control.wait(until: { $0.facts["power-profile"] == .string(profile) }), "\(desk.control)")
        }
        // A machine without batteries; which it has is the machine's.
        #expect(desk.control.wait(until: { $0.facts["on-battery"] != nil }), "\(desk.control)")
        wait("balanced")
        try power("profile power-saver")
        wait("power-saver")
        try power("stop power-profiles")
        try power("start power-profiles")
        try power("profile balanced")
        wait("balanced")
        try power("profile power-saver")
        wait("power-saver")
    }
}
