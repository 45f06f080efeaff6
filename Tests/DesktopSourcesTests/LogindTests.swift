// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import DesktopSources

/// logind's session and machine state.
struct LogindTests {
    private static let c1: ObjectPath = "/org/freedesktop/login1/session/c1"

    /// A desktop whose first reading was taken.
    private static func settled() -> (LogindStage, Knowledge) {
        let logind = LogindStage.desktop()
        logind.start()
        var knowledge = Knowledge()
        knowledge.take(logind.stage.takeReports())
        return (logind, knowledge)
    }

    @Test func start_readsEverythingOnce() {
        let logind = LogindStage.desktop()
        logind.start()
        #expect(
            logind.stage.takeReports() == [
                .reading(
                    [
                        .locked: .bool(false), .idle: .bool(false), .idleBlocked: .bool(false),
                        .sessionActive: .bool(true), .sleeping: .bool(false), .onBattery: .bool(false),
                        .lidClosed: .bool(false), .docked: .bool(false),
                    ], isFirst: true)
            ])
        #expect(logind.stage.timers.isEmpty)
        #expect(
            Set(logind.stage.matches.map(\.rule.path)) == [
                LogindStage.root, LogindStage.user, Self.c1, LogindStage.seat,
            ])
    }

    @Test func notRunning_isAbsent() {
        let stage = Stage(Logind(SourceEnvironment(userID: 1000)))
        stage.attach()
        stage.owner("org.freedesktop.login1", nil)
        #expect(stage.takeReports() == [.absent("systemd-logind is not running")])
        #expect(stage.calls.isEmpty)
    }

    @Test(
        "a captured change of the session is reported at once",
        arguments: [
            (["LockedHint": .boolean(true)], .locked, true),
            (["Active": .boolean(false)], .sessionActive, false),
            (
                [
                    "IdleHint": .boolean(true), "IdleSinceHint": .uint64(1_796_002_585_491_770),
                    "IdleSinceHintMonotonic": .uint64(3_067_554_952),
                ], .idle, true
            ),
        ] as [([String: Value], Fact, Bool)])
    func sessionChange_isReported(changed: [String: Value], fact: Fact, value: Bool) {
        let (logind, _) = Self.settled()
        logind.sessionChanged(Self.c1, changed)
        #expect(logind.stage.takeReports() == [.change([fact: .bool(value)])])
        logind.sessionChanged(Self.c1, changed)
        #expect(logind.stage.takeReports() == [])
    }

    @Test(
        "a value as logind gives it reads as a fact",
        arguments: [
            ("OnExternalPower", .boolean(false), .onBattery, .bool(true)),
            ("LidClosed", .boolean(true), .lidClosed, .bool(true)),
            ("Docked", .boolean(true), .docked, .bool(true)),
            ("BlockInhibited", .string("sleep:idle"), .idleBlocked, .bool(true)),
            ("BlockInhibited", .string("handle-idle"), .idleBlocked, .bool(false)),
            ("PreparingForSleep", .boolean(true), .sleeping, .bool(true)),
            ("LidClosed", .string("true"), .lidClosed, nil),
        ] as [(String, Value, Fact, FactValue?)])
    func managerValue_isRead(property: String, value: Value, fact: Fact, expected: FactValue?) {
        let logind = LogindStage.desktop()
        logind.manager[property] = value
        logind.start()
        var knowledge = Knowledge()
        knowledge.take(logind.stage.takeReports())
        #expect(knowledge.facts[fact] == expected)
    }

    @Test func propertyThatLogindDoesNotAnnounce_isFoundWithoutAFuss() {
        let (logind, _) = Self.settled()
        logind.manager["LidClosed"] = .boolean(true)
        logind.stage.readAgain()
        logind.answerAll()
        var knowledge = Knowledge()
        knowledge.take(logind.stage.takeReports())
        #expect(knowledge.facts[.lidClosed] == .bool(true))
        #expect(logind.stage.hasLogged(.notice, "") == 0)
    }

    // MARK: B1

    @Test func b1_wakeSignalThatNeverComesIsFound() {
        var (logind, knowledge) = Self.settled()
        logind.prepareForSleep(true)
        logind.manager["PreparingForSleep"] = .boolean(false)
        knowledge.take(logind.stage.takeReports())
        #expect(knowledge.facts[.sleeping] == .bool(true))
        #expect(logind.stage.timers[SleepWatch.timer] == .seconds(5))
        // Asleep for eight hours: the timer stands still meanwhile.
        logind.stage.pass(.seconds(8 * 3600))
        logind.stage.elapse(SleepWatch.timer)
        logind.answerAll()
        knowledge.take(logind.stage.takeReports())
        #expect(knowledge.changes[.sleeping] == [.bool(false), .bool(true), .bool(false)])
        #expect(logind.stage.resumes == 1)
        #expect(logind.stage.timers.isEmpty)
    }

    @Test func b1_sleepThatDoesNotComeIsPolledEverMoreSeldom() {
        let (logind, _) = Self.settled()
        logind.manager["PreparingForSleep"] = .boolean(true)
        logind.prepareForSleep(true)
        var waits: [Microseconds] = []
        for _ in 0..<10 {
            waits.append(logind.stage.timers[SleepWatch.timer] ?? 0)
            logind.stage.elapse(SleepWatch.timer)
            logind.answerAll()
        }
        #expect(waits.prefix(6).allSatisfy { $0 == .seconds(5) })
        #expect(waits.suffix(4).allSatisfy { $0 == .seconds(30) })
        logind.manager["PreparingForSleep"] = .boolean(false)
        logind.stage.elapse(SleepWatch.timer)
        logind.answerAll()
        #expect(logind.stage.resumes == 1)
        #expect(logind.stage.timers.isEmpty)
    }

    // MARK: B2

    @Test(
        "b2: doubled and unpaired sleep signals",
        arguments: [
            ([true, true, false, false], 1, 2), ([false], 0, 1), ([true, false, true, false], 2, 2),
            ([true, false, false, false], 1, 3),
        ])
    func b2_levelsNotEdges(signals: [Bool], sleeps: Int, resumes: Int) {
        var (logind, knowledge) = Self.settled()
        for begins in signals {
            logind.manager["PreparingForSleep"] = .boolean(begins)
            logind.prepareForSleep(begins)
            logind.stage.pass(.milliseconds(3))
            knowledge.take(logind.stage.takeReports())
        }
        logind.answerAll()
        knowledge.take(logind.stage.takeReports())
        #expect(knowledge.changes[.sleeping]?.filter { $0 == .bool(true) }.count ?? 0 == sleeps)
        #expect(knowledge.facts[.sleeping] == .bool(false))
        #expect(logind.stage.resumes == resumes, "each end means that everything is to be read again")
        #expect(logind.stage.timers.isEmpty)
    }

    // MARK: B3

    @Test func b3_idleHintIsReadWhenAnInhibitorComes() {
        let logind = LogindStage.desktop()
        logind.sessions[Self.c1]?.idle = nil
        logind.manager["IdleHint"] = .boolean(true)
        logind.start()
        var knowledge = Knowledge()
        knowledge.take(logind.stage.takeReports())
        #expect(knowledge.facts[.idle] == .bool(true))
        logind.manager["IdleHint"] = .boolean(false)
        logind.managerChanged(["BlockInhibited": .string("idle")])
        logind.answerAll()
        knowledge.take(logind.stage.takeReports())
        #expect(knowledge.changes[.idle] == [.bool(true), .bool(false)])
        #expect(knowledge.facts[.idleBlocked] == .bool(true))
    }

    @Test func b3_sessionsHintIsReadToo() {
        var (logind, knowledge) = Self.settled()
        logind.sessionChanged(Self.c1, ["IdleHint": .boolean(true)])
        logind.sessions[Self.c1]?.idle = false
        logind.managerChanged(["BlockInhibited": .string("idle")])
        logind.answerAll()
        knowledge.take(logind.stage.takeReports())
        #expect(knowledge.changes[.idle] == [.bool(false), .bool(true), .bool(false)])
    }

    // MARK: C3

    @Test func c3_lockSignalIsARequestNotAState() {
        var (logind, knowledge) = Self.settled()
        // (i) Nobody locks.
        logind.emitFromSession(Self.c1, "Lock")
        logind.answerAll()
        knowledge.take(logind.stage.takeReports())
        #expect(knowledge.facts[.locked] == .bool(false))
        // (ii) The hint alone tells.
        logind.emitFromSession(Self.c1, "Lock")
        logind.sessions[Self.c1]?.locked = true
        logind.sessionChanged(Self.c1, ["LockedHint": .boolean(true)])
        logind.answerAll()
        knowledge.take(logind.stage.takeReports())
        #expect(knowledge.facts[.locked] == .bool(true))
        // (iii) Nobody unlocks.
        logind.emitFromSession(Self.c1, "Unlock")
        logind.answerAll()
        knowledge.take(logind.stage.takeReports())
        #expect(knowledge.facts[.locked] == .bool(true))
        logind.sessions[Self.c1]?.locked = false
        logind.sessionChanged(Self.c1, ["LockedHint": .boolean(false)])
        knowledge.take(logind.stage.takeReports())
        #expect(knowledge.changes[.locked] == [.bool(false), .bool(true), .bool(false)])
        #expect(logind.stage.hasLogged(.debug, "Lock was requested") == 2)
    }

    @Test func c3_lockThatLogindForgotToAnnounceIsRead() {
        var (logind, knowledge) = Self.settled()
        logind.sessions[Self.c1]?.locked = true
        logind.emitFromSession(Self.c1, "Lock")
        logind.answerAll()
        knowledge.take(logind.stage.takeReports())
        #expect(knowledge.facts[.locked] == .bool(true))
    }

    // MARK: D1, D7

    @Test func d1_logindRestarts() {
        var (logind, knowledge) = Self.settled()
        logind.stage.owner("org.freedesktop.login1", nil)
        #expect(logind.stage.takeReports() == [.ownerLost])
        #expect(logind.stage.matches.map(\.rule.path) == [LogindStage.root])
        logind.sessions[Self.c1]?.locked = true
        logind.stage.owner("org.freedesktop.login1", ":1.9")
        logind.answerAll()
        let reports = logind.stage.takeReports()
        #expect(reports.count == 1)
        knowledge.take(reports)
        #expect(knowledge.facts[.locked] == .bool(true))
        // A queued signal of the old one.
        logind.sessionChanged(Self.c1, ["LockedHint": .boolean(false)])
        #expect(logind.stage.takeReports() == [])
        logind.stage.changed(
            from: ":1.9", Self.c1, "org.freedesktop.login1.Session", ["LockedHint": .boolean(false)])
        #expect(logind.stage.takeReports() == [.change([.locked: .bool(false)])])
    }

    @Test func d7_logindRefusesEverything() {
        let logind = LogindStage.desktop()
        logind.stage.attach()
        logind.stage.owner("org.freedesktop.login1", ":1.4")
        var calls = 0
        for _ in 0..<20 {
            while let (_, call) = logind.stage.calls.first {
                calls += 1
                logind.stage.refuse(call.member, on: call.path, .accessDenied)
            }
            for tag in logind.stage.timers.keys { logind.stage.elapse(tag) }
        }
        #expect(calls < 120)
        guard case .failing? = logind.stage.takeReports().last else {
            Issue.record("not failing")
            return
        }
        for _ in 0..<3 {
            logind.answerAll()
            for tag in logind.stage.timers.keys { logind.stage.elapse(tag) }
        }
        logind.answerAll()
        var knowledge = Knowledge()
        knowledge.take(logind.stage.takeReports())
        #expect(knowledge.facts[.locked] == .bool(false))
        #expect(logind.stage.timers.isEmpty)
    }

    @Test(
        "signals that make no sense change nothing",
        arguments: [
            ("PrepareForSleep", []), ("PrepareForSleep", [.string("true")]), ("SessionRemoved", []),
            ("SessionRemoved", [.string("c1")]), ("SessionRemoved", [.objectPath(c1), .string("c1")]),
            ("UserNew", [.string("1000")]), ("UserNew", []), ("SessionNew", []), ("SomethingNew", [.uint32(1)]),
        ] as [(MemberName, [Value])])
    func illTypedSignal_changesNothing(member: MemberName, arguments: [Value]) {
        var (logind, knowledge) = Self.settled()
        let before = knowledge.facts
        logind.stage.signal(
            from: ":1.4", LogindStage.root, "org.freedesktop.login1.Manager", member, arguments)
        logind.answerAll()
        knowledge.take(logind.stage.takeReports())
        #expect(knowledge.facts == before)
    }
}
