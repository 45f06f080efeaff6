// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Reads JSON (RFC 8259) token by token, for sources that look for a few members in what may be long. Lenient about what
/// it passes over; bytes that can be no JSON end it.
struct JSONTokens: Sequence, IteratorProtocol {
    enum Token: Equatable {
        case beginObject
        case endObject
        case beginArray
        case endArray
        /// The name of a member, and a text: as written, escapes and all.
        case name(ArraySlice<UInt8>)
        case text(ArraySlice<UInt8>)
        /// A number, `true`, `false` or `null`.
        case word(ArraySlice<UInt8>)
    }

    private let bytes: ArraySlice<UInt8>
    private var index: Int
    /// It ended before the last byte.
    private(set) var isBroken = false

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    mutating func next() -> Token? {
        skip { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ":") || Self.isSpace($0) }
        guard index < bytes.endIndex else { return nil }
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "{"): return single(.beginObject)
        case UInt8(ascii: "}"): return single(.endObject)
        case UInt8(ascii: "["): return single(.beginArray)
        case UInt8(ascii: "]"): return single(.endArray)
        case UInt8(ascii: "\""): return text()
        default:
            let start = index
            skip { Self.isOfWord($0) }
            guard index > start else { return broken() }
            return .word(bytes[start..<index])
        }
    }

    private mutating func text() -> Token? {
        index += 1
        let start = index
        while index < bytes.endIndex, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard index < bytes.endIndex else { return broken() }
        let text = bytes[start..<index]
        index += 1
        skip(while: Self.isSpace)
        let isName = index < bytes.endIndex && bytes[index] == UInt8(ascii: ":")
        return isName ? .name(text) : .text(text)
    }

    private mutating func single(_ token: Token) -> Token {
        index += 1
        return token
    }

    private mutating func broken() -> Token? {
        isBroken = true
        index = bytes.endIndex
        return nil
    }

    private mutating func skip(while isPassed: (UInt8) -> Bool) {
        while index < bytes.endIndex, isPassed(bytes[index]) { index += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
