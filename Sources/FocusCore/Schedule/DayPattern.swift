// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// The days on which a window starts. Days are counted from 1970-01-01.
struct DayPattern: Hashable, Sendable {
    /// A month and a day in any year.
    struct MonthDay: Hashable, Comparable, Sendable {
        var month: Int64
        var day: Int64

        static func < (left: Self, right: Self) -> Bool { (left.month, left.day) < (right.month, right.day) }
    }

    /// Which dates, whatever their weekday.
    enum Dates: Hashable, Sendable {
        case every
        /// Each part for itself. `years`: ascending ranges; `nil`: every year. `days` and `daysFromEnd`: bit 1 is the
        /// month's first or last day; a day counts if either has it.
        case parts(years: [ClosedRange<Int64>]?, months: Bits, days: Bits, daysFromEnd: Bits)
        /// From one day through another.
        case span(ClosedRange<Int64>)
        /// Each year from one day through another, which may be in the next year.
        case yearly(from: MonthDay, through: MonthDay)
    }

    /// Bit 0 is Monday.
    var weekdays: Bits = .init(0...6)
    var dates = Dates.every

    /// Small numbers.
    struct Bits: Hashable, Sendable {
        private var bits: UInt64 = 0

        init() {}
        init(_ range: ClosedRange<Int64>) { for number in range { insert(number) } }

        mutating func insert(_ number: Int64) { if (0..<64).contains(number) { bits |= 1 << UInt64(number) } }
        func contains(_ number: Int64) -> Bool { (0..<64).contains(number) && bits & 1 << UInt64(number) != 0 }
    }

    func contains(_ day: Int64) -> Bool { weekdays.contains(CivilDate.weekday(day)) && nextDate(from: day) == day }

    /// The first such day from `start` on; `nil`: none within the 400 years after which the calendar repeats, and so
    /// none ever.
    func first(from start: Int64) -> Int64? {
        var day = start
        while day <= start + CivilDate.daysPerCycle {
            guard let date = nextDate(from: day) else { return nil }
            if date == day, weekdays.contains(CivilDate.weekday(day)) { return day }
            day = max(date, day + (date == day ? 1 : 0))
        }
        return nil
    }

    /// A day from `day` on, before which no date counts: `day` itself if it does. `nil`: none comes any more.
    private func nextDate(from day: Int64) -> Int64? {
        switch dates {
        case .every: return day
        case .span(let span): return day > span.upperBound ? nil : max(day, span.lowerBound)
        case .yearly(let from, let through):
            let date = CivilDate(daysSinceEpoch: day)
            let today = MonthDay(month: date.month, day: date.day)
            let isWithin = from <= through ? from <= today && today <= through : from <= today || today <= through
            return isWithin ? day : day + 1
        case .parts(let years, let months, let days, let daysFromEnd):
            let date = CivilDate(daysSinceEpoch: day)
            if let years, !years.contains(where: { $0.contains(date.year) }) {
                let next = years.lazy.map(\.lowerBound).filter { $0 > date.year }.min()
                return next.map { CivilDate(year: $0, month: 1, day: 1).daysSinceEpoch }
            }
            guard months.contains(date.month) else { return day + date.monthLength - date.day + 1 }
            let isDay = days.contains(date.day) || daysFromEnd.contains(date.monthLength - date.day + 1)
            return isDay ? day : day + 1
        }
    }
}
