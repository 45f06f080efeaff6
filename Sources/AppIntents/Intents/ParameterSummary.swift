// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// An intent's parameters in one sentence.
public protocol ParameterSummary {
    /// The sentence for `intent`, with its values in it; `nil`: there is none.
    func _text(for intent: any AppIntent) -> String?
}

/// No sentence.
public struct _NoParameterSummary: ParameterSummary, Sendable {
    public func _text(for intent: any AppIntent) -> String? { nil }
}

/// A sentence with parameters in it: `Summary("Show \(\.$category)")`.
public struct IntentParameterSummary<Intent: AppIntent>: ParameterSummary {
    private let sentence: ParameterSummaryString<Intent>

    /// A sentence, and the parameters that are not in it.
    public init(_ sentence: ParameterSummaryString<Intent>, table: String? = nil) {
        var sentence = sentence
        sentence.table = table
        self.sentence = sentence
    }

    /// `parameters`: what is shown below the sentence.
    public init(
        _ sentence: ParameterSummaryString<Intent>, table: String? = nil,
        @ParameterKeyPathsBuilder<Intent> _ parameters: () -> [PartialKeyPath<Intent>]
    ) {
        self.init(sentence, table: table)
    }

    /// No sentence; all parameters are shown below each other.
    public init() { sentence = "" }

    public func _text(for intent: any AppIntent) -> String? {
        guard let intent = intent as? Intent else { return nil }
        return sentence.text(for: intent)
    }
}

/// The sentence of an ``IntentParameterSummary``: text with key paths of parameters.
public struct ParameterSummaryString<Intent: AppIntent>: ExpressibleByStringInterpolation {
    /// With `${name}`-like gaps as `%@`, in the order of `values`.
    private let key: String
    private let values: [(Intent) -> String]
    fileprivate var table: String?

    public init(stringLiteral text: String) {
        key = text
        values = []
    }

    public init(stringInterpolation interpolation: StringInterpolation) {
        key = interpolation.key
        values = interpolation.values
    }

    func text(for intent: Intent) -> String? {
        guard !key.isEmpty else { return nil }
        var value = String.LocalizationValue(stringLiteral: key)
        value.arguments = values.map { .text($0(intent)) }
        return String(localized: LocalizedStringResource(value, table: table))
    }

    /// Gathers the parts.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var key = ""
        fileprivate var values: [(Intent) -> String] = []

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) {
            key += String.LocalizationValue.escaped(literal)
        }

        /// A parameter: its value where one is set, else its title.
        public mutating func appendInterpolation<Value: _IntentValue>(
            _ parameter: KeyPath<Intent, IntentParameter<Value>>
        ) {
            key += "%@"
            values.append { $0[keyPath: parameter].summaryText }
        }
    }
}

/// Lists key paths of parameters.
@resultBuilder
public enum ParameterKeyPathsBuilder<Intent: AppIntent> {
    /// One parameter.
    public static func buildExpression<Value: _IntentValue>(
        _ parameter: KeyPath<Intent, IntentParameter<Value>>
    ) -> [PartialKeyPath<Intent>] {
        [parameter]
    }

    /// All of them.
    public static func buildBlock(_ parts: [PartialKeyPath<Intent>]...) -> [PartialKeyPath<Intent>] {
        parts.flatMap { $0 }
    }
}
