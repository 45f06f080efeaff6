// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

/// One option as it is sent, before it is translated.
struct OptionItem: Sendable {
    var value: ParameterValue
    var display: DisplayRepresentation

    /// The option in a language.
    func item(in languages: [String] = Languages.preferred()) -> Item {
        Item(
            value: value, title: display.title.text(in: languages), subtitle: display.subtitle?.text(in: languages),
            icon: display.image?.icon, synonyms: display.synonyms.map { $0.text(in: languages) })
    }
}

/// Options under a heading, as they are sent.
struct OptionSection: Sendable {
    var title: LocalizedStringResource?
    var subtitle: LocalizedStringResource?
    var items: [OptionItem]
}

/// Answers what people can choose for a parameter, from the app's own provider or query.
struct OptionsSource: Sendable {
    /// The options; with words that were typed, those that suit them.
    let sections: @Sendable (_ search: String?) async throws -> [OptionSection]
    /// The entities of these ids that exist; absent for what are no entities.
    let resolve: (@Sendable (_ ids: [String]) async throws -> [ResolvedEntity])?
    /// The value when the user chose none.
    let defaultValue: @Sendable () async -> DefaultAnswer
    /// The provider itself, in which dependencies are looked for.
    let origin: @Sendable () -> any DynamicOptionsProvider

    /// An entity that a query found.
    struct ResolvedEntity: Sendable {
        var id: String
        var entity: any Sendable
        var display: DisplayRepresentation
    }

    /// What a provider's `defaultResult()` said, in its own shape: one value where many are wanted is a list of one, of
    /// a list where one is wanted the first counts.
    enum DefaultAnswer: Sendable {
        case none
        case value(ParameterValue)
    }

    init<Provider: DynamicOptionsProvider>(provider: Provider) {
        sections = { search in
            try await Self.filtered(Self.encoded(provider.results()._collection), by: search)
        }
        resolve = nil
        defaultValue = { await Self.defaultValue(of: provider) }
        origin = { provider }
    }

    /// A provider of entities, whose ids are looked up by their own query.
    init<Provider: DynamicOptionsProvider>(
        provider: Provider, resolve: (@Sendable (_ ids: [String]) async throws -> [ResolvedEntity])?
    ) {
        let plain = OptionsSource(provider: provider)
        sections = plain.sections
        self.resolve = resolve
        defaultValue = plain.defaultValue
        origin = plain.origin
    }

    init<Query: EntityQuery>(query: @escaping @Sendable () -> Query) {
        sections = { try await Self.sections(of: query(), search: $0) }
        resolve = { ids in
            // Asked for by the text that is kept, which may be written otherwise than ours: a UUID in capitals.
            let wanted = ids.compactMap { text in
                Query.Entity.ID.entityIdentifier(for: text).map { (text: text, id: $0) }
            }
            guard !wanted.isEmpty else { return [] }
            let found = Dictionary(try await query().entities(for: wanted.map(\.id)).map { ($0.id, $0) }) { $1 }
            return wanted.compactMap { text, id in
                found[id].map { ResolvedEntity(id: text, entity: $0, display: $0.displayRepresentation) }
            }
        }
        defaultValue = { await Self.defaultValue(of: query()) }
        origin = { query() }
    }

    private static func sections<Query: EntityQuery>(of query: Query, search: String?) async throws -> [OptionSection] {
        guard let search else { return try await encoded(query.suggestedEntities()._collection) }
        if let query = query as? any EntityStringQuery { return try await matching(query, search) }
        if let query = query as? any EnumerableEntityQuery { return try await filtered(all(query), by: search) }
        return try await filtered(encoded(query.suggestedEntities()._collection), by: search)
    }

    private static func matching(_ query: some EntityStringQuery, _ search: String) async throws -> [OptionSection] {
        try await encoded(query.entities(matching: search)._collection)
    }

    private static func all(_ query: some EnumerableEntityQuery) async throws -> [OptionSection] {
        try await encoded(query.allEntities()._collection)
    }

    private static func defaultValue(of provider: some DynamicOptionsProvider) async -> DefaultAnswer {
        func encoded<Value: _IntentValue>(_ value: Value) -> ParameterValue? { Value._specification.encode(value) }
        return await provider.defaultResult().flatMap(encoded).map(DefaultAnswer.value) ?? .none
    }

    private static func encoded<Result>(_ collection: IntentItemCollection<Result>) -> [OptionSection] {
        let specification = Result._specification
        return collection.sections.map { section in
            OptionSection(
                title: section.title, subtitle: section.subtitle,
                items: section.items.compactMap { item in
                    specification.encode(item.value).map { OptionItem(value: $0, display: item.displayRepresentation) }
                })
        }
    }

    /// The options in whose texts the words occur, whatever their case and accents.
    private static func filtered(_ sections: [OptionSection], by search: String?) -> [OptionSection] {
        guard let search, !search.isEmpty else { return sections }
        return sections.compactMap { section in
            var section = section
            section.items = section.items.filter { option in
                let display = option.display
                return ([display.title] + [display.subtitle].compactMap { $0 } + display.synonyms).contains {
                    String(localized: $0).range(of: search, options: [.caseInsensitive, .diacriticInsensitive]) != nil
                }
            }
            return section.items.isEmpty ? nil : section
        }
    }
}
