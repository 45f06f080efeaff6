// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

extension Icon {
    /// As `g_icon_serialize` gives: `('themed', as)`, `('file', s)` or `('bytes', ay)`.
    public var wire: Pair<String, Value> {
        switch self {
        case .themed(let names): Pair("themed", names.busValue)
        case .file(let location): Pair("file", .string(location))
        case .bytes(let bytes): Pair("bytes", bytes.busValue)
        }
    }

    /// Reads what ``wire`` gives; for other kinds of icons that GIO has (`emblem` and the like), and for a malformed
    /// one, throws ``WireError/invalidArguments(_:)``.
    public init(_ wire: Pair<String, Value>) throws(WireError) {
        switch wire.first {
        case "themed":
            guard let names = [String](wire.second), !names.isEmpty else {
                throw .invalidArguments("a 'themed' icon is an array of at least one name")
            }
            self = .themed(names)
        case "file":
            guard case .string(let location) = wire.second, !location.isEmpty else {
                throw .invalidArguments("a 'file' icon is a string")
            }
            self = .file(location)
        case "bytes":
            guard let bytes = [UInt8](wire.second) else {
                throw .invalidArguments("a 'bytes' icon is an array of bytes")
            }
            self = .bytes(bytes)
        default:
            throw .invalidArguments("an icon is 'themed', 'file' or 'bytes', not '\(wire.first.shortened)'")
        }
    }
}

extension Item {
    /// As `a{sv}` with the keys of ``Focus1/ItemKey``.
    public var wire: [String: Value] {
        var result: [String: Value] = [:]
        result.set(Focus1.ItemKey.value, value.busValue())
        result.set(Focus1.ItemKey.title, title)
        result.set(Focus1.ItemKey.subtitle, subtitle)
        result.set(Focus1.ItemKey.icon, icon?.wire)
        result.set(Focus1.ItemKey.synonyms, synonyms.isEmpty ? nil : synonyms)
        return result
    }

    /// Reads what ``wire`` gives.
    public init(wire: [String: Value]) throws(WireError) {
        self.init(
            value: try ParameterValue(wire.required(Focus1.ItemKey.value)),
            title: try wire.required(Focus1.ItemKey.title),
            subtitle: try wire.optional(Focus1.ItemKey.subtitle),
            icon: try Icon(wire: wire, Focus1.ItemKey.icon),
            synonyms: try wire.optional(Focus1.ItemKey.synonyms) ?? [])
    }
}

extension Icon {
    /// The icon that `key` holds, if it is there.
    init?(wire: [String: Value], _ key: DictionaryKey<Pair<String, Value>>) throws(WireError) {
        guard let pair = try wire.optional(key) else { return nil }
        do throws(WireError) {
            self = try Icon(pair)
        } catch {
            throw error.at("'\(key.name)'")
        }
    }
}
