// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import TestSupport
import Testing

/// A mode that turns the desktop's Do Not Disturb on, on every desktop that can be told to: what the desktop does, and
/// that it is left as the user had it. The mode is on by hand, or held by `focusctl` for a command.
@Suite(.serialized)
struct SilenceTests {
    @Test(arguments: SilenceKind.all) func a1_isGivenBack_unlessTheUserHadItOn(_ kind: SilenceKind) throws {
        let desk = try SilenceDesk(kind)
        try desk.wait(for: "do-not-disturb", false)
        func expectQuiet() throws {
            try desk.wait(isOn: true)
            try desk.wait(forMode: "work")
            // The user's own switch is what it was.
            #expect(desk.control.facts["do-not-disturb"] == .boolean(false))
        }
        try desk.activate()
        try expectQuiet()
        try desk.deactivate()
        try desk.wait(isOn: false)
        try desk.waitUntilSeen()
        let holder = try desk.hold()
        try expectQuiet()
        try desk.release(holder)
        try desk.wait(isOn: false)
        try desk.waitUntilSeen()
        try desk.letAHandBeSeen()
        try desk.desktop("hand on")
        try desk.wait(for: "do-not-disturb", true)
        try desk.activate()
        try desk.wait(forMode: "work")
        try desk.deactivate()
        try desk.wait(for: "do-not-disturb", true)
        #expect(try desk.isOn() == true)
        #expect(try desk.problems() == [])
    }

    @Test(arguments: SilenceKind.all) func f2_userTurnsItOff_theModeGivesWay(_ kind: SilenceKind) throws {
        let desk = try SilenceDesk(kind)
        try desk.wait(for: "do-not-disturb", false)
        try desk.activate()
        try desk.wait(isOn: true)
        try desk.letAHandBeSeen()
        try desk.desktop("hand off")
        try desk.wait(forMode: "")
        try desk.wait(isOn: false)
        try desk.call("Reload")
        #expect(try desk.isOn() == false)
        // The user's next wish counts as before.
        try desk.desktop("hand on")
        try desk.wait(for: "do-not-disturb", true)
        try desk.desktop("hand off")
        try desk.wait(for: "do-not-disturb", false)
        // It counts against a hold as well.
        let holder = try desk.hold()
        try desk.wait(forMode: "work")
        try desk.wait(isOn: true)
        try desk.letAHandBeSeen()
        try desk.desktop("hand off")
        try desk.wait(forMode: "")
        try desk.wait(isOn: false)
        try desk.release(holder)
        #expect(try desk.isOn() == false)
    }

    @Test(arguments: SilenceKind.all) func a2_agentEndsWhileItHolds(_ kind: SilenceKind) throws {
        let desk = try SilenceDesk(kind)
        try desk.wait(for: "do-not-disturb", false)
        // Killed; the mode is held again, by who held it.
        let holder = try desk.hold()
        try desk.wait(isOn: true)
        try desk.kill()
        try desk.start()
        try desk.wait(forMode: "work")
        try desk.wait(isOn: true)
        try desk.wait(for: "do-not-disturb", false)
        try desk.release(holder)
        try desk.wait(isOn: false)
        // Killed; the mode is still on.
        try desk.activate()
        try desk.wait(isOn: true)
        try desk.kill()
        try desk.start()
        try desk.wait(forMode: "work")
        try desk.wait(isOn: true)
        try desk.wait(for: "do-not-disturb", false)
        // An orderly end gives it back, and the mode takes it again.
        try desk.terminate()
        try desk.wait(isOn: false)
        try desk.start()
        try desk.wait(isOn: true)
        // Killed; the mode is over.
        try desk.kill()
        try desk.start(withMode: false)
        try desk.wait(isOn: false)
        try desk.wait(for: "do-not-disturb", false)
    }

    @Test(arguments: SilenceKind.all) func d3_desktopRestartsWhileItIsHeld(_ kind: SilenceKind) throws {
        let desk = try SilenceDesk(kind)
        try desk.wait(for: "do-not-disturb", false)
        let holder = try desk.hold()
        try desk.wait(isOn: true)
        try desk.desktop("restart")
        try desk.wait(isOn: true)
        try desk.wait(forMode: "work")
        try desk.release(holder)
        try desk.wait(isOn: false)
        try desk.wait(for: "do-not-disturb", false)
        #expect(try desk.problems() == [])
    }

    /// In either order: the other program's stays, and is seen as far as the desktop tells.
    @Test(arguments: SilenceKind.all.filter(\.isInhibitor), [true, false])
    func a4_anotherProgramHoldsToo(_ kind: SilenceKind, _ otherFirst: Bool) throws {
        let desk = try SilenceDesk(kind)
        try desk.wait(for: "notifications-inhibited", false)
        if otherFirst {
            try desk.desktop("inhibit on")
            try desk.wait(for: "notifications-inhibited", true)
        }
        try desk.activate()
        try desk.wait(forMode: "work")
        try desk.wait(isOn: true)
        if !otherFirst { try desk.desktop("inhibit on") }
        try desk.deactivate()
        try desk.wait(for: "notifications-inhibited", true)
        try desk.wait(for: "do-not-disturb", false)
        #expect(try desk.isOn() == true)
        try desk.activate()
        try desk.wait(forMode: "work")
        try desk.desktop("inhibit off")
        try desk.wait(for: "notifications-inhibited", false)
        try desk.wait(isOn: true)
        try desk.deactivate()
        try desk.wait(isOn: false)
        try desk.wait(for: "do-not-disturb", false)
        let trespasses: Double? = try desk.desktop("state")["trespasses"]
        #expect(trespasses ?? 0 == 0)
    }

    @Test func swaync_before08_saysThatItCannot() throws {
        let desk = try SilenceDesk(.component("swaync"))
        try desk.wait(for: "do-not-disturb", false)
        try desk.activate()
        try desk.wait(forMode: "work")
        #expect(try comes { try desk.problems().contains { $0.contains("update it to 0.8 or later") } })
        #expect(try desk.isOn() == false)
        try desk.deactivate()
        try desk.wait(forMode: "")
        #expect(try desk.problems() == [])
    }
}
