// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Finds entities of the app.
public protocol EntityQuery: DynamicOptionsProvider, PersistentlyIdentifiable {
    /// What is found.
    associatedtype Entity: AppEntity
    associatedtype Result: ResultsCollection = [Entity]

    /// Those of these ids that exist, in any order. An id that is not known is left out: people are told of it, and if it
    /// was all that was chosen, the parameter has its default.
    func entities(for identifiers: [Entity.ID]) async throws -> [Entity]
    /// What to offer in a list. By default nothing.
    func suggestedEntities() async throws -> Result
}

extension EntityQuery {
    /// What to offer in a list.
    public func results() async throws -> Result { try await suggestedEntities() }
}

extension EntityQuery where Result == [Entity] {
    /// What a settings window offers before anything is typed; by default nothing.
    public func suggestedEntities() async throws -> [Entity] { [] }
}

/// A query that finds entities by words.
public protocol EntityStringQuery: EntityQuery {
    /// Those that suit what was typed, the best first.
    func entities(matching string: String) async throws -> Result
}

/// A query for few and small entities, which can all be listed.
public protocol EnumerableEntityQuery: EntityQuery {
    /// All of them.
    func allEntities() async throws -> Result
}

extension EnumerableEntityQuery {
    public func suggestedEntities() async throws -> Result { try await allEntities() }
}

extension EnumerableEntityQuery where Result.ResultValue == Entity {
    public func entities(for identifiers: [Entity.ID]) async throws -> [Entity] {
        let wanted = Set(identifiers)
        return try await allEntities()._collection.items.filter { wanted.contains($0.id) }
    }
}
