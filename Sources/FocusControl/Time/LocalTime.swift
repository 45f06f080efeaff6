// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A time as a person in some zone writes it: `17:00`, `2026-12-01T09:00`, either with seconds.
struct LocalTime: Equatable {
    /// Days since 1970-01-01; nil: whichever day comes next.
    var day: Int64?
    /// Seconds since midnight on the clock on the wall.
    var second: Int64

    /// Fails if `text` is not such a time.
    init?(_ text: String) {
        let parts = text.split(whereSeparator: { $0 == "T" || $0 == " " })
        guard let clock = parts.last, parts.count <= 2, let second = Self.second(clock) else { return nil }
        self.second = second
        if parts.count == 2 {
            guard let day = Self.day(parts[0]) else { return nil }
            self.day = day
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
        // The next day always has one: three days reach beyond every gap and overlap.
        for day in today...(today + 2) {
            if let instant = zone.instants(day: day, second: second).first(where: { $0 > now }) { return instant }
        }
        return nil
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

/// A day of the Gregorian calendar.
struct CivilDate: Equatable {
    var year: Int64
    var month: Int64
    var day: Int64

    init(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
    }

    // Both ways count in 400-year cycles of years that begin in March, so that the leap day is a year's last.
    private static let daysPerCycle: Int64 = 146_097
    /// From 0000-03-01 to 1970-01-01.
    private static let epoch: Int64 = 719_468

    init(daysSinceEpoch: Int64) {
        let days = daysSinceEpoch + Self.epoch
        let cycle = (days >= 0 ? days : days - Self.daysPerCycle + 1) / Self.daysPerCycle
        let dayOfCycle = days - cycle * Self.daysPerCycle
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
    }

    var daysSinceEpoch: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let cycle = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfCycle = shiftedYear - cycle * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
        return cycle * Self.daysPerCycle + dayOfCycle - Self.epoch
    }
}
