// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import Glibc
import TestSupport
import Testing

/// Which session is the user's, and what its lock means.
@Suite struct SourcesSessionTests {
    private static func scene(when condition: String) throws -> SourceScene {
        let scene = try SourceScene(when: condition)
        try scene("add c1")
        try scene.start()
        return scene
    }

    @Test func c1_environmentNamesTheManagersSession_theUsersIsFollowed() throws {
        let scene = try SourceScene(when: "locked or idle", variables: ["XDG_SESSION_ID": "2"])
        try scene("add 2 class=manager seat=none type=unspecified")
        try scene("add 3")
        try scene.start()
        try scene.wait(for: "locked", false)
        for property in ["LockedHint", "IdleHint"] { try scene("set 2 \(property) true") }
        try scene("set manager IdleHint true")
        try scene.mark(then: false)
        try scene("set 3 LockedHint true")
        try scene.expectBegin()
    }

    @Test func c2_agentBelongsToNoSession_theUsersDisplayIsFollowed() throws {
        let scene = try SourceScene(when: "locked")
        try scene("pid none")
        try scene("add 3")
        try scene.start()
        try scene.wait(for: "locked", false)
        try scene("set 3 LockedHint true")
        try scene.expectBegin()
    }

    /// At the start logind does not know the user, or knows no session of theirs.
    @Test(arguments: [false, true]) func c2_sessionComesLater_itIsFollowedThen(_ isUserKnown: Bool) throws {
        let scene = try SourceScene(when: "locked")
        if isUserKnown { try scene("display \(getuid()) none") }
        try scene.start()
        try scene.wait(for: "sleeping", false)
        try scene.wait(for: "locked", nil)
        try scene("add 4")
        try scene.wait(for: "locked", false)
        try scene("set 4 LockedHint true")
        try scene.expectBegin()
    }

    @Test func c3_lockIsRequestedAndNobodyLocks_noMode() throws {
        let scene = try Self.scene(when: "locked")
        try scene("lock c1")
        try scene.mark(then: false)
        try scene.wait(for: "locked", false)
    }

    @Test func c3_unlockShowsInTheHintOnly_modeEnds() throws {
        let scene = try Self.scene(when: "locked")
        try scene("lock c1")
        try scene("set c1 LockedHint true")
        try scene.expectBegin()
        try scene("set c1 LockedHint false")
        try scene.expectEnd()
        try scene.mark(then: false)
    }

    @Test func c3_unlockIsRequestedAndTheHintStays_modeStays() throws {
        let scene = try Self.scene(when: "locked")
        try scene("set c1 LockedHint true")
        try scene.expectBegin()
        try scene("unlock c1")
        try scene.mark(then: true)
    }

    @Test func c5_hintSticks_theSaverIsBelievedAfterTenSeconds() throws {
        let scene = try Scene(
            modes: [
                "away": modeText("Away", [SourceScene.app: "away"], when: "locked"),
                "z": modeText("Z", [SourceScene.app: "z"]),
            ])
        let app = try App(scene.bus, SourceScene.app)
        try app.register()
        try scene.set(["locked": .boolean(true), "screensaver": .boolean(true)])
        #expect(try app.next().list == "away")
        try scene.set(["screensaver": .boolean(false)])
        try scene.pass(seconds: 2)
        try scene.set(["idle": .boolean(false)])
        #expect(try scene.activeMode() == "away")
        try scene.pass(seconds: 9)
        // The end takes its usual delay.
        try scene.pass(seconds: 1)
        #expect(try app.next().list == "everything")
        #expect(try scene.problems().contains { $0.contains("LockedHint") || $0.contains("lock") })
        // No going back and forth, however long it lasts and whatever else happens.
        try scene.pass(seconds: 60)
        try scene.set(["idle": .boolean(true)])
        try scene.pass(seconds: 60)
        try scene.activate("z")
        #expect(try app.next().list == "z")
        // The hint comes loose.
        try scene.set(["locked": .boolean(false)])
        #expect(try scene.problems().isEmpty)
        try scene.set(["locked": .boolean(true), "screensaver": .boolean(true)])
        try scene.control("Resume")
        #expect(try app.next().list == "away")
    }

    @Test func screenSaverTellsTwice_itsOwnerIsBelieved() throws {
        let scene = try SourceScene(when: "screensaver")
        let saver = try FixtureProgram(fake: "screensaver", in: scene.environment)
        try scene("add c1")
        try scene.start()
        try scene.wait(for: "screensaver", false)
        try saver("active on shell")
        // Not by its owner: not yet.
        try scene.mark(then: false)
        try saver("active on owner")
        try scene.expectBegin()
        try saver("active off both")
        try scene.expectEnd()
        try scene.mark(then: false)
    }

    @Test func c6_othersSessions_areNotOurs() throws {
        let scene = try Self.scene(when: "locked or idle")
        try scene("add 20 uid=\(getuid() + 1) seat=seat1")
        try scene("set 20 LockedHint true")
        try scene("set 20 IdleHint true")
        try scene("unlock 20")
        try scene.mark(then: false)
        try scene("set c1 LockedHint true")
        try scene.expectBegin()
        try scene("unlock 20")
        try scene("set 20 LockedHint false")
        try scene("remove 20")
        try scene.mark(then: true)
    }

    /// What happens besides, on the seat or to other sessions, when our session goes to the back without a signal.
    @Test(arguments: ["set seat:seat0 IdleHint true", "add 21 uid=\(getuid() + 1)", "remove 20"])
    func c6_sessionGoesToTheBackSilently_anythingOnTheSeatTells(_ command: String) throws {
        let scene = try SourceScene(when: "not session-active")
        try scene("add c1")
        try scene("add 20 uid=\(getuid() + 1) seat=seat1")
        try scene.start()
        try scene.wait(for: "session-active", true)
        try scene("set c1 Active false silent")
        try scene(command)
        try scene.expectBegin()
        try scene.mark(then: true)
    }
}
