// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus

/// A key of a dictionary `a{sv}`, with the type of what it holds. `DictionaryKey<Value>`, documented as `(v)`, holds a
/// value of one of several types.
public struct DictionaryKey<Content: BusRepresentable>: Sendable {
    public let name: String

    init(_ name: String) { self.name = name }
}

extension [String: Value] {
    /// Sets `key`, or leaves it out for `nil`.
    public mutating func set<Content>(_ key: DictionaryKey<Content>, _ content: Content?) {
        if let content { self[key.name] = content.busValue }
    }

    /// Sets `key` to the value itself.
    public mutating func set(_ key: DictionaryKey<Value>, _ content: Value?) {
        if let content { self[key.name] = content }
    }

    /// What `key` holds, or `nil` if it is absent.
    ///
    /// Throws ``WireError/invalidArguments(_:)``, which names the key and both types, if it is there with another type.
    public func optional<Content>(_ key: DictionaryKey<Content>) throws(WireError) -> Content? {
        guard let value = self[key.name] else { return nil }
        guard let content = Content(value) else {
            let found = value.signature.text
            throw .invalidArguments(
                found == Content.busSignature
                    ? "'\(key.name)' names a key twice"
                    : "'\(key.name)' must be of type '\(Content.busSignature)', not '\(found)'")
        }
        return content
    }

    /// The value that `key` holds, of whatever type.
    public func optional(_ key: DictionaryKey<Value>) throws(WireError) -> Value? {
        self[key.name].map(\.withoutVariant)
    }

    /// What `key` holds; throws ``WireError/invalidArguments(_:)`` also if it is absent.
    public func required<Content>(_ key: DictionaryKey<Content>) throws(WireError) -> Content {
        guard let content = try optional(key) else {
            throw .invalidArguments("'\(key.name)' of type '\(Content.busSignature)' is missing")
        }
        return content
    }

    /// The value that `key` holds; throws ``WireError/invalidArguments(_:)`` if it is absent.
    public func required(_ key: DictionaryKey<Value>) throws(WireError) -> Value {
        guard let content = try optional(key) else { throw .invalidArguments("'\(key.name)' is missing") }
        return content
    }
}

extension Value {
    /// What is inside, however often it is wrapped: some languages' libraries wrap once more than they need to.
    var withoutVariant: Value {
        var value = self
        while case .variant(let inner) = value { value = inner }
        return value
    }
}
