// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

/// What `SetMode` and `CreateMode` ask for; `nil`: as it is. Whether the texts make sense is for the reader of mode
/// files to say.
public struct ModeChanges: Hashable, Sendable {
    public var name: Setting<String>?
    public var icon: Setting<String>?
    public var color: Setting<String>?
    public var when: Setting<String>?
    public var schedule: Setting<String>?
    public var priority: Setting<Int>?
    public var isEnabled: Setting<Bool>?
    public var doNotDisturb: Setting<String>?
    public var enterDelay: Setting<Microseconds>?
    public var leaveDelay: Setting<Microseconds>?
    /// Replaces all that was configured.
    public var filters: [FilterKey: [Identifier: ConfiguredValue]]?

    /// What becomes of one setting.
    public enum Setting<Content: Hashable & Sendable>: Hashable, Sendable {
        /// It is not said any more.
        case unset
        case set(Content)
    }

    public init() {}

    /// Reads the keys of ``Control1/ModeSettingsKey``.
    ///
    /// Throws ``WireError/invalidArguments(_:)`` for a key of another type, or one that is both set and unset; also
    /// `InvalidId`, `InvalidValue` and `LimitExceeded`.
    public init(wire: [String: Value]) throws(WireError) {
        typealias Key = Control1.ModeSettingsKey
        var unset = Set(try wire.optional(Key.unset) ?? [])
        name = try Self.setting(Key.name, wire, &unset)
        icon = try Self.setting(Key.icon, wire, &unset)
        color = try Self.setting(Key.color, wire, &unset)
        when = try Self.setting(Key.when, wire, &unset)
        schedule = try Self.setting(Key.schedule, wire, &unset)
        isEnabled = try Self.setting(Key.enabled, wire, &unset)
        doNotDisturb = try Self.setting(Key.doNotDisturb, wire, &unset)
        priority = try Self.setting(Key.priority, wire, &unset).map { priority throws(WireError) in
            try priority.map { value throws(WireError) in
                guard Mode.priorities.contains(Int(value)) else {
                    throw .invalidValue(
                        "'priority' is \(value); it can be \(Mode.priorities.lowerBound) to "
                            + "\(Mode.priorities.upperBound)")
                }
                return Int(value)
            }
        }
        enterDelay = try Self.span(Key.enterDelay, wire, &unset)
        leaveDelay = try Self.span(Key.leaveDelay, wire, &unset)
        if unset.remove(Key.filters.name) != nil {
            guard wire[Key.filters.name] == nil, wire[Key.none.name] == nil else { throw Self.contradiction("filters") }
            filters = [:]
        } else {
            filters = try Self.filters(values: wire.optional(Key.filters), none: wire.optional(Key.none))
        }
        if let rest = unset.min() {
            throw .invalidArguments("'unset' names '\(rest.shortened)', which is no key that has a default")
        }
    }

    private static func span(
        _ key: DictionaryKey<UInt64>, _ wire: [String: Value], _ unset: inout Set<String>
    ) throws(WireError) -> Setting<Microseconds>? {
        try setting(key, wire, &unset).map { delay throws(WireError) in
            try delay.map { value throws(WireError) in
                guard let span = Microseconds(exactly: value) else {
                    throw .invalidValue("'\(key.name)' is \(value) µs, which is too long")
                }
                return span
            }
        }
    }

    private static func setting<Content>(
        _ key: DictionaryKey<Content>, _ wire: [String: Value], _ unset: inout Set<String>
    ) throws(WireError) -> Setting<Content>? {
        let isUnset = unset.remove(key.name) != nil
        guard let content = try wire.optional(key) else { return isUnset ? .unset : nil }
        guard !isUnset else { throw contradiction(key.name) }
        return .set(content)
    }

    private static func contradiction(_ key: String) -> WireError {
        .invalidArguments("'\(key)' is given, and named in 'unset' as well")
    }

    private static func filters(
        values: [String: [String: Value]]?, none: [String: [String]]?
    ) throws(WireError) -> [FilterKey: [Identifier: ConfiguredValue]]? {
        guard values != nil || none != nil else { return nil }
        var result: [FilterKey: [Identifier: ConfiguredValue]] = [:]
        for filter in Set((values ?? [:]).keys).union((none ?? [:]).keys) {
            let key = try FilterKey(wire: filter)
            do throws(WireError) {
                result[key] = try WireConfiguration.read(values: values?[filter] ?? [:], none: none?[filter] ?? [])
            } catch {
                throw error.at("filter '\(filter)'")
            }
        }
        return result
    }
}

extension ModeChanges.Setting {
    func map<Other>(
        _ transform: (Content) throws(WireError) -> Other
    ) throws(WireError) -> ModeChanges.Setting<Other> {
        switch self {
        case .unset: .unset
        case .set(let content): .set(try transform(content))
        }
    }
}
