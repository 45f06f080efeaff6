// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Which mode is on by itself: the winner among those whose condition is true, or the one that is about to leave.
///
/// Only the winner lingers. A mode that fell while it was not the winner never comes on without a true condition.
struct Resolution: Sendable {
    /// The winner's condition stopped holding; the mode stays for its leave delay.
    struct Linger: Hashable, Sendable {
        let mode: ModeID
        /// `CLOCK_BOOTTIME`, µs.
        let end: Int64
        /// It fell because `do-not-disturb` changed from one known value to the other.
        let isBoundary: Bool
    }

    /// How the winner changed.
    enum Change: Hashable, Sendable {
        case none
        /// `isBoundary`: `do-not-disturb` caused it, which ends an override that lasts until the boundary.
        case changed(isBoundary: Bool)
    }

    static let leaveDelay: Microseconds = .milliseconds(100)
    static let restlessLeaveDelay: Microseconds = .seconds(3)

    private(set) var modes = ModeTable()
    private(set) var winner: ModeID?
    private(set) var linger: Linger?

    /// An edit, which never waits: a mode whose definition changed, or that is gone, does not linger.
    mutating func replace(modes new: ModeTable) {
        if let linger, new[linger.mode]?.mode != modes[linger.mode]?.mode { self.linger = nil }
        let hasBegun = new.held.contains { modes[$0.mode.id]?.holds != true }
        if hasBegun { linger = nil }
        modes = new
        winner = best
    }

    /// The desktop changed. `lingers`: false before the first settling, when nothing was on that could linger.
    mutating func factsChanged(
        _ facts: [Fact], isBoundary: Bool, lingers: Bool, at now: Int64, values: [Fact: FactValue]
    ) -> (modes: [ModeID], change: Change) {
        let outcome = modes.reevaluate(facts, values)
        var isBoundary = isBoundary
        if let linger {
            if modes[linger.mode]?.holds == true {
                self.linger = nil
            } else if outcome.hasBegun {
                isBoundary = isBoundary || linger.isBoundary
                self.linger = nil
            }
        }
        if lingers, !outcome.hasBegun, let winner, outcome.fallen.contains(winner), let entry = modes[winner] {
            let isRestless = facts.contains { Fact.restless.contains($0) && entry.facts.contains($0) }
            let delay = entry.mode.leaveDelay ?? (isRestless ? Self.restlessLeaveDelay : Self.leaveDelay)
            if delay > 0 { linger = Linger(mode: winner, end: now.later(by: delay), isBoundary: isBoundary) }
        }
        return (outcome.changed, settle(isBoundary: isBoundary))
    }

    /// What programs ask for never waits: a mode that is released leaves at once, and one that begins to be held beats one
    /// that lingers. Says whether the winner changed.
    mutating func setHeld(_ mode: ModeID, _ isHeld: Bool) -> Bool {
        guard modes.setHeld(mode, isHeld) else { return false }
        if isHeld { linger = nil }
        return settle(isBoundary: false) != .none
    }

    /// Ends the lingering if it is over.
    mutating func advance(to now: Int64) -> Change {
        guard let linger, linger.end <= now else { return .none }
        self.linger = nil
        return settle(isBoundary: linger.isBoundary)
    }

    private mutating func settle(isBoundary: Bool) -> Change {
        let new = best
        guard new != winner else { return .none }
        winner = new
        return .changed(isBoundary: isBoundary)
    }

    private var best: ModeID? {
        guard let linger else { return modes.first?.mode.id }
        guard let first = modes.first?.mode.id else { return linger.mode }
        return modes.precedes(first, linger.mode) ? first : linger.mode
    }
}
