// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import DesktopSources

/// What all sources have in common that are properties of a few objects: one list, one set of cases.
struct ObjectSetTests {
    /// A source, one of its objects, and how a property of that reads.
    struct Row: Sendable, CustomTestStringConvertible {
        let make: @Sendable () -> any DesktopSource
        let path: ObjectPath
        let interface: InterfaceName
        let key: String
        let values: (one: Value, other: Value)
        let fact: Fact
        let facts: (one: FactValue, other: FactValue)
        /// The other objects, which answer with nothing.
        var others: [ObjectPath] = []
        /// What the object has besides.
        var more: [String: Value] = [:]

        var testDescription: String { "\(make().description.id) \(key)" }

        func answer(_ value: Value?) -> [String: Value] {
            value.map { more.merging([key: $0]) { $1 } } ?? more
        }
    }

    private static let session: ObjectPath = "/org/gnome/SessionManager"
    private static let presence: ObjectPath = "/org/gnome/SessionManager/Presence"
    private static let upower: ObjectPath = "/org/freedesktop/UPower"
    private static let display: ObjectPath = "/org/freedesktop/UPower/devices/DisplayDevice"
    private static let profiles: (new: ObjectPath, old: ObjectPath) = (
        "/org/freedesktop/UPower/PowerProfiles", "/net/hadess/PowerProfiles"
    )
    private static let network: ObjectPath = "/org/freedesktop/NetworkManager"

    static let rows = [
        Row(
            make: { GnomeSession() }, path: session, interface: "org.gnome.SessionManager", key: "SessionIsActive",
            values: (.boolean(true), .boolean(false)), fact: .sessionActive, facts: (.bool(true), .bool(false)),
            others: [presence]),
        Row(
            make: { GnomeSession() }, path: session, interface: "org.gnome.SessionManager", key: "InhibitedActions",
            values: (.uint32(12), .uint32(4)), fact: .idleBlocked, facts: (.bool(true), .bool(false)),
            others: [presence]),
        Row(
            make: { GnomeSession() }, path: presence, interface: "org.gnome.SessionManager.Presence", key: "status",
            values: (.uint32(3), .uint32(2)), fact: .idle, facts: (.bool(true), .bool(false)), others: [session]),
        Row(
            make: { UPower() }, path: upower, interface: "org.freedesktop.UPower", key: "OnBattery",
            values: (.boolean(true), .boolean(false)), fact: .onBattery, facts: (.bool(true), .bool(false)),
            others: [display]),
        Row(
            make: { UPower() }, path: upower, interface: "org.freedesktop.UPower", key: "LidIsClosed",
            values: (.boolean(true), .boolean(false)), fact: .lidClosed, facts: (.bool(true), .bool(false)),
            others: [display], more: ["LidIsPresent": .boolean(true)]),
        Row(
            make: { UPower() }, path: display, interface: "org.freedesktop.UPower.Device", key: "Percentage",
            values: (.double(19.5), .double(100)), fact: .battery, facts: (.number(19.5), .number(100)),
            others: [upower], more: ["IsPresent": .boolean(true), "Type": .uint32(2)]),
        Row(
            make: { PowerProfiles() }, path: profiles.new, interface: "org.freedesktop.UPower.PowerProfiles",
            key: "ActiveProfile", values: (.string("performance"), .string("balanced")), fact: .powerProfile,
            facts: (.text("performance"), .text("balanced")), others: [profiles.old]),
        Row(
            make: { PowerProfiles() }, path: profiles.old, interface: "net.hadess.PowerProfiles",
            key: "ActiveProfile", values: (.string("power-saver"), .string("balanced")), fact: .powerProfile,
            facts: (.text("power-saver"), .text("balanced")), others: [profiles.new]),
        Row(
            make: { NetworkManager() }, path: network, interface: "org.freedesktop.NetworkManager", key: "Metered",
            values: (.uint32(3), .uint32(2)), fact: .networkMetered, facts: (.bool(true), .bool(false))),
    ]

    /// A stage whose peer is `:1.5` and has answered nothing yet.
    private static func stage(_ row: Row) -> Stage {
        let stage = Stage(row.make())
        stage.attach()
        for (index, name) in stage.hosted.source.names.enumerated() { stage.owner(name, index == 0 ? ":1.5" : nil) }
        return stage
    }

    /// The same, read, with that value.
    private static func readStage(_ row: Row, _ value: Value?) -> Stage {
        let stage = stage(row)
        for other in row.others { stage.answerProperties(of: other, [:]) }
        stage.answerProperties(of: row.path, row.answer(value))
        return stage
    }

    private static func reading(_ row: Row, _ value: FactValue?, isFirst: Bool = true) -> [SourceReport] {
        [.reading(value.map { [row.fact: $0] } ?? [:], isFirst: isFirst)]
    }

    @Test(arguments: rows) func nobodyThere_isAbsentAndNothingIsCalled(row: Row) {
        let stage = Stage(row.make())
        stage.attach()
        for name in stage.hosted.source.names { stage.owner(name, nil) }
        let reports = stage.takeReports()
        guard case .absent? = reports.first, reports.count == 1 else {
            Issue.record("not absent: \(reports)")
            return
        }
        stage.readAgain()
        #expect(stage.calls.isEmpty, "a call to a name that nobody owns could start its service")
        #expect(stage.timers.isEmpty)
    }

    @Test(arguments: rows) func d2_isReadWhenItComes_thenFollowed(row: Row) {
        let stage = Self.readStage(row, row.values.one)
        #expect(stage.takeReports() == Self.reading(row, row.facts.one))
        stage.changed(from: ":1.5", row.path, row.interface, [row.key: row.values.other])
        #expect(stage.takeReports() == [.change([row.fact: row.facts.other])])
        stage.changed(from: ":1.5", row.path, row.interface, [row.key: row.values.other])
        #expect(stage.takeReports() == [], "said twice")
        stage.changed(from: ":1.6", row.path, row.interface, [row.key: row.values.one])
        #expect(stage.takeReports() == [], "a stranger's word")
        #expect(stage.calls.isEmpty)
    }

    @Test(arguments: rows, ["invalidated", "both", "empty", "ill-typed", "other interface"])
    func b4_toldWrongly_oneReadDecides(row: Row, how: String) {
        let stage = Self.readStage(row, row.values.other)
        _ = stage.takeReports()
        switch how {
        case "invalidated": stage.changed(from: ":1.5", row.path, row.interface, [:], invalidated: [row.key])
        case "both":
            stage.changed(
                from: ":1.5", row.path, row.interface, [row.key: row.values.one], invalidated: [row.key])
        case "empty": stage.changed(from: ":1.5", row.path, row.interface, [:])
        case "ill-typed": stage.changed(from: ":1.5", row.path, row.interface, [row.key: .int16(1)])
        default:
            stage.changed(from: ":1.5", row.path, "org.example.Other", [row.key: row.values.one])
            #expect(stage.calls.isEmpty)
            #expect(stage.takeReports() == [])
            return
        }
        #expect(stage.takeReports() == [])
        #expect(stage.calls.count == 1)
        stage.answerProperties(of: row.path, row.answer(row.values.one))
        #expect(stage.takeReports() == Self.reading(row, row.facts.one, isFirst: false))
        #expect(stage.hasLogged(.warning, "came with type n") == (how == "ill-typed" ? 1 : 0))
    }

    @Test(arguments: rows) func b5_olderReplyDoesNotOverwriteNewerSignal(row: Row) {
        let stage = Self.readStage(row, row.values.other)
        _ = stage.takeReports()
        stage.readAgain()
        stage.changed(from: ":1.5", row.path, row.interface, [row.key: row.values.one])
        stage.answerProperties(of: row.path, row.answer(row.values.other))
        stage.answerProperties(of: row.path, row.answer(row.values.one))
        let told = stage.takeReports().flatMap { report -> [FactValue?] in
            switch report {
            case .reading(let facts, _): [facts[row.fact]]
            case .change(let facts): [facts[row.fact] ?? nil]
            default: []
            }
        }
        #expect(!told.contains(row.facts.other))
        #expect(told.last == row.facts.one)
    }

    @Test(arguments: rows) func b6_lostEdgeIsFoundByTheNextRead(row: Row) {
        let stage = Self.readStage(row, row.values.one)
        _ = stage.takeReports()
        stage.readAgain()
        for other in row.others { stage.answerProperties(of: other, [:]) }
        stage.answerProperties(of: row.path, row.answer(row.values.other))
        #expect(stage.takeReports().last == .reading([row.fact: row.facts.other], isFirst: false))
        #expect(stage.hasLogged(.notice, "changed and no signal said so") == 1)
    }

    @Test(arguments: rows) func d1_ownerRestarts(row: Row) throws {
        let stage = Self.readStage(row, row.values.one)
        _ = stage.takeReports()
        let name = try #require(stage.hosted.source.names.first)
        stage.owner(name, nil)
        #expect(stage.takeReports() == [.ownerLost])
        stage.owner(name, ":1.161")
        stage.changed(from: ":1.5", row.path, row.interface, [row.key: row.values.other])
        for other in row.others { stage.answerProperties(of: other, [:]) }
        stage.answerProperties(of: row.path, row.answer(row.values.one))
        #expect(stage.takeReports() == Self.reading(row, row.facts.one))
    }

    @Test(arguments: rows) func d7_refusalIsRetriedEverMoreSeldom(row: Row) {
        let stage = Self.stage(row)
        for path in row.others + [row.path] { stage.refuse("GetAll", on: path, .accessDenied) }
        let reports = stage.takeReports()
        #expect(reports.contains { if case .failing = $0 { true } else { false } })
        #expect(!stage.timers.isEmpty)
        #expect(stage.timers.values.allSatisfy { $0 >= Backoff.first })
        #expect(stage.calls.isEmpty, "no call before the wait is over")
    }

    @Test(arguments: rows) func objectsThatAVersionDoesNotHave_onlyLeaveTheirValuesOut(row: Row) {
        let stage = Self.stage(row)
        for other in row.others { stage.refuse("GetAll", on: other, .unknownObject) }
        stage.answerProperties(of: row.path, row.answer(row.values.one))
        #expect(stage.takeReports() == Self.reading(row, row.facts.one))
        #expect(stage.timers.isEmpty, "what is not there is not asked again")
    }

    @Test(arguments: rows) func propertyThatAVersionDoesNotHave_isUnknown(row: Row) {
        let stage = Self.readStage(row, nil)
        #expect(stage.takeReports() == Self.reading(row, nil))
    }

    @Test(arguments: rows) func illTypedAnswer_isUnknownAndLoggedOnce(row: Row) {
        let stage = Self.readStage(row, .int16(1))
        #expect(stage.takeReports() == Self.reading(row, nil))
        stage.readAgain()
        stage.answerProperties(of: row.path, row.answer(.int16(1)))
        #expect(stage.hasLogged(.warning, "\(row.key) came with type n") == 1)
    }

    @Test(arguments: rows) func answerThatMakesNoSense_isFailing(row: Row) {
        let stage = Self.stage(row)
        for other in row.others { stage.answer("GetAll", on: other, .string("yes")) }
        stage.answer("GetAll", on: row.path, .string("yes"))
        #expect(stage.takeReports().contains { if case .failing = $0 { true } else { false } })
    }

    /// Signals and matches are a fixed number, whatever comes.
    @Test(arguments: rows) func h1_matchesAreAFixedNumber(row: Row) throws {
        let stage = Self.readStage(row, row.values.one)
        let count = stage.matches.count
        let name = try #require(stage.hosted.source.names.first)
        for number in 10..<200 {
            stage.owner(name, BusName(":1.\(number)"))
            stage.owner(name, nil)
        }
        #expect(stage.matches.count == count)
    }
}
