// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Options by section.
public struct IntentItemCollection<Result: _IntentValue>: ResultsCollection {
    /// What to ask for: “Choose a category”.
    public var promptLabel: LocalizedStringResource?
    /// Whether to offer an alphabet for long lists.
    public var usesIndexedCollation: Bool
    /// In the order in which they are shown.
    public var sections: [IntentItemSection<Result>]

    /// `promptLabel` and `usesIndexedCollation` are taken for source compatibility.
    public init(
        promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false,
        sections: [IntentItemSection<Result>]
    ) {
        self.promptLabel = promptLabel
        self.usesIndexedCollation = usesIndexedCollation
        self.sections = sections
    }

    /// One section without a heading.
    public init(
        promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false, items: [Result]
    ) {
        self.init(
            promptLabel: promptLabel, usesIndexedCollation: usesIndexedCollation,
            sections: [IntentItemSection(items: items)])
    }

    /// With sections that are built.
    public init(
        promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false,
        @ListBuilder<IntentItemSection<Result>> sectionsBuilder: () -> [IntentItemSection<Result>]
    ) {
        self.init(
            promptLabel: promptLabel, usesIndexedCollation: usesIndexedCollation, sections: sectionsBuilder())
    }

    /// Nothing to choose from.
    public static var empty: Self { Self(sections: []) }

    /// All options, over the sections.
    public var items: [Result] { sections.flatMap { $0.items.map(\.value) } }

    public var _collection: IntentItemCollection<Result> { self }
}

/// Options under a heading.
public struct IntentItemSection<Result: _IntentValue>: Sendable {
    /// The heading.
    public var title: LocalizedStringResource?
    /// A smaller line below it.
    public var subtitle: LocalizedStringResource?
    /// A picture beside it.
    public var image: DisplayRepresentation.Image?
    /// In the order in which they are shown.
    public var items: [IntentItem<Result>]

    /// Items under a heading.
    public init(
        _ title: LocalizedStringResource? = nil, subtitle: LocalizedStringResource? = nil,
        image: DisplayRepresentation.Image? = nil, items: [IntentItem<Result>]
    ) {
        self.title = title
        self.subtitle = subtitle
        self.image = image
        self.items = items
    }

    /// Values that are shown by their own representations, or by their descriptions.
    @_disfavoredOverload
    public init(
        _ title: LocalizedStringResource? = nil, subtitle: LocalizedStringResource? = nil,
        image: DisplayRepresentation.Image? = nil, items: [Result]
    ) {
        self.init(title, subtitle: subtitle, image: image, items: items.map { IntentItem($0) })
    }

    /// Items that are built, under a heading.
    public init(
        _ title: LocalizedStringResource? = nil, subtitle: LocalizedStringResource? = nil,
        image: DisplayRepresentation.Image? = nil,
        @ListBuilder<IntentItem<Result>> itemsBuilder: () -> [IntentItem<Result>]
    ) {
        self.init(title, subtitle: subtitle, image: image, items: itemsBuilder())
    }

    /// As in the first version of Apple's API.
    @_disfavoredOverload
    public init(title: LocalizedStringResource, items: [Result]) { self.init(title, items: items) }
}

/// One option.
public struct IntentItem<Result: _IntentValue>: Sendable {
    /// What is chosen.
    public var value: Result
    /// How it is shown.
    public var displayRepresentation: DisplayRepresentation

    /// A value, shown as these say; else as it shows itself.
    public init(
        _ value: Result, title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil,
        image: DisplayRepresentation.Image? = nil
    ) {
        self.value = value
        displayRepresentation = DisplayRepresentation(title: title, subtitle: subtitle, image: image)
    }

    /// Shown by its own representation, or by its description.
    public init(_ value: Result) {
        self.value = value
        displayRepresentation = .of(value)
    }
}

/// Lists elements one below the other, with `if` and `for`.
@resultBuilder
public enum ListBuilder<Element> {
    /// One element, or several.
    public static func buildExpression(_ element: Element) -> [Element] { [element] }
    /// One element, or several.
    public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
    /// One after the other.
    public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap { $0 } }
    /// Those of an `if` without `else`.
    public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
    /// Those of an `if`.
    public static func buildEither(first part: [Element]) -> [Element] { part }
    /// Those of an `else`.
    public static func buildEither(second part: [Element]) -> [Element] { part }
    /// Those of a loop.
    public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap { $0 } }
}
