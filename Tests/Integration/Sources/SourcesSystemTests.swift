// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import TestSupport
import Testing

/// Power, network and profiles: services that tell their state by properties. One list, one set of cases.
@Suite struct SourcesSystemTests {
    /// A component, and how it makes a fact true and false.
    struct Row: Sendable, CustomTestStringConvertible {
        let component: String
        let fact: String
        let on: String
        let off: String
        var source: String { component }
        var testDescription: String { "\(component) \(fact)" }
    }

    private static let power = "/org/freedesktop/UPower"
    private static let network = "/org/freedesktop/NetworkManager"

    static let rows = [
        Row(
            component: "upower", fact: "on-battery", on: "set \(power) OnBattery true",
            off: "set \(power) OnBattery false"),
        Row(
            component: "upower", fact: "lid-closed", on: "set \(power) LidIsClosed true",
            off: "set \(power) LidIsClosed false"),
        Row(
            component: "network-manager", fact: "network-metered", on: "set \(network) Metered 1",
            off: "set \(network) Metered 2"),
    ]

    private static func scene(_ row: Row) throws -> (scene: SourceScene, fake: FixtureProgram) {
        // logind tells some of these facts too, and is read seldom: it says no all the time.
        let scene = try SourceScene(when: row.fact)
        let fake = try FixtureProgram(fake: "objects", [row.component], in: scene.environment)
        try scene.start()
        return (scene, fake)
    }

    @Test(arguments: rows) func change_reachesTheApp(_ row: Row) throws {
        let (scene, fake) = try Self.scene(row)
        for _ in 1...2 {
            try fake(row.on)
            try scene.expectBegin()
            try fake(row.off)
            try scene.expectEnd()
        }
        try scene.mark(then: false)
    }

    @Test(arguments: rows) func b6_edgeIsLost_theNextReadCorrectsIt(_ row: Row) throws {
        let (scene, fake) = try Self.scene(row)
        try fake(row.on + " silent")
        try scene.mark(then: false)
        try scene("sleeps 0 false")
        try scene.expectBegin()
        try scene.mark(then: true)
    }

    @Test(arguments: rows) func b8_serviceIsAwayForAMoment_nothingIsPerformed(_ row: Row) throws {
        let (scene, fake) = try Self.scene(row)
        try fake(row.on)
        try scene.expectBegin()
        try fake("vanish")
        try scene.wait(forSource: row.source) { $0.text("state") == "absent" }
        let owner = try fake("appear").text("owner")
        try scene.wait(forSource: row.source) { $0.text("state") == "ok" && $0.text("owner") == owner }
        try scene.mark(then: true)
    }

    @Test(arguments: rows) func d2_serviceComesLater_isRead(_ row: Row) throws {
        let scene = try SourceScene(when: row.fact)
        try scene.start()
        let fake = try FixtureProgram(fake: "objects", [row.component], in: scene.environment)
        try fake(row.on)
        try scene.expectBegin()
        try scene.mark(then: true)
    }

    /// The agent is ready and serves all else; the service is found when it answers.
    @Test(arguments: rows) func d5_serviceThatHangs_holdsNothingUp(_ row: Row) throws {
        let scene = try SourceScene(when: row.fact)
        let fake = try FixtureProgram(fake: "objects", [row.component], in: scene.environment)
        try fake("hang true")
        try fake(row.on + " silent")
        try scene.start()
        try scene.mark(then: false)
        try scene.wait(forSource: row.source) { $0.text("state") == "failing" }
        try fake("hang false")
        try scene.expectBegin()
        try scene.mark(then: true)
    }

    @Test(arguments: rows) func d7_serviceThatRefuses_isAskedEverMoreSeldom(_ row: Row) throws {
        let scene = try SourceScene(when: row.fact)
        let fake = try FixtureProgram(fake: "objects", [row.component], in: scene.environment)
        try fake("refuse true")
        try fake(row.on + " silent")
        try scene.start()
        try scene.wait(forSource: row.source) { $0.text("state") == "failing" }
        try fake("refuse false")
        try scene.expectBegin()
        let calls: [String: Int]? = try fake("calls")["calls"]
        #expect((calls?["GetAll"] ?? 0) <= 12, "\(calls ?? [:])")
        try scene.mark(then: true)
    }

    @Test func networkAndProfileAndCharge_areFacts() throws {
        let scene = try SourceScene(when: "on-battery")
        let network = try FixtureProgram(fake: "objects", ["network-manager"], in: scene.environment)
        let profiles = try FixtureProgram(fake: "objects", ["power-profiles"], in: scene.environment)
        let power = try FixtureProgram(fake: "objects", ["upower"], in: scene.environment)
        try scene.start()
        let control = try scene.control
        func wait(_ fact: String, _ value: Value) {
            #expect(control.wait(until: { $0.facts[fact] == value }), "\(fact): \(control)")
        }
        wait("network", .string("Office"))
        wait("power-profile", .string("balanced"))
        wait("battery", .double(80))
        try network("set \(Self.network) PrimaryConnection '\"\(Self.network)/ActiveConnection/2\"'")
        wait("network", .string("Home"))
        try network("set \(Self.network) PrimaryConnection '\"/\"'")
        wait("network", .string(""))
        try profiles("set /org/freedesktop/UPower/PowerProfiles ActiveProfile '\"power-saver\"'")
        wait("power-profile", .string("power-saver"))
        try power("set \(Self.power)/devices/DisplayDevice Percentage 19.5")
        wait("battery", .double(19.5))
    }

    /// logind says no more than when it was read; UPower says each change.
    @Test func c5_logindAndUPowerDisagree_uPowerCounts_andBothAreShown() throws {
        let scene = try SourceScene(when: "on-battery")
        let fake = try FixtureProgram(fake: "objects", ["upower"], in: scene.environment)
        try scene("set manager OnExternalPower false silent")
        // Whichever of the two answers first.
        try scene.start(isActive: nil)
        var row: [String: Value]?
        let areBoth = try comes {
            let rows = try scene.call("ListFacts").first.flatMap([[String: Value]].init(_:)) ?? []
            row = rows.first { $0.text("fact") == "on-battery" }
            return row?["against"].flatMap([String].init(_:))?.isEmpty == false
        }
        #expect(areBoth)
        #expect(row?.text("source") == "upower")
        #expect(row?["against"].flatMap([String].init(_:)) == ["logind"])
        try scene.wait(for: "on-battery", false)
        try scene.wait(forMode: "")
        // What it was told until then has arrived when a later call is answered.
        _ = try scene.app.current()
        scene.app.performed.drain()
        try fake("vanish")
        try scene.expectBegin()
    }

    @Test func reportOfAProgram_replacesWhatSourcesSay_untilItLeaves() throws {
        let (scene, fake) = try Self.scene(Self.rows[0])
        var reporter: BusClient? = try BusClient(scene.session.address)
        func report(_ facts: [String: Value], unknown: [String] = []) throws {
            _ = try reporter?.call(
                Control1.busName, Control1.path, Control1.name, "ReportFacts", [facts.busValue, unknown.busValue])
        }
        try report(["on-battery": .boolean(true)])
        try scene.expectBegin()
        try fake("set \(Self.power) OnBattery false")
        try scene.mark(then: true)
        try report([:], unknown: ["on-battery"])
        try scene.expectEnd()
        try report(["on-battery": .boolean(true)])
        try scene.expectBegin()
        #expect(throws: (any Error).self) { try report(["on-batery": .boolean(true)]) }
        #expect(throws: (any Error).self) { try report(["on-battery": .string("yes")]) }
        try scene.mark(then: true)
        reporter = nil
        try scene.expectEnd()
        try scene.mark(then: false)
    }
}
