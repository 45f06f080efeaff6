// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Splits a key file's bytes into groups and entries, each with its place.
struct KeyFileReader {
    let bytes: [UInt8]
    private(set) var groups: [KeyFile.Group] = []
    private var groupLines: [ExactText: Int] = [:]
    private var keyLines: [ExactText: Int] = [:]
    private var line = 0
    private var lineStart = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func read() throws(TextError) {
        try checkEncoding(of: bytes)
        var start = 0
        while start < bytes.count {
            line += 1
            lineStart = start
            let feed = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
            let next = feed.map { $0 + 1 } ?? bytes.count
            var end = feed ?? bytes.count
            if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
            try readLine(content: start..<end, whole: start..<next)
            start = next
        }
    }

    private mutating func readLine(content: Range<Int>, whole: Range<Int>) throws(TextError) {
        let text = bytes[content].drop(while: Self.isSpace)
        switch text.first {
        case nil, UInt8(ascii: "#"): return
        case UInt8(ascii: "["): try readHeader(text.indices, whole: whole)
        default: try readEntry(text.indices, whole: whole)
        }
    }

    private mutating func readHeader(_ range: Range<Int>, whole: Range<Int>) throws(TextError) {
        let nameStart = range.lowerBound + 1
        guard let close = bytes[range].firstIndex(of: UInt8(ascii: "]")) else {
            throw error(at: range.upperBound, "the group's name must end with ']'")
        }
        if let extra = bytes[close..<range.upperBound].dropFirst().firstIndex(where: { !Self.isSpace($0) }) {
            throw error(at: extra, "nothing may follow the group's name on its line")
        }
        guard nameStart < close else { throw error(at: close, "the group has no name") }
        if let bad = bytes[nameStart..<close].firstIndex(where: { $0 == UInt8(ascii: "[") || $0 < 0x20 || $0 == 0x7F })
        {
            throw error(at: bad, "a group's name must not contain '[' or control characters")
        }
        let name = text(nameStart..<close)
        if let earlier = groupLines.updateValue(line, forKey: ExactText(name)) {
            throw error(
                at: nameStart, "group '\(name)' is already on line \(earlier); put the keys of both under one header")
        }
        keyLines = [:]
        groups.append(
            KeyFile.Group(name: name, line: line, column: column(nameStart), entries: [], headerRange: whole))
    }

    private mutating func readEntry(_ range: Range<Int>, whole: Range<Int>) throws(TextError) {
        let start = range.lowerBound
        guard let equals = bytes[range].firstIndex(of: UInt8(ascii: "=")) else {
            throw error(at: range.upperBound, "'=' is missing: a line is '[group]', 'key=value', '#' comment or blank")
        }
        guard equals > start else { throw error(at: start, "there is no key before '='") }
        guard !groups.isEmpty else { throw error(at: start, "a key must come after a '[group]' line") }
        var keyEnd = equals
        while Self.isSpace(bytes[keyEnd - 1]) { keyEnd -= 1 }
        let (key, locale) = try splitKey(start..<keyEnd)
        let wholeKey = text(start..<keyEnd)
        if let earlier = keyLines.updateValue(line, forKey: ExactText(wholeKey)) {
            throw error(at: start, "key '\(wholeKey)' is already on line \(earlier) in this group; keep one of them")
        }
        let valueStart = bytes[equals..<range.upperBound].dropFirst().drop(while: Self.isSpace).startIndex
        groups[groups.count - 1].entries.append(
            KeyFile.Entry(
                key: key, locale: locale, rawValue: text(valueStart..<range.upperBound), line: line,
                column: column(start), valueColumn: column(valueStart), lineRange: whole,
                valueRange: valueStart..<range.upperBound))
    }

    private func splitKey(_ range: Range<Int>) throws(TextError) -> (key: String, locale: String?) {
        if let stray = bytes[range].firstIndex(of: UInt8(ascii: "]")), stray != range.upperBound - 1 {
            throw error(at: stray, "']' may only end a key, after '[locale'")
        }
        guard let open = bytes[range].firstIndex(of: UInt8(ascii: "[")) else {
            guard bytes[range.upperBound - 1] != UInt8(ascii: "]") else {
                throw error(at: range.upperBound - 1, "']' without '['")
            }
            return (text(range), nil)
        }
        guard open > range.lowerBound else { throw error(at: open, "there is no key before '['") }
        guard !Self.isSpace(bytes[open - 1]) else { throw error(at: open, "no space may stand before '['") }
        guard bytes[range.upperBound - 1] == UInt8(ascii: "]") else {
            throw error(at: range.upperBound, "the locale must end with ']'")
        }
        let locale = open + 1..<range.upperBound - 1
        if let bad = bytes[locale].firstIndex(where: { !Self.isLocaleByte($0) }) {
            throw error(at: bad, "a locale is letters, digits, '-', '_', '.' and '@'")
        }
        return (text(range.lowerBound..<open), text(locale))
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    private func column(_ offset: Int) -> Int { bytes[lineStart..<offset].scalarCount + 1 }
    private func error(at offset: Int, _ message: String) -> TextError {
        TextError(line: line, column: column(offset), message: message)
    }

    /// As `g_ascii_isspace`, which unlike C's leaves the vertical tab out.
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D && byte != 0x0B) }

    private static func isLocaleByte(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte >= 0x80 || UInt8(ascii: "-") == byte
            || UInt8(ascii: "_") == byte || UInt8(ascii: ".") == byte || UInt8(ascii: "@") == byte
    }
}

/// Refuses what no text of ours may be: too large, with a byte order mark, with a NUL, or not UTF-8.
func checkEncoding(of bytes: [UInt8]) throws(TextError) {
    guard bytes.count <= KeyFile.maximumSize else {
        throw TextError(column: 1, message: "the file is larger than \(KeyFile.maximumSize) bytes")
    }
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
        throw TextError(column: 1, message: "the file starts with a byte order mark; save it as UTF-8 without one")
    }
    if !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil { return }
    var parser = Unicode.UTF8.ForwardParser()
    var input = bytes.makeIterator()
    var line = 1
    var column = 1
    while true {
        switch parser.parseScalar(from: &input) {
        case .valid(let encoded):
            guard encoded.first != 0 else { throw TextError(line: line, column: column, message: "a NUL byte") }
            if encoded.first == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else {
                column += 1
            }
        case .error:
            throw TextError(
                line: line, column: column, message: "not UTF-8; save the file in the encoding UTF-8")
        case .emptyInput:
            return
        }
    }
}
