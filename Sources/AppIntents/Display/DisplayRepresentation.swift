// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// How a value, an entity or a configured filter is shown to people.
public struct DisplayRepresentation: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The first line.
    public var title: LocalizedStringResource
    /// A second, smaller line.
    public var subtitle: LocalizedStringResource?
    /// A picture beside both.
    public var image: Image?
    /// Other words that find it in a search.
    public var synonyms: [LocalizedStringResource]

    /// `synonyms`: other words by which a search finds it.
    public init(
        title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: Image? = nil,
        synonyms: [LocalizedStringResource] = []
    ) {
        self.title = title
        self.subtitle = subtitle
        self.image = image
        self.synonyms = synonyms
    }

    public init(stringLiteral text: String) { self.init(title: LocalizedStringResource(stringLiteral: text)) }

    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(title: LocalizedStringResource(stringInterpolation: stringInterpolation))
    }
}

/// What can show itself.
public protocol InstanceDisplayRepresentable {
    /// How this value is shown.
    var displayRepresentation: DisplayRepresentation { get }
}

/// What has a name for its kind.
public protocol TypeDisplayRepresentable {
    /// What one of this kind is called.
    @MainActor static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
}

/// What can show itself and its kind.
public protocol DisplayRepresentable: TypeDisplayRepresentable, InstanceDisplayRepresentable {}

/// What has a fixed set of values, each of which is shown in its own way.
public protocol CaseDisplayRepresentable: Hashable {
    /// How each value is shown.
    @MainActor static var caseDisplayRepresentations: [Self: DisplayRepresentation] { get }
}
