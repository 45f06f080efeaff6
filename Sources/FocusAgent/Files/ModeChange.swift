// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces

/// What `SetMode` and `CreateMode` ask for: the keys of `ModeSettings` that are there.
struct ModeChange {
    /// Keys of `[Mode]` with their texts; nil: the default again.
    var keys: [String: String?] = [:]
    /// All that is to be configured; nil: as it is.
    var filters: [FilterKey: [Identifier: ConfiguredValue]]?

    init(wire settings: [String: Value]) throws(WireError) {
        typealias Key = Control1.ModeSettingsKey
        keys.set("Name", try settings.optional(Key.name))
        keys.set("Icon", try settings.optional(Key.icon))
        keys.set("Color", try settings.optional(Key.color))
        keys.set("When", try settings.optional(Key.when))
        keys.set("Priority", try settings.optional(Key.priority).map { "\($0)" })
        keys.set("Enabled", try settings.optional(Key.enabled).map { "\($0)" })
        if let delay = try settings.optional(Key.leaveDelay) {
            guard let span = Microseconds(exactly: delay) else {
                throw .focus(FocusError(.invalidValue, "'leave-delay' of \(delay) µs is too long"))
            }
            keys["LeaveDelay"] = TimeSpan.text(of: span)
        }
        filters = try Self.filters(settings)
        for name in try settings.optional(Key.unset) ?? [] {
            guard let key = Self.fileKeys[name] else {
                if name == Key.filters.name || name == Key.none.name {
                    filters = filters ?? [:]
                    continue
                }
                throw .invalidArguments("'unset' names '\(name)', which is not a key of a mode's settings")
            }
            guard keys[key] == nil else { throw .invalidArguments("'\(name)' is both set and unset") }
            keys[key] = .some(nil)
        }
    }

    private static let fileKeys = [
        "name": "Name", "icon": "Icon", "color": "Color", "when": "When", "priority": "Priority",
        "enabled": "Enabled", "leave-delay": "LeaveDelay",
    ]

    private static func filters(
        _ settings: [String: Value]
    ) throws(WireError) -> [FilterKey: [Identifier: ConfiguredValue]]? {
        let values = try settings.optional(Control1.ModeSettingsKey.filters)
        let none = try settings.optional(Control1.ModeSettingsKey.none)
        guard values != nil || none != nil else { return nil }
        var filters: [FilterKey: [Identifier: ConfiguredValue]] = [:]
        for (name, values) in values ?? [:] {
            filters[try key(name)] = try WireValues.read(values).mapValues { .value($0) }
        }
        for (name, parameters) in none ?? [:] {
            let key = try key(name)
            for parameter in parameters {
                let id = try Identifier(wire: parameter, of: "parameter")
                guard filters[key, default: [:]].updateValue(.none, forKey: id) == nil else {
                    throw .invalidArguments("'\(parameter)' of '\(name)' cannot both have a value and be nil")
                }
            }
        }
        return filters
    }

    private static func key(_ name: String) throws(WireError) -> FilterKey {
        guard let key = FilterKey(name) else {
            throw .focus(
                FocusError(.invalidID, "'\(name)' is not a filter's name; write app/filter, such as org.example.Tasks/UpNext"))
        }
        return key
    }
}

extension [String: String?] {
    fileprivate mutating func set(_ key: String, _ text: String?) {
        if let text { self[key] = .some(text) }
    }
}
