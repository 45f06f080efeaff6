// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import FocusControl

/// Europe/Berlin in 2026: summer time from 2026-03-29 01:00 UTC to 2026-10-25 01:00 UTC.
private let berlin = Zone { $0 >= 1_774_746_000 && $0 < 1_792_890_000 ? 7200 : 3600 }
/// Pacific/Apia left out the whole of 2011-12-30.
private let apia = Zone { $0 >= 1_325_239_200 ? 50_400 : -36_000 }

struct LocalTimeTests {
    /// A text, now and the expected instant, all but the text in local time with its offset.
    static let times: [(String, Int64, Int64?)] = [
        // Later today; already past, hence tomorrow; now itself is past.
        ("17:00", 1_796_029_200, 1_796_054_400), ("09:00", 1_796_029_200, 1_796_112_000),
        ("10:00", 1_796_029_200, 1_796_115_600), ("10:00:01", 1_796_029_200, 1_796_029_201),
        // Over the change to summer time: 23 hours to the same time of day.
        ("17:00", 1_774_713_600 + 1, 1_774_713_600 + 23 * 3600),
        // 02:30 on 2026-03-29 is skipped: the first instant after the gap, 03:00.
        ("02:30", 1_774_742_400, 1_774_746_000), ("2026-03-29T02:30", 1_774_742_400, 1_774_746_000),
        // 02:30 on 2026-10-25 comes twice: the first, and after it the second.
        ("02:30", 1_792_886_400 - 3600, 1_792_888_200), ("02:30", 1_792_888_200, 1_792_891_800),
        ("2026-10-25 02:30", 1_792_880_000, 1_792_888_200), ("2026-10-25 02:30", 1_792_888_200, nil),
        // Given days.
        // 1 796 029 200 is Monday, 10:00.
        ("Mon 17:00", 1_796_029_200, 1_796_054_400), ("mon 09:00", 1_796_029_200, 1_796_025_600 + 7 * 86_400),
        ("Friday 18:30", 1_796_029_200, 1_796_029_200 + 4 * 86_400 + 8 * 3600 + 1800),
        ("Sun 10:00", 1_796_029_200, 1_796_029_200 + 6 * 86_400),
        ("2026-12-01T09:00", 1_796_029_200, 1_796_112_000), ("2026-11-30T09:00", 1_796_029_200, nil),
    ]

    @Test(arguments: times)
    func localTime_isTheNextSuchInstant(_ text: String, _ now: Int64, _ instant: Int64?) throws {
        let time = try #require(LocalTime(text))
        #expect(time.instant(after: now, in: berlin) == instant)
    }

    @Test func aDayThatWasLeftOut_isItsEnd() throws {
        let time = try #require(LocalTime("2011-12-30T12:00"))
        #expect(time.instant(after: 0, in: apia) == 1_325_239_200)
    }

    @Test(
        arguments: [
            "", "17", "5pm", "24:00", "17:60", "17:5", "1:2:3:4", "17:00:61", "2026-02-30T09:00", "2026-13-01T09:00",
            "2026-1-1T09:00", "1999T09:00", "T", "2026-12-01", "2026-12-01T09:00Z", "+1:00", "１7:00", "a b c",
        ])
    func whatIsNoTime_isRefused(_ text: String) {
        #expect(LocalTime(text) == nil)
    }

    @Test func civilDates_andDays_areInverse() {
        for day in stride(from: Int64(-800_000), through: 3_000_000, by: 97) {
            #expect(CivilDate(daysSinceEpoch: day).daysSinceEpoch == day)
        }
        #expect(CivilDate(daysSinceEpoch: 0) == CivilDate(year: 1970, month: 1, day: 1))
        #expect(CivilDate(daysSinceEpoch: 11_016) == CivilDate(year: 2000, month: 2, day: 29))
        #expect(CivilDate(daysSinceEpoch: -1) == CivilDate(year: 1969, month: 12, day: 31))
    }

    static let spans: [(Int64, String)] = [
        (0, "less than 1 s"), (999_999, "less than 1 s"), (45_000_000, "45 s"), (60_000_000, "1 min"),
        (90_000_000, "1 min 30 s"), (7_800_000_000, "2 h 10 min"), (7_205_000_000, "2 h"),
        (273_600_000_000, "3 d 4 h"), (-5, "less than 1 s"),
    ]

    @Test(arguments: spans)
    func span_isWorded(_ span: Int64, _ words: String) {
        #expect(TimeWords.span(span) == words)
    }

    @Test func instants_areWordedInLocalTime() {
        let words = TimeWords(now: 1_796_029_200_000_000, zone: berlin)
        #expect(words.since(1_796_029_200_000_000 - 7_800_000_000) == "2026-11-30 07:50 (2 h 10 min ago)")
        #expect(words.since(1_796_029_200_000_000) == "2026-11-30 10:00 (just now)")
        #expect(words.since(1_796_029_200_000_001) == "2026-11-30 10:00 (in the future)")
        #expect(words.until(1_796_054_400_000_000) == "2026-11-30 17:00 (in 7 h)")
        #expect(words.clockToMillisecond(1_796_029_203_042_999) == "10:00:03.042")
    }
}
