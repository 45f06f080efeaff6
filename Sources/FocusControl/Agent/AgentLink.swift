// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusInterfaces

/// The way to the agent: a connection on a plain loop of this thread. Nothing it does starts an agent.
final class AgentLink {
    /// How long an answer may take, µs.
    static let deadline: Int64 = 5_000_000

    let loop: PollLoop
    let connection: Connection
    let client: Control1Client

    init() throws(Failure) {
        guard let loop = PollLoop() else { throw .refused("this process has no file descriptors to spare") }
        do throws(BusError) {
            connection = try Connection.open(.session, loop: loop)
        } catch {
            throw .noBus(error)
        }
        self.loop = loop
        client = Control1Client(connection)
    }

    /// Makes one call of the client and waits for its answer; `span`: how long, µs.
    func ask<Output>(
        within span: Int64 = AgentLink.deadline,
        _ call: (_ deadline: Int64?, _ reply: @escaping (Result<Output, CallError>) -> Void) -> PendingCall
    ) throws(Failure) -> Output {
        var answer: Result<Output, CallError>?
        _ = call(span) { answer = $0 }
        // The call itself has the deadline; if the loop is stopped instead, nobody waits for the answer.
        loop.run(until: { answer != nil })
        switch answer {
        case .success(let output): return output
        case .failure(let error): throw Failure(error)
        case nil: throw Failure(.timedOut)
        }
    }

    /// The agent's clock, if it is simulated and so another than ours.
    func simulatedClock() throws(Failure) -> ClockSetting? {
        let row: Row
        do throws(Failure) {
            row = try ask(Simulation1Client(connection).getClock(deadline:reply:))
        } catch {
            // Who keeps us waiting now would do so again.
            if case .timedOut = error { throw error }
            return nil
        }
        return try? ClockSetting(wire: row)
    }

    func properties() throws(Failure) -> Control1.Properties { try ask(client.getProperties(deadline:reply:)) }
    func modes() throws(Failure) -> [Row] { try ask(client.listModes(deadline:reply:)) }
    func filters() throws(Failure) -> [Row] { try ask(client.listFilters(deadline:reply:)) }
    func problems() throws(Failure) -> [Row] { try ask(client.listProblems(deadline:reply:)) }
}
