// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A mode's id: its file's name without the ending. `[a-z0-9][a-z0-9_-]{0,63}`; ordered by bytes.
public struct ModeID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The id as text.
    public let text: String

    /// Fails if `text` is not a mode id.
    public init?(_ text: String) {
        let bytes = text.utf8
        guard let first = bytes.first, bytes.count <= 64, ASCII.isLowercaseOrDigit(first),
            bytes.allSatisfy({ ASCII.isLowercaseOrDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") })
        else { return nil }
        self.text = text
    }

    // Of ASCII texts the standard library's order is that of the bytes, and quick.
    public static func < (left: Self, right: Self) -> Bool { left.text < right.text }
    public var description: String { text }
}

/// An app's id: the well-known D-Bus name that it owns, also its desktop-file id.
public struct AppID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The id as text.
    public let text: String

    /// Fails if `text` is not a well-known bus name as the D-Bus specification has it.
    public init?(_ text: String) {
        guard text.utf8.count <= 255 else { return nil }
        let elements = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard elements.count >= 2 else { return nil }
        for element in elements {
            guard let first = element.first, !ASCII.isDigit(first),
                element.allSatisfy({
                    ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
                })
            else { return nil }
        }
        self.text = text
    }

    // ASCII again.
    public static func < (left: Self, right: Self) -> Bool { left.text < right.text }
    public var description: String { text }
}

/// The id of a filter or a parameter, as in the app's code: 1 to 128 letters, digits or `_` (Unicode letters, no
/// normalisation: two ids are equal if their bytes are), not starting with a digit.
public struct Identifier: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The id as text.
    public let text: String

    /// Fails if `text` is not such an id.
    public init?(_ text: String) {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, !Self.isDigit(first), scalars.count <= 128,
            scalars.allSatisfy({ $0.properties.isAlphabetic || Self.isMark($0) || Self.isDigit($0) || $0 == "_" })
        else { return nil }
        self.text = text
    }

    public static func == (left: Self, right: Self) -> Bool {
        withBytes(left, right) { $0.elementsEqual($1) } ?? left.text.utf8.elementsEqual(right.text.utf8)
    }
    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
    public static func < (left: Self, right: Self) -> Bool {
        withBytes(left, right) { $0.lexicographicallyPrecedes($1) }
            ?? left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    /// The bytes of both, which is much quicker than going through characters' views; nil if they are not at hand.
    private static func withBytes(
        _ left: Self, _ right: Self, _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool? {
        left.text.utf8.withContiguousStorageIfAvailable { first in
            right.text.utf8.withContiguousStorageIfAvailable { body(first, $0) }
        } ?? nil
    }

    public var description: String { text }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .decimalNumber
    }

    /// Combining marks belong to the letters before them in many scripts (and in decomposed Latin text).
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: false
        }
    }
}

/// One filter of one app; written `app/filter`.
public struct FilterKey: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Who offers the filter.
    public let app: AppID
    /// The filter's id within the app.
    public let filter: Identifier

    public init(app: AppID, filter: Identifier) {
        self.app = app
        self.filter = filter
    }

    /// Reads `app/filter`; fails if either part is not an id.
    public init?(_ text: String) {
        guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")),
            let app = AppID(String(text[..<slash])),
            // By bytes: a combining mark after the slash is part of the filter's id, not of the slash.
            let filter = Identifier(String(text[text.utf8.index(after: slash)...]))
        else { return nil }
        self.init(app: app, filter: filter)
    }

    public static func < (left: Self, right: Self) -> Bool { (left.app, left.filter) < (right.app, right.filter) }
    public var description: String { "\(app)/\(filter)" }
}

/// What reports facts; for example `gnome-notifications` or `logind`.
public struct SourceID: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The id as text.
    public let text: String
    public init(_ text: String) { self.text = text }
    public init(stringLiteral text: String) { self.text = text }
    public static func < (left: Self, right: Self) -> Bool { left.text.utf8.lexicographicallyPrecedes(right.text.utf8) }
    public var description: String { text }
}

/// A process on the bus, by its unique connection name. Opaque to the core; never used again after the peer vanished.
public struct PeerID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The unique name as text.
    public let text: String
    public init(_ text: String) { self.text = text }
    public static func < (left: Self, right: Self) -> Bool { left.text.utf8.lexicographicallyPrecedes(right.text.utf8) }
    public var description: String { text }
}

/// Names a request that waits for an ``Action/reply(_:_:)``; chosen by the driver, opaque to the core.
public struct RequestID: Hashable, Sendable {
    /// The number that the driver chose.
    public let number: UInt64
    public init(_ number: UInt64) { self.number = number }
}

/// Byte tests for ASCII; the standard library's act on characters.
package enum ASCII {
    package static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
    static func isLowercase(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7A }
    package static func isLetter(_ byte: UInt8) -> Bool { isLowercase(byte) || (byte >= 0x41 && byte <= 0x5A) }
    static func isLowercaseOrDigit(_ byte: UInt8) -> Bool { isLowercase(byte) || isDigit(byte) }
    static func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66) }
}
