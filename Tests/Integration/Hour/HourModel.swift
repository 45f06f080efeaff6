// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What the agent should come to in ``HourTests``, as plainly as can be. Nothing waits here: the modes have no delays.
struct HourModel {
    struct Override {
        enum End {
            case boundary
            case resumed
            /// µs since the Unix epoch.
            case time(Int64)
        }

        /// `nil`: no mode.
        var mode: String?
        var end: End
    }

    /// Modes, who wins first, with the fact that turns each on.
    static let conditions = [
        ("film", "fullscreen"), ("away", "locked"), ("pause", "schedule"), ("work", "do-not-disturb"),
    ]
    /// The one that only hands and holds turn on; of those that are on, it comes last.
    static let byHand = "read"
    static var all: [String] { conditions.map(\.0) + [byHand] }

    /// Absent: unknown.
    var facts: [String: Bool] = [:]
    /// µs since the Unix epoch.
    var now: Int64 = 0
    /// How far the wall's clock is ahead of UTC, in seconds.
    var offset: Int64 = 0
    var override: Override?
    /// The mode of each live hold.
    var holds: [String] = []
    /// The modes that there are, and the text that each gives each app.
    var values: [String: [String: String]] = [:]

    /// Ten minutes, twice an hour.
    static let windows = (0..<24).flatMap { hour in
        let text = hour < 10 ? "0\(hour)" : "\(hour)"
        return ["\(text):10-\(text):20", "\(text):40-\(text):50"]
    }

    private func isInside(_ instant: Int64) -> Bool {
        let minute = (instant / 60_000_000 + offset / 60) % 60
        return 10..<20 ~= minute || 40..<50 ~= minute
    }

    private func automatic(at instant: Int64) -> String? {
        for (mode, fact) in Self.conditions where values[mode] != nil {
            if holds.contains(mode) || (fact == "schedule" ? isInside(instant) : facts[fact] == true) { return mode }
        }
        return holds.contains(Self.byHand) && values[Self.byHand] != nil ? Self.byHand : nil
    }

    var active: String? { if let override { override.mode } else { automatic(at: now) } }

    /// The text that an app should have.
    func list(of app: String) -> String { active.flatMap { values[$0]?[app] } ?? "everything" }

    // MARK: What happens

    /// No second of the next minute is one at which something changes by itself.
    func isCalm(at instant: Int64) -> Bool {
        guard instant / 60_000_000 % 5 < 4 else { return false }
        if case .time(let end)? = override?.end { return end <= instant || end > instant + 60_000_000 }
        return true
    }

    mutating func set(_ fact: String, _ value: Bool?) {
        let (old, winner) = (facts[fact], automatic(at: now))
        facts[fact] = value
        let isBoundary = fact == "do-not-disturb" && old != nil && value != nil && old != value
        if isBoundary, automatic(at: now) != winner { endAtBoundary() }
    }

    /// Time passes, while the machine is awake or asleep.
    mutating func pass(to instant: Int64) {
        let winner = automatic(at: now)
        let edges = stride(from: now / 60_000_000 + 1, through: instant / 60_000_000, by: 1).map { $0 * 60_000_000 }
        if edges.contains(where: { automatic(at: $0) != winner }) { endAtBoundary() }
        now = instant
        endAtTime()
    }

    /// The clock or the zone is set.
    mutating func turn(to instant: Int64, offset: Int64) {
        let winner = automatic(at: now)
        (now, self.offset) = (instant, offset)
        if automatic(at: now) != winner { endAtBoundary() }
        endAtTime()
    }

    mutating func remove(_ mode: String) {
        values[mode] = nil
        if override?.mode == mode { override = nil }
    }

    private mutating func endAtBoundary() { if case .boundary? = override?.end { override = nil } }

    private mutating func endAtTime() {
        if case .time(let end)? = override?.end, end <= now { override = nil }
    }
}
