// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import FocusCore
internal import FocusInterfaces

/// Answers what settings windows ask about a filter, from the app's own code. In the forms that are sent.
extension OfferedFilter {
    /// What can be chosen for a parameter; `chosen`: the values so far.
    func options(
        _ parameter: Identifier, search: String?, chosen: [Identifier: ParameterValue], limit: Int
    ) async throws -> [[String: Value]] {
        guard let found = self.parameter(parameter) else { throw unknown(parameter) }
        let sections: [OptionSection]
        if found.cases.isEmpty, let options = found.options {
            let draft: any AppIntent = await FilterBuilding.draft(filterType, chosen)
            sections = try await IntentInProgress.$intent.withValue(draft) { try await options.sections(search) }
        } else {
            sections = [OptionSection(items: found.cases)]
        }
        return Self.wire(sections, limit: limit)
    }

    private static func wire(_ sections: [OptionSection], limit: Int) -> [[String: Value]] {
        let languages = Languages.preferred()
        var left = limit
        var result: [[String: Value]] = []
        for section in sections where left > 0 && !section.items.isEmpty {
            let items = section.items.prefix(left)
            left -= items.count
            var wire: [String: Value] = [:]
            wire.set(Handler1.SectionKey.title, section.title?.text(in: languages))
            wire.set(Handler1.SectionKey.subtitle, section.subtitle?.text(in: languages))
            wire.set(Handler1.SectionKey.items, items.map { $0.item(in: languages).wire })
            result.append(wire)
        }
        return result
    }

    /// The entities of these ids that exist.
    func resolve(_ parameter: Identifier, _ ids: [ParameterValue]) async throws -> [[String: Value]] {
        guard let found = self.parameter(parameter) else { throw unknown(parameter) }
        guard let resolve = found.options?.resolve else { return [] }
        return try await resolve(ids.compactMap(\.text)).map { entity in
            OptionItem(value: .string(entity.id), display: entity.display).item().wire
        }
    }

    /// How the filter is presented with these values.
    func describe(_ values: [Identifier: ParameterValue]) async throws -> [String: Value] {
        try await Self.describe(filterType, values)
    }

    private static func describe<Filter: SetFocusFilterIntent>(
        _ type: Filter.Type, _ values: [Identifier: ParameterValue]
    ) async throws -> [String: Value] {
        let filter = try await FilterBuilding.build(type, values).filter
        let display = filter.displayRepresentation
        var result: [String: Value] = [:]
        result.set(Handler1.DescriptionKey.title, String(localized: display.title))
        result.set(Handler1.DescriptionKey.subtitle, display.subtitle.map { String(localized: $0) })
        result.set(Handler1.DescriptionKey.icon, display.image?.icon.wire)
        result.set(Handler1.DescriptionKey.notificationFilter, filter.appContext.notificationFilter?.wire)
        return result
    }

    /// Ready-made configurations.
    func suggestions() async -> [[String: Value]] { await Self.suggestions(filterType) }

    private static func suggestions<Filter: SetFocusFilterIntent>(_ type: Filter.Type) async -> [[String: Value]] {
        await Filter.suggestedFocusFilters(for: FocusFilterSuggestionContext()).map { filter in
            var result: [String: Value] = [:]
            result.set(Handler1.SuggestionKey.title, String(localized: filter.displayRepresentation.title))
            result.set(Handler1.SuggestionKey.values, WireValues.dictionary(FilterBuilding.values(of: filter)))
            return result
        }
    }

    private func unknown(_ parameter: Identifier) -> FocusError {
        FocusError(.unknownParameter, "the filter '\(id)' has no parameter '\(parameter)'")
    }
}

extension NotificationFilter {
    /// As it is sent: one key that names the kind, with what belongs to it.
    var wire: [String: Value] {
        switch self {
        case .allow(let criteria): ["allow": criteria.busValue]
        case .deny(let criteria): ["deny": criteria.busValue]
        case .prefix(let prefix): ["prefix": .string(prefix)]
        case .matching(let pattern): ["matching": .string(pattern)]
        case .all(let filters): ["all": filters.map(\.wire).busValue]
        case .any(let filters): ["any": filters.map(\.wire).busValue]
        case .not(let filter): ["not": filter.wire.busValue]
        }
    }
}
