// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import Foundation
import TestSupport
import Testing

/// The real agent with stand-ins for what Debian 12 does not have. Each speaks as its original's sources say.
@Suite(.serialized)
struct StandInTests {
    private static let quiet = ["quiet": SampleApp.mode("Quiet", when: "do-not-disturb", list: "urgent")]
    private static let away = ["away": SampleApp.mode("Away", when: "screensaver", list: "nothing")]

    /// GNOME Shell 49, whose switch is in the quick settings (js/ui/status/doNotDisturb.js) and bound to the key as before.
    @Test func gnome49_switchReachesTheApp() throws {
        let dconf = try FixtureProgram("dconf")
        let shell = try FixtureProgram(
            fake: "notifications", ["gnome-shell", "GNOME", "49.2"], in: try dconf.ready.environment())
        let desk = try Desk(dconf, modes: Self.quiet, more: ["XDG_CURRENT_DESKTOP": "GNOME"])
        let key = "/org/gnome/desktop/notifications/show-banners"
        for _ in 1...2 {
            try dconf("set \(key) false")
            try desk.expect("urgent", "activated")
            try shell("replace")
            try dconf("set \(key) true")
            try desk.expect(SampleApp.defaultList, "ended")
            try desk.wait(for: "do-not-disturb", false)
        }
        #expect(desk.app.performed.pending.isEmpty)
    }

    /// elementary's notifications 7 and 8: the schema, and `GetServerInformation`.
    @Test func elementary_switchReachesTheApp() throws {
        let schemas = try TemporaryDirectory()
        try schemas.write(
            """
            <schemalist>
              <schema id="io.elementary.notifications" path="/io/elementary/notifications/">
                <key name="do-not-disturb" type="b"><default>false</default></key>
              </schema>
            </schemalist>
            """, to: "notifications.gschema.xml")
        #expect(try ChildProcess.run(["glib-compile-schemas", schemas.path]).status == .exited(0))
        let dconf = try FixtureProgram("dconf")
        let server = try FixtureProgram(
            fake: "notifications", ["io.elementary.notifications", "elementaryOS", "0.1"],
            in: try dconf.ready.environment())
        let desk = try Desk(
            dconf, modes: Self.quiet,
            more: ["XDG_CURRENT_DESKTOP": "Pantheon", "GSETTINGS_SCHEMA_DIR": schemas.path])
        try desk.wait(for: "do-not-disturb", false)
        let key = "/io/elementary/notifications/do-not-disturb"
        for off in ["set \(key) false", "reset /io/elementary/"] {
            try dconf("set \(key) true")
            try desk.expect("urgent", "activated")
            try server("replace")
            try dconf(off)
            try desk.expect(SampleApp.defaultList, "ended")
            try desk.wait(for: "do-not-disturb", false)
        }
        #expect(desk.app.performed.pending.isEmpty)
    }

    /// cosmic-notifications 1.0: `GetServerInformation`; cosmic-config 1.0: where a key lies, and that a new file takes
    /// the old one's place.
    @Test func cosmic_switchReachesTheApp() throws {
        let bus = try FixtureProgram("dconf")
        let environment = try bus.ready.environment()
        let home = try #require(environment["XDG_CONFIG_HOME"])
        let folder = "\(home)/cosmic/com.system76.CosmicNotifications/v1"
        func write(_ isOn: Bool) throws {
            // The desktop makes the folder when it first writes: later than the agent starts.
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data("\(isOn)".utf8).write(to: URL(fileURLWithPath: "\(folder)/do_not_disturb"), options: .atomic)
        }
        let server = try FixtureProgram(
            fake: "notifications", ["cosmic-notifications", "System76", "1.0.0"], in: environment)
        let desk = try Desk(bus, modes: Self.quiet, more: ["XDG_CURRENT_DESKTOP": "COSMIC"])
        try desk.wait(for: "do-not-disturb", false)
        for _ in 1...2 {
            try write(true)
            try desk.expect("urgent", "activated")
            try desk.wait(for: "do-not-disturb", true)
            // The server restarts; the file says on still.
            try server("replace")
            try write(false)
            try desk.expect(SampleApp.defaultList, "ended")
            try desk.wait(for: "do-not-disturb", false)
        }
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test func deepin_switchReachesTheApp() throws {
        let bus = try FixtureProgram("dconf")
        let deepin = try FixtureProgram(fake: "deepin", in: try bus.ready.environment())
        let desk = try Desk(bus, modes: Self.quiet, more: ["XDG_CURRENT_DESKTOP": "Deepin"])
        try desk.wait(for: "do-not-disturb", false)
        for _ in 1...2 {
            try deepin("item 1 on")
            try deepin("switch on")
            try desk.expect("urgent", "activated")
            try desk.wait(for: "do-not-disturb", true)
            try deepin("vanish")
            try deepin("appear")
            try deepin("switch off")
            try desk.expect(SampleApp.defaultList, "ended")
            try desk.wait(for: "do-not-disturb", false)
        }
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test(arguments: ["plasma", "short", "cinnamon", "xfce"])
    func screenSaver_reachesTheApp(_ kind: String) throws {
        let bus = try FixtureProgram("dconf")
        let saver = try FixtureProgram(fake: "screensaver", [kind], in: try bus.ready.environment())
        let desk = try Desk(bus, modes: Self.away)
        try desk.wait(for: "screensaver", false)
        for _ in 1...2 {
            try saver("active on")
            try saver("tell on")
            try desk.expect("nothing", "activated")
            try desk.wait(for: "screensaver", true)
            try saver("vanish")
            try saver("appear")
            try saver("active off")
            try desk.expect(SampleApp.defaultList, "ended")
            try desk.wait(for: "screensaver", false)
        }
        #expect(desk.app.performed.pending.isEmpty)
    }

    /// On GNOME, org.freedesktop.ScreenSaver is there for inhibitors only: what the Shell says counts alone.
    @Test func nameForInhibitorsOnly_isNoSaver() throws {
        let bus = try FixtureProgram("dconf")
        let environment = try bus.ready.environment()
        let proxy = try FixtureProgram(fake: "screensaver", ["inhibitors"], in: environment)
        let shell = try FixtureProgram(fake: "screensaver", in: environment)
        let desk = try Desk(bus, modes: Self.away)
        try desk.wait(for: "screensaver", false)
        try proxy("vanish")
        try proxy("appear")
        try shell("active on")
        try desk.expect("nothing", "activated")
        try shell("active off")
        try desk.expect(SampleApp.defaultList, "ended")
        #expect(desk.app.performed.pending.isEmpty)
    }
}
