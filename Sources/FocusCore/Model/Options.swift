// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Options under a heading.
public struct ItemSection: Hashable, Sendable {
    /// `nil`: no heading.
    public var title: String?
    public var subtitle: String?
    public var items: [Item]

    public init(title: String? = nil, subtitle: String? = nil, items: [Item] = []) {
        self.title = title
        self.subtitle = subtitle
        self.items = items
    }
}

/// What of a parameter's options is wanted.
public struct OptionsQuery: Hashable, Sendable {
    /// How many items one answer may have.
    public static let maximumItems = 1000

    /// Words that the user typed; empty: everything.
    public var search: String
    /// Chosen so far for the filter's parameters.
    public var values: [Identifier: ParameterValue]
    /// At most so many items, 1 to ``maximumItems``.
    public var limit: Int

    public init(
        search: String = "", values: [Identifier: ParameterValue] = [:], limit: Int = OptionsQuery.maximumItems
    ) {
        self.search = search
        self.values = values
        self.limit = limit
    }
}

/// How an app presents a filter with certain values.
public struct FilterDisplay: Hashable, Sendable {
    public var title: String?
    public var subtitle: String?
    public var icon: Icon?
    /// The app's own terms for which of its notifications are to be shown.
    public var notificationFilter: OwnTerms?

    public init(
        title: String? = nil, subtitle: String? = nil, icon: Icon? = nil, notificationFilter: OwnTerms? = nil
    ) {
        self.title = title
        self.subtitle = subtitle
        self.icon = icon
        self.notificationFilter = notificationFilter
    }
}

/// Something of an app's own that is carried through, and not read.
public struct OwnTerms: Hashable, Sendable {
    public let content: any Hashable & Sendable

    public init(_ content: some Hashable & Sendable) { self.content = content }

    public static func == (left: Self, right: Self) -> Bool { AnyHashable(left.content) == AnyHashable(right.content) }
    public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(content)) }
}

/// A ready-made configuration of a filter.
public struct FilterSuggestion: Hashable, Sendable {
    public var title: String
    public var values: [Identifier: ParameterValue]

    public init(title: String, values: [Identifier: ParameterValue]) {
        self.title = title
        self.values = values
    }
}

extension [ItemSection] {
    /// The items in which every word of `search` occurs, whatever its case, and at most `limit` of them. Sections of
    /// which nothing is left are left out; with no words, empty ones stay.
    public func narrowed(to search: String, limit: Int) -> [ItemSection] {
        let words = search.lowercased().split(whereSeparator: \.isWhitespace)
        var left = limit
        return compactMap { section in
            var narrow = section
            if !words.isEmpty { narrow.items = section.items.filter { $0.isFound(by: words) } }
            narrow.items = Array<Item>(narrow.items.prefix(left))
            left -= narrow.items.count
            return narrow.items.isEmpty && !(words.isEmpty && section.items.isEmpty) ? nil : narrow
        }
    }
}

extension Item {
    fileprivate func isFound(by words: [Substring]) -> Bool {
        let texts = ([title, subtitle ?? ""] + synonyms).map { $0.lowercased() }
        return words.allSatisfy { word in texts.contains { $0.contains(word) } }
    }
}
