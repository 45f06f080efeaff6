// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What was written lately, and what may be the echo of it.
struct WriteLedger<Value: Hashable & Sendable>: Sendable {
    /// For how long a write is remembered.
    static var window: Microseconds { .seconds(10) }

    private var writes: [(time: Int64, value: Value)] = []
    private var hasReadBack = true
    /// Writes crossed; until then it is not known which of them is seen.
    private(set) var crossingEnd: Int64?

    /// The last write, `CLOCK_BOOTTIME` µs.
    var last: (time: Int64, value: Value)? { writes.last }

    /// How many writes there were within ``window``.
    func count(at now: Int64) -> Int { writes.count { now < $0.time.later(by: Self.window) } }

    mutating func note(_ value: Value, at now: Int64) {
        writes.removeAll { $0.time.later(by: Self.window) <= now }
        let patience = Ownership<Value>.effectPatience
        let isCrossing = writes.last.map { !hasReadBack && $0.value != value && now < $0.time.later(by: patience) }
        if isCrossing == true || isTurbulent(at: now) { crossingEnd = now.later(by: patience) }
        hasReadBack = false
        writes.append((now, value))
    }

    /// The value is there.
    mutating func readBack(_ value: Value) { if value == writes.last?.value { hasReadBack = true } }

    /// Whether that may be what reads back of an earlier one of several writes.
    func isEcho(_ value: Value, at now: Int64) -> Bool {
        isTurbulent(at: now) && writes.contains { $0.value == value }
    }

    /// Writes crossed a moment ago.
    func isTurbulent(at now: Int64) -> Bool { crossingEnd.map { now < $0 } ?? false }
}
