// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import TestSupport
import Testing

/// The real agent and a sample app in a fixture's environment, seen through the bus.
final class Desk: Sendable {
    let app: SampleApp
    let control: ControlView
    let agent: AgentProcess

    /// Writes the files, starts the agent, and registers the app, which must find its filter as told.
    ///
    /// `modes`: id → text. `more`: variables beside the fixture's own. `door`: the bus's address as the app sees it, if
    /// not as all do.
    init(
        _ fixture: FixtureProgram, modes: [String: String], more: [String: String] = [:], door: String? = nil,
        startsActive: Bool = false
    ) throws {
        let environment = try fixture.ready.environment().merging(more) { $1 }
        let session = try fixture.ready.text("session")
        for (id, text) in modes { try AgentProcess.write(mode: id, text, in: environment) }
        try AgentProcess.write(descriptor: SampleApp.id.text, SampleApp.descriptor, in: environment)
        agent = try AgentProcess(environment, arguments: ["--log-level", "debug"])
        control = try ControlView(session)
        app = try SampleApp(door ?? session)
        // The agent waits half a second for the desktop, which on a busy machine takes longer to answer.
        if startsActive, !control.wait(until: { $0.mode != "" }) {
            throw FixtureError("no mode is on: \(control). \(agent.process.errors)")
        }
        let state = try app.register()
        guard state["active"] == .boolean(startsActive) else { throw FixtureError("at first the app is told \(state)") }
    }

    deinit { agent.process.terminate() }

    /// What is performed next must be this list, for that reason; with any list but the default, the filter is active.
    func expect(_ list: String, _ reason: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        guard let performed = app.performed.waitForNext() else {
            throw FixtureError("the app is told nothing. The agent says: \(agent.process.errors)")
        }
        #expect(performed.filter == "Lists", sourceLocation: sourceLocation)
        #expect(performed.list == list, sourceLocation: sourceLocation)
        #expect(performed.reason == reason, sourceLocation: sourceLocation)
        #expect(performed.isActive == (list != SampleApp.defaultList), sourceLocation: sourceLocation)
    }

    /// Waits until the fact has that value; `nil`: unknown.
    func wait(for fact: String, _ value: Bool?) throws {
        guard control.wait(until: { $0.facts[fact] == value.map(Value.boolean) }) else {
            throw FixtureError(
                "\(fact) is not \(value.map { "\($0)" } ?? "unknown"): \(control). \(agent.process.errors)")
        }
    }

    /// Waits until that mode is on.
    func wait(forMode mode: String) throws {
        guard control.wait(until: { $0.mode == mode }) else {
            throw FixtureError("the mode is not '\(mode)': \(control). \(agent.process.errors)")
        }
    }
}
