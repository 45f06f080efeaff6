// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// For any type of value. Where no title is given, the parameter's name serves.
extension IntentParameter {
    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil,
        requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(ParameterDefinition(title: title, description: description, defaultValue: defaultValue))
    }

    public convenience init(
        description: LocalizedStringResource? = nil, default defaultValue: Value? = nil,
        requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(ParameterDefinition(description: description, defaultValue: defaultValue))
    }

    /// `@Parameter(title: "Urgent only") var urgentOnly = false`
    public convenience init(
        wrappedValue: Value, title: LocalizedStringResource, description: LocalizedStringResource? = nil,
        requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(ParameterDefinition(title: title, description: description, defaultValue: wrappedValue))
    }

    /// `@Parameter var urgentOnly = false`
    public convenience init(
        wrappedValue: Value, description: LocalizedStringResource? = nil, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(ParameterDefinition(description: description, defaultValue: wrappedValue))
    }

    /// With options that the app says when people choose.
    public convenience init<Provider: DynamicOptionsProvider>(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil,
        requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default,
        optionsProvider: Provider
    ) where Provider.Result.ResultValue == Value.ValueType {
        self.init(
            ParameterDefinition(
                title: title, description: description, defaultValue: defaultValue,
                options: Self.options(of: optionsProvider)))
    }

    /// With options that the app says when people choose.
    public convenience init<Provider: DynamicOptionsProvider>(
        wrappedValue: Value, title: LocalizedStringResource, description: LocalizedStringResource? = nil,
        requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default,
        optionsProvider: Provider
    ) where Provider.Result.ResultValue == Value.ValueType {
        self.init(
            ParameterDefinition(
                title: title, description: description, defaultValue: wrappedValue,
                options: Self.options(of: optionsProvider)))
    }

    private static func options<Provider: DynamicOptionsProvider>(of provider: Provider) -> OptionsSource {
        OptionsSource(provider: provider, resolve: Value._specification.shape.options?.resolve)
    }
}

/// Entities from a query of the parameter's own.
extension IntentParameter where Value.ValueType: AppEntity {
    public convenience init<Query: EntityQuery>(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil,
        requestValueDialog: IntentDialog? = nil, requestDisambiguationDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default, query: Query
    ) where Query.Entity == Value.ValueType {
        self.init(
            ParameterDefinition(
                title: title, description: description, defaultValue: defaultValue,
                options: OptionsSource(query: { query })))
    }
}

/// Some of an enum's values.
extension IntentParameter where Value.ValueType: AppEnum {
    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil,
        requestValueDialog: IntentDialog? = nil, requestDisambiguationDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default, supportedValues: [Value.ValueType]
    ) {
        self.init(
            ParameterDefinition(
                title: title, description: description, defaultValue: defaultValue, supportedValues: supportedValues))
    }
}
