// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A time zone: how far local time is ahead of UTC at an instant, both in seconds.
struct Zone: Sendable {
    var offset: @Sendable (_ instant: Int64) -> Int64

    /// The zone of this process, as `localtime_r(3)` has it.
    static let local: Zone = {
        // localtime_r alone need not read TZ.
        tzset()
        return Zone { instant in
            var time = time_t(instant)
            var broken = tm()
            return localtime_r(&time, &broken) == nil ? 0 : Int64(broken.tm_gmtoff)
        }
    }()

    /// The zone of this name in the time zone database, which this process has from now on.
    static func adopt(_ name: String) -> Zone {
        setenv("TZ", ":\(name)", 1)
        tzset()
        return local
    }

    /// Days since 1970-01-01 in local time.
    func day(at instant: Int64) -> Int64 {
        let local = instant + offset(instant)
        return (local >= 0 ? local : local - 86_399) / 86_400
    }

    /// Seconds since midnight on the clock on the wall.
    func second(at instant: Int64) -> Int64 {
        instant + offset(instant) - day(at: instant) * 86_400
    }

    /// When the clock on the wall shows that second of that day: once, twice where it is set back, and where it is set
    /// forward over that time the first instant after the gap. Never empty; ascending.
    func instants(day: Int64, second: Int64) -> [Int64] {
        let local = day * 86_400 + second
        // No zone is more than a day from UTC, and none changes twice within the days around.
        let early = local - max(offset(local - 86_400), offset(local + 86_400))
        let late = local - min(offset(local - 86_400), offset(local + 86_400))
        let shown = (early == late ? [early] : [early, late]).filter { $0 + offset($0) == local }
        return shown.isEmpty ? [firstChange(from: early, to: late)] : shown
    }

    /// The first instant after `start` with another offset than at `start`; there is one at `end`.
    private func firstChange(from start: Int64, to end: Int64) -> Int64 {
        let before = offset(start)
        var (low, high) = (start, end)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if offset(middle) == before { low = middle } else { high = middle }
        }
        return high
    }
}
