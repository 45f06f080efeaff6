// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Fakes
import TestSupport
import Testing

/// The real agent with notification servers in versions that Debian 12 does not have, faked as their sources say.
@Suite(.serialized)
struct NewerServerTests {
    private static let quiet = SampleApp.mode("Quiet", when: "do-not-disturb", list: "urgent")
    private static let held = SampleApp.mode("Held", when: "notifications-inhibited", list: "nothing")

    @Test(arguments: ["dunst", "mako", "swaync", "plasma"])
    func switch_reachesTheApp(_ name: String) throws {
        let bus = try FixtureProgram("dconf")
        let server = try FixtureProgram(fake: "servers", [name], in: try bus.ready.environment())
        let desk = try Desk(bus, modes: ["quiet": Self.quiet, "held": Self.held])
        try desk.wait(for: "do-not-disturb", false)
        for _ in 1...2 {
            try server("switch on")
            try desk.expect("urgent", "activated")
            try desk.wait(for: "silenced", true)
            // It restarts, and its switch is on still.
            try server("vanish")
            try server("appear")
            try server("switch off")
            try desk.expect(SampleApp.defaultList, "ended")
            try desk.wait(for: "do-not-disturb", false)
        }
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test(arguments: ["swaync", "plasma"]) func programsAreToldFromTheUser(_ name: String) throws {
        let bus = try FixtureProgram("dconf")
        let server = try FixtureProgram(fake: "servers", [name], in: try bus.ready.environment())
        let desk = try Desk(bus, modes: ["quiet": Self.quiet, "held": Self.held])
        try desk.wait(for: "notifications-inhibited", false)
        try server("inhibit on")
        try desk.expect("nothing", "activated")
        try desk.wait(for: "do-not-disturb", false)
        try desk.wait(for: "silenced", true)
        try server("inhibit off")
        try desk.expect(SampleApp.defaultList, "ended")
        try desk.wait(for: "silenced", false)
        try server("switch on")
        try desk.expect("urgent", "activated")
        try desk.wait(for: "notifications-inhibited", false)
        try server("switch off")
        try desk.expect(SampleApp.defaultList, "ended")
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test func dunst_anyLevelCounts() throws {
        let bus = try FixtureProgram("dconf")
        let dunst = try FixtureProgram(fake: "servers", ["dunst"], in: try bus.ready.environment())
        let desk = try Desk(bus, modes: ["quiet": Self.quiet])
        try dunst("level 60")
        try desk.expect("urgent", "activated")
        try dunst("level 100")
        try dunst("level 0")
        try desk.expect(SampleApp.defaultList, "ended")
        #expect(desk.app.performed.pending.isEmpty)
    }
}
