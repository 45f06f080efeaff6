// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import TestSupport
import Testing

/// The real agent on the real systemd-logind.
@Suite(.serialized)
struct LogindTests {
    /// A mode that is on while `condition` holds, the agent in a session of which it knows nothing but the user.
    private static func desk(_ logind: FixtureProgram, when condition: String) throws -> Desk {
        try Desk(logind, modes: ["there": SampleApp.mode("There", when: condition, list: "other")])
    }

    /// The fact becomes true and false again, by these commands; `condition` is what turns the mode on.
    @Test(arguments: [
        ("locked", "locked", "lock", "unlock"),
        ("idle", "idle", "idle on", "idle off"),
        ("idle-blocked", "idle-blocked", "inhibit idle", "release idle"),
        ("sleeping", "sleeping", "suspend", "wake"),
    ])
    func sessionState_reachesTheApp(_ fact: String, _ condition: String, _ on: String, _ off: String) throws {
        let logind = try FixtureProgram("logind", ["--session-bus"])
        let desk = try Self.desk(logind, when: condition)
        try desk.wait(for: fact, false)
        for _ in 1...2 {
            try logind(on)
            try desk.expect("other", "activated")
            try desk.wait(for: fact, true)
            try desk.wait(forMode: "there")
            try logind(off)
            try desk.expect(SampleApp.defaultList, "ended")
            try desk.wait(for: fact, false)
            try desk.wait(forMode: "")
        }
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test func anotherSessionComesToTheFront_reachesTheApp() throws {
        let logind = try FixtureProgram("logind", ["--session-bus"])
        let desk = try Self.desk(logind, when: "not session-active")
        try desk.wait(for: "session-active", true)
        let other = try logind("create").text("loginSession")
        try desk.expect("other", "activated")
        try desk.wait(for: "session-active", false)
        try logind("activate c1")
        try desk.expect(SampleApp.defaultList, "ended")
        try logind("activate \(other)")
        try desk.expect("other", "activated")
        // The other session's user logs out; ours comes back.
        try logind("remove \(other)")
        try logind("activate c1")
        try desk.expect(SampleApp.defaultList, "ended")
        try desk.wait(for: "session-active", true)
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test func c6_anotherSessionsState_isNotOurs() throws {
        let logind = try FixtureProgram("logind", ["--session-bus"])
        let desk = try Self.desk(logind, when: "locked or idle")
        let other = try logind("create").text("loginSession")
        try logind("lock \(other)")
        try logind("idle on \(other)")
        try logind("unlock \(other)")
        try logind("lock c1")
        try desk.expect("other", "activated")
        try desk.wait(for: "idle", false)
        try logind("lock \(other)")
        try logind("unlock c1")
        try desk.expect(SampleApp.defaultList, "ended")
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test func c3_requestToLock_isNoLock() throws {
        let logind = try FixtureProgram("logind", ["--session-bus"])
        let desk = try Self.desk(logind, when: "locked")
        try logind("request-lock")
        try logind("idle on")
        try desk.wait(for: "idle", true)
        #expect(desk.app.performed.pending.isEmpty)
        try logind("lock")
        try desk.expect("other", "activated")
        try logind("request-unlock")
        try logind("idle off")
        try desk.wait(for: "idle", false)
        try desk.wait(for: "locked", true)
        #expect(desk.app.performed.pending.isEmpty)
        try logind("unlock")
        try desk.expect(SampleApp.defaultList, "ended")
    }

    @Test func logindRestarts_lockerSaysItIsLockedStill_nothingIsPerformed() throws {
        let logind = try FixtureProgram("logind", ["--session-bus"])
        let desk = try Self.desk(logind, when: "locked")
        try logind("lock")
        try desk.expect("other", "activated")
        // The new logind says: in front, not locked. The grace gives the locker the time to say otherwise, whatever is
        // heard meanwhile of other facts.
        try logind("restart")
        try logind("idle on")
        try desk.wait(for: "idle", true)
        #expect(desk.control.facts["locked"] == .boolean(true))
        try logind("lock")
        try logind("idle off")
        try desk.wait(for: "idle", false)
        #expect(desk.control.facts["locked"] == .boolean(true))
        #expect(desk.app.performed.pending.isEmpty)
        try logind("unlock")
        try desk.expect(SampleApp.defaultList, "ended")
        try logind("lock")
        try desk.expect("other", "activated")
    }

    @Test func logindRestarts_nobodySaysLocked_modeEndsAfterTheGrace() throws {
        let logind = try FixtureProgram("logind", ["--session-bus"])
        let desk = try Self.desk(logind, when: "locked")
        try logind("lock")
        try desk.expect("other", "activated")
        try logind("restart")
        for (word, isIdle) in [("on", true), ("off", false)] {
            try logind("idle \(word)")
            try desk.wait(for: "idle", isIdle)
            #expect(desk.control.facts["locked"] == .boolean(true))
        }
        try desk.expect(SampleApp.defaultList, "ended")
        try desk.wait(for: "locked", false)
    }

    @Test func logindIsGone_factsAreUnknownUntilItIsBack() throws {
        let logind = try FixtureProgram("logind", ["--session-bus"])
        let desk = try Self.desk(logind, when: "locked")
        try logind("lock")
        try desk.expect("other", "activated")
        try logind("stop")
        try desk.expect(SampleApp.defaultList, "ended")
        try desk.wait(for: "locked", nil)
        try logind("start")
        try desk.wait(for: "locked", false)
        try logind("lock")
        try desk.expect("other", "activated")
        #expect(desk.app.performed.pending.isEmpty)
    }
}
