// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Apps that are told while none of their processes is there.
extension FocusMachine {
    /// Brings helpers, programs and what is told of failures in line with what this event did to their apps.
    mutating func settleBackground() {
        guard !courier.background.isEmpty else { return }
        let ids = courier.background.sorted()
        for id in ids {
            employProgram(of: id)
            apps[id]?.considerStart(isAllowed: policies[id]?.activate ?? true, &courier)
            apps[id]?.noteFailures(&courier)
            settleQuestions(to: id)
            forgetIfIdle(id)
        }
        // What serving has noted meanwhile is about the same apps.
        courier.background = []
    }

    mutating func startEnded(_ id: AppID, _ number: UInt64, failure: String?) {
        apps[id]?.startEnded(number, failure: failure?.inOneLine(atMost: Problem.maximumWords), &courier)
    }

    /// The stand-in for the app's one-shot program among those who serve it; it yields to every process.
    static func programPeer(of id: AppID) -> PeerID { PeerID("program of \(id)") }

    private func mayRunProgram(of id: AppID) -> Bool { policies[id]?.activate ?? true && apps[id]?.program != nil }

    private mutating func employProgram(of id: AppID) {
        guard let app = apps[id] else { return }
        let peer = Self.programPeer(of: id)
        let isPresent = registrant(peer, of: id) != nil
        let filters = app.file?.filters ?? []
        if mayRunProgram(of: id), !filters.isEmpty {
            guard !isPresent else { return }
            let registration = Registration(
                peer: peer, app: id, rank: .program, handler: "", filters: [], performed: app.record.acknowledged)
            if peers[peer] == nil { peers[peer] = Peer(memoryOf: id) }
            peers[peer]?.app = id
            arrivals &+= 1
            place(Registrant(registration, filters: filters, arrival: arrivals), of: id)
        } else if isPresent {
            dismiss(peer, id)
        }
    }

    /// Before anything else is sent: what is not to be run any more cannot be.
    mutating func dismissUnwantedProgram(of id: AppID) {
        let peer = Self.programPeer(of: id)
        if !mayRunProgram(of: id), registrant(peer, of: id) != nil { dismiss(peer, id) }
    }

    /// The program is not to be run any more. What it is told at this instant counts if it comes back meanwhile.
    private mutating func dismiss(_ peer: PeerID, _ id: AppID) {
        leave(peer, id)
        peers[peer]?.app = nil
        let isRunning = peers[peer]?.memory.values.contains {
            if case .inFlight = $0.phase { true } else { false }
        }
        if isRunning != true { peers[peer] = nil }
    }
}
