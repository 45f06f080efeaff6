// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

extension OptionsQuery {
    /// As `a{sv}` with the keys of ``Handler1/OptionsQueryKey``. `parameters`: the filter's, for the types of empty arrays.
    public func wire(of parameters: [ParameterDescriptor] = []) -> [String: Value] {
        typealias Key = Handler1.OptionsQueryKey
        var result: [String: Value] = [:]
        result.set(Key.search, search.isEmpty ? nil : search)
        result.set(Key.values, WireValues.dictionary(values, of: parameters))
        result.set(Key.limit, UInt32(clamping: limit))
        return result
    }

    /// Reads what ``wire(of:)`` gives, as people's tools send it.
    public init(wire: [String: Value]) throws(WireError) {
        typealias Key = Control1.OptionsQueryKey
        let limit = try wire.optional(Key.limit).map { Int($0) } ?? Self.maximumItems
        guard limit > 0 else { throw .invalidArguments("'\(Key.limit.name)' must be at least 1") }
        guard limit <= Self.maximumItems else {
            throw .limitExceeded("'\(Key.limit.name)' is \(limit); at most \(Self.maximumItems) items are told at once")
        }
        self.init(
            search: try wire.optional(Key.search) ?? "",
            values: try WireValues.read(try wire.optional(Key.values) ?? [:]), limit: limit)
    }
}

extension ItemSection {
    /// As `a{sv}` with the keys of ``Control1/KnownSectionKey``. `asOf`: when an app that is away said so.
    public func wire(asOf: Int64?) -> [String: Value] {
        typealias Key = Control1.KnownSectionKey
        var result: [String: Value] = [:]
        result.set(Key.title, title)
        result.set(Key.subtitle, subtitle)
        result.set(Key.items, items.map(\.wire))
        result.set(Key.asOf, asOf)
        return result
    }

    /// Reads a section as an app sends it.
    public init(wire: [String: Value]) throws(WireError) {
        typealias Key = Handler1.SectionKey
        self.init(
            title: try wire.optional(Key.title), subtitle: try wire.optional(Key.subtitle),
            items: try Item.list(wire: try wire.required(Key.items)))
    }
}

extension Item {
    /// As `a{sv}` with the keys of ``Control1/KnownItemKey``. `asOf`: when an app that is away said so.
    public func wire(asOf: Int64?) -> [String: Value] {
        var result = wire
        result.set(Control1.KnownItemKey.asOf, asOf)
        return result
    }

    static func list(wire rows: [[String: Value]]) throws(WireError) -> [Item] {
        guard rows.count <= OptionsQuery.maximumItems else {
            throw .limitExceeded("\(rows.count) items; at most \(OptionsQuery.maximumItems) are taken")
        }
        var items: [Item] = []
        items.reserveCapacity(rows.count)
        for (index, row) in rows.enumerated() {
            do throws(WireError) {
                items.append(try Item(wire: row))
            } catch {
                throw error.at("item \(index + 1)")
            }
        }
        return items
    }
}

extension FilterDisplay {
    /// As `a{sv}` with the keys of ``Control1/KnownDescriptionKey``. `asOf`: when an app that is away said so.
    public func wire(asOf: Int64?) -> [String: Value] {
        typealias Key = Control1.KnownDescriptionKey
        var result: [String: Value] = [:]
        result.set(Key.title, title)
        result.set(Key.subtitle, subtitle)
        result.set(Key.icon, icon?.wire)
        result.set(Key.notificationFilter, notificationFilter?.content as? [String: Value])
        result.set(Key.asOf, asOf)
        return result
    }

    /// Reads a description as an app sends it.
    public init(wire: [String: Value]) throws(WireError) {
        typealias Key = Handler1.DescriptionKey
        let terms = try wire.optional(Key.notificationFilter)
        if let terms { try WireValues.check(terms) }
        self.init(
            title: try wire.optional(Key.title), subtitle: try wire.optional(Key.subtitle),
            icon: try Icon(wire: wire, Key.icon), notificationFilter: terms.map { OwnTerms($0) })
    }
}

extension FilterSuggestion {
    /// As `a{sv}` with the keys of ``Control1/KnownSuggestionKey``. `asOf`: when an app that is away said so; `parameters`:
    /// the filter's, for the types of empty arrays.
    public func wire(asOf: Int64?, of parameters: [ParameterDescriptor] = []) -> [String: Value] {
        typealias Key = Control1.KnownSuggestionKey
        var result: [String: Value] = [:]
        result.set(Key.title, title)
        result.set(Key.values, WireValues.dictionary(values, of: parameters))
        result.set(Key.asOf, asOf)
        return result
    }

    /// Reads a suggestion as an app sends it.
    public init(wire: [String: Value]) throws(WireError) {
        typealias Key = Handler1.SuggestionKey
        self.init(title: try wire.required(Key.title), values: try WireValues.read(wire.required(Key.values)))
    }
}

/// What `SetAppPolicy` changes.
public struct AppPolicyChange: Hashable, Sendable {
    /// `nil`: as it is.
    public var shareMode: Bool?
    public var activate: Bool?

    /// Reads the keys of ``Control1/AppPolicyKey``.
    public init(wire: [String: Value]) throws(WireError) {
        shareMode = try wire.optional(Control1.AppPolicyKey.shareMode)
        activate = try wire.optional(Control1.AppPolicyKey.activate)
    }
}

/// The ids that `Resolve` looks up.
public enum WireIDs {
    /// Throws `LimitExceeded`, or ``WireError/invalidArguments(_:)`` for what no parameter's value can be.
    public static func read(_ values: [Value]) throws(WireError) -> [ParameterValue] {
        guard values.count <= OptionsQuery.maximumItems else {
            throw .limitExceeded("\(values.count) ids; at most \(OptionsQuery.maximumItems) are looked up at once")
        }
        var ids: [ParameterValue] = []
        for (index, value) in values.enumerated() {
            do throws(WireError) {
                ids.append(try ParameterValue(value))
            } catch {
                throw error.at("id \(index + 1)")
            }
        }
        return ids
    }
}
