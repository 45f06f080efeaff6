// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// For any type of value. Where no title is given, the parameter's name serves.
///
/// The families for numbers, texts, enums and the like take the same labels and a few more. Each has one initialiser with
/// `default:`, and one for `= value` behind the property.
extension IntentParameter {
    /// `@Parameter(title: "Urgent only", default: false) var urgentOnly: Bool`
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        default defaultValue: Value? = nil, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(ParameterDefinition(title: title, description: description, defaultValue: defaultValue))
    }

    /// `@Parameter(title: "Urgent only") var urgentOnly = false`
    public convenience init(
        wrappedValue: Value, title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(ParameterDefinition(title: title, description: description, defaultValue: wrappedValue))
    }

    /// With options that the app says when people choose.
    public convenience init<Provider: DynamicOptionsProvider>(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        default defaultValue: Value? = nil, requestValueDialog: IntentDialog? = nil,
        requestDisambiguationDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default,
        optionsProvider: Provider
    ) where Provider.Result.ResultValue == Value.ValueType {
        self.init(
            ParameterDefinition(
                title: title, description: description, defaultValue: defaultValue,
                options: Self.options(of: optionsProvider)))
    }

    /// With options that the app says when people choose.
    public convenience init<Provider: DynamicOptionsProvider>(
        wrappedValue: Value, title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        requestValueDialog: IntentDialog? = nil, requestDisambiguationDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default, optionsProvider: Provider
    ) where Provider.Result.ResultValue == Value.ValueType {
        self.init(
            ParameterDefinition(
                title: title, description: description, defaultValue: wrappedValue,
                options: Self.options(of: optionsProvider)))
    }

    /// What a provider says; entities among it are looked up by their own query.
    static func options<Provider: DynamicOptionsProvider>(of provider: Provider) -> OptionsSource {
        OptionsSource(provider: provider, resolve: Value._specification.shape.options?.resolve)
    }
}
