// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusInterfaces

/// The agent, as a program that the demonstration started or found.
final class AgentProcess {
    static let name = "the agent"
    private let client: Control1Client
    private let stage: Stage

    /// Starts it, and returns when it is ready; gives how long that took, µs.
    static func start(
        _ stage: Stage, _ tree: SourceTree, on session: Connection, _ environment: [String: String]
    ) throws(DemoFailure) -> (agent: AgentProcess, process: Int32, time: Int64) {
        let start = monotonicNow()
        let child = try stage.start(
            name, [try tree.program("focus-agent"), "--log-level", "info"], environment: environment
        ) { _ in }
        let agent = AgentProcess(stage, session)
        var isOwned = false
        let subscription = session.watchOwner(Control1.busName) { isOwned = $0 != nil }
        defer { subscription.cancel() }
        try stage.wait(for: "the agent's name on the bus") { isOwned }
        // It answers when it is ready.
        _ = try agent.ask { agent.client.listModes(deadline: $0, reply: $1) }
        return (agent, child.process, monotonicNow() - start)
    }

    init(_ stage: Stage, _ session: Connection) {
        self.stage = stage
        client = Control1Client(session)
    }

    /// What it says of itself.
    private func properties() throws(DemoFailure) -> Control1.Properties {
        try ask { client.getProperties(deadline: $0, reply: $1) }
    }

    private func ask<Output>(
        _ call: (_ deadline: Int64?, _ reply: @escaping (Result<Output, CallError>) -> Void) -> PendingCall
    ) throws(DemoFailure) -> Output {
        var answer: Result<Output, CallError>?
        _ = call(10_000_000) { answer = $0 }
        try stage.wait(for: "the agent's answer") { answer != nil }
        switch answer {
        case .success(let output): return output
        case .failure(let error): throw DemoFailure("the agent does not answer: \(error)")
        case nil: throw DemoFailure("the agent does not answer")
        }
    }

    /// The mode and why, in a line.
    func mode() throws(DemoFailure) -> (id: String, words: String) {
        let properties = try properties()
        let mode = properties.activeMode ?? ""
        let why = (try? properties.reason?.optional(Control1.ReasonKey.text)) ?? ""
        return (mode, "mode: \(mode.isEmpty ? "none" : mode)\(why.isEmpty ? "" : " (\(why))")")
    }
}
