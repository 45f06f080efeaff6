// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

extension FocusMachine {
    /// What goes out besides: news of sources and of the lock conflict, and what must be stored.
    mutating func gatherNews() {
        if desktop.lockConflict?.isSettled == true || !lockProblem.since.isEmpty {
            let lock = lockConflictProblem
            if lockProblem.replace(with: lock, at: courier.now) {
                courier.outbox.haveProblemsChanged = true
                for problem in lock { courier.outbox.log(.warning, problem.message) }
            }
        }
        gatherSilenceProblems()
        guard isReady else { return courier.outbox.dropSignals() }
        courier.outbox.sources = desktop.takeChangedSources()
        for change in desktop.takeChangedStandings() { courier.outbox.log(.info, change) }
        if override?.ends == .boundary {
            boundaryWatch = BoundaryWatch(
                automatic: resolution.winner, doNotDisturb: desktop.truth(of: .doNotDisturb).known,
                edge: resolution.nextDue.realtime)
        } else {
            boundaryWatch = nil
        }
    }

    /// What is to be on disk; nil if it is there.
    mutating func recordIfChanged() -> AgentRecord? {
        let isStale = !courier.outbox.properties.isDisjoint(with: [.activeMode, .since, .reason, .override])
        let trueSince = self.trueSince
        guard
            isStale || stored.serialLimit != courier.serials.limit || stored.boundary != boundaryWatch
                || stored.trueSince != trueSince || silence.hasNewRecords
        else { return nil }
        let record = AgentRecord(
            mode: activeMode, since: since, reason: reason, override: override, serialLimit: courier.serials.limit,
            boundary: boundaryWatch, trueSince: trueSince, boot: trueSince.isEmpty ? "" : boot,
            silence: silence.takeRecords())
        guard record != stored else { return nil }
        stored = record
        return record
    }

    /// Since when those facts are true of which it matters for how long.
    private var trueSince: [Fact: Int64] {
        let facts = resolution.modes.lastingFacts
        guard !facts.isEmpty else { return [:] }
        return desktop.since.filter { facts.contains($0.key) && desktop.effective[$0.key] == .bool(true) }
    }
}
