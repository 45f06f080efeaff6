// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Foundation
import TestSupport
import Testing

/// The real agent and a sample app in a fixture's environment, seen through the bus.
final class Desk: Sendable {
    let app: SampleApp
    let control: ControlView
    let agent: ChildProcess

    /// Writes the files, starts the agent, and registers the app, which must find its filter as told.
    ///
    /// `modes`: id → text. `more`: variables beside the fixture's own.
    init(
        _ fixture: FixtureProgram, modes: [String: String], more: [String: String] = [:], startsActive: Bool = false
    ) throws {
        let environment = try fixture.ready.environment().merging(more) { $1 }
        let session = try fixture.ready.text("session")
        for (id, text) in modes {
            try Self.write(text, "XDG_CONFIG_HOME", "modes/\(id).mode", environment)
        }
        try Self.write(SampleApp.descriptor, "XDG_DATA_HOME", "filters/\(SampleApp.id).filters", environment)
        agent = try ChildProcess([try Self.agentPath(), "--log-level", "debug"], environment: environment)
        let watcher = try BusClient(session)
        try watcher.waitForOwner(of: ControlView.name)
        try watcher.waitForOwner(of: "org.focusfilters.Focus1")
        control = try ControlView(session)
        app = try SampleApp(session)
        let state = try app.register()
        guard state["active"] == .boolean(startsActive) else { throw FixtureError("at first the app is told \(state)") }
    }

    deinit { agent.terminate() }

    /// What is performed next, which must come.
    func next() throws -> SampleApp.Performed {
        guard let performed = app.performed.waitForNext() else {
            throw FixtureError("the app is told nothing. The agent says: \(agent.errors)")
        }
        return performed
    }

    /// What is performed next must be the mode's or the default list, for that reason.
    func expect(
        _ list: String, _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let performed = try next()
        let expected = SampleApp.Performed.Summary(
            filter: "Lists", list: list, reason: reason, isActive: list != SampleApp.defaultList)
        #expect(performed.summary == expected, sourceLocation: sourceLocation)
    }

    /// Waits until the fact has that value; `nil`: unknown.
    func wait(for fact: String, _ value: Bool?) throws {
        guard control.wait(until: { $0.facts[fact] == value.map(Value.boolean) }) else {
            throw FixtureError("\(fact) is not \(value.map { "\($0)" } ?? "unknown"): \(control). \(agent.errors)")
        }
    }

    /// Waits until that mode is on.
    func wait(forMode mode: String) throws {
        guard control.wait(until: { $0.mode == mode }) else {
            throw FixtureError("the mode is not '\(mode)': \(control). \(agent.errors)")
        }
    }

    private static func write(
        _ text: String, _ variable: String, _ name: String, _ environment: [String: String]
    ) throws {
        guard let parent = environment[variable] else { throw FixtureError("the fixture sets no \(variable)") }
        let file = URL(fileURLWithPath: parent).appendingPathComponent("focus-filters/\(name)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    /// The binary under test: that of `FOCUS_AGENT`, else the one built together with the tests.
    private static func agentPath() throws -> String {
        if let path = ProcessInfo.processInfo.environment["FOCUS_AGENT"] { return path }
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("focus-agent").path
    }
}
