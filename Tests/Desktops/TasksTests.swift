// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Fakes
import Foundation
import TestSupport
import Testing

/// The sample app in Python, a process of its own that knows nothing of our code, on a real GNOME Shell.
@Suite(.serialized)
struct TasksTests {
    /// What the app says of an event, as far as looked at here.
    private struct Line: Decodable, Equatable {
        struct Values: Decodable, Equatable {
            var taskCategory: String?
            var urgentOnly: Bool?
            var order: String?
        }

        var event: String
        var reason: String?
        var values: Values?
    }

    private static let examples = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("../../data/examples").standardizedFileURL

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: examples.appendingPathComponent(name), encoding: .utf8)
    }

    /// Waits until it has performed something for that reason.
    private static func waits(_ app: ChildProcess, for reason: String) -> Bool {
        app.waitForLine { $0.contains("\"event\": \"perform\"") && $0.contains("\"reason\": \"\(reason)\"") } != nil
    }

    @Test func shellsOwnSwitch_filtersTheTaskList() throws {
        let gnome = try FixtureProgram("gnome")
        let environment = try gnome.ready.environment()
        try AgentProcess.write(mode: "work", Self.text("work.mode"), in: environment)
        try AgentProcess.write(descriptor: "org.example.Tasks", Self.text("org.example.Tasks.filters"), in: environment)
        let agent = try AgentProcess(environment)
        defer { agent.process.terminate() }
        let app = try ChildProcess(
            ["/usr/bin/python3", "-B", Self.examples.appendingPathComponent("tasks.py").path, "--json"],
            environment: environment)
        defer { app.terminate() }
        let registered = app.waitForLine { $0.contains("\"event\": \"registered\"") }
        #expect(registered != nil, "\(app.output) \(app.errors) \(agent.process.errors)")

        try gnome("dnd on")
        #expect(Self.waits(app, for: "activated"), "\(app.output) \(agent.process.errors)")
        try gnome("dnd off")
        #expect(Self.waits(app, for: "ended"), "\(app.output) \(agent.process.errors)")

        let lines = try app.output.split(separator: "\n").map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
        let work = "7d0a2c5e-3b1f-4e0e-9f65-0e5d7c5d9a10"
        #expect(
            lines.filter { $0.event == "perform" } == [
                Line(
                    event: "perform", reason: "activated",
                    values: Line.Values(taskCategory: work, urgentOnly: true, order: "due")),
                Line(
                    event: "perform", reason: "ended",
                    values: Line.Values(taskCategory: nil, urgentOnly: false, order: "due")),
            ])
    }
}
