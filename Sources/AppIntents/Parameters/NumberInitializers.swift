// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// How a whole number is entered. A hint for settings windows.
public enum IntControlStyle: Hashable, Sendable {
    /// A field to type in.
    case field
    /// A field with buttons for more and less.
    case stepper
    /// A slider; it needs a range.
    case slider
}

/// How a number is entered. A hint for settings windows.
public enum DoubleControlStyle: Hashable, Sendable {
    /// A field to type in.
    case field
    /// A field with buttons for more and less.
    case stepper
    /// A slider; it needs a range.
    case slider
}

/// Whole numbers, within a range if there is one.
extension IntentParameter where Value.ValueType == Int {
    /// A number; without `default` it is to be optional. Values out of the range are refused.
    @_disfavoredOverload
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        default defaultValue: Value? = nil, controlStyle: IntControlStyle = .stepper,
        inclusiveRange: (lowerBound: Int, upperBound: Int)? = nil, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(Self.definition(title, description, defaultValue, inclusiveRange))
    }

    /// A number with the default that the declaration assigns. Values out of the range are refused.
    @_disfavoredOverload
    public convenience init(
        wrappedValue: Value, title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        controlStyle: IntControlStyle = .stepper, inclusiveRange: (lowerBound: Int, upperBound: Int)? = nil,
        requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(Self.definition(title, description, wrappedValue, inclusiveRange))
    }

    /// A number that is chosen among what a provider offers.
    @_disfavoredOverload
    public convenience init<Provider: DynamicOptionsProvider>(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        default defaultValue: Value? = nil, controlStyle: IntControlStyle = .stepper,
        inclusiveRange: (lowerBound: Int, upperBound: Int)? = nil, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default, optionsProvider: Provider
    ) where Provider.Result.ResultValue == Int {
        var definition = Self.definition(title, description, defaultValue, inclusiveRange)
        definition.options = Self.options(of: optionsProvider)
        self.init(definition)
    }

    private static func definition(
        _ title: LocalizedStringResource?, _ description: LocalizedStringResource?, _ defaultValue: Value?,
        _ range: (lowerBound: Int, upperBound: Int)?
    ) -> ParameterDefinition<Value> {
        ParameterDefinition(
            title: title, description: description, defaultValue: defaultValue,
            minimum: range.map { Double($0.lowerBound) }, maximum: range.map { Double($0.upperBound) })
    }
}

/// Numbers, within a range if there is one.
extension IntentParameter where Value.ValueType == Double {
    /// A number; without `default` it is to be optional. Values out of the range are refused.
    @_disfavoredOverload
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        default defaultValue: Value? = nil, controlStyle: DoubleControlStyle = .stepper,
        inclusiveRange: (lowerBound: Double, upperBound: Double)? = nil, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(Self.definition(title, description, defaultValue, inclusiveRange))
    }

    /// A number with the default that the declaration assigns. Values out of the range are refused.
    @_disfavoredOverload
    public convenience init(
        wrappedValue: Value, title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        controlStyle: DoubleControlStyle = .stepper, inclusiveRange: (lowerBound: Double, upperBound: Double)? = nil,
        requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(Self.definition(title, description, wrappedValue, inclusiveRange))
    }

    /// A number that is chosen among what a provider offers.
    @_disfavoredOverload
    public convenience init<Provider: DynamicOptionsProvider>(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        default defaultValue: Value? = nil, controlStyle: DoubleControlStyle = .stepper,
        inclusiveRange: (lowerBound: Double, upperBound: Double)? = nil, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default, optionsProvider: Provider
    ) where Provider.Result.ResultValue == Double {
        var definition = Self.definition(title, description, defaultValue, inclusiveRange)
        definition.options = Self.options(of: optionsProvider)
        self.init(definition)
    }

    private static func definition(
        _ title: LocalizedStringResource?, _ description: LocalizedStringResource?, _ defaultValue: Value?,
        _ range: (lowerBound: Double, upperBound: Double)?
    ) -> ParameterDefinition<Value> {
        ParameterDefinition(
            title: title, description: description, defaultValue: defaultValue,
            minimum: range.map { $0.lowerBound }, maximum: range.map { $0.upperBound })
    }
}
