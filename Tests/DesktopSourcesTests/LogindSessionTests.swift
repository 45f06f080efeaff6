// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import DesktopSources

/// Which session is the one.
struct LogindSessionTests {
    private static let s2: ObjectPath = "/org/freedesktop/login1/session/_32"
    private static let s3: ObjectPath = "/org/freedesktop/login1/session/_33"
    private static let s4: ObjectPath = "/org/freedesktop/login1/session/_34"
    private static let s20: ObjectPath = "/org/freedesktop/login1/session/_320"
    private static let alias: ObjectPath = "/org/freedesktop/login1/session/auto"

    private static func followed(_ logind: LogindStage) -> [ObjectPath] {
        logind.stage.matches.compactMap(\.rule.path).filter { $0.text.contains("/session/") }.sorted()
    }

    private static func facts(_ logind: LogindStage) -> [Fact: FactValue] {
        var knowledge = Knowledge()
        knowledge.take(logind.stage.takeReports())
        return knowledge.facts
    }

    @Test func c1_managersOwnSessionIsPassedOver() {
        let logind = LogindStage(sessionID: "2")
        logind.sessions[Self.s2] = .init(id: "2", path: Self.s2, kind: "manager", type: "unspecified", seat: "")
        logind.sessions[Self.s3] = .init(id: "3", path: Self.s3)
        logind.display = Self.s3
        logind.manager["IdleHint"] = .boolean(true)
        logind.start()
        #expect(Self.followed(logind) == [Self.s3])
        #expect(Self.facts(logind)[.idle] == .bool(false), "the manager's hint does not count")
        logind.sessionChanged(Self.s2, ["IdleHint": .boolean(true), "LockedHint": .boolean(true)])
        #expect(logind.stage.takeReports() == [])
        logind.sessionChanged(Self.s3, ["LockedHint": .boolean(true)])
        #expect(logind.stage.takeReports() == [.change([.locked: .bool(true)])])
    }

    @Test(arguments: ["greeter", "lock-screen", "background", "manager", "manager-early", ""])
    func otherClasses_areNoSessionsForPeople(kind: String) {
        let logind = LogindStage()
        logind.sessions[Self.s2] = .init(id: "2", path: Self.s2, kind: kind)
        logind.ofProcess = Self.s2
        logind.start()
        #expect(Self.followed(logind) == [])
        let facts = Self.facts(logind)
        #expect(facts[.locked] == nil, "unknown is not false")
        #expect(facts[.sleeping] == .bool(false), "the machine is known all the same")
    }

    @Test func environmentsSession_isTakenIfItIsOne() {
        let logind = LogindStage(sessionID: "3")
        logind.sessions[Self.s3] = .init(id: "3", path: Self.s3)
        logind.sessions[Self.s4] = .init(id: "4", path: Self.s4)
        logind.display = Self.s4
        logind.start()
        #expect(Self.followed(logind) == [Self.s3])
    }

    @Test func terminal_isTakenOnlyIfThereIsNoDesktop() {
        let logind = LogindStage()
        logind.sessions[Self.s2] = .init(id: "2", path: Self.s2, type: "tty", seat: "")
        logind.ofProcess = Self.s2
        logind.display = Self.s2
        logind.start()
        #expect(Self.followed(logind) == [Self.s2])
        logind.sessions[Self.s3] = .init(id: "3", path: Self.s3, locked: true)
        logind.emit("SessionNew", .string("3"), .objectPath(Self.s3))
        logind.display = Self.s3
        logind.displayChanged()
        logind.answerAll()
        #expect(Self.followed(logind) == [Self.s3])
        #expect(Self.facts(logind)[.locked] == .bool(true))
    }

    @Test func aliasPath_isResolved() {
        let logind = LogindStage()
        logind.sessions[Self.alias] = .init(id: "3", path: Self.s3)
        logind.sessions[Self.s3] = .init(id: "3", path: Self.s3)
        logind.ofProcess = Self.alias
        logind.start()
        #expect(Self.followed(logind) == [Self.s3])
    }

    @Test func aliasThatLeadsNowhere_isPassedOver() {
        // As dbusmock answers.
        let logind = LogindStage()
        logind.ofProcess = Self.alias
        logind.sessions[Self.s3] = .init(id: "3", path: Self.s3)
        logind.display = Self.s3
        logind.start()
        #expect(Self.followed(logind) == [Self.s3])
    }

    @Test func c2_displaySessionWithoutOneOfOurOwn() {
        let logind = LogindStage()
        logind.sessions[Self.s3] = .init(id: "3", path: Self.s3)
        logind.display = Self.s3
        logind.start()
        #expect(Self.followed(logind) == [Self.s3])
        #expect(Self.facts(logind)[.locked] == .bool(false))
    }

    @Test func c2_sessionThatComesLaterIsFollowed() {
        let logind = LogindStage()
        logind.start()
        #expect(Self.followed(logind) == [])
        #expect(Self.facts(logind)[.locked] == nil)
        #expect(logind.stage.timers.isEmpty)
        logind.stage.pass(.seconds(20))
        logind.sessions[Self.s4] = .init(id: "4", path: Self.s4)
        logind.emit("SessionNew", .string("4"), .objectPath(Self.s4))
        // logind names the display session a moment later.
        logind.answerAll()
        logind.display = Self.s4
        logind.displayChanged()
        logind.answerAll()
        #expect(Self.followed(logind) == [Self.s4])
        #expect(Self.facts(logind)[.locked] == .bool(false))
    }

    @Test func c2_userWhomLogindDoesNotKnowYet() {
        let logind = LogindStage()
        logind.knowsUser = false
        logind.start()
        #expect(Self.facts(logind)[.locked] == nil)
        logind.knowsUser = true
        logind.sessions[Self.s4] = .init(id: "4", path: Self.s4)
        logind.display = Self.s4
        logind.emit("UserNew", .uint32(1000), .objectPath(LogindStage.user))
        logind.answerAll()
        #expect(Self.followed(logind) == [Self.s4])
    }

    @Test func c6_foreignSessionsAreIgnored() {
        let logind = LogindStage.desktop()
        let own: ObjectPath = "/org/freedesktop/login1/session/c1"
        logind.sessions[Self.s20] = .init(id: "20", path: Self.s20, userID: 1001, seat: "seat1")
        logind.start()
        _ = logind.stage.takeReports()
        logind.sessionChanged(Self.s20, ["LockedHint": .boolean(true)])
        logind.emitFromSession(Self.s20, "Unlock")
        logind.emit("UserNew", .uint32(1001), .objectPath("/org/freedesktop/login1/user/_1001"))
        #expect(logind.stage.calls.isEmpty)
        logind.emit("SessionNew", .string("20"), .objectPath(Self.s20))
        logind.emit("SessionRemoved", .string("20"), .objectPath(Self.s20))
        logind.answerAll()
        #expect(Self.facts(logind)[.locked] == .bool(false))
        #expect(Self.followed(logind) == [own])
    }

    @Test func c6_foreignUsersSessionIsNotOurs() {
        let logind = LogindStage(sessionID: "20")
        logind.sessions[Self.s20] = .init(id: "20", path: Self.s20, userID: 1001)
        logind.ofProcess = Self.s20
        logind.start()
        #expect(Self.followed(logind) == [])
    }

    @Test(arguments: ["SessionNew", "SessionRemoved", "Seat"])
    func c6_ownActiveIsReadWhenSessionsChange(cause: String) {
        let logind = LogindStage.desktop()
        let own: ObjectPath = "/org/freedesktop/login1/session/c1"
        logind.start()
        _ = logind.stage.takeReports()
        // Another user comes to the front, and nothing says so of our session.
        logind.sessions[own]?.active = false
        switch cause {
        case "SessionNew": logind.emit("SessionNew", .string("20"), .objectPath(Self.s20))
        case "SessionRemoved": logind.emit("SessionRemoved", .string("20"), .objectPath(Self.s20))
        default: logind.seatChanged()
        }
        logind.answerAll()
        #expect(Self.facts(logind)[.sessionActive] == .bool(false))
    }

    @Test func ownSessionThatEnds_isUnknownUntilTheNext() {
        let logind = LogindStage.desktop()
        let own: ObjectPath = "/org/freedesktop/login1/session/c1"
        logind.start()
        _ = logind.stage.takeReports()
        logind.sessions[own] = nil
        logind.ofProcess = nil
        logind.display = nil
        logind.emit("SessionRemoved", .string("c1"), .objectPath(own))
        #expect(
            logind.stage.takeReports() == [.change([.locked: nil, .idle: nil, .sessionActive: nil])])
        logind.answerAll()
        #expect(Self.followed(logind) == [])
        #expect(logind.stage.matches.map(\.rule.path) == [LogindStage.root, LogindStage.user])
    }

    @Test func sessionThatCannotBeRead_isAskedForAgain() {
        let logind = LogindStage.desktop()
        let own: ObjectPath = "/org/freedesktop/login1/session/c1"
        logind.stage.attach()
        logind.stage.owner("org.freedesktop.login1", ":1.4")
        while let (_, call) = logind.stage.calls.first {
            if call.path == own {
                logind.stage.refuse(call.member, on: own, .accessDenied)
            } else {
                logind.answerFirst()
            }
        }
        #expect(Self.facts(logind)[.sleeping] == .bool(false))
        #expect(logind.stage.hasLogged(.warning, "sessions cannot be read") == 1)
        logind.stage.elapse("find-again")
        logind.answerAll()
        #expect(Self.facts(logind)[.locked] == .bool(false))
        #expect(logind.stage.timers.isEmpty)
    }

    @Test func b5_lockBetweenSubscribingAndReading() {
        let logind = LogindStage.desktop()
        let own: ObjectPath = "/org/freedesktop/login1/session/c1"
        logind.stage.attach()
        logind.stage.owner("org.freedesktop.login1", ":1.4")
        while !logind.stage.calls.contains(where: { $0.call.path == own }) { logind.answerFirst() }
        // The reply was built before; it is delivered after.
        let stale = LogindStage.Session(id: "c1", path: own).properties
        logind.sessions[own]?.locked = true
        logind.sessionChanged(own, ["LockedHint": .boolean(true)])
        logind.stage.answerProperties(of: own, stale)
        logind.answerAll()
        var knowledge = Knowledge()
        knowledge.take(logind.stage.takeReports())
        #expect(knowledge.changes[.locked] == [.bool(true)])
    }

    @Test func matchRules_doNotGrow() {
        let logind = LogindStage.desktop()
        logind.start()
        let count = logind.stage.matches.count
        for index in 0..<200 {
            let path = ObjectPath(unchecked: "/org/freedesktop/login1/session/x\(index)")
            logind.emit("SessionNew", .string("x\(index)"), .objectPath(path))
            logind.displayChanged()
            logind.emit("SessionRemoved", .string("x\(index)"), .objectPath(path))
            logind.stage.readAgain()
            logind.answerAll()
        }
        #expect(logind.stage.matches.count == count)
    }
}
