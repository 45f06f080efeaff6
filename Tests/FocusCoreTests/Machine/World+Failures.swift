// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

@testable import FocusCore

extension World {
    /// What people must be told of handlers and programs that fail.
    struct Failures {
        /// Filters that the machine gave up on, by the process that did not acknowledge.
        var givenUp: [FilterKey: PeerID] = [:]
        /// The words of every attempt that failed since the last acknowledgement.
        var words: [FilterKey: Set<String>] = [:]
        /// The last two states that were sent and not acknowledged, by process and filter.
        var unacknowledged: [PeerID: [Identifier: [Transition]]] = [:]
        var listed: [ListedProblem] = []
    }

    /// Before the machine hears of it.
    mutating func answered(_ perform: Perform, _ failure: String?) {
        let key = FilterKey(app: perform.app, filter: perform.filter)
        if let failure {
            failures.words[key, default: []].insert(failure)
            return
        }
        let sent = failures.unacknowledged[perform.peer]?[perform.filter] ?? []
        guard let newest = sent.last, oracle.serving[perform.app] == perform.peer else { return }
        // A late reply counts for the newest state if that is the same, and is used up if it is not.
        guard let told = sent.first(where: { $0.serial == perform.transition.serial }) else { return }
        guard told.token == newest.token else {
            failures.unacknowledged[perform.peer]?[perform.filter] = [newest]
            return
        }
        failures.unacknowledged[perform.peer]?[perform.filter] = []
        failures.givenUp[key] = nil
        failures.words[key] = nil
    }

    mutating func noteSent(_ perform: Perform) {
        guard perform.attempt == 1 else { return }
        let sent = failures.unacknowledged[perform.peer]?[perform.filter] ?? []
        failures.unacknowledged[perform.peer, default: [:]][perform.filter] = sent.suffix(1) + [perform.transition]
    }

    /// The log tells at once of what the machine gives up on.
    mutating func noteLogged(_ message: String) {
        for (app, peer) in oracle.serving {
            for filter in oracle.filters(servedBy: peer) {
                let key = FilterKey(app: app, filter: filter.id)
                if message.hasPrefix("\(key) does not acknowledge: ") { failures.givenUp[key] = peer }
            }
        }
    }

    /// After each event. `isSignalled`: it was said that the problems are others.
    mutating func judgeFailures(isSignalled: Bool) {
        for (key, peer) in failures.givenUp where !isServed(key, by: peer) {
            failures.givenUp[key] = nil
        }
        for key in failures.words.keys where oracle.serving[key.app] == nil { failures.words[key] = nil }
        let problems = machine.problems
        if problems != failures.listed, !isSignalled { fault("other problems, and nobody is told") }
        failures.listed = problems
        // Those of what modes configure name a file.
        let failing = problems.filter { $0.problem.kind == .filter && $0.problem.file.isEmpty }
        let expected = Set(failures.givenUp.keys.map(\.description))
        if Set(failing.map(\.problem.subject)) != expected || failing.count != expected.count {
            fault("listed as failing: \(failing.map(\.problem.subject)), instead of \(expected.sorted())")
        }
        for overview in machine.filterOverviews where overview.peer != nil {
            if overview.state == .failing, failures.givenUp[overview.key] == nil {
                fault("\(overview.key) fails early")
            }
            guard let words = overview.failure else {
                if overview.state == .failing { fault("\(overview.key) fails, and nobody says why") }
                continue
            }
            if !words.hasPrefix("it does not answer"), failures.words[overview.key]?.contains(words) != true {
                fault("\(overview.key) is said to fail with '\(words)'")
            }
            let listed = failing.first { $0.problem.subject == overview.key.description }
            if let listed, !listed.problem.message.contains(words) { fault("\(overview.key): old words") }
        }
    }

    private func isServed(_ key: FilterKey, by peer: PeerID) -> Bool {
        oracle.serving[key.app] == peer && oracle.filters(servedBy: peer).contains { $0.id == key.filter }
    }
}
