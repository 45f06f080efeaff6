// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

/// A parameter of any type, as the library handles it.
protocol AnyIntentParameter: AnyObject, Sendable {
    var shape: ValueShape { get }
    var minimum: Double? { get }
    var maximum: Double? { get }
    var titleResource: LocalizedStringResource? { get }
    var descriptionResource: LocalizedStringResource? { get }
    /// The default as it is sent.
    var encodedDefault: ParameterValue? { get }
    /// The value as it is sent; `nil`: nil.
    var encodedValue: ParameterValue? { get }
    /// There is a value, a default, or nil: it can be read.
    var isReadable: Bool { get }
    /// The value for people.
    var valueText: String? { get }
    /// Where options come from that are asked for when people choose.
    var options: OptionsSource? { get }
    /// The values of an enum that can be chosen.
    var cases: [OptionItem] { get }
    /// Takes over what was sent; false: it does not fit the type.
    func set(_ value: ParameterValue?, _ entities: EntityTable) -> Bool
}

extension AnyIntentParameter {
    var titleText: String? { titleResource.map { String(localized: $0) } }
}

extension IntentParameter: AnyIntentParameter {
    var shape: ValueShape { Value._specification.shape }
    var minimum: Double? { definition.minimum }
    var maximum: Double? { definition.maximum }
    var titleResource: LocalizedStringResource? { definition.title }
    var descriptionResource: LocalizedStringResource? { definition.description }
    var encodedDefault: ParameterValue? { definition.defaultValue.flatMap(Value._specification.encode) }
    var encodedValue: ParameterValue? { valueIfAny.flatMap(Value._specification.encode) }

    var valueText: String? {
        if let names = definition.boolNames, case .bool(let value)? = encodedValue {
            return String(localized: value ? names.true : names.false)
        }
        return valueIfAny.flatMap(Value._specification.text)
    }

    var isReadable: Bool { valueIfAny != nil }
    var options: OptionsSource? { definition.options ?? shape.options }

    var cases: [OptionItem] {
        let all = shape.cases?() ?? []
        guard let supported = definition.supportedValues else { return all }
        let values = supported.compactMap(Value.ValueType._specification.encode)
        return all.filter { values.contains($0.value) }
    }

    func set(_ value: ParameterValue?, _ entities: EntityTable) -> Bool {
        guard let value = Value._specification.decode(value, entities) else { return false }
        valueState = .set(value)
        return true
    }
}
