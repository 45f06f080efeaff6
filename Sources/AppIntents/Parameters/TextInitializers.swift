// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

extension String {
    /// How a text is entered. A hint for settings windows.
    public struct IntentInputOptions: Hashable, Sendable {
        public enum KeyboardType: Hashable, Sendable {
            case `default`
            case asciiCapable
            case numbersAndPunctuation
            case url
            case numberPad
            case phonePad
            case emailAddress
            case decimalPad
            case webSearch
        }

        public enum CapitalizationType: Hashable, Sendable {
            case none
            case words
            case sentences
            case allCharacters
        }

        public var keyboardType: KeyboardType
        public var capitalizationType: CapitalizationType
        public var multiline: Bool
        public var autocorrect: Bool
        public var smartQuotes: Bool
        public var smartDashes: Bool

        public init(
            keyboardType: KeyboardType = .default, capitalizationType: CapitalizationType = .sentences,
            multiline: Bool = false, autocorrect: Bool = true, smartQuotes: Bool = true, smartDashes: Bool = true
        ) {
            self.keyboardType = keyboardType
            self.capitalizationType = capitalizationType
            self.multiline = multiline
            self.autocorrect = autocorrect
            self.smartQuotes = smartQuotes
            self.smartDashes = smartDashes
        }
    }
}

extension IntentParameter where Value.ValueType == String {
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        default defaultValue: Value? = nil, inputOptions: String.IntentInputOptions?,
        requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(ParameterDefinition(title: title, description: description, defaultValue: defaultValue))
    }

    public convenience init(
        wrappedValue: Value, title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        inputOptions: String.IntentInputOptions?, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(ParameterDefinition(title: title, description: description, defaultValue: wrappedValue))
    }

    public convenience init<Provider: DynamicOptionsProvider>(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        default defaultValue: Value? = nil, inputOptions: String.IntentInputOptions?,
        requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default,
        optionsProvider: Provider
    ) where Provider.Result.ResultValue == String {
        self.init(
            ParameterDefinition(
                title: title, description: description, defaultValue: defaultValue,
                options: Self.options(of: optionsProvider)))
    }
}

/// With words for the two values; shown where a window has room for words.
extension IntentParameter where Value.ValueType == Bool {
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        default defaultValue: Value? = nil, displayName: Bool.IntentDisplayName,
        requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            ParameterDefinition(
                title: title, description: description, defaultValue: defaultValue, boolNames: displayName))
    }

    public convenience init(
        wrappedValue: Value, title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        displayName: Bool.IntentDisplayName, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title: title, description: description, default: wrappedValue, displayName: displayName)
    }
}

extension Bool {
    /// Words for true and false.
    public struct IntentDisplayName: Hashable, Sendable {
        public var `true`: LocalizedStringResource
        public var `false`: LocalizedStringResource

        public init(true trueName: LocalizedStringResource, false falseName: LocalizedStringResource) {
            `true` = trueName
            `false` = falseName
        }
    }
}
