// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// One of several summaries, by the value of a parameter:
///
/// ```swift
/// Switch(\.$order) {
///     Case(.due) { Summary("Soonest first") }
///     Case([.name, .author]) { Summary("By \(\.$order)") }
///     DefaultCase { Summary("Order by \(\.$order)") }
/// }
/// ```
///
/// The first case with the value counts. A parameter that was not set counts with its default.
public struct ParameterSummarySwitchCondition<
    Intent: AppIntent, Value: _IntentValue, CaseCondition: _ParameterSummarySwitchCase
>: ParameterSummary where CaseCondition.Intent == Intent, CaseCondition.Value == Value {
    private let parameter: KeyPath<Intent, IntentParameter<Value>>
    private let cases: CaseCondition

    /// The cases, the default last.
    public init(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>,
        @ParameterSummaryCaseBuilder<Intent, Value> _ builder: () -> CaseCondition
    ) {
        parameter = keyPath
        cases = builder()
    }

    private func chosen(for intent: any AppIntent) -> (any ParameterSummary)? {
        guard let intent = intent as? Intent else { return nil }
        return cases._summary(for: intent[keyPath: parameter].valueIfAny)
    }

    public func _text(for intent: any AppIntent) -> String? { chosen(for: intent)?._text(for: intent) }
    public func _parameters(for intent: any AppIntent) -> [AnyKeyPath]? {
        chosen(for: intent)?._parameters(for: intent)
    }
}

/// A case of a ``ParameterSummarySwitchCondition``, or several.
public protocol _ParameterSummarySwitchCase<Intent, Value> {
    /// The intent that is summarised.
    associatedtype Intent: AppIntent
    /// What the parameter holds.
    associatedtype Value: _IntentValue
    /// The summary if the parameter has this value; `nil`: it is another case.
    func _summary(for value: Value?) -> (any ParameterSummary)?
}

/// The summary for one value of a parameter, or for several.
public struct ParameterSummaryCaseCondition<Intent: AppIntent, Value: _IntentValue, Summary: ParameterSummary>:
    _ParameterSummarySwitchCase
{
    private let holds: (Value) -> Bool
    private let summary: Summary

    /// For one value.
    public init(_ value: Value, @ParameterSummaryBuilder<Intent> _ parameterSummary: () -> Summary)
    where Value: Equatable {
        holds = { $0 == value }
        summary = parameterSummary()
    }

    /// For each of several values.
    public init(_ values: [Value], @ParameterSummaryBuilder<Intent> _ parameterSummary: () -> Summary)
    where Value: Equatable {
        holds = values.contains
        summary = parameterSummary()
    }

    public func _summary(for value: Value?) -> (any ParameterSummary)? { value.map(holds) == true ? summary : nil }
}

/// The summary for every value that no case names.
public struct ParameterSummaryDefaultCaseCondition<Intent: AppIntent, Value: _IntentValue, Summary: ParameterSummary>:
    _ParameterSummarySwitchCase
{
    private let summary: Summary

    /// For every other value.
    public init(@ParameterSummaryBuilder<Intent> _ parameterSummary: () -> Summary) { summary = parameterSummary() }

    public func _summary(for value: Value?) -> (any ParameterSummary)? { summary }
}

/// The cases of a ``ParameterSummarySwitchCondition``, in order.
public struct ParameterSummaryTupleCaseCondition<Intent: AppIntent, Value: _IntentValue>: _ParameterSummarySwitchCase {
    fileprivate let cases: [any _ParameterSummarySwitchCase<Intent, Value>]

    public func _summary(for value: Value?) -> (any ParameterSummary)? {
        for one in cases { if let summary = one._summary(for: value) { return summary } }
        return nil
    }
}

/// Lists the cases of a ``ParameterSummarySwitchCondition``.
@resultBuilder
public enum ParameterSummaryCaseBuilder<Intent: AppIntent, Value: _IntentValue> {
    /// A case.
    public static func buildExpression<Summary>(
        _ expression: ParameterSummaryCaseCondition<Intent, Value, Summary>
    ) -> ParameterSummaryCaseCondition<Intent, Value, Summary> { expression }

    /// The default.
    public static func buildExpression<Summary>(
        _ expression: ParameterSummaryDefaultCaseCondition<Intent, Value, Summary>
    ) -> ParameterSummaryDefaultCaseCondition<Intent, Value, Summary> { expression }

    /// The first case.
    public static func buildPartialBlock<Summary>(
        first: ParameterSummaryCaseCondition<Intent, Value, Summary>
    ) -> Cases { Cases(all: [first]) }

    /// One more case.
    public static func buildPartialBlock<Summary>(
        accumulated: Cases, next: ParameterSummaryCaseCondition<Intent, Value, Summary>
    ) -> Cases { Cases(all: accumulated.all + [next]) }

    /// The default, after the cases.
    public static func buildPartialBlock<Summary>(
        accumulated: Cases, next: ParameterSummaryDefaultCaseCondition<Intent, Value, Summary>
    ) -> ParameterSummaryTupleCaseCondition<Intent, Value> {
        ParameterSummaryTupleCaseCondition(cases: accumulated.all + [next])
    }

    /// The default alone.
    public static func buildPartialBlock<Summary>(
        first: ParameterSummaryDefaultCaseCondition<Intent, Value, Summary>
    ) -> ParameterSummaryTupleCaseCondition<Intent, Value> { ParameterSummaryTupleCaseCondition(cases: [first]) }

    /// Cases without the default, which comes last.
    public struct Cases {
        fileprivate let all: [any _ParameterSummarySwitchCase<Intent, Value>]
    }
}
