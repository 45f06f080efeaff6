// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What would be said to a person. Accepted where Apple's initialisers take one; a focus filter asks and says nothing.
public struct IntentDialog: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The words.
    public var full: LocalizedStringResource

    /// A text.
    public init(_ text: LocalizedStringResource) { full = text }
    public init(stringLiteral text: String) { full = LocalizedStringResource(stringLiteral: text) }
    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        full = LocalizedStringResource(stringInterpolation: stringInterpolation)
    }
}

/// Whether a parameter takes the result of the intent before it. Without effect on a focus filter.
public enum InputConnectionBehavior: Hashable, Sendable {
    /// As the system likes.
    case `default`
    /// Never.
    case never
    /// Always.
    case connectToPreviousIntentResult
}
