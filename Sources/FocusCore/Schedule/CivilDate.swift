// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A day of the Gregorian calendar.
public struct CivilDate: Hashable, Sendable {
    public var year: Int64
    /// From 1.
    public var month: Int64
    /// From 1.
    public var day: Int64

    public init(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// After as many days the calendar repeats, weekdays and all.
    public static let daysPerCycle: Int64 = 146_097
    // Both ways count in 400-year cycles of years that begin in March, so that the leap day is a year's last.
    /// From 0000-03-01 to 1970-01-01.
    private static let epoch: Int64 = 719_468

    /// The day that comes so many days after 1970-01-01.
    public init(daysSinceEpoch: Int64) {
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

    /// Days since 1970-01-01.
    public var daysSinceEpoch: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let cycle = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfCycle = shiftedYear - cycle * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
        return cycle * Self.daysPerCycle + dayOfCycle - Self.epoch
    }

    /// The number of days in the month.
    var monthLength: Int64 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return switch month {
        case 2: isLeap ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The weekday of the day that comes so many days after 1970-01-01; Monday is 0.
    public static func weekday(_ day: Int64) -> Int64 { ((day + 3) % 7 + 7) % 7 }
}

/// Division that rounds down, also below zero.
public func floored(_ number: Int64, by divisor: Int64) -> Int64 {
    let quotient = number / divisor
    return number % divisor < 0 ? quotient - 1 : quotient
}
