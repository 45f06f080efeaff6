// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// The text of a name as the D-Bus specification restricts it; checked once, when made.
///
/// A literal is checked where it stands: `let name: BusName = "org.example.App"` traps if the source is wrong. Text from
/// a peer, a file or a person goes through `init?(_:)` of the types below.
public protocol ValidatedName: Hashable, Comparable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral
where StringLiteralType == StaticString {
    /// The name as text.
    var text: String { get }
    /// Whether `text` is such a name.
    static func isValid(_ text: String) -> Bool
    /// Without a check: for text that the bus library or ``isValid(_:)`` has already accepted.
    init(unchecked text: String)
}

extension ValidatedName {
    /// Fails if `text` is not such a name.
    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.init(unchecked: text)
    }

    public init(stringLiteral literal: StaticString) {
        let text = literal.description
        precondition(Self.isValid(text), "not a valid \(Self.self): \(text)")
        self.init(unchecked: text)
    }

    public static func < (left: Self, right: Self) -> Bool { left.text.utf8.lexicographicallyPrecedes(right.text.utf8) }
    public var description: String { text }
}

/// A name on the bus: unique (`:1.42`), given by the bus to one connection for ever, or well-known (`org.example.App`).
public struct BusName: ValidatedName {
    public let text: String

    public init(unchecked text: String) { self.text = text }

    /// Whether the bus gave this name to one connection; such a name is never used twice.
    public var isUnique: Bool { text.utf8.first == UInt8(ascii: ":") }

    /// The bus itself.
    public static let bus: BusName = "org.freedesktop.DBus"

    public static func isValid(_ text: String) -> Bool {
        if text.utf8.first == UInt8(ascii: ":") {
            return NameGrammar.isDotted(text.utf8.dropFirst(), length: text.utf8.count) {
                NameGrammar.isWordOrDigit($0) || $0 == UInt8(ascii: "-")
            }
        }
        return NameGrammar.isDotted(text.utf8[...], length: text.utf8.count, mayStartWithDigit: false) {
            NameGrammar.isWordOrDigit($0) || $0 == UInt8(ascii: "-")
        }
    }
}

/// The name of an interface: `org.example.App1`.
public struct InterfaceName: ValidatedName {
    public let text: String

    public init(unchecked text: String) { self.text = text }

    public static func isValid(_ text: String) -> Bool {
        NameGrammar.isDotted(
            text.utf8[...], length: text.utf8.count, mayStartWithDigit: false, element: NameGrammar.isWordOrDigit)
    }
}

/// The name of an error: as that of an interface.
public struct ErrorName: ValidatedName {
    public let text: String

    public init(unchecked text: String) { self.text = text }

    public static func isValid(_ text: String) -> Bool { InterfaceName.isValid(text) }
}

/// The name of a method, signal or property: one word.
public struct MemberName: ValidatedName {
    public let text: String

    public init(unchecked text: String) { self.text = text }

    public static func isValid(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= NameGrammar.maximumLength else { return false }
        return !NameGrammar.isDigit(first) && text.utf8.allSatisfy(NameGrammar.isWordOrDigit)
    }
}

/// The path of an object: `/org/example/App`.
public struct ObjectPath: ValidatedName {
    public let text: String

    public init(unchecked text: String) { self.text = text }

    /// The path `/`.
    public static let root: ObjectPath = "/"

    public static func isValid(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.first == UInt8(ascii: "/") else { return false }
        if bytes.count == 1 { return true }
        return bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .allSatisfy { !$0.isEmpty && $0.allSatisfy(NameGrammar.isWordOrDigit) }
    }

    /// Whether this path is `ancestor` or lies below it.
    public func isWithin(_ ancestor: ObjectPath) -> Bool {
        if ancestor == .root || self == ancestor { return true }
        return text.utf8.count > ancestor.text.utf8.count && text.utf8.starts(with: ancestor.text.utf8)
            && text.utf8.dropFirst(ancestor.text.utf8.count).first == UInt8(ascii: "/")
    }
}

/// What the kinds of names have in common (D-Bus specification, "Valid Names").
private enum NameGrammar {
    static let maximumLength = 255

    static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    static func isWordOrDigit(_ byte: UInt8) -> Bool {
        (byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z"))
            || (byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z"))
            || isDigit(byte) || byte == UInt8(ascii: "_")
    }

    /// At least two elements of the given bytes with dots between them.
    static func isDotted(
        _ bytes: Substring.UTF8View, length: Int, mayStartWithDigit: Bool = true, element isElement: (UInt8) -> Bool
    ) -> Bool {
        guard length <= maximumLength else { return false }
        let elements = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return elements.count >= 2
            && elements.allSatisfy { element in
                guard let first = element.first else { return false }
                return (mayStartWithDigit || !isDigit(first)) && element.allSatisfy(isElement)
            }
    }
}
