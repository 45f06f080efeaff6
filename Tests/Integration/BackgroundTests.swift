// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import Foundation
import TestSupport
import Testing

/// Apps that are not running: helpers that the bus starts, and programs that the agent runs.
@Suite struct BackgroundTests {
    private static let app = "org.example.Tool"
    private static let modes = [
        "work": modeText("Work", [app: "work"]), "other": modeText("Other", [app: "other"]),
        "same": modeText("Same", [app: "work"]),
    ]

    /// The descriptor file, with `lines` in `[App]`.
    private static func files(_ lines: String..., deadline: String = "10s", more: [String: String] = [:]) -> [String:
        String]
    {
        let text =
            "[App]\nName=Tool\n" + lines.joined(separator: "\n")
            + "\n[Filter Lists]\nDeadline=\(deadline)\n[Parameter Lists/list]\nType=string\nDefault='everything'\n"
        return more.merging(["data/focus-filters/filters/\(app).filters": text]) { $1 }
    }

    /// A program that writes what it is told, and then does `more`.
    private static func shell(_ more: String = "true") -> String {
        #"Exec=/bin/sh -c "echo ran \\$FOCUS_VALUE_list \\$FOCUS_REASON \\$FOCUS_ACTIVE; "# + more + "\""
    }

    private static func waitForLine(_ scene: Scene, _ words: String) throws {
        guard scene.agent.waitForLine(in: .errors, where: { $0.contains(words) }) != nil else {
            throw FixtureError("no '\(words)' in: \(scene.log)")
        }
    }

    private static func runs(_ scene: Scene) -> [String] {
        scene.log.split(separator: "\n").compactMap { line in
            line.range(of: "Lists: ran ").map { String(line[$0.upperBound...]) }
        }
    }

    private static func starts(_ scene: Scene) -> Int {
        scene.log.split(separator: "\n").count { $0.hasSuffix(": starting \(app)") }
    }

    /// Whether so many starts are in the log, which arrives on its own, and no more.
    private static func hasStarted(_ count: Int, _ scene: Scene) -> Bool {
        comes { starts(scene) >= count } && starts(scene) == count
    }

    /// Delivery state is not signalled, so it is asked for until it fits.
    private static func wait(_ scene: Scene, for state: String) throws {
        guard try comes({ try scene.filter(app)?.text("state") == state }) else {
            throw FixtureError("no '\(state)': \(scene.log)")
        }
    }

    private static func isGone(_ pid: String) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return true }
        return text.contains(") Z ")
    }

    // MARK: Helpers

    @Test func helper_isStartedOncePerChange_andLeftAloneWhenItLeaves() throws {
        let bus = try PrivateBus(services: [Self.app: "/bin/sleep 5"])
        let scene = try Scene(modes: Self.modes, files: Self.files("Background=activate"), bus: bus)
        try scene.activate("work")
        try Self.waitForLine(scene, ": starting \(Self.app)")
        try Self.wait(scene, for: "waiting")
        let first = try App(bus, Self.app)
        try first.register()
        #expect(try first.next().list == "work")
        try Self.wait(scene, for: "served")
        try first.leave(scene)
        try scene.activate("same")
        try Self.wait(scene, for: "absent")
        #expect(Self.hasStarted(1, scene))
        try scene.activate("other")
        try Self.wait(scene, for: "waiting")
        #expect(Self.hasStarted(2, scene))
        let second = try App(bus, Self.app)
        try second.register()
        #expect(try second.next().list == "other")
    }

    @Test(arguments: [["org.example.Tool": "/bin/false"], [:]])
    func helperThatCannotBeStarted_isAProblemUntilItServes(services: [String: String]) throws {
        let bus = try PrivateBus(services: services)
        let scene = try Scene(modes: Self.modes, files: Self.files("Background=activate"), bus: bus)
        try scene.activate("work")
        try scene.wait(for: "ProblemsChanged") { try scene.problems().contains { $0.contains("helper \(Self.app)") } }
        #expect(try scene.filter(Self.app)?.text("state") == "failing")
        #expect(try scene.filter(Self.app)?.text("error") != nil)
        // Time alone starts nothing.
        for _ in 0..<3 { try scene.pass(seconds: 400) }
        #expect(Self.hasStarted(1, scene))
        try scene.activate("other")
        #expect(Self.hasStarted(2, scene))
        let app = try App(bus, Self.app)
        try app.register()
        #expect(try app.next().list == "other")
        #expect(try scene.problems() == [])
    }

    @Test func helperThatNeverRegisters_isAProblem() throws {
        let bus = try PrivateBus(services: [Self.app: "/bin/sleep 5"])
        let scene = try Scene(modes: Self.modes, files: Self.files("Background=activate"), bus: bus)
        let idle = try App(bus, Self.app)
        try scene.activate("work")
        try Self.wait(scene, for: "waiting")
        try scene.pass(seconds: 31)
        #expect(try scene.problems().contains { $0.contains("registered no filters") })
        #expect(try scene.filter(Self.app)?.text("state") == "failing")
        try idle.register()
        #expect(try idle.next().list == "work")
    }

    @Test func userForbids_nothingIsStartedOrRun() throws {
        let settings = ["config/focus-filters/agent.conf": "[App \(Self.app)]\nActivate=false\n"]
        for background in ["Background=activate", "Background=exec\n" + Self.shell()] {
            let scene = try Scene(modes: Self.modes, files: Self.files(background, more: settings))
            let app = try App(scene.bus, "org.example.Witness")
            try app.register()
            try scene.configure("other", app.id, "Lists", ["list": .string("seen")])
            try scene.activate("work")
            try scene.activate("other")
            #expect(try app.next().list == "seen")
            #expect(Self.starts(scene) == 0 && Self.runs(scene) == [])
            #expect(try scene.filter(Self.app)?.text("state") == "absent")
        }
    }

    // MARK: Programs

    @Test func program_isRunOncePerChange() throws {
        let scene = try Scene(modes: Self.modes, files: Self.files("Background=exec", Self.shell()))
        try scene.activate("work")
        try Self.waitForLine(scene, "ran work")
        try Self.wait(scene, for: "served")
        try scene.activate("same")
        try scene.activate("other")
        try Self.waitForLine(scene, "ran other")
        try Self.wait(scene, for: "served")
        try scene.deactivate()
        try Self.waitForLine(scene, "ran everything")
        #expect(
            Self.runs(scene) == ["work activated true", "other changed true", "everything ended false"])
    }

    @Test func programThatFails_isTriedThrice_thenAtTheNextChange() throws {
        let scene = try Scene(modes: Self.modes, files: Self.files("Background=exec", Self.shell("exit 3")))
        try scene.activate("work")
        for (count, wait) in [(1, 1.0), (2, 10)] {
            #expect(comes { Self.runs(scene).count >= count })
            // Its end may still be on its way when its line is there; time that passes before it does not count.
            #expect(
                try comes {
                    try scene.pass(seconds: wait)
                    return Self.runs(scene).count > count
                })
        }
        try scene.wait(for: "ProblemsChanged") {
            try scene.problems().contains { $0.contains("'/bin/sh' fails: it failed with exit status 3") }
        }
        #expect(comes { Self.runs(scene).count >= 3 })
        #expect(Self.runs(scene) == Array(repeating: "work activated true", count: 3))
        #expect(try scene.filter(Self.app)?.text("state") == "failing")
        #expect(try scene.filter(Self.app)?.text("error") == "it failed with exit status 3")
        try scene.activate("other")
        try Self.waitForLine(scene, "ran other")
    }

    @Test func missingProgram_isSaid() throws {
        let scene = try Scene(
            modes: Self.modes, files: Self.files("Background=exec", "Exec=no-such-program-anywhere"))
        try scene.activate("work")
        try Self.waitForLine(scene, "'no-such-program-anywhere' is not there")
    }

    @Test func j1_programThatHangs_isKilledWithItsChildren_andDelaysNobody() throws {
        let hang = "sleep 1000 & echo child \\\\$! end; sleep 1000"
        let scene = try Scene(modes: Self.modes, files: Self.files("Background=exec", Self.shell(hang), deadline: "2s"))
        let other = try App(scene.bus, "org.example.Witness")
        try other.register()
        try scene.configure("work", other.id, "Lists", ["list": .string("work")])
        try scene.configure("other", other.id, "Lists", ["list": .string("other")])
        for mode in ["work", "other", "work"] {
            try scene.activate(mode)
            #expect(try other.next().list == mode)
        }
        let line = try #require(
            scene.agent.waitForLine(in: .errors, where: { $0.contains("child ") && $0.hasSuffix(" end") }))
        let child = try #require(line.split(separator: " ").dropLast().last.map { String($0) })
        try Self.waitForLine(scene, "within its deadline")
        #expect(comes { Self.isGone(child) })
        try scene.activate("other")
        #expect(try other.next().list == "other")
        #expect(scene.agent.terminate() == .exited(0))
    }

    @Test func programThatFloods_isCutInTheLog() throws {
        let scene = try Scene(
            modes: Self.modes, files: Self.files("Background=exec", Self.shell("yes | head -c 5000000")))
        try scene.activate("work")
        try Self.waitForLine(scene, "more bytes of output are left out")
        try Self.wait(scene, for: "served")
        #expect(scene.log.utf8.count < 100_000)
    }

    @Test func programThatReadsNothing_isInItsRight() throws {
        let big = String(repeating: "x", count: 60_000)
        let scene = try Scene(
            modes: ["big": modeText("Big", [Self.app: big])], files: Self.files("Background=exec", "Exec=true"))
        try scene.activate("big")
        try Self.wait(scene, for: "served")
    }

    @Test func programReadsTheValues_fromStandardInput() throws {
        let scene = try Scene(
            modes: Self.modes, files: Self.files("Background=exec", #"Exec=sed "s/^/read /""#))
        try scene.activate("work")
        try Self.waitForLine(scene, #"read {"list":"work"}"#)
    }

    @Test func killedAgent_runsOnlyWhatIsOwed() throws {
        let scene = try Scene(modes: Self.modes, files: Self.files("Background=exec", Self.shell()))
        try scene.activate("work")
        try Self.wait(scene, for: "served")
        scene.agent.kill()
        try scene.start()
        try scene.activate("same")
        try Self.wait(scene, for: "served")
        #expect(Self.runs(scene) == [])
        scene.agent.kill()
        // The end comes while nobody is there to tell of it.
        let state = try #require(scene.environment["XDG_STATE_HOME"])
        try FileManager.default.removeItem(atPath: "\(state)/focus-filters/agent")
        try scene.start()
        try Self.waitForLine(scene, "ran everything")
    }

    @Test func runIsLostWithTheAgent_andMadeUpFor() throws {
        let scene = try Scene(
            modes: Self.modes, files: Self.files("Background=exec", Self.shell("sleep 1000"), deadline: "500s"))
        try scene.activate("work")
        try Self.waitForLine(scene, "ran work")
        scene.agent.kill()
        try scene.start()
        try Self.waitForLine(scene, "ran work catch-up")
    }
}
