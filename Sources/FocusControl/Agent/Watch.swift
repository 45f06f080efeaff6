// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces
import Glibc

/// `watch`: tells every change until it is interrupted or the bus goes away.
final class Watch {
    private let link: AgentLink
    private let wording: Wording
    private let json: Bool
    private var state = WatchState()
    private var isReadingFilters = false
    /// The filters changed while they were being read.
    private var mustReadFilters = false
    private var rereading: (any LoopSource)?
    /// The agent's time is known to be this machine's.
    private var isRealTime = false
    /// Lines whose time is being asked for.
    private var untimed = 0

    /// How often a filter is looked at whose app has yet to answer, µs.
    private static let waitingInterval: Int64 = 250_000

    init(_ link: AgentLink, _ wording: Wording, json: Bool) {
        self.link = link
        self.wording = wording
        self.json = json
    }

    /// Runs until the bus is gone, which is how it ends if nobody interrupts it.
    func run() -> Failure {
        let (loop, client) = (link.loop, link.client)
        link.connection.onDisconnect = { loop.stop() }
        client.onPropertiesChanged { [weak self] properties in self?.takeProperties(properties) }
        client.onFiltersChanged { [weak self] _ in self?.readFilters() }
        client.onProblemsChanged { [weak self] in self?.readProblems() }
        // After the subscriptions, so that nothing is missed between the first reading and the first signal.
        link.connection.watchOwner(Control1.busName) { [weak self] owner in self?.ownerChanged(owner) }
        loop.run()
        return Failure(.disconnected)
    }

    private func ownerChanged(_ owner: BusName?) {
        isRealTime = owner == nil
        tell { $0.agent(isRunning: owner != nil) }
        guard owner != nil else { return }
        link.client.getProperties(deadline: AgentLink.deadline) { [weak self] result in
            self?.take(result) { watch, properties in watch.takeProperties(properties) }
        }
        readFilters()
        readProblems()
    }

    private func takeProperties(_ properties: Control1.Properties) { tell { $0.take(properties) } }

    private func readFilters() {
        guard !isReadingFilters else {
            mustReadFilters = true
            return
        }
        isReadingFilters = true
        rereading?.cancel()
        rereading = nil
        link.client.listFilters(deadline: AgentLink.deadline) { [weak self] result in
            guard let self else { return }
            isReadingFilters = false
            take(result) { watch, rows in watch.tell { $0.take(filters: rows) } }
            if mustReadFilters {
                mustReadFilters = false
                readFilters()
            } else if state.isWaiting {
                rereading = link.loop.addTimer(after: Self.waitingInterval) { [weak self] in self?.readFilters() }
            }
        }
    }

    private func readProblems() {
        link.client.listProblems(deadline: AgentLink.deadline) { [weak self] result in
            self?.take(result) { watch, rows in watch.tell { $0.take(problems: rows) } }
        }
    }

    /// An agent that went away meanwhile is told by the change of the name's owner.
    private func take<Output>(_ result: Result<Output, CallError>, _ use: (Watch, Output) -> Void) {
        switch result {
        case .success(let output): use(self, output)
        case .failure(let error):
            let failure = Failure(error)
            if failure.exitCode != .noAgent { Terminal.complain(failure.message) }
        }
    }

    private func tell(_ events: (inout WatchState) -> [WatchEvent]) {
        let events = events(&state)
        guard !events.isEmpty else { return }
        guard !isRealTime || untimed > 0 else { return write(events, wording.updated) }
        // A simulated clock may be set at any time, so each event is timed anew. The answers keep the order.
        untimed += 1
        Simulation1Client(link.connection).getClock(deadline: AgentLink.deadline) { [weak self] result in
            guard let self else { return }
            untimed -= 1
            let clock = (try? result.get()).flatMap { try? ClockSetting(wire: $0) }
            isRealTime = clock == nil
            write(events, wording.following(clock))
        }
    }

    private func write(_ events: [WatchEvent], _ wording: Wording) {
        let lines = events.map {
            json ? $0.json(at: wording.time.now).line : $0.line(at: wording.time.now, wording)
        }
        Terminal.write(lines, to: STDOUT_FILENO)
    }
}
