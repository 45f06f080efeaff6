// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What an intent does, for people.
public struct IntentDescription: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The description itself.
    public var descriptionText: LocalizedStringResource
    /// Under what to list the intent.
    public var categoryName: LocalizedStringResource?
    /// Words by which it is found.
    public var searchKeywords: [LocalizedStringResource]

    /// A text; the category and the keywords are taken for source compatibility.
    public init(
        _ descriptionText: LocalizedStringResource, categoryName: LocalizedStringResource? = nil,
        searchKeywords: [LocalizedStringResource] = []
    ) {
        self.descriptionText = descriptionText
        self.categoryName = categoryName
        self.searchKeywords = searchKeywords
    }

    public init(stringLiteral text: String) { self.init(LocalizedStringResource(stringLiteral: text)) }

    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(LocalizedStringResource(stringInterpolation: stringInterpolation))
    }
}

/// What an intent's static `description` may be.
public protocol _IntentDescriptionConvertible {
    /// The description; `nil`: none.
    var _intentDescription: IntentDescription? { get }
}

extension IntentDescription: _IntentDescriptionConvertible {
    public var _intentDescription: IntentDescription? { self }
}

extension LocalizedStringResource: _IntentDescriptionConvertible {
    public var _intentDescription: IntentDescription? { IntentDescription(self) }
}

extension Optional: _IntentDescriptionConvertible where Wrapped: _IntentDescriptionConvertible {
    public var _intentDescription: IntentDescription? { flatMap(\._intentDescription) }
}
