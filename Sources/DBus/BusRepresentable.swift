// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A Swift type that stands for one D-Bus type.
///
/// `[String: Value]` is `a{sv}`, `[[String: Value]]` is `aa{sv}`, `[String: [String: Value]]` is `a{sa{sv}}`, `[Value]`
/// is `av`.
public protocol BusRepresentable {
    /// The single complete type.
    static var busSignature: String { get }
    /// Fails if `value` has another type, or says something that this type cannot.
    init?(_ value: Value)
    var busValue: Value { get }
}

extension Bool: BusRepresentable {
    public static var busSignature: String { "b" }
    public init?(_ value: Value) {
        guard case .boolean(let value) = value else { return nil }
        self = value
    }
    public var busValue: Value { .boolean(self) }
}

extension UInt8: BusRepresentable {
    public static var busSignature: String { "y" }
    public init?(_ value: Value) {
        guard case .byte(let value) = value else { return nil }
        self = value
    }
    public var busValue: Value { .byte(self) }
}

extension Int16: BusRepresentable {
    public static var busSignature: String { "n" }
    public init?(_ value: Value) {
        guard case .int16(let value) = value else { return nil }
        self = value
    }
    public var busValue: Value { .int16(self) }
}

extension UInt16: BusRepresentable {
    public static var busSignature: String { "q" }
    public init?(_ value: Value) {
        guard case .uint16(let value) = value else { return nil }
        self = value
    }
    public var busValue: Value { .uint16(self) }
}

extension Int32: BusRepresentable {
    public static var busSignature: String { "i" }
    public init?(_ value: Value) {
        guard case .int32(let value) = value else { return nil }
        self = value
    }
    public var busValue: Value { .int32(self) }
}

extension UInt32: BusRepresentable {
    public static var busSignature: String { "u" }
    public init?(_ value: Value) {
        guard case .uint32(let value) = value else { return nil }
        self = value
    }
    public var busValue: Value { .uint32(self) }
}

extension Int64: BusRepresentable {
    public static var busSignature: String { "x" }
    public init?(_ value: Value) {
        guard case .int64(let value) = value else { return nil }
        self = value
    }
    public var busValue: Value { .int64(self) }
}

extension UInt64: BusRepresentable {
    public static var busSignature: String { "t" }
    public init?(_ value: Value) {
        guard case .uint64(let value) = value else { return nil }
        self = value
    }
    public var busValue: Value { .uint64(self) }
}

extension Double: BusRepresentable {
    public static var busSignature: String { "d" }
    public init?(_ value: Value) {
        guard case .double(let value) = value else { return nil }
        self = value
    }
    public var busValue: Value { .double(self) }
}

extension String: BusRepresentable {
    public static var busSignature: String { "s" }
    public init?(_ value: Value) {
        guard case .string(let value) = value else { return nil }
        self = value
    }
    public var busValue: Value { .string(self) }
}

extension ObjectPath: BusRepresentable {
    public static var busSignature: String { "o" }
    public init?(_ value: Value) {
        guard case .objectPath(let value) = value else { return nil }
        self = value
    }
    public var busValue: Value { .objectPath(self) }
}

extension Signature: BusRepresentable {
    public static var busSignature: String { "g" }
    public init?(_ value: Value) {
        guard case .signature(let value) = value else { return nil }
        self = value
    }
    public var busValue: Value { .signature(self) }
}

/// A variant: `Value(value)` opens one, `busValue` wraps this value in one.
extension Value: BusRepresentable {
    public static var busSignature: String { "v" }
    public init?(_ value: Value) {
        guard case .variant(let inner) = value else { return nil }
        self = inner
    }
    public var busValue: Value { .variant(self) }
}

extension Array: BusRepresentable where Element: BusRepresentable {
    public static var busSignature: String { "a" + Element.busSignature }

    /// Fails if any element does.
    public init?(_ value: Value) {
        guard case .array(let element, let values) = value, element.text == Element.busSignature else { return nil }
        var elements: [Element] = []
        elements.reserveCapacity(values.count)
        for value in values {
            guard let element = Element(value) else { return nil }
            elements.append(element)
        }
        self = elements
    }

    public var busValue: Value {
        .array(element: Signature(unchecked: Element.busSignature), map { $0.busValue })
    }
}

extension Dictionary: BusRepresentable where Key: BusRepresentable, Value: BusRepresentable {
    public static var busSignature: String { "a{" + Key.busSignature + Value.busSignature + "}" }

    /// Fails if any entry does, or if a key comes twice; texts that differ only in Unicode normalisation are one key.
    public init?(_ value: DBus.Value) {
        guard case .dictionary(let key, let content, let entries) = value, key.text == Key.busSignature,
            content.text == Value.busSignature
        else { return nil }
        self.init(minimumCapacity: entries.count)
        for entry in entries {
            guard let key = Key(entry.key), let value = Value(entry.value) else { return nil }
            guard updateValue(value, forKey: key) == nil else { return nil }
        }
    }

    public var busValue: DBus.Value {
        .dictionary(
            key: Signature(unchecked: Key.busSignature), value: Signature(unchecked: Value.busSignature),
            map { DictionaryEntry(key: $0.key.busValue, value: $0.value.busValue) })
    }
}

/// A structure of two fields.
public struct Pair<First: BusRepresentable, Second: BusRepresentable>: BusRepresentable {
    public var first: First
    public var second: Second

    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    public static var busSignature: String { "(" + First.busSignature + Second.busSignature + ")" }

    public init?(_ value: Value) {
        guard case .structure(let fields) = value, fields.count == 2, let first = First(fields[0]),
            let second = Second(fields[1])
        else { return nil }
        self.init(first, second)
    }

    public var busValue: Value { .structure([first.busValue, second.busValue]) }
}

extension Pair: Equatable where First: Equatable, Second: Equatable {}
extension Pair: Hashable where First: Hashable, Second: Hashable {}
extension Pair: Sendable where First: Sendable, Second: Sendable {}
