// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// Instants and spans as people read them.
struct TimeWords {
    /// µs since the Unix epoch.
    var now: Int64
    var zone: Zone
    /// By how much the agent's clock is ahead of ours, µs; 0 but for a simulated one.
    var shift: Int64 = 0

    /// `2026-11-30 09:12`, in local time.
    func instant(_ instant: Int64) -> String {
        let seconds = Self.seconds(instant)
        return "\(date(seconds)) \(clock(seconds, withSeconds: false))"
    }

    /// `09:12:03.042`, in local time.
    func clockToMillisecond(_ instant: Int64) -> String {
        let seconds = Self.seconds(instant)
        let milliseconds = (instant - seconds * 1_000_000) / 1000
        return "\(clock(seconds, withSeconds: true)).\(Self.padded(milliseconds, 3))"
    }

    /// `2026-11-30 09:12 (2 h 10 min ago)`.
    func since(_ instant: Int64) -> String {
        let words =
            now - instant < 1_000_000
            ? (instant > now ? "in the future" : "just now") : "\(Self.span(now - instant)) ago"
        return "\(self.instant(instant)) (\(words))"
    }

    /// `2026-11-30 17:00 (in 2 h 10 min)`.
    func until(_ instant: Int64) -> String {
        "\(self.instant(instant)) (\(instant > now ? "in " + Self.span(instant - now) : "now"))"
    }

    /// The two largest units: `3 d 4 h`, `2 h 10 min`, `45 s`.
    static func span(_ span: Microseconds) -> String {
        let units: [(name: String, length: Int64)] = [("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)]
        let seconds = max(span, 0) / 1_000_000
        guard let first = units.firstIndex(where: { seconds >= $0.length }) else { return "less than 1 s" }
        let whole = "\(seconds / units[first].length) \(units[first].name)"
        guard first + 1 < units.count else { return whole }
        let rest = seconds % units[first].length / units[first + 1].length
        return rest == 0 ? whole : "\(whole) \(rest) \(units[first + 1].name)"
    }

    private func date(_ seconds: Int64) -> String {
        let date = CivilDate(daysSinceEpoch: zone.day(at: seconds))
        return "\(Self.padded(date.year, 4))-\(Self.padded(date.month, 2))-\(Self.padded(date.day, 2))"
    }

    private func clock(_ seconds: Int64, withSeconds: Bool) -> String {
        let second = zone.second(at: seconds)
        let clock = "\(Self.padded(second / 3600, 2)):\(Self.padded(second / 60 % 60, 2))"
        return withSeconds ? "\(clock):\(Self.padded(second % 60, 2))" : clock
    }

    private static func seconds(_ instant: Int64) -> Int64 {
        (instant >= 0 ? instant : instant - 999_999) / 1_000_000
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
