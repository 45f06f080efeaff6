// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Fakes
import TestSupport
import Testing

/// The real agent on real dconf, without a desktop: GNOME's key, changed by all means that there are.
@Suite(.serialized)
struct DconfTests {
    private static let key = "/org/gnome/desktop/notifications/show-banners"

    private static func desk(_ dconf: FixtureProgram, startsActive: Bool = false) throws -> Desk {
        try Desk(
            dconf, modes: ["quiet": SampleApp.mode("Quiet", when: "do-not-disturb", list: "urgent")],
            more: ["XDG_CURRENT_DESKTOP": "GNOME"], startsActive: startsActive)
    }

    @Test func i3_firstChangeAfterTheStart_isSeen() throws {
        let dconf = try FixtureProgram("dconf")
        let desk = try Self.desk(dconf)
        try desk.wait(for: "do-not-disturb", false)
        try dconf("set \(Self.key) false")
        try desk.expect("urgent", "activated")
        try desk.wait(for: "do-not-disturb", true)
    }

    /// Each takes the key back to its default in another way; dconf tells of each differently.
    @Test(arguments: ["set \(key) true", "reset \(key)", "reset /org/gnome/desktop/", "set \(key) \"'no boolean'\""])
    func keyGoesBack_modeEnds(_ command: String) throws {
        let dconf = try FixtureProgram("dconf")
        let desk = try Self.desk(dconf)
        for _ in 1...2 {
            try dconf("set \(Self.key) false")
            try desk.expect("urgent", "activated")
            // Again: dconf tells of no change, or of one that is none.
            try dconf("set \(Self.key) false")
            try dconf(command)
            try desk.expect(SampleApp.defaultList, "ended")
            try desk.wait(for: "do-not-disturb", false)
        }
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test func i2_siteFixesTheKeyOn_theUserCannotChangeIt() throws {
        let dconf = try FixtureProgram("dconf")
        try dconf("lock \(Self.key) false")
        let desk = try Self.desk(dconf, startsActive: true)
        try desk.expect("urgent", "catch-up")
        try desk.wait(for: "do-not-disturb", true)
        try desk.wait(forMode: "quiet")
        #expect(throws: FixtureError.self) { try dconf("set \(Self.key) true") }
    }

    @Test func i2_siteFixesTheKeyOff_theUsersOwnValueDoesNotCount() throws {
        let dconf = try FixtureProgram("dconf")
        try dconf("set \(Self.key) false")
        try dconf("lock \(Self.key) true")
        let desk = try Self.desk(dconf)
        try desk.wait(for: "do-not-disturb", false)
        try desk.wait(forMode: "")
    }
}
