// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// The schedules of the modes in force: which of them are inside a window, and when that changes next. Only the next
/// edge of each is known, and only the first of these asks for a wake-up.
struct ScheduleBook: Sendable {
    /// By place of the mode.
    private var schedules: [Int: Schedule] = [:]
    private(set) var inside: Set<Int> = []
    /// By `CLOCK_REALTIME`, µs.
    private var edges = TimerHeap<Int>()
    /// The instant of the last look, µs since the Unix epoch: what comes before it was never looked at.
    private var lookedAt = Int64.min

    /// µs since the Unix epoch.
    var nextEdge: Int64? { edges.nextDue }

    /// The clock shows less than when it was last looked at.
    func wasSetBack(to now: Instant) -> Bool { !schedules.isEmpty && now.realtime < lookedAt }

    mutating func add(_ schedule: Schedule, of place: Int) { schedules[place] = schedule }

    /// Looks at every schedule anew; returns the places of those that are inside or outside otherwise than before.
    mutating func lookAtAll(_ surroundings: Surroundings) -> [Int] {
        edges = TimerHeap()
        lookedAt = surroundings.now.realtime
        return schedules.keys.sorted().filter { look(at: $0, surroundings) }
    }

    /// Looks at the schedules whose edge has come; at all, if the clock was set back.
    mutating func advance(_ surroundings: Surroundings) -> [Int] {
        guard !schedules.isEmpty else { return [] }
        guard !wasSetBack(to: surroundings.now) else { return lookAtAll(surroundings) }
        lookedAt = surroundings.now.realtime
        var due: [Int] = []
        while let place = edges.popDue(at: surroundings.now.realtime) { due.append(place) }
        return due.filter { look(at: $0, surroundings) }
    }

    private mutating func look(at place: Int, _ surroundings: Surroundings) -> Bool {
        guard let schedule = schedules[place] else { return false }
        let second = surroundings.now.second
        if let edge = schedule.nextEdge(after: second, surroundings.almanac) {
            let (due, isTooFar) = edge.at.multipliedReportingOverflow(by: 1_000_000)
            _ = edges.insert(place, due: isTooFar ? .max : due)
        }
        let isInside = schedule.contains(second, surroundings.almanac)
        guard isInside != inside.contains(place) else { return false }
        if isInside { inside.insert(place) } else { inside.remove(place) }
        return true
    }
}
