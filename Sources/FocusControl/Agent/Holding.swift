// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusInterfaces
import Glibc

/// `hold`: holds a mode while a command runs, or until it is interrupted; takes the hold again when a new agent comes.
final class Holding {
    private let link: AgentLink
    private let mode: String
    private let reason: String
    private var isAsking = false
    /// Another agent has come while one was asked.
    private var mustAskAgain = false
    private var command: HeldCommand?
    private var status: Int32?

    init(_ link: AgentLink, mode: String, reason: String) {
        self.link = link
        self.mode = mode
        self.reason = reason
    }

    /// Runs until the command has ended, and gives its status; without one, until the bus is gone.
    func run(_ arguments: [String]) throws(Failure) -> Int32 {
        let (loop, client) = (link.loop, link.client)
        // Watched before it is asked: another agent may have come by the time of the answer.
        var agents: Set<BusName> = []
        var isHeld = false
        link.connection.watchOwner(Control1.busName) { [weak self] owner in
            guard let owner, agents.insert(owner).inserted, isHeld else { return }
            self?.holdAgain()
        }
        // The first time it must work: a command that was to run in a mode is not run outside of it.
        _ = try link.ask { client.hold(mode: mode, reason: reason, options: [:], deadline: $0, reply: $1) }
        isHeld = true
        if agents.count > 1 { holdAgain() }
        link.connection.onDisconnect = { loop.stop() }
        if !arguments.isEmpty {
            command = try HeldCommand(arguments, loop: loop) { [weak self] status in
                self?.status = status
                loop.stop()
            }
        }
        loop.run()
        if let status { return status }
        // The bus is gone, and the session with it, most likely: the command is not ours to end.
        guard command != nil else { throw Failure(.disconnected) }
        loop.run(until: { status != nil })
        return status ?? ExitCode.noAgent.rawValue
    }

    private func holdAgain() {
        guard !isAsking else {
            mustAskAgain = true
            return
        }
        (isAsking, mustAskAgain) = (true, false)
        link.client.hold(mode: mode, reason: reason, options: [:], deadline: AgentLink.deadline) { [weak self] result in
            guard let self else { return }
            isAsking = false
            if mustAskAgain { return holdAgain() }
            guard case .failure(let error) = result else { return }
            Terminal.complain("the mode is not held any more: \(Failure(error).message)")
        }
    }
}
