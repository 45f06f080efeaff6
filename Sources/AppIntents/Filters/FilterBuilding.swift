// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// Makes filters of values that were sent.
package enum FilterBuilding {
    /// A filter and what it could not be given.
    struct Built<Filter: Sendable>: Sendable {
        var filter: Filter
        /// Ids of entities that are chosen, but do not exist any more, by parameter. The others of the same parameter
        /// are in the filter, or its default if there are none.
        var unknownEntities: [String: [String]] = [:]
    }

    /// A filter with exactly these values: an absent one is nil. Entities are looked up by their queries. Of what the app
    /// does not know the agent's rule holds: it is left out, and a parameter of which nothing is left takes its default.
    static func build<Filter: SetFocusFilterIntent>(
        _ type: Filter.Type, _ values: [Identifier: ParameterValue]
    ) async throws -> Built<Filter> {
        var built = Built(filter: Filter())
        var bare: [(name: String, parameter: any AnyIntentParameter)] = []
        for (name, parameter) in ParameterReflection.found(in: built.filter) {
            let value = Identifier(name).flatMap { values[$0] }
            let (table, unknown) = try await entities(of: value, for: parameter)
            if !unknown.isEmpty {
                built.unknownEntities[name] = unknown
                if unknown.count == value?.texts.count {
                    bare.append((name, parameter))
                    continue
                }
            }
            guard parameter.set(value, table) else {
                guard value == nil else { throw FocusFiltersError.unreadableValue(parameter: name) }
                throw SetFocusFilterIntentError.missingParameterValue
            }
        }
        if !bare.isEmpty { try await setDefaults(of: type, bare) }
        return built
    }

    /// Gives fresh parameters the defaults that only providers say; the others have theirs.
    private static func setDefaults<Filter: SetFocusFilterIntent>(
        of type: Filter.Type, _ parameters: [(name: String, parameter: any AnyIntentParameter)]
    ) async throws {
        let provided = await FilterDescribing.providedDefaults(of: type, deadline: .seconds(5))
        for (name, parameter) in parameters {
            if let value = Identifier(name).flatMap({ provided[$0] }) {
                let (table, _) = try await entities(of: value, for: parameter)
                _ = parameter.set(value, table)
            }
            guard parameter.isReadable else { throw SetFocusFilterIntentError.missingParameterValue }
        }
    }

    /// A filter with the defaults, also those that only providers say.
    static func defaults<Filter: SetFocusFilterIntent>(of type: Filter.Type) async throws -> Filter {
        let filter = await draft(type, [:])
        guard ParameterReflection.found(in: filter).allSatisfy(\.parameter.isReadable) else {
            throw SetFocusFilterIntentError.missingParameterValue
        }
        return filter
    }

    /// A filter with those of these values that can be read, and defaults; for answers about values that are not in
    /// effect.
    static func draft<Filter: SetFocusFilterIntent>(
        _ type: Filter.Type, _ values: [Identifier: ParameterValue]
    ) async -> Filter {
        let filter = Filter()
        let parameters = ParameterReflection.found(in: filter)
        var values = values
        if !parameters.allSatisfy(\.parameter.isReadable) {
            let provided = await FilterDescribing.providedDefaults(of: type, deadline: .seconds(5))
            values.merge(provided) { chosen, _ in chosen }
        }
        for (name, parameter) in parameters {
            guard let value = Identifier(name).flatMap({ values[$0] }),
                let (table, _) = try? await entities(of: value, for: parameter)
            else { continue }
            _ = parameter.set(value, table)
        }
        return filter
    }

    /// The values of a filter as they are sent; what is nil is absent.
    package static func values(of filter: some SetFocusFilterIntent) -> [Identifier: ParameterValue] {
        var values: [Identifier: ParameterValue] = [:]
        for (name, parameter) in ParameterReflection.found(in: filter) {
            if let id = Identifier(name) { values[id] = parameter.encodedValue }
        }
        return values
    }

    /// The names of a filter's parameters, in their order.
    package static func names(of filter: some SetFocusFilterIntent) -> [String] {
        ParameterReflection.found(in: filter).map(\.name)
    }

    private static func entities(
        of value: ParameterValue?, for parameter: any AnyIntentParameter
    ) async throws -> (EntityTable, unknown: [String]) {
        guard parameter.shape.type == .entity, let ids = value?.texts, !ids.isEmpty,
            let resolve = parameter.options?.resolve
        else { return (EntityTable(), []) }
        var table = EntityTable()
        for entity in try await resolve(ids) { table.entities[entity.id] = entity.entity }
        return (table, ids.filter { table.entities[$0] == nil })
    }
}

extension ParameterValue {
    /// The text, or the texts of a list.
    var texts: [String] {
        switch self {
        case .array(let elements): elements.compactMap(\.text)
        case .bool, .int, .double, .string: [text].compactMap { $0 }
        }
    }
}
