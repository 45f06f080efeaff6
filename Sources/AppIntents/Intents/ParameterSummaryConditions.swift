// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

/// One of two summaries, by the value of a parameter:
///
/// ```swift
/// When(\.$scope, .equalTo, .category) {
///     Summary("Show \(\.$category)")
/// } otherwise: {
///     Summary("Show \(\.$scope)")
/// }
/// ```
///
/// A parameter that was not set counts with its default.
public struct ParameterSummaryWhenCondition<
    Intent: AppIntent, WhenCondition: ParameterSummary, Otherwise: ParameterSummary
>: ParameterSummary {
    private let holds: (Intent) -> Bool
    private let when: WhenCondition
    private let otherwise: Otherwise

    private init(_ when: () -> WhenCondition, otherwise: () -> Otherwise, if holds: @escaping (Intent) -> Bool) {
        self.holds = holds
        self.when = when()
        self.otherwise = otherwise()
    }

    /// Whether the parameter is equal to a value. An optional parameter can be compared with nil too.
    public init<Value: _IntentValue & Equatable>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>, _ comparisonOperator: EquatableComparisonOperator,
        _ value: Value, @ParameterSummaryBuilder<Intent> _ when: () -> WhenCondition,
        @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) {
        self.init(when, otherwise: otherwise) { comparisonOperator.holds($0[keyPath: keyPath].valueIfAny == value) }
    }

    /// Whether the parameter is less or greater than a value; without a value neither.
    public init<Value: _IntentValue>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>, _ comparisonOperator: ComparableComparisonOperator,
        _ value: Value.ValueType, @ParameterSummaryBuilder<Intent> _ when: () -> WhenCondition,
        @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) where Value.ValueType: Comparable {
        self.init(when, otherwise: otherwise) { intent in
            intent[keyPath: keyPath].oneValue.map { comparisonOperator.holds($0, value) } ?? false
        }
    }

    /// Whether the parameter is equal to one of the values.
    public init<Value: _IntentValue>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>, _ comparisonOperator: OneOfComparisonOperator,
        _ values: [Value.ValueType], @ParameterSummaryBuilder<Intent> _ when: () -> WhenCondition,
        @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) where Value.ValueType: Equatable {
        self.init(when, otherwise: otherwise) { intent in
            intent[keyPath: keyPath].oneValue.map(values.contains) ?? false
        }
    }

    /// Whether the parameter has a value; nil is none, nor is an empty array.
    public init<Value: _IntentValue>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>, _ comparisonOperator: HasValueComparisonOperator,
        @ParameterSummaryBuilder<Intent> _ when: () -> WhenCondition,
        @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) {
        self.init(when, otherwise: otherwise) { comparisonOperator.holds($0[keyPath: keyPath].hasValue) }
    }

    /// Whether the parameter's text holds another, or begins or ends with it; a text that is not there holds nothing.
    public init<Value: _IntentValue>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>, _ comparisonOperator: StringComparisonOperator,
        _ value: String, @ParameterSummaryBuilder<Intent> _ when: () -> WhenCondition,
        @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) where Value.ValueType == String {
        self.init(when, otherwise: otherwise) {
            comparisonOperator.holds($0[keyPath: keyPath].oneValue ?? "", value)
        }
    }

    /// Whether the parameter is the entity with this id.
    public init<Value: _IntentValue>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>, identifier comparisonOperator: EquatableComparisonOperator,
        _ value: Value.ValueType.ID, @ParameterSummaryBuilder<Intent> _ when: () -> WhenCondition,
        @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) where Value.ValueType: AppEntity {
        self.init(when, otherwise: otherwise) {
            comparisonOperator.holds($0[keyPath: keyPath].oneValue?.id == value)
        }
    }

    /// Whether the parameter is an entity with one of these ids.
    public init<Value: _IntentValue>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>, identifier comparisonOperator: OneOfComparisonOperator,
        _ values: [Value.ValueType.ID], @ParameterSummaryBuilder<Intent> _ when: () -> WhenCondition,
        @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) where Value.ValueType: AppEntity {
        self.init(when, otherwise: otherwise) { intent in
            intent[keyPath: keyPath].oneValue.map { values.contains($0.id) } ?? false
        }
    }

    private func chosen(for intent: any AppIntent) -> any ParameterSummary {
        guard let intent = intent as? Intent, holds(intent) else { return otherwise }
        return when
    }

    public func _text(for intent: any AppIntent) -> String? { chosen(for: intent)._text(for: intent) }
    public func _parameters(for intent: any AppIntent) -> [AnyKeyPath]? {
        chosen(for: intent)._parameters(for: intent)
    }
}

extension IntentParameter {
    /// The value if there is one and it is not an array.
    fileprivate var oneValue: Value.ValueType? { valueIfAny as? Value.ValueType }

    fileprivate var hasValue: Bool {
        switch encodedValue {
        case .array(let elements)?: !elements.isEmpty
        case .bool?, .int?, .double?, .string?: true
        case nil: false
        }
    }
}
