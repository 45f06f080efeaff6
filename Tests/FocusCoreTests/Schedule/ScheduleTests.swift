// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// What schedules mean, by examples.
struct ScheduleTests {
    private func isOn(_ text: String, _ day: String, _ time: String, _ almanac: Almanac = Almanac()) throws -> Bool {
        try Schedule(parsing: text).contains(Zones.instant(day, time, almanac.local), almanac)
    }

    /// The days of a year on which a schedule is on at noon.
    private func noons(_ text: String, in year: Int64) throws -> [String] {
        let schedule = try Schedule(parsing: text)
        let first = CivilDate(year: year, month: 1, day: 1).daysSinceEpoch
        return (first..<(first + 366)).compactMap { day in
            let date = CivilDate(daysSinceEpoch: day)
            guard date.year == year, schedule.contains(day * 86_400 + 43_200, Almanac()) else { return nil }
            return "\(date.month)-\(date.day)"
        }
    }

    @Test func e1_windowOverMidnight_belongsToTheDayOnWhichItStarts() throws {
        // 2024-05-01 was a Wednesday.
        let expected = [
            ("2024-05-01", "01:00", false), ("2024-05-01", "21:59:59", false), ("2024-05-01", "22:00", true),
            ("2024-05-01", "23:59:59", true), ("2024-05-02", "00:00", true), ("2024-05-02", "02:00", true),
            ("2024-05-02", "06:59:59", true), ("2024-05-02", "07:00", false), ("2024-05-02", "22:00", false),
            ("2024-05-08", "22:00", true),
        ]
        for (day, time, wanted) in expected {
            #expect(try isOn("Wed 22:00-07:00", day, time) == wanted, "\(day) \(time)")
        }
        let error = refusal { () throws(TextError) in try Schedule(parsing: "Wed 22:00-22:00") }
        #expect(
            error
                == TextError(
                    column: 5, message: "the window ends when it starts; for the whole day write '00:00-24:00'"))
    }

    @Test func windowOverSeveralDays_endsWhenItsWeekdayAndTimeComeFirst() throws {
        // 2024-05-03 was a Friday.
        let edges: [(String, Int64, String, String)] = [
            ("Fri 18:00-Mon 08:00", 2, "2024-05-03 18:00", "2024-05-06 08:00"),
            ("Friday 18:00 - Monday 08:00", 2, "2024-05-03 18:00", "2024-05-06 08:00"),
            ("Fri 18:00-Sun 24:00", 2, "2024-05-03 18:00", "2024-05-06 00:00"),
            ("Fri 18:00-Fri 20:00", 2, "2024-05-03 18:00", "2024-05-03 20:00"),
            ("Fri 18:00-Fri 17:00", 3, "2024-05-03 18:00", "2024-05-10 17:00"),
            ("Fri 22:00-Sat 07:00", 2, "2024-05-03 22:00", "2024-05-04 07:00"),
            ("Fri *-*-1..7 18:00-Mon 08:00", 2, "2024-05-03 18:00", "2024-05-06 08:00"),
            ("2024-05-03 18:00-Wed 08:00", 2, "2024-05-03 18:00", "2024-05-08 08:00"),
            // From each listed day, and so without a break.
            ("Fri,Sat 18:00-Mon 08:00", 2, "2024-05-03 18:00", "2024-05-06 08:00"),
            ("Wed 09:00-17:00, Thu 20:00-Fri 06:00, Fri 06:00-Mon 08:00", 4, "2024-05-02 20:00", "2024-05-06 08:00"),
        ]
        let start = Zones.utc("2024-05-01", "00:00")
        for (text, count, from, until) in edges {
            let schedule = try Schedule(parsing: text)
            #expect(schedule.text == text)
            var seen: [Schedule.Edge] = []
            while Int64(seen.count) < count, let edge = schedule.nextEdge(after: seen.last?.at ?? start, Almanac()) {
                seen.append(edge)
            }
            let expected = [from, until].map { moment in
                let parts = moment.split(separator: " ").map(String.init)
                return Zones.utc(parts[0], parts[1])
            }
            #expect(seen.suffix(2).map(\.at) == expected, "\(text)")
            #expect(seen.suffix(2).map(\.isInside) == [true, false], "\(text)")
            #expect(schedule.contains(expected[1] - 1, Almanac()) && !schedule.contains(expected[1], Almanac()))
        }
        // The last of a year's days has its week in the next year.
        #expect(try isOn("*-12-31 18:00-Sun 08:00", "2025-01-05", "07:59"))
        #expect(try !isOn("*-12-31 18:00-Sun 08:00", "2025-01-05", "08:00"))
    }

    @Test func windowOverSeveralDays_andClocksThatJump() throws {
        let paris = Almanac(local: Zones.paris)
        // Sunday 2024-03-31 has no 02:30, and 2024-10-27 has it twice.
        let spring = try Schedule(parsing: "Fri 18:00-Sun 02:30")
        #expect(spring.nextEdge(after: Zones.utc("2024-03-30", "00:00"), paris)?.at == Zones.utc("2024-03-31", "01:00"))
        #expect(spring.nextEdge(after: Zones.utc("2024-10-26", "00:00"), paris)?.at == Zones.utc("2024-10-27", "01:30"))
        let autumn = try Schedule(parsing: "Sun 02:30-Tue 02:30")
        #expect(autumn.nextEdge(after: Zones.utc("2024-03-30", "00:00"), paris)?.at == Zones.utc("2024-03-31", "01:00"))
        #expect(autumn.nextEdge(after: Zones.utc("2024-10-26", "00:00"), paris)?.at == Zones.utc("2024-10-27", "00:30"))
        // Friday 2011-12-30 did not come: what ends on it ends where it is left out.
        let apia = Almanac(local: Zones.apia)
        let jump = Zones.utc("2011-12-30", "10:00")
        let lost = try Schedule(parsing: "Wed 18:00-Fri 09:00")
        #expect(lost.nextEdge(after: jump - 3600, apia) == Schedule.Edge(at: jump, isInside: false))
    }

    @Test func e2_timeThatDoesNotExist_isTheFirstInstantAfterIt() throws {
        let almanac = Almanac(local: Zones.paris)
        let first = try Schedule(parsing: "02:30-06:00")
        let jump = Zones.utc("2024-03-31", "01:00")
        #expect(!first.contains(jump - 1, almanac))
        #expect(first.contains(jump, almanac))
        #expect(first.nextEdge(after: jump - 1, almanac) == Schedule.Edge(at: jump, isInside: true))
        #expect(first.nextEdge(after: jump, almanac)?.at == Zones.utc("2024-03-31", "04:00"))
        let second = try Schedule(parsing: "02:10-02:50")
        for minute in stride(from: jump - 7200, through: jump + 7200, by: 60) {
            #expect(!second.contains(minute, almanac))
        }
        // Not on that day, but on the next.
        #expect(second.nextEdge(after: jump - 3600, almanac)?.at == Zones.utc("2024-04-01", "00:10"))
    }

    @Test func hourThatComesTwice_makesOneInterval() throws {
        let almanac = Almanac(local: Zones.paris)
        let schedule = try Schedule(parsing: "02:10-02:50")
        let start = Zones.utc("2024-10-27", "00:10")
        #expect(schedule.nextEdge(after: start - 60, almanac) == Schedule.Edge(at: start, isInside: true))
        #expect(schedule.nextEdge(after: start, almanac)?.at == Zones.utc("2024-10-27", "01:50"))
    }

    @Test func dayThatDidNotCome_hasNoWindow() throws {
        let almanac = Almanac(local: Zones.apia)
        let jump = Zones.utc("2011-12-30", "10:00")
        let friday = try Schedule(parsing: "Fri 09:00-17:00")
        #expect(friday.nextEdge(after: jump - 86_400, almanac)?.at == Zones.instant("2012-01-06", "09:00", Zones.apia))
        let overnight = try Schedule(parsing: "Thu 22:00-07:00")
        #expect(overnight.nextEdge(after: jump - 3600, almanac) == Schedule.Edge(at: jump, isInside: false))
    }

    @Test func dates() throws {
        #expect(try noons("Sat *-*-1..7 10:00-14:00", in: 2024).count == 12, "the first Saturday of each month")
        #expect(try noons("Sat *-*-1..7 10:00-14:00", in: 2024).prefix(2) == ["1-6", "2-3"])
        #expect(try noons("Mon *-05~7/1", in: 2024) == ["5-27"], "the last Monday in May")
        #expect(try noons("*-02~1", in: 2024) == ["2-29"])
        #expect(try noons("*-02~1", in: 2023) == ["2-28"])
        #expect(try noons("*-02-29", in: 2023).isEmpty)
        #expect(try noons("*-12-24..26", in: 2024) == ["12-24", "12-25", "12-26"])
        #expect(try noons("*-12-30..*-01-02", in: 2024) == ["1-1", "1-2", "12-30", "12-31"])
        #expect(try noons("2024-02-28..2024-03-01", in: 2024) == ["2-28", "2-29", "3-1"])
        #expect(try noons("2024-02-28..2024-03-01", in: 2025).isEmpty)
        #expect(try noons("2024..2026-07-1,15", in: 2025) == ["7-1", "7-15"])
        #expect(try noons("*-*-1/10", in: 2024).prefix(5) == ["1-1", "1-11", "1-21", "1-31", "2-1"])
        #expect(try noons("Fri *-*-13", in: 2026) == ["2-13", "3-13", "11-13"])
        #expect(try noons("Sat, Sun 08:00-09:00, Mon 11:00-13:00", in: 2024).count == 53)
        #expect(try noons("Fri..Mon 11:00-13:00", in: 2024).count == 52 * 4 + 1)
        #expect(try noons("Mon..Fri 08:00-09:00 11:30-13:00", in: 2024).count == 262)
    }

    @Test func rareDates_areFoundInBoundedTime() throws {
        let start = Zones.utc("2024-03-01", "00:00")
        func edge(_ text: String) throws -> Int64? { try Schedule(parsing: text).nextEdge(after: start, Almanac())?.at }
        #expect(try edge("*-02-29 10:00-11:00") == Zones.utc("2028-02-29", "10:00"))
        #expect(try edge("Mon *-02-29 10:00-11:00") == Zones.utc("2044-02-29", "10:00"))
        #expect(try edge("2023-01-01 10:00-11:00") == nil)
        #expect(try edge("2099-12-31 23:59:59-24:00") == Zones.utc("2099-12-31", "23:59:59"))
        // Always on: only places to look on.
        var instant = start
        for _ in 0..<20 {
            let next = try Schedule(parsing: "00:00-12:00, 12:00-24:00").nextEdge(after: instant, Almanac())
            #expect(next?.isInside == true)
            instant = try #require(next?.at)
        }
        #expect(instant > start + 20 * 39 * 86_400)
    }

    @Test func zoneOfAWindow_isItsOwn() throws {
        let almanac = Almanac(local: Zones.newYork, zones: ["Europe/Paris": Zones.paris])
        let schedule = try Schedule(parsing: "09:00-10:00, 09:00-10:00 Europe/Paris")
        let start = Zones.utc("2024-07-01", "00:00")
        #expect(schedule.nextEdge(after: start, almanac)?.at == Zones.utc("2024-07-01", "07:00"))
        #expect(
            schedule.nextEdge(after: Zones.utc("2024-07-01", "08:00"), almanac)?.at == Zones.utc("2024-07-01", "13:00"))
        #expect(schedule.zones == ["Europe/Paris"])
        #expect(schedule.isFloating)
    }

    static let date =
        "a date is a year or '*', a month and a day, such as '2026-12-24', '*-12-24' or '*-*-1'; "
        + "hours are written as '09:00-17:00'"
    static let dateAtEnd =
        "a window ends at a time, or on a weekday, as in 'Fri 18:00-Mon 08:00'; dates are those of its start"
    static let refusals: [(String, Int, String)] = [
        ("", 1, "a window is missing, such as 'Mon..Fri 09:00-12:30'"),
        ("Mon 09:00-12:00,", 17, "a window is missing, such as 'Mon..Fri 09:00-12:30'"),
        ("Mno 09:00-12:00", 1, "'Mno' is not a weekday, such as 'Mon'; did you mean 'Mon'?"),
        ("Mon..Fry 09:00-12:00", 6, "'Fry' is not a weekday, such as 'Mon'; did you mean 'Fri'?"),
        ("09:00", 6, "'-' and the time at which the window ends are missing, as in '09:00-12:30'"),
        ("09:00-25:00", 7, "there is no such time of day; times go from 00:00 to 24:00"),
        ("24:00-09:00", 1, "a window that starts at 24:00 starts at 00:00 of the next day"),
        ("09:00-noon", 7, "'noon' stands where a time must be, such as '09:00', 'sunrise' or 'sunset-30min'"),
        ("09:00-12:00 Europe/Pari", 13, "'Europe/Pari' is neither a time nor a time zone, such as 'Europe/Paris'"),
        ("*-02-30 09:00-12:00", 1, "there is no such day, in this year or any other"),
        ("Mon 2026-12-01", 1, "there is no such day, in this year or any other"),
        ("*-13-01 09:00-12:00", 1, "there is no month 13"),
        ("2026-12-24..*-12-26", 1, "either both dates name a year, or none"),
        ("Mon..Fri 9-17", 10, date), ("Mon..Fri 09-17", 10, date), ("12-24..26 09:00-10:00", 1, date),
        ("2026-12-24..2026-12-20", 1, "the last day comes before the first"),
        ("sunset+13h-23:00", 8, "an offset from sunrise or sunset is at most 12 hours"),
        ("sunset+3x-23:00", 8, "unknown unit 'x'; use ms, s, min, h, d or w"),
        ("sunset-sunset", 1, "the window ends when it starts; for the whole day write '00:00-24:00'"),
        ("Fri 18:00-Mon", 14, "the time at which the window ends is missing, as in 'Fri 18:00-Mon 08:00'"),
        ("Fri 18:00-Mno 08:00", 11, "'Mno' is not a weekday, such as 'Mon'; did you mean 'Mon'?"),
        ("Fri 18:00-Mon..Tue 08:00", 11, "a window ends on one weekday, as in 'Fri 18:00-Mon 08:00'"),
        ("Fri 18:00-Mon,Tue 08:00", 11, "a window ends on one weekday, as in 'Fri 18:00-Mon 08:00'"),
        ("Fri 18:00-Mon 25:00", 15, "there is no such time of day; times go from 00:00 to 24:00"),
        ("Fri 18:00-Fri 18:00", 5, "the window ends a week after it starts, when the next one does"),
        ("Fri 18:00-2026-12-24 08:00", 11, dateAtEnd),
        ("Fri 18:00-*-12-24 08:00", 11, dateAtEnd),
        ("09:00-12:00; 13:00-14:00", 12, "';' stands where ',' or the end must be"),
        ("? 09:00-12:00", 1, "'?' stands where a weekday, a date or a time must be"),
    ]

    @Test(arguments: refusals)
    func whatIsNotASchedule_isRefusedWithItsPlace(_ text: String, _ column: Int, _ message: String) {
        let error = refusal { () throws(TextError) in
            try Schedule(parsing: text, isZone: { $0 == "Europe/Paris" || $0 == "UTC" })
        }
        #expect(error == TextError(line: 1, column: column, message: message))
    }

    @Test func mutatedSchedules_neverTrap() throws {
        var random = SeededGenerator(seed: 6)
        let bases = [
            "Mon..Fri 09:00-12:30, Sat,Sun *-*-1..7 sunset-30min-sunrise+1h Europe/Paris",
            "Fri 18:00-Mon 08:00, Sat *-*-1..7 sunset-Tue sunrise",
            "*-12-24..*-01-06, 2026-01-01..2027-02-03 22:00-07:00, *-*~7/1 00:00-24:00",
        ]
        let almanac = Almanac(local: Zones.paris, place: Coordinates(latitude: 70, longitude: 20))
        var read = 0
        for _ in 0..<1500 {
            let base = bases[Int.random(in: bases.indices, using: &random)]
            let text = String(decoding: random.mutation(of: Array(base.utf8)), as: UTF8.self)
            do {
                let schedule = try Schedule(parsing: text)
                read += 1
                _ = schedule.nextEdge(after: Int64.random(in: -1_000_000_000...4_000_000_000, using: &random), almanac)
            } catch let error {
                if !isInside(error, Array(text.utf8)) { Issue.record("\(text): \(error)") }
            }
        }
        #expect(read > 20)
        let long = String(repeating: "Mon,", count: 2000)
        #expect(refusal { () throws(TextError) in try Schedule(parsing: long) } != nil)
        let many = Array(repeating: "09:00-10:00", count: 129).joined(separator: ",")
        #expect(refusal { () throws(TextError) in try Schedule(parsing: many) }?.message == "more than 128 windows")
    }
}
