// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A place in a schedule's text, from which readers take what they understand.
struct ScheduleScanner {
    private let scalars: [Unicode.Scalar]
    private(set) var position = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    var next: Unicode.Scalar? { scalars.indices.contains(position) ? scalars[position] : nil }
    var isAtDigit: Bool { next.map(Self.isDigit) ?? false }
    var isAtLetter: Bool { next.map(Self.isLetter) ?? false }

    /// The digits from here on end with one of these.
    func digitsEnd(with ends: String) -> Bool {
        let rest = scalars[position...].drop(while: Self.isDigit)
        return rest.startIndex > position && rest.first.map(ends.unicodeScalars.contains) ?? false
    }

    /// The scalars from here on are these.
    func isAt(_ text: String) -> Bool { scalars[position...].starts(with: text.unicodeScalars) }

    /// The scalar after the next one.
    var afterNext: Unicode.Scalar? { scalars.indices.contains(position + 1) ? scalars[position + 1] : nil }

    mutating func rewind(to position: Int) { self.position = position }

    mutating func skipSpaces() {
        while let next, next == " " || next == "\t" || next == "\n" || next == "\r" { position += 1 }
    }

    mutating func take(_ text: String) -> Bool {
        guard isAt(text) else { return false }
        position += text.unicodeScalars.count
        return true
    }

    mutating func take(while belongs: (Unicode.Scalar) -> Bool) -> String {
        var taken = String.UnicodeScalarView()
        while let next, belongs(next) {
            taken.append(next)
            position += 1
        }
        return String(taken)
    }

    mutating func takeLetters() -> String { take(while: Self.isLetter) }

    /// A number in this many digits; no place is lost if there is none.
    mutating func takeNumber(digits: ClosedRange<Int>) -> Int64? {
        let start = position
        let text = take(while: Self.isDigit)
        guard digits.contains(text.utf8.count), let number = Int64(text) else {
            position = start
            return nil
        }
        return number
    }

    /// What stands here, for a message: up to the next space or comma.
    var shown: String {
        let rest = scalars[position...].prefix { $0 != " " && $0 != "," }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: rest)
        return rest.isEmpty ? (next.map { String($0) } ?? "the end") : String(view).shortened(to: 64)
    }

    func error(_ message: String, at place: Int? = nil) -> TextError {
        let place = place ?? position
        let before = scalars[..<place]
        let line = before.count { $0 == "\n" } + 1
        let start = before.lastIndex(of: "\n").map { $0 + 1 } ?? 0
        return TextError(line: line, column: place - start + 1, message: message)
    }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }
    static func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.isASCII && scalar.properties.isAlphabetic }
}
