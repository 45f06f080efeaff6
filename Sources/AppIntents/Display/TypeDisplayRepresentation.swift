// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What one of a kind is called: “Category”.
public struct TypeDisplayRepresentation: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The kind's name, in the singular.
    public var name: LocalizedStringResource
    /// How several are counted: “%lld categories”.
    public var numericFormat: LocalizedStringResource?
    /// Other words for it.
    public var synonyms: [LocalizedStringResource]

    /// `numericFormat` and `synonyms` are taken for source compatibility.
    public init(
        name: LocalizedStringResource, numericFormat: LocalizedStringResource? = nil,
        synonyms: [LocalizedStringResource] = []
    ) {
        self.name = name
        self.numericFormat = numericFormat
        self.synonyms = synonyms
    }

    public init(stringLiteral text: String) { self.init(name: LocalizedStringResource(stringLiteral: text)) }

    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(name: LocalizedStringResource(stringInterpolation: stringInterpolation))
    }
}
