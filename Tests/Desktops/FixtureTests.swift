// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import Foundation
import TestSupport
import Testing

/// The fixtures by themselves: what real components do, and that nothing is left behind.
@Suite(.serialized)
struct FixtureTests {
    @Test func fixtureLogind_tellsWhatRealLogindTells() throws {
        let logind = try FixtureProgram("logind")
        let client = try BusClient(try logind.ready.text("system"))
        let signals = EventProbe<[Value]>()
        let path = try #require(ObjectPath(try logind.ready.text("loginPath")))
        try client.listen(MatchRule(path: path, interface: "org.freedesktop.DBus.Properties")) { signals.record($0) }

        try logind("lock")
        try logind("request-unlock")
        try logind("idle on")
        try logind("create")
        #expect(try logind("state")["Active"] == false)
        try logind("activate c1")

        let told = (0..<4).compactMap { _ in signals.waitForNext() }.compactMap { $0.dropFirst().first }
            .compactMap([String: Value].init(_:))
        #expect(
            told.map { $0.filter { !$0.key.hasPrefix("IdleSince") } } == [
                ["LockedHint": .boolean(true)], ["IdleHint": .boolean(true)], ["Active": .boolean(false)],
                ["Active": .boolean(true)],
            ])
    }

    @Test func fixtureLogind_sleepsUntilTheWake() throws {
        let logind = try FixtureProgram("logind")
        let client = try BusClient(try logind.ready.text("system"))
        let signals = EventProbe<[Value]>()
        try client.listen(MatchRule(interface: "org.freedesktop.login1.Manager", member: "PrepareForSleep")) {
            signals.record($0)
        }
        try logind("suspend")
        #expect(signals.waitForNext() == [.boolean(true)])
        #expect(signals.pending.isEmpty)
        try logind("wake")
        #expect(signals.waitForNext() == [.boolean(false)])
    }

    @Test func fixtureLogind_forgetsTheHintsInARestart() throws {
        let logind = try FixtureProgram("logind")
        try logind("lock")
        let state = try logind("state")
        #expect(state["LockedHint"] == true)
        try logind("restart")
        // So it is with systemd 252: the session is there again, what the locker said is not.
        let after = try logind("state")
        #expect(after["LockedHint"] == false)
        #expect(after["Active"] == true)
    }

    @Test func fixtureGnome_movesItsOwnSwitchAndLocks() throws {
        let gnome = try FixtureProgram("gnome")
        let on = try gnome("dnd on")
        #expect(on["switch"] == true)
        #expect(on["showBanners"] == false)
        #expect(try gnome("lock")["lockedHint"] == true)
        #expect(try gnome("session-unlock")["active"] == false)
    }

    @Test func fixtureDconf_givesTheSiteTheLastWord() throws {
        let dconf = try FixtureProgram("dconf")
        let key = "/org/gnome/desktop/notifications/show-banners"
        try dconf("set \(key) false")
        #expect(try dconf("read \(key)")["value"] == "false")
        try dconf("lock \(key) true")
        #expect(try dconf("read \(key)")["value"] == "true")
        #expect(throws: FixtureError.self) { try dconf("set \(key) false") }
        try dconf("unlock")
        #expect(try dconf("read \(key)")["value"] == "false")
    }

    @Test(arguments: ["xfce", "mate", "budgie", "lxqt"])
    func fixtureComponent_itsSwitchReallySilencesTheDesktop(_ name: String) throws {
        let component = try FixtureProgram("component", [name])
        try component("shows on")
        for _ in 1...2 {
            try component("switch on")
            try component("shows off")
            try component("switch off")
            try component("shows on")
        }
    }

    @Test(arguments: [
        ["logind"], ["dconf"], ["gnome"], ["component", "xfce"], ["component", "budgie"],
        ["component", "plasma-locker"],
    ])
    func fixture_leavesNothingBehind(_ command: [String]) throws {
        var fixture: FixtureProgram? = try FixtureProgram(command[0], Array(command.dropFirst()))
        let home = try #require(try fixture?.ready.text("home"))
        let folder = URL(fileURLWithPath: home).deletingLastPathComponent().path
        #expect(FileManager.default.fileExists(atPath: folder))
        #expect(try !Self.processes(in: folder).isEmpty)
        fixture = nil
        #expect(!FileManager.default.fileExists(atPath: folder))
        #expect(try Self.processes(in: folder).isEmpty)
    }

    /// The processes whose environment names the folder.
    private static func processes(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }.filter { pid in
            // Gone meanwhile, or another user's: not one of the fixture's.
            guard let variables = FileManager.default.contents(atPath: "/proc/\(pid)/environ") else { return false }
            return String(decoding: variables, as: UTF8.self).contains("=\(folder)/")
        }
    }
}
