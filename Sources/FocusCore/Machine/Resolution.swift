// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Which mode is on by itself: the winner among those whose condition and schedule hold, or the one that is about to
/// leave.
///
/// Only the winner lingers. A mode that fell while it was not the winner never comes on without a true condition.
struct Resolution: Sendable {
    /// The winner stopped holding; the mode stays for its leave delay.
    struct Linger: Hashable, Sendable {
        let mode: ModeID
        /// `CLOCK_BOOTTIME`, µs.
        let end: Int64
        /// It fell at a schedule's edge, or because `do-not-disturb` changed from one known value to the other.
        var isBoundary: Bool
    }

    /// How the winner changed.
    enum Change: Hashable, Sendable {
        case none
        /// `isBoundary`: a schedule or `do-not-disturb` caused it, which ends an override that lasts until the boundary.
        case changed(isBoundary: Bool)
    }

    static let leaveDelay: Microseconds = .milliseconds(100)
    static let restlessLeaveDelay: Microseconds = .seconds(3)

    private(set) var modes = ModeTable()
    private(set) var winner: ModeID?
    private(set) var linger: Linger?

    /// When the winner may change by time alone.
    var nextDue: Wakeup {
        var due = modes.nextDue
        due.boottime = [due.boottime, linger?.end].compactMap(\.self).min()
        return due
    }

    /// Whether time alone may have changed something.
    func isDue(at now: Instant) -> Bool {
        let due = nextDue
        return due.boottime.map { $0 <= now.boottime } ?? false || due.realtime.map { $0 <= now.realtime } ?? false
            || modes.wasSetBack(to: now)
    }

    /// An edit, which never waits: a mode whose definition changed, or that is gone, does not linger.
    mutating func replace(modes new: ModeTable) {
        if let linger, new[linger.mode]?.mode != modes[linger.mode]?.mode { self.linger = nil }
        let hasBegun = new.held.contains { modes[$0.mode.id]?.holds != true }
        if hasBegun { linger = nil }
        var new = new
        new.keepWaits(of: modes)
        modes = new
        winner = best
    }

    /// The desktop changed, or time passed. `lingers`: false before the first settling, when nothing was on that could
    /// linger, and nothing waits.
    mutating func advance(
        _ news: ModeTable.News, _ surroundings: Surroundings, lingers: Bool
    ) -> (modes: [ModeID], change: Change) {
        let now = surroundings.now.boottime
        let outcome = modes.advance(news, surroundings, lingering: linger?.mode, delays: lingers)
        var isBoundary = outcome.isBoundary
        if let linger {
            if modes[linger.mode]?.holds == true {
                self.linger = nil
            } else if outcome.hasBegun || linger.end <= now {
                isBoundary = isBoundary || linger.isBoundary
                self.linger = nil
            }
        }
        if lingers, !outcome.hasBegun, let winner, outcome.fallen.contains(winner),
            !outcome.released.contains(winner), let entry = modes[winner]
        {
            let isRestless = news.facts.contains { Fact.restless.contains($0) && entry.facts.contains($0) }
            let delay = entry.mode.leaveDelay ?? (isRestless ? Self.restlessLeaveDelay : Self.leaveDelay)
            if delay > 0 { linger = Linger(mode: winner, end: now.later(by: delay), isBoundary: isBoundary) }
        }
        let new = best
        guard new != winner else { return (outcome.changed, .none) }
        winner = new
        return (outcome.changed, .changed(isBoundary: isBoundary))
    }

    /// A choice was made by hand. What a delay still holds back was caused before it, and does not end it.
    mutating func closeBoundaries() {
        linger?.isBoundary = false
        modes.closeBoundaries()
    }

    private var best: ModeID? {
        guard let linger else { return modes.first?.mode.id }
        guard let first = modes.first?.mode.id else { return linger.mode }
        return modes.precedes(first, linger.mode) ? first : linger.mode
    }
}
