// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Reads a schedule.
struct ScheduleParser {
    private var scanner: ScheduleScanner
    private let isTooLong: Bool

    init(_ text: String) {
        scanner = ScheduleScanner(text)
        isTooLong = text.utf8.count > Schedule.maximumLength
    }

    mutating func parse(isZone: (String) -> Bool) throws(TextError) -> [ScheduleWindow] {
        guard !isTooLong else {
            throw TextError(column: 1, message: "the schedule is longer than \(Schedule.maximumLength) bytes")
        }
        var windows: [ScheduleWindow] = []
        repeat {
            scanner.skipSpaces()
            let start = scanner.position
            windows += try parseWindows(isZone)
            guard windows.count <= Schedule.maximumWindows else {
                throw scanner.error("more than \(Schedule.maximumWindows) windows", at: start)
            }
            scanner.skipSpaces()
        } while scanner.take(",")
        guard scanner.next == nil else {
            throw scanner.error("'\(scanner.shown)' stands where ',' or the end must be")
        }
        return windows
    }

    /// The windows of one set of days.
    private mutating func parseWindows(_ isZone: (String) -> Bool) throws(TextError) -> [ScheduleWindow] {
        let start = scanner.position
        var days = DayPattern()
        if scanner.isAtLetter, !isAtSun { days.weekdays = try parseWeekdays() }
        scanner.skipSpaces()
        if scanner.next == "*" || scanner.isAtDigit && !scanner.digitsEnd(with: ":") {
            days.dates = try DateReader.read(&scanner)
        }
        let hasDays = scanner.position > start
        if hasDays, days.first(from: Self.earliest) == nil {
            throw scanner.error("there is no such day, in this year or any other", at: start)
        }
        scanner.skipSpaces()
        var windows: [ScheduleWindow] = []
        while scanner.isAtDigit || isAtSun {
            windows.append(try parseTimes(days))
            scanner.skipSpaces()
        }
        if windows.isEmpty {
            guard hasDays else { throw missingWindow }
            windows = [ScheduleWindow(days: days, start: .clock(0), end: .clock(86_400))]
        }
        if scanner.isAtLetter {
            let place = scanner.position
            let zone = scanner.take {
                ScheduleScanner.isLetter($0) || ScheduleScanner.isDigit($0) || "/_+-".unicodeScalars.contains($0)
            }
            guard isZone(zone) else {
                throw scanner.error(
                    "'\(zone.shortened(to: 64))' is neither a time nor a time zone, such as 'Europe/Paris'", at: place)
            }
            for index in windows.indices { windows[index].zone = zone }
        }
        return windows
    }

    private var missingWindow: TextError {
        scanner.next == nil
            ? scanner.error("a window is missing, such as 'Mon..Fri 09:00-12:30'")
            : scanner.error("'\(scanner.shown)' stands where a weekday, a date or a time must be")
    }

    /// 1970: earlier than any clock that is right.
    private static let earliest: Int64 = 0

    // MARK: Weekdays

    private mutating func parseWeekdays() throws(TextError) -> DayPattern.Bits {
        var days = DayPattern.Bits()
        while true {
            let first = try parseWeekday()
            var day = first
            days.insert(day)
            if scanner.take("..") {
                let last = try parseWeekday()
                // Fri..Mon goes over the week's end.
                while day != last {
                    day = (day + 1) % 7
                    days.insert(day)
                }
            }
            var ahead = scanner
            ahead.skipSpaces()
            guard ahead.take(",") else { return days }
            ahead.skipSpaces()
            // What follows the comma is another weekday of this window, or another window.
            guard ahead.isAtLetter, !Self.isSun(ahead) else { return days }
            scanner = ahead
        }
    }

    private mutating func parseWeekday() throws(TextError) -> Int64 {
        let start = scanner.position
        let name = scanner.takeLetters().lowercased()
        guard let match = Self.weekday(named: name) else {
            scanner.rewind(to: start)
            let near = suggestion(
                for: name, among: Self.weekdays.map { $0.prefix(1).uppercased() + $0.dropFirst().prefix(2) })
            throw name.isEmpty
                ? missingWindow : scanner.error("'\(scanner.shown)' is not a weekday, such as 'Mon'\(near)")
        }
        return match
    }

    private static func weekday(named name: String) -> Int64? {
        let name = name.lowercased()
        return weekdays.firstIndex { $0 == name || $0.prefix(3) == name }.map(Int64.init)
    }

    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    // MARK: Times

    private mutating func parseTimes(_ days: DayPattern) throws(TextError) -> ScheduleWindow {
        let place = scanner.position
        let start = try parseTime()
        if start == .clock(86_400) {
            throw scanner.error("a window that starts at 24:00 starts at 00:00 of the next day", at: place)
        }
        scanner.skipSpaces()
        guard scanner.take("-") || scanner.take("–") else {
            throw scanner.error("'-' and the time at which the window ends are missing, as in '09:00-12:30'")
        }
        scanner.skipSpaces()
        let endWeekday = try parseEndWeekday()
        let end = try parseTime()
        if let endWeekday {
            guard start != end || !days.weekdays.contains(endWeekday) else {
                throw scanner.error("the window ends a week after it starts, when the next one does", at: place)
            }
        } else if start == end {
            throw scanner.error("the window ends when it starts; for the whole day write '00:00-24:00'", at: place)
        }
        return ScheduleWindow(days: days, start: start, end: end, endWeekday: endWeekday)
    }

    /// The weekday before the time at which a window ends, if there is one.
    private mutating func parseEndWeekday() throws(TextError) -> Int64? {
        if scanner.next == "*" || scanner.isAtDigit && scanner.digitsEnd(with: "-") {
            throw scanner.error(
                "a window ends at a time, or on a weekday, as in 'Fri 18:00-Mon 08:00'; dates are those of its start")
        }
        guard scanner.isAtLetter, !isAtSun else { return nil }
        var ahead = scanner
        let name = ahead.takeLetters()
        guard ahead.next != "." && ahead.next != "," || Self.weekday(named: name) == nil else {
            throw scanner.error("a window ends on one weekday, as in 'Fri 18:00-Mon 08:00'")
        }
        ahead.skipSpaces()
        let isBeforeTime = ahead.isAtDigit || Self.isSun(ahead)
        // A word alone is no weekday, but something else in the place of a time.
        guard isBeforeTime || Self.weekday(named: name) != nil else { return nil }
        let weekday = try parseWeekday()
        scanner.skipSpaces()
        guard isBeforeTime else {
            throw scanner.error("the time at which the window ends is missing, as in 'Fri 18:00-Mon 08:00'")
        }
        return weekday
    }

    private mutating func parseTime() throws(TextError) -> ScheduleWindow.Time {
        if isAtSun { return .sun(takeSun(), offset: try parseOffset()) }
        let start = scanner.position
        guard let hour = scanner.takeNumber(digits: 1...2), scanner.take(":"),
            let minute = scanner.takeNumber(digits: 2...2)
        else {
            scanner.rewind(to: start)
            throw scanner.error(
                "'\(scanner.shown)' stands where a time must be, such as '09:00', 'sunrise' or 'sunset-30min'")
        }
        var second: Int64? = 0
        if scanner.next == ":", scanner.take(":") { second = scanner.takeNumber(digits: 2...2) }
        guard let second, hour < 24 && minute < 60 && second < 60 || (hour, minute, second) == (24, 0, 0) else {
            throw scanner.error("there is no such time of day; times go from 00:00 to 24:00", at: start)
        }
        return .clock(hour * 3600 + minute * 60 + second)
    }

    private var isAtSun: Bool { Self.isSun(scanner) }

    private static func isSun(_ scanner: ScheduleScanner) -> Bool {
        scanner.isAt("sunrise") || scanner.isAt("sunset")
    }

    private mutating func takeSun() -> Sun.Event {
        if scanner.take("sunrise") { return .rise }
        _ = scanner.take("sunset")
        return .set
    }

    /// A sign and a span; a '-' before a time of day belongs to the window.
    private mutating func parseOffset() throws(TextError) -> Int64 {
        var ahead = scanner
        let sign: Int64
        switch scanner.next {
        case "+": sign = 1
        case "-": sign = -1
        default: return 0
        }
        _ = ahead.take(sign > 0 ? "+" : "-")
        if sign < 0, !ahead.isAtDigit || ahead.digitsEnd(with: ":") { return 0 }
        let place = ahead.position
        let text = ahead.take { ScheduleScanner.isDigit($0) || ScheduleScanner.isLetter($0) || $0 == "." }
        let span: Microseconds
        do throws(TextError) {
            span = try TimeSpan.parse(text)
        } catch {
            throw scanner.error(error.message, at: place)
        }
        guard span <= Self.longestOffset else {
            throw scanner.error("an offset from sunrise or sunset is at most 12 hours", at: place)
        }
        scanner = ahead
        return sign * (span / 1_000_000)
    }

    private static let longestOffset: Microseconds = .seconds(12 * 3600)
}
