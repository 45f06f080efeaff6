// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// How a whole number is entered.
public enum IntControlStyle: Hashable, Sendable {
    case field
    case stepper
    case slider
}

/// How a number is entered.
public enum DoubleControlStyle: Hashable, Sendable {
    case field
    case stepper
    case slider
}

extension IntentParameter where Value.ValueType == Int {
    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil,
        controlStyle: IntControlStyle = .stepper, inclusiveRange: (lowerBound: Int, upperBound: Int),
        requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            ParameterDefinition(
                title: title, description: description, defaultValue: defaultValue,
                minimum: Double(inclusiveRange.lowerBound), maximum: Double(inclusiveRange.upperBound)))
    }

    public convenience init(
        wrappedValue: Value, title: LocalizedStringResource, description: LocalizedStringResource? = nil,
        controlStyle: IntControlStyle = .stepper, inclusiveRange: (lowerBound: Int, upperBound: Int),
        requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title: title, description: description, default: wrappedValue, controlStyle: controlStyle,
            inclusiveRange: inclusiveRange)
    }

    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil,
        controlStyle: IntControlStyle, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(ParameterDefinition(title: title, description: description, defaultValue: defaultValue))
    }
}

extension IntentParameter where Value.ValueType == Double {
    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil,
        controlStyle: DoubleControlStyle = .stepper, inclusiveRange: (lowerBound: Double, upperBound: Double),
        requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            ParameterDefinition(
                title: title, description: description, defaultValue: defaultValue,
                minimum: inclusiveRange.lowerBound, maximum: inclusiveRange.upperBound))
    }

    public convenience init(
        wrappedValue: Value, title: LocalizedStringResource, description: LocalizedStringResource? = nil,
        controlStyle: DoubleControlStyle = .stepper, inclusiveRange: (lowerBound: Double, upperBound: Double),
        requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title: title, description: description, default: wrappedValue, controlStyle: controlStyle,
            inclusiveRange: inclusiveRange)
    }

    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil,
        controlStyle: DoubleControlStyle, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(ParameterDefinition(title: title, description: description, defaultValue: defaultValue))
    }
}
