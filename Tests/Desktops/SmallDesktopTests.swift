// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import TestSupport
import Testing

/// The real agent with real notification servers and components of small desktops, moved by their own means.
@Suite(.serialized)
struct SmallDesktopTests {
    private static let quiet = ["quiet": SampleApp.mode("Quiet", when: "do-not-disturb", list: "urgent")]

    /// Which component, and whether it knows its switch after a restart.
    private static let components = [
        ("xfce", true), ("mate", true), ("budgie", false), ("lxqt", true), ("feedbackd", true), ("dunst", false),
        ("mako", false), ("swaync", true), ("plasma", true),
    ]

    @Test(arguments: components) func switch_reachesTheApp(_ name: String, _: Bool) throws {
        let component = try FixtureProgram("component", [name])
        let desk = try Desk(component, modes: Self.quiet)
        try desk.wait(for: "do-not-disturb", false)
        for _ in 1...2 {
            try component("switch on")
            try desk.expect("urgent", "activated")
            try desk.wait(for: "do-not-disturb", true)
            try desk.wait(forMode: "quiet")
            // Again: nothing is new.
            try component("switch on")
            try component("switch off")
            try desk.expect(SampleApp.defaultList, "ended")
            try desk.wait(for: "do-not-disturb", false)
            try desk.wait(forMode: "")
        }
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test(arguments: components) func d1_restartWhileTheSwitchIsOn(_ name: String, _ remembers: Bool) throws {
        let component = try FixtureProgram("component", [name])
        let desk = try Desk(component, modes: Self.quiet)
        try component("switch on")
        try desk.expect("urgent", "activated")
        try component("restart")
        if remembers { try component("switch off") }
        // One that forgot is off from now on, once the grace in which it might have remembered is over.
        try desk.expect(SampleApp.defaultList, "ended")
        try desk.wait(for: "do-not-disturb", false)
        try component("switch on")
        try desk.expect("urgent", "activated")
        try desk.wait(for: "do-not-disturb", true)
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test(arguments: components) func d2_componentComesAfterTheAgent(_ name: String, _: Bool) throws {
        let component = try FixtureProgram("component", [name, "--later"])
        let desk = try Desk(component, modes: Self.quiet)
        try component("start")
        try component("switch on")
        try desk.expect("urgent", "activated")
        try component("switch off")
        try desk.expect(SampleApp.defaultList, "ended")
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test(arguments: components) func g2_switchIsOnAtTheStart(_ name: String, _: Bool) throws {
        let component = try FixtureProgram("component", [name])
        try component("switch on")
        let desk = try Desk(component, modes: Self.quiet, startsActive: true)
        try desk.expect("urgent", "catch-up")
        try component("switch off")
        try desk.expect(SampleApp.defaultList, "ended")
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test func d3_anotherServerTakesOver_andItsSwitchIsOnToo() throws {
        let desktop = try FixtureProgram("component", ["xfce", "mate"])
        let desk = try Desk(desktop, modes: Self.quiet)
        try desktop("other switch on")
        try desktop("other switch off")
        try desktop("switch on")
        try desk.expect("urgent", "activated")
        try desktop("other switch on")
        try desktop("stop")
        try desktop("other start")
        #expect(try desk.control.wait(untilInCharge: "mate-notifications"))
        // The server that is gone has no say any more.
        try desktop("switch off")
        try desktop("other switch off")
        try desk.expect(SampleApp.defaultList, "ended")
        try desktop("switch on")
        try desktop("switch off")
        try desktop("other switch on")
        try desk.expect("urgent", "activated")
        #expect(desk.app.performed.pending.isEmpty)
    }

    // MARK: What only one of them has

    /// Each takes the property away from "on" in another way.
    @Test(arguments: ["toggle", "reset"]) func xfce_switchGoesBack(_ command: String) throws {
        let xfce = try FixtureProgram("component", ["xfce"])
        let desk = try Desk(xfce, modes: Self.quiet)
        for _ in 1...2 {
            try xfce("switch on")
            try desk.expect("urgent", "activated")
            try xfce(command)
            try desk.expect(SampleApp.defaultList, "ended")
        }
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test func xfce_settingsDaemonRestarts_nothingIsPerformed() throws {
        let xfce = try FixtureProgram("component", ["xfce"])
        let desk = try Desk(xfce, modes: Self.quiet)
        try xfce("switch on")
        try desk.expect("urgent", "activated")
        try xfce("restart-settings")
        try xfce("switch off")
        try desk.expect(SampleApp.defaultList, "ended")
        try desk.wait(for: "do-not-disturb", false)
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test func budgie_windowFillsTheScreen_isNotTheUsersSwitch() throws {
        let budgie = try FixtureProgram("component", ["budgie"])
        let desk = try Desk(budgie, modes: Self.quiet)
        try budgie("pause on")
        try budgie("switch on")
        try desk.expect("urgent", "activated")
        try desk.wait(for: "silenced", true)
        try budgie("switch off")
        try desk.expect(SampleApp.defaultList, "ended")
        try desk.wait(for: "silenced", nil)
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test func feedbackd_quietCountsToo_andShowsAllTheSame() throws {
        let feedbackd = try FixtureProgram("component", ["feedbackd"])
        let desk = try Desk(feedbackd, modes: Self.quiet)
        try feedbackd("profile quiet")
        try desk.expect("urgent", "activated")
        try feedbackd("profile silent")
        try feedbackd("profile full")
        try desk.expect(SampleApp.defaultList, "ended")
        #expect(desk.app.performed.pending.isEmpty)
    }

    // MARK: Cinnamon, whose shell needs a graphics card: its schema, and a stand-in for its server

    @Test func cinnamon_switchReachesTheApp() throws {
        let key = "/org/cinnamon/desktop/notifications/display-notifications"
        let dconf = try FixtureProgram("dconf")
        let environment = try dconf.ready.environment()
        let server = try FixtureProgram(fake: "notifications", ["cinnamon", "GNOME", "5.6.8"], in: environment)
        let desk = try Desk(dconf, modes: Self.quiet, more: ["XDG_CURRENT_DESKTOP": "X-Cinnamon"])
        try desk.wait(for: "do-not-disturb", false)
        for off in ["set \(key) true", "reset \(key)"] {
            try dconf("set \(key) false")
            try desk.expect("urgent", "activated")
            try server("replace")
            try dconf(off)
            try desk.expect(SampleApp.defaultList, "ended")
            try desk.wait(for: "do-not-disturb", false)
        }
        #expect(desk.app.performed.pending.isEmpty)
    }

    // MARK: Screen savers

    @Test(arguments: ["switch on", "lock"]) func mateScreensaver_reachesTheApp(_ up: String) throws {
        let saver = try FixtureProgram("component", ["mate-screensaver"])
        let desk = try Desk(saver, modes: ["away": SampleApp.mode("Away", when: "screensaver", list: "nothing")])
        try desk.wait(for: "screensaver", false)
        for _ in 1...2 {
            try saver(up)
            try desk.expect("nothing", "activated")
            try desk.wait(for: "screensaver", true)
            // It tells logind nothing, and there is none: a saver is not a lock.
            try desk.wait(for: "locked", nil)
            try saver("switch off")
            try desk.expect(SampleApp.defaultList, "ended")
        }
        try saver(up)
        try desk.expect("nothing", "activated")
        // A saver that is gone covers nothing.
        try saver("restart")
        try desk.expect(SampleApp.defaultList, "ended")
        try desk.wait(for: "screensaver", false)
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test func plasmasLocker_reachesTheApp() throws {
        let locker = try FixtureProgram("component", ["plasma-locker"])
        let desk = try Desk(locker, modes: ["away": SampleApp.mode("Away", when: "screensaver", list: "nothing")])
        try desk.wait(for: "screensaver", false)
        for _ in 1...2 {
            // Told twice, at two paths.
            try locker("switch on")
            try desk.expect("nothing", "activated")
            try desk.wait(for: "screensaver", true)
            try locker("restart")
            try desk.expect(SampleApp.defaultList, "ended")
            try desk.wait(for: "screensaver", false)
        }
        #expect(desk.app.performed.pending.isEmpty)
    }
}
