// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Reads the dates of a window: `2026-12-24`, `*-12-24..26`, `*-12-24..*-01-06`, `*-*-1,15`, `*-*~1`, `*-05~7/1`.
///
/// The year is always there, if only as `*`: `9-17` is what people write who mean hours.
struct DateReader {
    private var scanner: ScheduleScanner
    private let start: Int

    /// Reads from where `scanner` stands, and moves it behind the dates.
    static func read(_ scanner: inout ScheduleScanner) throws(TextError) -> DayPattern.Dates {
        var reader = DateReader(scanner: scanner, start: scanner.position)
        let dates = try reader.parse()
        scanner = reader.scanner
        return dates
    }

    private mutating func parse() throws(TextError) -> DayPattern.Dates {
        if let span = try parseSpan() { return span }
        var parts: [[ClosedRange<Int64>]?] = [try parsePart(upTo: 12)]
        while parts.count < 3, scanner.take("-") { parts.append(try parsePart(upTo: parts.count == 1 ? 12 : 31)) }
        let countsFromEnd = parts.count < 3 && scanner.take("~")
        if countsFromEnd { parts.append(try parsePart(upTo: nil)) }
        guard parts.count == 3 else { throw notADate }
        let months = try bits(parts[1], within: months, "month")
        let days = try bits(parts[2], within: days, "day")
        let none = DayPattern.Bits()
        for range in parts[0] ?? [] where !years.contains(range.lowerBound) || !years.contains(range.upperBound) {
            throw scanner.error("a year has four digits, from 1970 on", at: start)
        }
        return .parts(
            years: parts[0], months: months, days: countsFromEnd ? none : days, daysFromEnd: countsFromEnd ? days : none
        )
    }

    private let years: ClosedRange<Int64> = 1970...9999
    private let months: ClosedRange<Int64> = 1...12
    private let days: ClosedRange<Int64> = 1...31

    private init(scanner: ScheduleScanner, start: Int) {
        self.scanner = scanner
        self.start = start
    }

    private var notADate: TextError {
        scanner.error(
            "a date is a year or '*', a month and a day, such as '2026-12-24', '*-12-24' or '*-*-1'; "
                + "hours are written as '09:00-17:00'", at: start)
    }

    /// Two whole dates with `..` between them; `nil`, at the same place, if it is something else.
    private mutating func parseSpan() throws(TextError) -> DayPattern.Dates? {
        let place = scanner
        guard let from = takeDate(), scanner.take(".."), let through = takeDate() else {
            scanner = place
            return nil
        }
        for date in [from, through] {
            // A day of a year that is not named may be the leap day.
            let whole = CivilDate(year: date.year ?? 2000, month: date.month, day: date.day)
            guard months.contains(whole.month), days.contains(whole.day), whole.day <= whole.monthLength,
                date.year.map(years.contains) ?? true
            else { throw scanner.error("there is no such day, in this year or any other", at: start) }
        }
        switch (from.year, through.year) {
        case (let first?, let last?):
            let range = (
                CivilDate(year: first, month: from.month, day: from.day).daysSinceEpoch,
                CivilDate(year: last, month: through.month, day: through.day).daysSinceEpoch
            )
            guard range.0 <= range.1 else { throw scanner.error("the last day comes before the first", at: start) }
            return .span(range.0...range.1)
        case (nil, nil):
            return .yearly(
                from: DayPattern.MonthDay(month: from.month, day: from.day),
                through: DayPattern.MonthDay(month: through.month, day: through.day))
        case (_?, nil), (nil, _?):
            throw scanner.error("either both dates name a year, or none", at: start)
        }
    }

    /// `2026-12-24` or `*-12-24`.
    private mutating func takeDate() -> (year: Int64?, month: Int64, day: Int64)? {
        let isEveryYear = scanner.take("*")
        let year = isEveryYear ? nil : scanner.takeNumber(digits: 4...4)
        guard isEveryYear || year != nil, scanner.take("-"), let month = scanner.takeNumber(digits: 1...2),
            scanner.take("-"), let day = scanner.takeNumber(digits: 1...2)
        else { return nil }
        return (year, month, day)
    }

    /// A comma-separated list of numbers and ranges, each perhaps with a step; `nil`: `*`. `last`: how far steps without
    /// an end go; `nil`: down to 1.
    private mutating func parsePart(upTo last: Int64?) throws(TextError) -> [ClosedRange<Int64>]? {
        if scanner.next == "*", scanner.afterNext != "/" {
            _ = scanner.take("*")
            return nil
        }
        var ranges: [ClosedRange<Int64>] = []
        repeat {
            guard let first = scanner.take("*") ? 1 : scanner.takeNumber(digits: 1...4) else { throw notADate }
            var end = scanner.next == "/" ? last ?? 1 : first
            if scanner.take("..") {
                guard let number = scanner.takeNumber(digits: 1...4) else { throw notADate }
                end = number
            }
            guard scanner.take("/") else {
                ranges.append(min(first, end)...max(first, end))
                continue
            }
            guard let step = scanner.takeNumber(digits: 1...2), step > 0 else { throw notADate }
            ranges += stride(from: first, through: end, by: Int64.Stride(end < first ? -step : step)).map { $0...$0 }
        } while isBeforeNumber && scanner.take(",")
        return ranges.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// A comma that a digit follows goes on with the list; another one ends the window.
    private var isBeforeNumber: Bool { scanner.next == "," && scanner.afterNext.map(ScheduleScanner.isDigit) ?? false }

    private func bits(
        _ ranges: [ClosedRange<Int64>]?, within all: ClosedRange<Int64>, _ name: String
    ) throws(TextError) -> DayPattern.Bits {
        guard let ranges else { return DayPattern.Bits(all) }
        var bits = DayPattern.Bits()
        for range in ranges {
            guard all.contains(range.lowerBound), all.contains(range.upperBound) else {
                throw scanner.error(
                    "there is no \(name) \(all.contains(range.lowerBound) ? range.upperBound : range.lowerBound)",
                    at: start)
            }
            for number in range { bits.insert(number) }
        }
        return bits
    }
}
