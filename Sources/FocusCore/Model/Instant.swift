// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// One moment on both clocks, in microseconds. The core never reads a clock: events carry the instant.
public struct Instant: Hashable, Sendable {
    /// `CLOCK_REALTIME`, µs since the Unix epoch, UTC. May step.
    public var realtime: Int64
    /// `CLOCK_BOOTTIME`, µs. Never steps and runs on during suspend; delays and deadlines are measured on it.
    public var boottime: Int64

    public init(realtime: Int64, boottime: Int64) {
        self.realtime = realtime
        self.boottime = boottime
    }
}

/// Spans in microseconds.
public typealias Microseconds = Int64

extension Microseconds {
    /// `count` milliseconds.
    public static func milliseconds(_ count: Int64) -> Microseconds { count * 1000 }
    /// `count` seconds.
    public static func seconds(_ count: Int64) -> Microseconds { count * 1_000_000 }
}

/// When the machine wants to be woken: at whichever comes first. Absent: no need.
public struct Wakeup: Hashable, Sendable {
    /// On `CLOCK_BOOTTIME`, µs.
    public var boottime: Int64?
    /// On `CLOCK_REALTIME`, µs since the Unix epoch.
    public var realtime: Int64?

    public init(boottime: Int64? = nil, realtime: Int64? = nil) {
        self.boottime = boottime
        self.realtime = realtime
    }
}

extension Int64 {
    /// The span from an earlier instant to this one; none from a later one, and no more than there can be.
    func distance(from earlier: Int64) -> Microseconds {
        let (difference, overflows) = subtractingReportingOverflow(earlier)
        return overflows ? (self > earlier ? .max : 0) : Swift.max(0, difference)
    }

    /// The instant `span` later; a peer's absurd span ends at the end of time instead of in a trap.
    func later(by span: Microseconds) -> Int64 {
        let (sum, isOverflow) = addingReportingOverflow(Swift.max(0, span))
        return isOverflow ? .max : sum
    }
}
