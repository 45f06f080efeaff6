// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Fakes
import TestSupport
import Testing

/// The real agent on a real, headless GNOME Shell.
@Suite(.serialized)
struct GnomeTests {
    private static let modes = [
        "quiet": SampleApp.mode("Quiet", when: "do-not-disturb", list: "urgent"),
        "away": SampleApp.mode("Away", when: "locked", list: "nothing"),
    ]

    @Test func shellsOwnSwitch_reachesTheApp() throws {
        let gnome = try FixtureProgram("gnome")
        let desk = try Desk(gnome, modes: Self.modes)
        try desk.wait(for: "do-not-disturb", false)
        for _ in 1...2 {
            try gnome("dnd on")
            try desk.expect("urgent", "activated")
            try desk.wait(for: "do-not-disturb", true)
            try desk.wait(forMode: "quiet")
            try gnome("dnd off")
            try desk.expect(SampleApp.defaultList, "ended")
            try desk.wait(for: "do-not-disturb", false)
            try desk.wait(forMode: "")
        }
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test func lockScreen_reachesTheApp() throws {
        let gnome = try FixtureProgram("gnome")
        let desk = try Desk(gnome, modes: Self.modes)
        // The Shell by itself, then as logind asks it: the signals come in another order, and each saver's twice.
        for way in ["", "session-"] {
            try gnome("\(way)lock")
            try desk.expect("nothing", "activated")
            try desk.wait(for: "locked", true)
            try desk.wait(forMode: "away")
            try gnome("\(way)unlock")
            try desk.expect(SampleApp.defaultList, "ended")
            try desk.wait(for: "locked", false)
            try desk.wait(forMode: "")
        }
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test func d2_shellComesAfterTheAgent_isFollowed() throws {
        let gnome = try FixtureProgram("gnome", ["--later"])
        let desk = try Desk(gnome, modes: Self.modes)
        try gnome("start-shell")
        try gnome("dnd on")
        try desk.expect("urgent", "activated")
        try gnome("dnd off")
        try desk.expect(SampleApp.defaultList, "ended")
        try gnome("lock")
        try desk.expect("nothing", "activated")
        try gnome("unlock")
        try desk.expect(SampleApp.defaultList, "ended")
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test func d1_shellRestartsWhileTheSwitchIsOn_nothingIsPerformed() throws {
        let gnome = try FixtureProgram("gnome")
        let desk = try Desk(gnome, modes: Self.modes)
        try gnome("dnd on")
        try desk.expect("urgent", "activated")
        try gnome("stop-shell")
        try gnome("start-shell")
        try gnome("dnd off")
        try desk.expect(SampleApp.defaultList, "ended")
        try desk.wait(for: "do-not-disturb", false)
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test func g2_switchIsOnAtTheStart_appIsServedAtOnce() throws {
        let gnome = try FixtureProgram("gnome")
        try gnome("dnd on")
        let desk = try Desk(gnome, modes: Self.modes, startsActive: true)
        try desk.expect("urgent", "catch-up")
        try gnome("dnd off")
        try desk.expect(SampleApp.defaultList, "ended")
        try desk.wait(forMode: "")
        #expect(desk.app.performed.pending.isEmpty)
    }
}
