// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import FocusCore
import Glibc

/// The agent's clocks. With `--simulate` they can be set: they run on from there, and every delay follows.
final class Clock {
    private var realtimeOffset: Int64 = 0
    private var boottimeOffset: Int64 = 0
    /// The user's time zone, if it is set by hand.
    var zone: String?

    /// Now, on both clocks.
    var now: Instant {
        Instant(
            realtime: Self.sum(Self.read(CLOCK_REALTIME), realtimeOffset),
            boottime: Self.sum(Self.read(CLOCK_BOOTTIME), boottimeOffset))
    }

    /// Sets what is named, in µs; the other clock keeps running as it is.
    func set(realtime: Int64?, boottime: Int64?) {
        if let realtime { realtimeOffset = Self.difference(realtime, Self.read(CLOCK_REALTIME)) }
        if let boottime { boottimeOffset = Self.difference(boottime, Self.read(CLOCK_BOOTTIME)) }
    }

    /// The machine's own `CLOCK_REALTIME` at which this clock shows `realtime`.
    func system(realtime: Int64) -> Int64 { Self.difference(realtime, realtimeOffset) }
    /// The machine's own `CLOCK_BOOTTIME` at which this clock shows `boottime`.
    func system(boottime: Int64) -> Int64 { Self.difference(boottime, boottimeOffset) }

    /// The machine's own `CLOCK_REALTIME` at the instant at which its own `CLOCK_BOOTTIME` shows `boottime`.
    func systemRealtime(atSystemBoottime boottime: Int64) -> Int64 {
        Self.sum(boottime, Self.difference(Self.read(CLOCK_REALTIME), Self.read(CLOCK_BOOTTIME)))
    }

    // A clock that is set to an end of time stays there.

    private static func sum(_ left: Int64, _ right: Int64) -> Int64 {
        let (value, overflows) = left.addingReportingOverflow(right)
        return overflows ? (left < 0 ? .min : .max) : value
    }

    private static func difference(_ left: Int64, _ right: Int64) -> Int64 {
        let (value, overflows) = left.subtractingReportingOverflow(right)
        return overflows ? (left < 0 ? .min : .max) : value
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
