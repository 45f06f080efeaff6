// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

struct TimeSpanTests {
    @Test(
        arguments: [
            ("100ms", 100_000), ("3s", 3_000_000), ("3", 3_000_000), ("0", 0), ("5min", 300_000_000),
            ("1h 30min", 5_400_000_000), ("1h30min", 5_400_000_000), (" 2 hours 1 second ", 7_201_000_000),
            ("1.5h", 5_400_000_000), ("0.25s", 250_000), (".5ms", 500), ("1.s", 1_000_000), ("7us", 7), ("7µs", 7),
            ("7μs", 7), ("1w", 604_800_000_000), ("2d", 172_800_000_000), ("1m", 60_000_000), ("1.9999999s", 1_999_999),
            ("1s 1s", 2_000_000), ("5 min", 300_000_000),
        ] as [(String, Microseconds)])
    func spans_areRead(_ text: String, _ expected: Microseconds) throws {
        #expect(try TimeSpan.parse(text) == expected)
    }

    @Test(arguments: [
        ("", 1, "a time span is missing, such as '3s' or '1h 30min'"),
        ("  ", 1, "a time span is missing, such as '3s' or '1h 30min'"),
        ("s", 1, "a time span is digits with a unit, such as '1h 30min'"),
        ("-1s", 1, "a time span is digits with a unit, such as '1h 30min'"),
        ("1h -3", 4, "a time span is digits with a unit, such as '1h 30min'"),
        (".", 1, "a time span is digits with a unit, such as '1h 30min'"),
        ("1fortnight", 2, "unknown unit 'fortnight'; use ms, s, min, h, d or w"),
        ("3 S", 3, "unknown unit 'S'; use ms, s, min, h, d or w"),
        ("1M", 2, "unknown unit 'M'; use ms, s, min, h, d or w"),
        ("9223372036854775808us", 1, "the time span is too long"),
        ("1s 9999999999999w", 4, "the time span is too long"),
        ("36525d 1us", 8, "the time span is too long"),
    ])
    func whatIsNotASpan_isRefusedWithItsPlace(_ text: String, _ column: Int, _ message: String) {
        #expect(
            refusal { () throws(TextError) in try TimeSpan.parse(text) } == TextError(column: column, message: message))
    }

    @Test func anySpan_readsBackFromItsText() throws {
        var random = SeededGenerator(seed: 6)
        #expect(TimeSpan.text(of: 5_400_000_000) == "1h 30min")
        #expect(TimeSpan.text(of: 0) == "0s")
        #expect(TimeSpan.text(of: -5) == "0s")
        for _ in 0..<2000 {
            let span =
                Int64.random(in: 0...TimeSpan.maximum, using: &random) >> Int64.random(in: 0...50, using: &random)
            #expect(try TimeSpan.parse(TimeSpan.text(of: span)) == span)
        }
    }

    @Test func mutatedSpans_neverTrap() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<3000 {
            let text = String(decoding: random.mutation(of: Array("1h 30.25min 5 s 99µs".utf8)), as: UTF8.self)
            if let error = refusal({ () throws(TextError) in try TimeSpan.parse(text) }),
                !(1...text.unicodeScalars.count + 1).contains(error.column)
            {
                Issue.record("\(text): \(error)")
            }
        }
    }
}
