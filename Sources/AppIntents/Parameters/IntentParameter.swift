// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import FocusCore

/// A parameter of an intent: `@Parameter(title: "Category") var category: Category?`.
///
/// Holds the value that was set, else the default. An intent's parameters are its own: copies of the intent share them.
@propertyWrapper
public final class IntentParameter<Value: _IntentValue>: Sendable {
    let definition: ParameterDefinition<Value>
    private let state = Locked<ValueState>(.unset)

    /// Whether a value was set.
    public enum ValueState: Sendable {
        /// No value was set, and there is no default.
        case unset
        /// There is a value.
        case set(Value)
    }

    /// `@Parameter var urgentOnly: Bool?`
    public init() { definition = ParameterDefinition() }

    init(_ definition: ParameterDefinition<Value>) { self.definition = definition }

    /// The value that was set, else the default, else nil.
    ///
    /// Reading a parameter that is neither set nor optional nor has a default stops the program, as it does with Apple's
    /// framework. No such filter can be registered.
    public var wrappedValue: Value {
        get {
            guard let value = valueIfAny else {
                preconditionFailure(
                    "the parameter '\(titleText ?? "")' has no value: set one, give it a default, or make it optional")
            }
            return value
        }
        set { state.withLock { $0 = .set(newValue) } }
    }

    /// The parameter itself: `$category`.
    public var projectedValue: IntentParameter<Value> { self }

    /// The value when none is set.
    public var defaultValue: Value? { definition.defaultValue }

    /// What was set.
    public var valueState: ValueState {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    /// What people call it.
    public var title: LocalizedStringResource? { definition.title }

    /// The value that was set, else the default, else nil if it is optional.
    var valueIfAny: Value? {
        switch valueState {
        case .set(let value): value
        case .unset: definition.defaultValue ?? Value._specification.decode(nil, EntityTable())
        }
    }

    /// For a sentence: the value, else the title.
    var summaryText: String {
        valueText ?? titleText ?? ""
    }
}

/// What a parameter was declared with.
struct ParameterDefinition<Value: _IntentValue>: Sendable {
    var title: LocalizedStringResource?
    var description: LocalizedStringResource?
    var defaultValue: Value?
    var minimum: Double?
    var maximum: Double?
    /// The values of an enum that can be chosen; `nil`: all.
    var supportedValues: [Value.ValueType]?
    /// What a bool's two values are called.
    var boolNames: Bool.IntentDisplayName?
    /// Instead of the type's own.
    var options: OptionsSource?
}
