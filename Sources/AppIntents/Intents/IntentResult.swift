// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What an intent's ``AppIntent/perform()`` gives.
public protocol IntentResult: Sendable {}

/// A result that says no more than that the intent is done.
public struct _EmptyIntentResult: IntentResult {}

/// A result with a value: `some IntentResult & ReturnsValue<Int>`. Nobody asks a focus filter for it.
public protocol ReturnsValue<Value>: IntentResult {
    /// What the value is.
    associatedtype Value: _IntentValue
    /// The value.
    var value: Value? { get }
}

/// A result that is a value.
public struct _ValueIntentResult<Value: _IntentValue>: ReturnsValue {
    public let value: Value?
}

extension IntentResult {
    /// It is done, and this came of it.
    public static func result<Value: _IntentValue>(value: Value) -> Self where Self == _ValueIntentResult<Value> {
        _ValueIntentResult(value: value)
    }
}

extension IntentResult where Self == _EmptyIntentResult {
    /// It is done.
    public static func result() -> _EmptyIntentResult { _EmptyIntentResult() }
}
