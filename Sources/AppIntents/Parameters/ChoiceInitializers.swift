// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Entities, from a query of the parameter's own if it names one.
extension IntentParameter where Value.ValueType: AppEntity {
    /// An entity that this query finds, instead of the default query of its type.
    public convenience init<Query: EntityQuery>(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        default defaultValue: Value? = nil, requestValueDialog: IntentDialog? = nil,
        requestDisambiguationDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default,
        query: Query
    ) where Query.Entity == Value.ValueType {
        self.init(
            ParameterDefinition(
                title: title, description: description, defaultValue: defaultValue,
                options: OptionsSource(query: { query })))
    }

    /// An entity; without `default` it is to be optional.
    @_disfavoredOverload
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        default defaultValue: Value? = nil, requestValueDialog: IntentDialog? = nil,
        requestDisambiguationDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(ParameterDefinition(title: title, description: description, defaultValue: defaultValue))
    }
}

/// Values of an enum: all, or some.
extension IntentParameter where Value.ValueType: AppEnum {
    /// A case of an enum; without `default` it is to be optional. Only these cases are offered.
    @_disfavoredOverload
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        default defaultValue: Value? = nil, requestValueDialog: IntentDialog? = nil,
        requestDisambiguationDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default,
        supportedValues: [Value.ValueType]? = nil
    ) {
        self.init(
            ParameterDefinition(
                title: title, description: description, defaultValue: defaultValue, supportedValues: supportedValues))
    }

    /// A case of an enum with the default that the declaration assigns.
    @_disfavoredOverload
    public convenience init(
        wrappedValue: Value, title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        requestValueDialog: IntentDialog? = nil, requestDisambiguationDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default, supportedValues: [Value.ValueType]? = nil
    ) {
        self.init(
            ParameterDefinition(
                title: title, description: description, defaultValue: wrappedValue, supportedValues: supportedValues))
    }
}
