// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import DesktopSources

/// What is particular to UPower, the power profiles, and those who hold idle back.
struct PowerTests {
    private static let upower: ObjectPath = "/org/freedesktop/UPower"
    private static let display: ObjectPath = "/org/freedesktop/UPower/devices/DisplayDevice"

    /// UPower 0.99.20, with these values beside what the tests do not change.
    private static func upower(_ values: [String: Value], battery: [String: Value]) -> Stage {
        let stage = Stage(UPower())
        stage.attach()
        stage.owner("org.freedesktop.UPower", ":1.4")
        stage.answerProperties(
            of: upower,
            values.merging(["DaemonVersion": .string("0.99.20")]) { $1 })
        stage.answerProperties(of: display, battery)
        return stage
    }

    @Test func laptop_tellsAll() {
        let stage = Self.upower(
            ["OnBattery": .boolean(true), "LidIsClosed": .boolean(false), "LidIsPresent": .boolean(true)],
            battery: ["IsPresent": .boolean(true), "Percentage": .double(42), "Type": .uint32(2)])
        #expect(
            stage.takeReports() == [
                .reading([.onBattery: .bool(true), .lidClosed: .bool(false), .battery: .number(42)], isFirst: true)
            ])
    }

    @Test func machineWithoutLidAndBattery_hasNeither() {
        let stage = Self.upower(
            ["OnBattery": .boolean(false), "LidIsClosed": .boolean(false), "LidIsPresent": .boolean(false)],
            battery: ["IsPresent": .boolean(false), "Percentage": .double(0), "Type": .uint32(0)])
        #expect(stage.takeReports() == [.reading([.onBattery: .bool(false)], isFirst: true)])
    }

    /// A mouse's battery is none of the machine's, and a charge is a percentage.
    @Test(
        arguments: [
            ["IsPresent": .boolean(true), "Percentage": .double(80), "Type": .uint32(5)],
            ["IsPresent": .boolean(true), "Percentage": .double(101), "Type": .uint32(2)],
            ["IsPresent": .boolean(true), "Percentage": .double(-1), "Type": .uint32(2)],
            ["IsPresent": .boolean(true), "Percentage": .double(.nan), "Type": .uint32(2)],
            ["Percentage": .double(80), "Type": .uint32(2)], ["IsPresent": .boolean(true), "Percentage": .double(80)],
        ] as [[String: Value]])
    func chargeOfNoBattery_isUnknown(battery: [String: Value]) {
        let stage = Self.upower(["OnBattery": .boolean(false)], battery: battery)
        #expect(stage.takeReports() == [.reading([.onBattery: .bool(false)], isFirst: true)])
    }

    @Test func batteryThatCannotBeRead_leavesTheRest() {
        let stage = Stage(UPower())
        stage.attach()
        stage.owner("org.freedesktop.UPower", ":1.4")
        stage.answerProperties(of: Self.upower, ["OnBattery": .boolean(true)])
        stage.answer("GetAll", on: Self.display, .failure(.timedOut))
        #expect(stage.takeReports().last == .reading([.onBattery: .bool(true)], isFirst: true))
        #expect(stage.hasLogged(.warning, "upower battery") == 1)
        #expect(stage.elapse("retry-upower battery"))
        stage.answerProperties(
            of: Self.display, ["IsPresent": .boolean(true), "Percentage": .double(7), "Type": .uint32(2)])
        #expect(
            stage.takeReports().last == .reading([.onBattery: .bool(true), .battery: .number(7)], isFirst: false))
    }

    @Test(arguments: [true, false]) func profilesDaemonOfBothNames_isOnePeer(isNew: Bool) {
        let stage = Stage(PowerProfiles())
        stage.attach()
        stage.owner("org.freedesktop.UPower.PowerProfiles", isNew ? ":1.9" : nil)
        stage.owner("net.hadess.PowerProfiles", ":1.9")
        #expect(stage.calls.map(\.call.destination) == [":1.9", ":1.9"])
        if isNew {
            stage.answerProperties(
                of: "/org/freedesktop/UPower/PowerProfiles", ["ActiveProfile": .string("power-saver")])
        } else {
            stage.refuse("GetAll", on: "/org/freedesktop/UPower/PowerProfiles", .unknownObject)
        }
        stage.answerProperties(of: "/net/hadess/PowerProfiles", ["ActiveProfile": .string("power-saver")])
        #expect(stage.takeReports() == [.reading([.powerProfile: .text("power-saver")], isFirst: true)])
    }

    @Test func powerManagersInhibition_isReadAndFollowed() {
        let stage = Stage(PowerInhibitors())
        stage.attach()
        stage.owner("org.freedesktop.PowerManagement.Inhibit", nil)
        stage.owner("org.freedesktop.PowerManagement", ":1.12")
        #expect(stage.answer("HasInhibit", .boolean(false)))
        stage.signal(
            from: ":1.12", "/org/freedesktop/PowerManagement/Inhibit", "org.freedesktop.PowerManagement.Inhibit",
            "HasInhibitChanged", [.boolean(true)])
        #expect(
            stage.takeReports() == [
                .reading([.idleBlocked: .bool(false)], isFirst: true), .change([.idleBlocked: .bool(true)]),
            ])
    }

    /// As captured from gnome-session 43: the property, and the signal of its own before it.
    @Test func presence_countsOnceHoweverItIsTold() {
        let presence: ObjectPath = "/org/gnome/SessionManager/Presence"
        let stage = Stage(GnomeSession())
        stage.attach()
        stage.owner("org.gnome.SessionManager", ":1.2")
        stage.answerProperties(
            of: "/org/gnome/SessionManager",
            [
                "SessionName": .string("lab"), "Renderer": .string(""), "SessionIsActive": .boolean(true),
                "InhibitedActions": .uint32(0),
            ])
        stage.answerProperties(of: presence, ["status": .uint32(0), "status-text": .string("")])
        #expect(
            stage.takeReports() == [
                .reading(
                    [.idle: .bool(false), .idleBlocked: .bool(false), .sessionActive: .bool(true)], isFirst: true)
            ])
        stage.signal(from: ":1.2", presence, "org.gnome.SessionManager.Presence", "StatusChanged", [.uint32(3)])
        stage.changed(from: ":1.2", presence, "org.gnome.SessionManager.Presence", ["status": .uint32(3)])
        #expect(stage.takeReports() == [.change([.idle: .bool(true)])])
    }

    @Test func c4_inactiveSession_isNeverALock() {
        let stage = Stage(GnomeSession())
        stage.attach()
        stage.owner("org.gnome.SessionManager", ":1.2")
        stage.answerProperties(of: "/org/gnome/SessionManager", ["SessionIsActive": .boolean(true)])
        stage.answerProperties(of: "/org/gnome/SessionManager/Presence", ["status": .uint32(0)])
        _ = stage.takeReports()
        stage.changed(
            from: ":1.2", "/org/gnome/SessionManager", "org.gnome.SessionManager",
            ["SessionIsActive": .boolean(false)])
        #expect(stage.takeReports() == [.change([.sessionActive: .bool(false)])])
        #expect(!GnomeSession().description.facts.contains(.locked))
        #expect(GnomeSession().description.weights[.sessionActive] == .hint, "logind knows better")
    }
}
