// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What an intent would have to ask a person for. A focus filter is performed with nobody there to answer: thrown from
/// ``AppIntent/perform()``, it ends the performing with an error that says what is missing.
public struct IntentParameterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// In words.
    public let description: String
}

extension IntentParameter {
    /// `throw $category.needsValueError()`
    public func needsValueError(_ dialog: IntentDialog? = nil) -> IntentParameterError {
        error(dialog, "'\(titleText ?? "a parameter")' needs a value")
    }

    /// `throw $category.needsDisambiguationError(among: [a, b])`
    public func needsDisambiguationError(
        among values: [Value.ValueType], dialog: IntentDialog? = nil
    ) -> IntentParameterError {
        let choices = values.compactMap(Value.ValueType._specification.text).joined(separator: ", ")
        return error(dialog, "'\(titleText ?? "a parameter")' may be any of: \(choices)")
    }

    /// The value that is set; there is nobody to ask for another.
    public func requestValue(_ dialog: IntentDialog? = nil) async throws -> Value {
        guard let value = valueIfAny, Value._specification.encode(value) != nil else { throw needsValueError(dialog) }
        return value
    }

    private func error(_ dialog: IntentDialog?, _ words: String) -> IntentParameterError {
        IntentParameterError(description: dialog.map { String(localized: $0.full) } ?? words)
    }
}
