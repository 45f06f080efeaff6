// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Time spans as people write them, in the manner of `systemd.time(7)`: `100ms`, `3s`, `5min`, `1h 30min`, `1.5h`. A
/// number alone is seconds. Months and years, which have no fixed length, are not read.
public enum TimeSpan {
    /// The longest span that is read: a hundred years, so that no sum with an instant overflows.
    public static let maximum: Microseconds = 36_525 * 86_400_000_000

    /// Reads a span; the error's place is within `text`.
    public static func parse(_ text: String) throws(TextError) -> Microseconds {
        var scalars = Array(text.unicodeScalars)[...]
        var total: Microseconds = 0
        skipSpaces(&scalars)
        guard !scalars.isEmpty else {
            throw TextError(column: 1, message: "a time span is missing, such as '3s' or '1h 30min'")
        }
        while !scalars.isEmpty {
            let start = scalars.startIndex
            let whole = digits(&scalars)
            var fraction = ""
            if scalars.first == "." {
                scalars.removeFirst()
                fraction = digits(&scalars)
            }
            guard !whole.isEmpty || !fraction.isEmpty else {
                throw TextError(column: start + 1, message: "a time span is digits with a unit, such as '1h 30min'")
            }
            skipSpaces(&scalars)
            let unitStart = scalars.startIndex
            let name = letters(&scalars)
            guard let unit = name.isEmpty ? 1_000_000 : units[name] else {
                throw TextError(
                    column: unitStart + 1, message: "unknown unit '\(name.prefix(16))'; use ms, s, min, h, d or w")
            }
            guard let span = span(whole, fraction, unit),
                case let (sum, overflow) = total.addingReportingOverflow(span),
                !overflow, sum <= maximum
            else { throw TextError(column: start + 1, message: "the time span is too long") }
            total = sum
            skipSpaces(&scalars)
        }
        return total
    }

    /// `span` in the fewest words that ``parse(_:)`` reads as the same; a negative one as zero.
    public static func text(of span: Microseconds) -> String {
        var rest = max(span, 0)
        var parts: [String] = []
        for (name, unit) in names where rest >= unit {
            parts.append("\(rest / unit)\(name)")
            rest %= unit
        }
        return parts.isEmpty ? "0s" : parts.joined(separator: " ")
    }

    private static let names: [(String, Microseconds)] = [
        ("d", 86_400_000_000), ("h", 3_600_000_000), ("min", 60_000_000), ("s", 1_000_000), ("ms", 1000), ("us", 1),
    ]

    private static let units: [String: Microseconds] = {
        let spellings: [(Microseconds, [String])] = [
            (1, ["us", "usec", "µs", "μs"]), (1000, ["ms", "msec"]),
            (1_000_000, ["s", "sec", "second", "seconds"]), (60_000_000, ["m", "min", "minute", "minutes"]),
            (3_600_000_000, ["h", "hr", "hour", "hours"]), (86_400_000_000, ["d", "day", "days"]),
            (604_800_000_000, ["w", "week", "weeks"]),
        ]
        var units: [String: Microseconds] = [:]
        for (unit, names) in spellings { for name in names { units[name] = unit } }
        return units
    }()

    /// Digits of the fraction past the sixth are dropped.
    private static func span(_ whole: String, _ fraction: String, _ unit: Microseconds) -> Microseconds? {
        guard let count = whole.isEmpty ? 0 : Int64(whole) else { return nil }
        let (base, overflow) = count.multipliedReportingOverflow(by: unit)
        let padded = (fraction + "000000").prefix(6)
        guard !overflow, let millionths = Int64(padded) else { return nil }
        let (sum, carry) = base.addingReportingOverflow(unit * millionths / 1_000_000)
        return carry ? nil : sum
    }

    private static func digits(_ scalars: inout ArraySlice<Unicode.Scalar>) -> String {
        take(&scalars) { $0.value >= 0x30 && $0.value <= 0x39 }
    }

    private static func letters(_ scalars: inout ArraySlice<Unicode.Scalar>) -> String {
        take(&scalars) { $0.properties.isAlphabetic }
    }

    private static func skipSpaces(_ scalars: inout ArraySlice<Unicode.Scalar>) {
        _ = take(&scalars) { $0 == " " || $0 == "\t" }
    }

    private static func take(
        _ scalars: inout ArraySlice<Unicode.Scalar>, while belongs: (Unicode.Scalar) -> Bool
    ) -> String {
        let taken = scalars.prefix(while: belongs)
        scalars = scalars.dropFirst(taken.count)
        var view = String.UnicodeScalarView()
        view.append(contentsOf: taken)
        return String(view)
    }
}
