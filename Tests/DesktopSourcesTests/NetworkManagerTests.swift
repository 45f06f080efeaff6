// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import DesktopSources

/// NetworkManager 1.42: the primary connection is an object, which has the name.
struct NetworkManagerTests {
    private static let manager: ObjectPath = "/org/freedesktop/NetworkManager"
    private static let office: ObjectPath = "/org/freedesktop/NetworkManager/ActiveConnection/1"
    private static let home: ObjectPath = "/org/freedesktop/NetworkManager/ActiveConnection/2"
    private static let active: InterfaceName = "org.freedesktop.NetworkManager.Connection.Active"

    private static func stage(_ primary: ObjectPath, metered: UInt32 = 4) -> Stage {
        let stage = Stage(NetworkManager())
        stage.attach()
        stage.owner("org.freedesktop.NetworkManager", ":1.3")
        stage.answerProperties(of: manager, ["PrimaryConnection": .objectPath(primary), "Metered": .uint32(metered)])
        return stage
    }

    /// In the office, and told so.
    private static func atOffice() -> Stage {
        let stage = stage(office)
        stage.answerProperties(of: office, ["Id": .string("Office")])
        _ = stage.takeReports()
        return stage
    }

    private static func moves(_ stage: Stage, to path: ObjectPath) {
        stage.changed(from: ":1.3", manager, "org.freedesktop.NetworkManager", ["PrimaryConnection": .objectPath(path)])
    }

    @Test func nameIsReadBeforeAnythingIsTold() {
        let stage = Self.stage(Self.office, metered: 1)
        #expect(stage.takeReports() == [])
        stage.answerProperties(of: Self.office, ["Id": .string("Office"), "Uuid": .string("1")])
        #expect(
            stage.takeReports() == [
                .reading([.network: .text("Office"), .networkMetered: .bool(true)], isFirst: true)
            ])
    }

    @Test func noConnection_isAnEmptyName() {
        let stage = Self.stage("/", metered: 0)
        #expect(stage.takeReports() == [.reading([.network: .text("")], isFirst: true)])
        #expect(stage.calls.isEmpty)
    }

    @Test func otherConnection_oldNameStandsUntilTheNewOneIsKnown() {
        let stage = Self.atOffice()
        Self.moves(stage, to: Self.home)
        #expect(stage.takeReports() == [])
        stage.answerProperties(of: Self.home, ["Id": .string("Home")])
        #expect(stage.takeReports() == [.change([.network: .text("Home")])])
        stage.changed(from: ":1.3", Self.office, Self.active, ["Id": .string("Old office")])
        #expect(stage.takeReports() == [], "nobody listens to it any more")
    }

    @Test func connectionEnds_nameIsEmptyAtOnce() {
        let stage = Self.atOffice()
        Self.moves(stage, to: "/")
        #expect(stage.takeReports() == [.change([.network: .text("")])])
    }

    @Test func connectionIsRenamed_isFollowed() {
        let stage = Self.atOffice()
        stage.changed(from: ":1.3", Self.office, Self.active, ["Id": .string("Lab")])
        #expect(stage.takeReports() == [.change([.network: .text("Lab")])])
    }

    @Test func connectionThatIsGoneWhenItIsRead_isUnknown() {
        let stage = Self.atOffice()
        Self.moves(stage, to: Self.home)
        stage.refuse("GetAll", on: Self.home, .unknownObject)
        #expect(stage.takeReports() == [.change([.network: nil])])
        Self.moves(stage, to: Self.office)
        stage.answerProperties(of: Self.office, ["Id": .string("Office")])
        #expect(stage.takeReports().last == .change([.network: .text("Office")]))
    }

    @Test(arguments: [(0, nil), (1, true), (2, false), (3, true), (4, false), (5, nil)] as [(UInt32, Bool?)])
    func metered_isAsNetworkManagerCountsIt(value: UInt32, expected: Bool?) {
        let stage = Self.stage("/", metered: value)
        var facts: [Fact: FactValue] = [.network: .text("")]
        facts[.networkMetered] = expected.map(FactValue.bool)
        #expect(stage.takeReports() == [.reading(facts, isFirst: true)])
    }

    @Test func h1_connectionsComeAndGo_matchesStayTwo() {
        let stage = Self.atOffice()
        for number in 3..<300 {
            guard let path = ObjectPath("\(Self.manager)/ActiveConnection/\(number)") else { continue }
            Self.moves(stage, to: path)
            stage.answerProperties(of: path, ["Id": .string("\(number)")])
        }
        #expect(stage.matches.count == 2)
        Self.moves(stage, to: "/")
        #expect(stage.matches.count == 1)
        stage.owner("org.freedesktop.NetworkManager", nil)
        #expect(stage.matches.count == 1)
    }

    @Test func d1_managerRestarts_nameIsReadAgain() {
        let stage = Self.atOffice()
        stage.owner("org.freedesktop.NetworkManager", nil)
        #expect(stage.takeReports() == [.ownerLost])
        stage.owner("org.freedesktop.NetworkManager", ":1.30")
        stage.answerProperties(of: Self.manager, ["PrimaryConnection": .objectPath(Self.home)])
        stage.answerProperties(of: Self.home, ["Id": .string("Home")])
        #expect(stage.takeReports() == [.reading([.network: .text("Home")], isFirst: true)])
    }
}
