// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// An intent's parameters in one sentence.
public protocol ParameterSummary {
    /// The sentence for `intent`, with its values in it; `nil`: there is none.
    func _text(for intent: any AppIntent) -> String?
    /// Key paths of the parameters of `intent` that are shown, in the sentence or below it; `nil`: all.
    func _parameters(for intent: any AppIntent) -> [AnyKeyPath]?
}

/// No sentence; all parameters are shown.
public struct _NoParameterSummary: ParameterSummary, Sendable {
    public func _text(for intent: any AppIntent) -> String? { nil }
    public func _parameters(for intent: any AppIntent) -> [AnyKeyPath]? { nil }
}

/// Builds an intent's ``AppIntent/parameterSummary``, which is one summary.
@resultBuilder
public enum ParameterSummaryBuilder<Intent: AppIntent> {
    /// The summary.
    public static func buildBlock<Summary: ParameterSummary>(_ summary: Summary) -> Summary { summary }
}

/// A sentence with parameters in it: `Summary("Show \(\.$category)")`.
public struct IntentParameterSummary<Intent: AppIntent>: ParameterSummary {
    private let sentence: ParameterSummaryString<Intent>
    /// Below the sentence; `nil`: all.
    private let others: [PartialKeyPath<Intent>]?

    /// A sentence, and the parameters that are not in it.
    public init(_ sentence: ParameterSummaryString<Intent>, table: String? = nil) {
        var sentence = sentence
        sentence.table = table
        self.sentence = sentence
        others = []
    }

    /// `parameters`: what is shown below the sentence.
    public init(
        _ sentence: ParameterSummaryString<Intent>, table: String? = nil,
        @ParameterKeyPathsBuilder<Intent> _ parameters: () -> [PartialKeyPath<Intent>]
    ) {
        var sentence = sentence
        sentence.table = table
        self.sentence = sentence
        others = parameters()
    }

    /// No sentence; these parameters are shown below each other.
    public init(@ParameterKeyPathsBuilder<Intent> _ parameters: () -> [PartialKeyPath<Intent>]) {
        sentence = ""
        others = parameters()
    }

    /// No sentence; all parameters are shown below each other.
    public init() {
        sentence = ""
        others = nil
    }

    public func _text(for intent: any AppIntent) -> String? {
        guard let intent = intent as? Intent else { return nil }
        return sentence.text(for: intent)
    }

    public func _parameters(for intent: any AppIntent) -> [AnyKeyPath]? { others.map { sentence.parameters + $0 } }
}

/// The sentence of an ``IntentParameterSummary``: text with key paths of parameters.
public struct ParameterSummaryString<Intent: AppIntent>: ExpressibleByStringInterpolation {
    /// With `${name}`-like gaps as `%@`, in the order of `values`.
    private let key: String
    private let values: [(Intent) -> String]
    fileprivate let parameters: [PartialKeyPath<Intent>]
    fileprivate var table: String?

    public init(stringLiteral text: String) {
        key = text
        values = []
        parameters = []
    }

    public init(stringInterpolation interpolation: StringInterpolation) {
        key = interpolation.key
        values = interpolation.values
        parameters = interpolation.parameters
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
        fileprivate var parameters: [PartialKeyPath<Intent>] = []

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
            parameters.append(parameter)
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
