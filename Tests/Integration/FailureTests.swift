// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import TestSupport
import Testing

/// What people are told of apps that do not take their values.
@Suite struct FailureTests {
    private static let app = "org.example.Tasks"
    private static let modes = ["work": modeText("Work", [app: "a"]), "other": modeText("Other", [app: "b"])]

    /// What `focusctl` prints.
    private static func focusctl(_ scene: Scene, _ arguments: String...) throws -> String {
        let done = try ChildProcess.run([TestProgram.path("focusctl")] + arguments, environment: scene.environment)
        #expect(done.status == .exited(0), "\(done.errors)")
        return done.output
    }

    /// Lets all attempts at one state fail.
    private static func exhaust(_ app: App, _ scene: Scene, waiting waits: [Double]) throws {
        for wait in waits {
            _ = try app.next()
            // The reply has passed when a later call of the app is answered.
            try app.call("GetStatus", .string(Self.app), .none)
            try scene.pass(seconds: wait)
        }
    }

    private static func problem(_ scene: Scene) throws -> [String: Value]? {
        try scene.rows("ListProblems").first { $0["subject"] == .string("\(app)/Lists") }
    }

    @Test func appThatRefuses_isAProblemWithItsWords_untilItAcknowledges() throws {
        let scene = try Scene(modes: Self.modes)
        let app = try App(scene.bus, Self.app, answers: [.refusal("the \u{1B}[2Jdisk is full")])
        try app.register()
        try scene.activate("work")
        try Self.exhaust(app, scene, waiting: [1])
        let words = "it answers with the error org.example.Error.Refused: the [2Jdisk is full"
        #expect(try scene.filter(Self.app)?.text("error") == words)
        #expect(try Self.focusctl(scene, "filters").contains("last error: \(words)\n"))
        #expect(try Self.focusctl(scene, "problems") == "nothing is wrong\n")
        try Self.exhaust(app, scene, waiting: [10])
        _ = try app.next()
        try scene.wait(for: "ProblemsChanged") { try Self.problem(scene) != nil }
        let problem = try #require(try Self.problem(scene))
        #expect(problem.text("kind") == "filter")
        #expect(problem.text("message")?.contains(words) == true)
        #expect(problem["since"] != nil)
        let shown = "\(Self.app)/Lists: the app does not take its values: \(words)"
        #expect(try Self.focusctl(scene, "problems").contains(shown))
        #expect(try Self.focusctl(scene, "status").contains("last error: \(words)\n"))
        #expect(try Self.focusctl(scene, "history").contains(words))

        app.answers(.atOnce)
        try app.call("GetStatus", .string(Self.app), .none)
        _ = try app.next()
        try scene.wait(for: "ProblemsChanged") { try Self.problem(scene) == nil }
        #expect(try scene.filter(Self.app)?["error"] == nil)
        #expect(try Self.focusctl(scene, "problems") == "nothing is wrong\n")
    }

    @Test func silentAppThatLeaves_isNoProblemAnyMore() throws {
        let scene = try Scene(modes: Self.modes)
        let app = try App(scene.bus, Self.app, answers: [.never])
        try app.register()
        try scene.activate("work")
        for wait in [10.0, 1, 10, 10, 10] { try scene.pass(seconds: wait) }
        #expect(try Self.problem(scene)?.text("message")?.contains("it does not answer within 10s") == true)
        try app.leave(scene)
        try scene.wait(for: "ProblemsChanged") { try Self.problem(scene) == nil }
    }

    @Test func wordsWithoutEnd_areCut() throws {
        let scene = try Scene(modes: Self.modes)
        let app = try App(
            scene.bus, Self.app, answers: [.refusal(String(repeating: "x\u{300}\n", count: 300_000))])
        try app.register()
        try scene.activate("work")
        try Self.exhaust(app, scene, waiting: [1, 10, 1])
        let error = try #require(try scene.filter(Self.app)?.text("error"))
        #expect(error.hasPrefix("it answers with the error org.example.Error.Refused: ") && error.hasSuffix("…"))
        #expect(error.unicodeScalars.count < 500)
        #expect(try scene.problems().allSatisfy { $0.unicodeScalars.count < 700 })
        #expect(scene.log.utf8.count < 100_000)
    }
}
