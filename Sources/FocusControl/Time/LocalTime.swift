// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// A time as a person in some zone writes it: `17:00`, `Fri 18:30`, `2026-12-01T09:00`, each perhaps with seconds.
struct LocalTime: Equatable {
    /// Days since 1970-01-01; nil: whichever day comes next.
    var day: Int64?
    /// Only a day of this name; 0 is Monday.
    var weekday: Int64?
    /// Seconds since midnight on the clock on the wall.
    var second: Int64

    /// Fails if `text` is not such a time.
    init?(_ text: String) {
        let parts = text.split(whereSeparator: { $0 == "T" || $0 == " " })
        guard let clock = parts.last, parts.count <= 2, let second = Self.second(clock) else { return nil }
        self.second = second
        if parts.count == 2 {
            day = Self.day(parts[0])
            weekday = Self.weekday(parts[0])
            guard day != nil || weekday != nil else { return nil }
        }
    }

    /// The instant in seconds since the Unix epoch; nil if it is not after `now`.
    ///
    /// Without a day: the next instant after `now` at which the clock on the wall shows this time. With one: the first
    /// such instant of that day. A time that the clock skips is the first instant after the gap.
    func instant(after now: Int64, in zone: Zone) -> Int64? {
        if let day {
            let instant = zone.instants(day: day, second: second)[0]
            return instant > now ? instant : nil
        }
        let today = zone.day(at: now)
        // The next day always has one, and each weekday comes within eight days: more reach beyond every gap and overlap.
        for day in today...(today + 9) where weekday ?? CivilDate.weekday(day) == CivilDate.weekday(day) {
            if let instant = zone.instants(day: day, second: second).first(where: { $0 > now }) { return instant }
        }
        return nil
    }

    /// The instant in seconds since the Unix epoch: of a given day also if it is past.
    func instant(near now: Int64, in zone: Zone) -> Int64? {
        if let day { return zone.instants(day: day, second: second)[0] }
        return instant(after: now, in: zone)
    }

    private static func weekday(_ text: Substring) -> Int64? {
        let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        let name = text.lowercased()
        return names.firstIndex { $0 == name || $0.prefix(3) == name }.map(Int64.init)
    }

    private static func second(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let hour = number(parts[0], digits: 1...2, in: 0...23),
            let minute = number(parts[1], digits: 2...2, in: 0...59)
        else { return nil }
        guard parts.count == 3 else { return hour * 3600 + minute * 60 }
        guard let second = number(parts[2], digits: 2...2, in: 0...59) else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    private static func day(_ text: Substring) -> Int64? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let year = number(parts[0], digits: 4...4, in: 1970...9999),
            let month = number(parts[1], digits: 2...2, in: 1...12),
            let day = number(parts[2], digits: 2...2, in: 1...31)
        else { return nil }
        let count = CivilDate(year: year, month: month, day: day).daysSinceEpoch
        // The 31st of February is the 2nd or 3rd of March, and so not what was written.
        guard CivilDate(daysSinceEpoch: count) == CivilDate(year: year, month: month, day: day) else { return nil }
        return count
    }

    private static func number(_ text: Substring, digits: ClosedRange<Int>, in range: ClosedRange<Int64>) -> Int64? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
            let number = Int64(text), range.contains(number)
        else { return nil }
        return number
    }
}
