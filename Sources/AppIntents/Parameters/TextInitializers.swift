// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

extension String {
    /// How a text is entered. A hint for settings windows.
    public struct IntentInputOptions: Hashable, Sendable {
        /// What an on-screen keyboard offers.
        public enum KeyboardType: Hashable, Sendable {
            /// The ordinary one.
            case `default`
            /// ASCII letters.
            case asciiCapable
            /// Digits and signs.
            case numbersAndPunctuation
            /// For addresses of the web.
            case url
            /// Digits.
            case numberPad
            /// For telephone numbers.
            case phonePad
            /// For addresses of mail.
            case emailAddress
            /// Digits and a decimal separator.
            case decimalPad
            /// For words to search for.
            case webSearch
        }

        /// What begins with a capital letter while one types.
        public enum CapitalizationType: Hashable, Sendable {
            /// Nothing.
            case none
            /// Each word.
            case words
            /// Each sentence.
            case sentences
            /// Everything.
            case allCharacters
        }

        /// What an on-screen keyboard offers.
        public var keyboardType: KeyboardType
        /// What begins with a capital letter.
        public var capitalizationType: CapitalizationType
        /// Whether the text may have several lines.
        public var multiline: Bool
        /// Whether mistakes are corrected.
        public var autocorrect: Bool
        /// Whether quotation marks are curled.
        public var smartQuotes: Bool
        /// Whether hyphens become dashes.
        public var smartDashes: Bool

        /// Hints for who shows a text field.
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
    /// A text; without `default` it is to be optional.
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        default defaultValue: Value? = nil, inputOptions: String.IntentInputOptions?,
        requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(ParameterDefinition(title: title, description: description, defaultValue: defaultValue))
    }

    /// A text with the default that the declaration assigns.
    public convenience init(
        wrappedValue: Value, title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        inputOptions: String.IntentInputOptions?, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(ParameterDefinition(title: title, description: description, defaultValue: wrappedValue))
    }

    /// A text that is chosen among what a provider offers.
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
    /// A switch; without `default` it is to be optional.
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        default defaultValue: Value? = nil, displayName: Bool.IntentDisplayName,
        requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            ParameterDefinition(
                title: title, description: description, defaultValue: defaultValue, boolNames: displayName))
    }

    /// A switch with the default that the declaration assigns.
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
        /// The word for true.
        public var `true`: LocalizedStringResource
        /// The word for false.
        public var `false`: LocalizedStringResource

        /// Words for both.
        public init(true trueName: LocalizedStringResource, false falseName: LocalizedStringResource) {
            `true` = trueName
            `false` = falseName
        }
    }
}
