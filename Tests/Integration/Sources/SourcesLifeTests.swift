// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import Foundation
import TestSupport
import Testing

/// Components and buses that come, go, hang and refuse.
@Suite struct SourcesLifeTests {
    private static func scene(when condition: String) throws -> SourceScene {
        let scene = try SourceScene(when: condition)
        try scene("add c1")
        try scene.start()
        return scene
    }

    @Test func d1_daemonRestarts_itsNextChangeIsSeen() throws {
        let scene = try Self.scene(when: "locked")
        try scene.wait(for: "locked", false)
        for _ in 1...2 {
            let owner = try scene("restart").text("owner")
            try scene.wait(forSource: "logind") { $0.text("state") == "ok" && $0.text("owner") == owner }
            try scene("set c1 LockedHint true")
            try scene.expectBegin()
            try scene("set c1 LockedHint false")
            try scene.expectEnd()
        }
    }

    @Test func d1_oldOwnerSpeaksOn_nobodyListens() throws {
        let scene = try Self.scene(when: "locked")
        try scene.wait(for: "locked", false)
        let owner = try scene("replace").text("owner")
        try scene("ghost c1 LockedHint true")
        try scene.wait(forSource: "logind") { $0.text("owner") == owner && $0.text("state") == "ok" }
        try scene("ghost c1 LockedHint true")
        try scene.mark(then: false)
        try scene("set c1 LockedHint true")
        try scene.expectBegin()
        try scene("ghost c1 LockedHint false")
        try scene.mark(then: true)
    }

    @Test func d2_daemonComesLaterAndAnnouncesNothing_itsValueCounts() throws {
        let scene = try SourceScene(when: "locked")
        try scene("add c1")
        try scene("set c1 LockedHint true")
        try scene("vanish")
        try scene.start()
        #expect(try scene.source("logind").text("state") == "absent")
        try scene.wait(for: "locked", nil)
        try scene("appear")
        try scene.expectBegin()
        try scene.mark(then: true)
    }

    @Test func d3_ownerChangesHandsAndTheValueStays_nothingIsPerformed() throws {
        let scene = try Self.scene(when: "locked")
        try scene("set c1 LockedHint true")
        try scene.expectBegin()
        let owner = try scene("replace").text("owner")
        try scene.wait(forSource: "logind") { $0.text("owner") == owner && $0.text("state") == "ok" }
        try scene.mark(then: true)
    }

    @Test func d3_newOwnerSaysOff_modeEndsAfterTheGrace() throws {
        let scene = try Self.scene(when: "locked")
        try scene("set c1 LockedHint true")
        try scene.expectBegin()
        try scene("set c1 LockedHint false silent")
        let begin = Deadline.now
        let owner = try scene("replace").text("owner")
        try scene.expectEnd()
        // From the loss of the old owner on, which came after `begin`.
        #expect(Deadline.now - begin >= 3_000_000)
        #expect(try scene.source("logind").text("owner") == owner)
        try scene.mark(then: false)
    }

    @Test func d4_brokenServiceFiles_nothingIsActivatedAndAppsAreServedAtOnce() throws {
        let marks = try TemporaryDirectory()
        let onSession = [
            "org.freedesktop.Notifications", "org.gnome.ScreenSaver", "org.gnome.Shell.ScreenShield", "ca.desrt.dconf",
            "org.example.Other",
        ]
        func services(_ names: [String]) -> [String: String] {
            Dictionary(uniqueKeysWithValues: names.map { ($0, "/bin/sh -c \"touch \(marks.path)/\($0); exit 1\"") })
        }
        func activated() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: marks.path) }
        let session = try PrivateBus(services: services(onSession))
        let system = try PrivateBus(.system, services: services(["org.freedesktop.login1"]))
        // With the schemas and with dconf, which has a file to read and nothing to ask for.
        let scene = try SourceScene(
            when: "do-not-disturb", session: session, system: system,
            variables: SourceScene.gnome, hasLogin1: false)
        // Configured, but nobody has it.
        try scene.folder.write(
            modeText("Other", ["org.example.Other": "x"], when: "not do-not-disturb", more: ["Priority=-5"]),
            to: Scene.modeFile("other"))
        try scene.start()
        try scene.wait(for: "do-not-disturb", false)
        try scene.wait(forMode: "other")
        try scene.call("Activate", .string("marker"), .none)
        try scene.expect("marker", "activated")
        try scene.call("Deactivate", .none)
        try scene.expect("everything", "ended")
        let agent = try scene.agent
        let children = try String(contentsOfFile: "/proc/\(agent.pid)/task/\(agent.pid)/children", encoding: .utf8)
        #expect(children.isEmpty)
        try scene.end()
        #expect(try activated().isEmpty)
        // The services would have left their marks: whoever asks for one gets an error and a mark.
        for name in onSession {
            #expect(throws: CallError.self) {
                try scene.app.client.call(
                    .bus, .bus, .bus, "StartServiceByName", [.string(name), .uint32(0)])
            }
        }
        #expect(try activated().sorted() == onSession.sorted())
    }

    @Test func d6_sessionBusDies_agentEndsWithAnError() throws {
        let scene = try Self.scene(when: "locked")
        let agent = try scene.agent
        scene.session.kill()
        #expect(agent.wait() == .exited(1))
    }

    @Test func d6_systemBusDiesAndIsBack_soAreItsSources() throws {
        let scene = try Self.scene(when: "locked")
        try scene.wait(for: "locked", false)
        scene.system.kill()
        try scene.wait(forSource: "logind") { $0.text("state") != "ok" }
        // The session side works meanwhile.
        try scene.call("Activate", .string("marker"), .none)
        try scene.expect("marker", "activated")
        try scene.call("Resume")
        try scene.expect("everything", "ended")
        try scene.wait(for: "locked", nil)
        try scene.system.restart()
        try scene.startLogin1()
        try scene("add c1")
        try scene.wait(for: "locked", false)
        try scene("set c1 LockedHint true")
        try scene.expectBegin()
        try scene("set c1 LockedHint false")
        try scene.expectEnd()
    }

    @Test func d6_noSystemBusAtTheStart_itsSourcesComeLater() throws {
        let system = try PrivateBus(.system)
        system.kill()
        let scene = try SourceScene(when: "locked", system: system, hasLogin1: false)
        try scene.start()
        #expect(try scene.source("logind").text("state") == "absent")
        try system.restart()
        try scene.startLogin1()
        try scene("add c1")
        try scene("set c1 LockedHint true")
        try scene.expectBegin()
    }

    @Test func d7_sourceRefusesEverything_agentDoesNotSpin() throws {
        let scene = try SourceScene(when: "locked")
        try scene("add c1")
        try scene("deny on")
        let denials = EventProbe<String>()
        let watcher = try BusClient(scene.system.address)
        try watcher.listen(MatchRule(interface: "org.example.Fake", member: "Denied")) {
            denials.record($0.first.flatMap(String.init(_:)) ?? "")
        }
        try scene.start()
        #expect(denials.waitForNext { $0 == "GetAll" } != nil)
        let (begin, ticks) = (Deadline.now, try Self.ticks(of: scene.agent.pid))
        // Again after one, two and four seconds.
        var count = 0
        for _ in 1...2 {
            while let denied = denials.waitForNext() {
                count += 1
                if denied == "GetAll" { break }
            }
        }
        let share = Double(try Self.ticks(of: scene.agent.pid) - ticks) * 1e6 / Double(Deadline.now - begin)
        #expect(share < 0.1 * Double(sysconf(Int32(_SC_CLK_TCK))), "\(share) ticks per second")
        #expect(count < 40)
        #expect(try scene.source("logind").text("state") == "failing")
        // Other rules are unaffected.
        try scene.call("Activate", .string("marker"), .none)
        try scene.expect("marker", "activated")
    }

    @Test func d7_ownerKeepsComingAndGoing_agentLooksSeldom() throws {
        let scene = try Self.scene(when: "locked")
        try scene.wait(for: "locked", false)
        try scene("calls")
        let (begin, ticks) = (Deadline.now, try Self.ticks(of: scene.agent.pid))
        for _ in 1...50 { try scene("restart") }
        try scene.call("Activate", .string("marker"), .none)
        try scene.expect("marker", "activated")
        let calls: [String: Int] = try scene("calls")["calls"] ?? [:]
        // A few times at once, then not before a second has passed.
        let seconds = Int((Deadline.now - begin) / 1_000_000)
        #expect(calls.values.reduce(0, +) <= 6 * (20 + seconds), "\(calls)")
        #expect(try Self.ticks(of: scene.agent.pid) - ticks < 2 * sysconf(Int32(_SC_CLK_TCK)))
        try scene.call("Resume")
        try scene.expect("everything", "ended")
        // In the end the state is right.
        try scene("set c1 LockedHint true silent")
        try scene.expectBegin()
    }

    @Test func logindNeverAnswers_theRestIsReadyAfterTheDeadline() throws {
        let scene = try SourceScene(when: "do-not-disturb", variables: SourceScene.gnome)
        try scene("add c1")
        try scene("hang on")
        let begin = Deadline.now
        try scene.start()
        try scene.wait(for: "locked", nil)
        try scene.wait(for: "do-not-disturb", false)
        try scene.call("Activate", .string("marker"), .none)
        try scene.expect("marker", "activated")
        try scene.call("Resume")
        try scene.expect("everything", "ended")
        #expect(try scene.source("logind").text("state") != "ok")
        let calls: [String: Int] = try scene("calls")["calls"] ?? [:]
        // Once more after each deadline of 5 s, if the machine is that slow.
        let deadlines = Int((Deadline.now - begin) / 5_000_000)
        #expect((1...1 + deadlines).contains(calls["GetAll"] ?? 0), "\(calls)")
    }

    /// The processor time that a process has used, in clock ticks.
    private static func ticks(of pid: Int32) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
        // After the name in parentheses, which may hold anything: field 3 and on; utime and stime are 14 and 15.
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else {
            throw FixtureError("/proc/\(pid)/stat: \(text)")
        }
        return user + system
    }
}
