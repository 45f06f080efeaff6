// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Fakes
import TestSupport
import Testing

/// What only some real notification servers do, and what happens when one takes over from another.
@Suite(.serialized)
struct NotificationServerTests {
    private static let quiet = ["quiet": SampleApp.mode("Quiet", when: "do-not-disturb", list: "urgent")]

    @Test func d3_dunstAndMakoTakeOverFromEachOther() throws {
        let desktop = try FixtureProgram("component", ["dunst", "mako"])
        let desk = try Desk(desktop, modes: Self.quiet)
        for _ in 1...2 {
            try desktop("switch on")
            try desk.expect("urgent", "activated")
            // Whoever takes over is asked for its own switch, and that one is off.
            try desktop("stop")
            try desktop("other start")
            try desk.expect(SampleApp.defaultList, "ended")
            #expect(try desk.control.wait(untilInCharge: "mako"))
            try desktop("other switch on")
            try desk.expect("urgent", "activated")
            try desktop("other stop")
            try desktop("start")
            try desk.expect(SampleApp.defaultList, "ended")
            #expect(try desk.control.wait(untilInCharge: "dunst"))
        }
        try desk.wait(for: "do-not-disturb", false)
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test func dunst_pausedByASignal_isSeenWithItsNextNews() throws {
        let dunst = try FixtureProgram("component", ["dunst"])
        let desk = try Desk(dunst, modes: Self.quiet)
        try desk.wait(for: "do-not-disturb", false)
        try dunst("signal on")
        try dunst("signal off")
        try dunst("signal on")
        try dunst("switch on")
        try desk.expect("urgent", "activated")
        try dunst("signal off")
        try dunst("switch off")
        try desk.expect(SampleApp.defaultList, "ended")
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test func mako_programThatStaysOnTheBus_isSeenByThePoll() throws {
        let mako = try FixtureProgram("component", ["mako"])
        let desk = try Desk(mako, modes: Self.quiet)
        try desk.wait(for: "do-not-disturb", false)
        try mako("set-modes on")
        try desk.expect("urgent", "activated")
        try mako("set-modes off")
        try desk.expect(SampleApp.defaultList, "ended")
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test func plasma_appAndUserAreToldApart() throws {
        let plasma = try FixtureProgram("component", ["plasma"])
        let film = SampleApp.mode("Film", when: "notifications-inhibited", list: "nothing")
        let desk = try Desk(plasma, modes: Self.quiet.merging(["film": film]) { $1 })
        try desk.wait(for: "notifications-inhibited", false)
        try plasma("inhibit on")
        try desk.expect("nothing", "activated")
        try desk.wait(for: "do-not-disturb", false)
        try desk.wait(for: "silenced", true)
        // While the user's switch is on, Plasma does not tell whether an app holds notifications back as well.
        try plasma("until 3600")
        try desk.expect("urgent", "changed")
        try desk.wait(for: "notifications-inhibited", false)
        try plasma("until")
        try desk.wait(for: "do-not-disturb", false)
        try desk.wait(for: "notifications-inhibited", true)
        try desk.wait(forMode: "film")
        #expect(desk.app.performed.waitForNext { $0.list == "nothing" } != nil)
        try plasma("inhibit off")
        try desk.wait(for: "silenced", false)
        try desk.wait(forMode: "")
        // The switch alone is never taken for an app.
        #expect(desk.app.performed.waitForNext { $0.list == SampleApp.defaultList } != nil)
        try plasma("switch on")
        try desk.expect("urgent", "activated")
        try plasma("switch off")
        try desk.expect(SampleApp.defaultList, "ended")
        try plasma("inhibit on")
        try desk.expect("nothing", "activated")
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test func e6_plasma_instantPassesByItself_andIsNotTakenForAnApp() throws {
        let plasma = try FixtureProgram("component", ["plasma"])
        let film = SampleApp.mode("Film", when: "notifications-inhibited", list: "nothing")
        let desk = try Desk(plasma, modes: Self.quiet.merging(["film": film]) { $1 })
        try desk.wait(for: "do-not-disturb", false)
        // Late enough that a busy machine has written it by then.
        try plasma("until 10")
        try desk.expect("urgent", "activated")
        try desk.wait(for: "silenced", true)
        // Plasma itself ends it at the next full minute.
        try desk.expect(SampleApp.defaultList, "ended")
        try desk.wait(for: "do-not-disturb", false)
        try plasma("until 3600")
        try desk.expect("urgent", "activated")
        try plasma("until")
        try desk.expect(SampleApp.defaultList, "ended")
        #expect(desk.app.performed.pending.isEmpty)
    }
}
