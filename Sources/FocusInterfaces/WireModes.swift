// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

extension Mode {
    /// What `GetMode` answers: as `a{sv}` with the keys of ``Control1/ModeSettingsKey``. `parameters`: those of a filter,
    /// for the types of empty arrays.
    public func settings(
        parameters: (FilterKey) -> [ParameterDescriptor] = { _ in [] }
    ) -> [String: Value] {
        typealias Key = Control1.ModeSettingsKey
        var values: [String: [String: Value]] = [:]
        var none: [String: [String]] = [:]
        for (filter, configured) in filters {
            let configuration = WireConfiguration.dictionary(configured, of: parameters(filter))
            values[filter.description] = configuration.values
            if !configuration.none.isEmpty { none[filter.description] = configuration.none }
        }
        var result: [String: Value] = [:]
        result.set(Key.name, name)
        result.set(Key.icon, icon)
        result.set(Key.color, color)
        result.set(Key.when, condition?.text)
        result.set(Key.schedule, schedule?.text)
        result.set(Key.priority, Int32(clamping: priority))
        result.set(Key.enabled, isEnabled)
        result.set(Key.doNotDisturb, doNotDisturb.map { $0 ? "on" : "off" })
        result.set(Key.enterDelay, enterDelay.map { UInt64(clamping: $0) })
        result.set(Key.leaveDelay, leaveDelay.map { UInt64(clamping: $0) })
        result.set(Key.filters, values)
        result.set(Key.none, none.isEmpty ? nil : none)
        return result
    }

    /// A row of `ListModes`: as `a{sv}` with the keys of ``Control1/ModeRowKey``. `condition`: whether it holds.
    public func row(condition: Truth) -> [String: Value] {
        typealias Key = Control1.ModeRowKey
        var result: [String: Value] = [:]
        result.set(Key.id, id.text)
        result.set(Key.name, name)
        result.set(Key.icon, icon)
        result.set(Key.color, color)
        result.set(Key.file, file)
        result.set(Key.priority, Int32(clamping: priority))
        result.set(Key.enabled, isEnabled)
        result.set(Key.condition, condition.known)
        return result
    }
}

/// What one filter is configured to in one mode.
public enum WireConfiguration {
    /// The values, and the ids of the parameters that are to be nil.
    public static func dictionary(
        _ configured: [Identifier: ConfiguredValue], of parameters: [ParameterDescriptor] = []
    ) -> (values: [String: Value], none: [String]) {
        var values: [Identifier: ParameterValue] = [:]
        var none: [String] = []
        for (id, value) in configured {
            switch value {
            case .value(let value): values[id] = value
            case .none: none.append(id.text)
            }
        }
        return (WireValues.dictionary(values, of: parameters), none.sorted())
    }

    /// Reads values, and the ids of the parameters that are to be nil.
    ///
    /// Throws as ``WireValues/read(_:)`` does, and `InvalidValue` if a parameter has a value and is to be nil.
    public static func read(
        values: [String: Value], none: [String]
    ) throws(WireError) -> [Identifier: ConfiguredValue] {
        var result: [Identifier: ConfiguredValue] = [:]
        for (id, value) in try WireValues.read(values) { result[id] = .value(value) }
        for id in try Identifier.list(wire: none, of: "a parameter") {
            if case .value? = result.updateValue(.none, forKey: id) {
                throw .invalidValue("parameter '\(id)' has a value, and is to be nil as well")
            }
        }
        guard result.count <= FilterDescriptor.maximumParameters else {
            throw .limitExceeded("\(result.count) parameters; at most \(FilterDescriptor.maximumParameters)")
        }
        return result
    }

    /// Reads the last two arguments of `Configure`.
    public static func read(
        values: [String: Value], options: [String: Value]
    ) throws(WireError) -> [Identifier: ConfiguredValue] {
        try read(values: values, none: try options.optional(Control1.ConfigureOptionsKey.none) ?? [])
    }
}
