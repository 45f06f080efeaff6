// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import AppIntentsTesting
import DBus
import FocusInterfaces
import TestSupport
import Testing

/// What people's tools get of an app's filters through the real agent; and entities that come and go in the app.
@Suite(.serialized) struct AgentAnswerTests {
    private static let app = "org.example.Bookcase"

    struct Bookcase: FocusFilterIntent {
        static let title: LocalizedStringResource = "Bookcase"
        @Parameter(title: "Shelf") var shelf: Shelf?
        @Parameter(title: "Genre", default: .novel) var genre: Genre
        func perform() async throws -> some IntentResult { .result() }
    }

    private static func items(_ sections: [[String: Value]]) -> [[[String: Value]]] {
        sections.map { $0["items"].flatMap { [[String: Value]]($0) } ?? [] }
    }

    private static func titles(_ rows: [[String: Value]]) -> [String] {
        rows.compactMap { $0["title"].flatMap(String.init) }
    }

    @Test func threeHundredEntities_reachAToolInTheirSections_alsoWhenTheAppHasLeft() async throws {
        let desktop = try await SimulatedDesktop()
        let text = try FocusFilterDescriptor([Bookcase.self], app: Self.app).text
        try await desktop.install(descriptor: text, of: Self.app, filters: Bookcase.self)
        let tool = try await Tool(desktop)
        func options(_ parameter: String, _ query: [String: Value] = [:]) async throws -> [[String: Value]] {
            try await tool.options(Self.app, "Bookcase", parameter, query)
        }
        // Before the app has ever run: what the file says is answered, and what only the app knows is not.
        #expect(Self.items(try await options("genre")).map(Self.titles) == [["Novel", "Essay"]])
        await #expect {
            try await options("shelf")
        } throws: { error in
            "\(error)".contains("org.focusfilters.Error.AppUnavailable")
        }

        let registration = try await desktop.register(Bookcase.self, app: Self.app)
        let sections = try await options("shelf")
        #expect(Self.titles(sections) == ["Left", "Middle", "Right"])
        #expect(sections[1]["subtitle"] == .string("In between"))
        #expect(Self.items(sections).map(\.count) == [100, 100, 100])
        let icon = Value.structure([.string("themed"), .variant(["accessories-dictionary-symbolic"].busValue)])
        #expect(Self.items(sections).joined().allSatisfy { $0["icon"] == icon })
        #expect(Self.items(sections)[2].last?["value"] == .string(Shelf.id(299).entityIdentifierString))
        #expect(Self.items(try await options("shelf", ["limit": .uint32(150)])).map(\.count) == [100, 50])
        #expect(
            Self.items(try await options("shelf", ["search": .string("shelf 299")])).map(Self.titles) == [["Shelf 299"]]
        )
        let ids = [Shelf.id(3), Shelf.goneID].map(\.entityIdentifierString)
        #expect(Self.titles(try await tool.resolve(Self.app, "Bookcase", "shelf", ids)) == ["Shelf 3"])
        #expect(sections.allSatisfy { $0["as-of"] == nil })

        registration.end()
        // Until the agent has seen it leave, it is asked.
        let deadline = Deadline.standard
        var kept = try await options("shelf")
        while kept.first?["as-of"] == nil, !deadline.hasPassed { kept = try await options("shelf") }
        #expect(Self.items(kept) == Self.items(sections))
        #expect(kept.allSatisfy { $0["as-of"] != nil })
        #expect(Self.titles(try await tool.resolve(Self.app, "Bookcase", "shelf", ids)) == ["Shelf 3"])
        #expect(Self.items(try await options("genre")).map(Self.titles) == [["Novel", "Essay"]])
    }

    /// The shelves of the app of the moment.
    private static let standing = Locked<Set<UUID>>([])

    struct StandingQuery: EntityQuery {
        func entities(for identifiers: [UUID]) async throws -> [Shelf] {
            let standing = AgentAnswerTests.standing.withLock { $0 }
            return Shelf.all.filter { identifiers.contains($0.id) && standing.contains($0.id) }
        }
    }

    struct Moving: FocusFilterIntent {
        struct Performed: Sendable, Equatable {
            var shelves: [UUID]?
            var one: UUID?
            var unknown: [String: [String]]?
        }

        static let title: LocalizedStringResource = "Moving"
        static let performed = EventProbe<Performed>()
        @Parameter(title: "Shelves", query: StandingQuery()) var shelves: [Shelf]?
        @Parameter(title: "One", query: StandingQuery()) var one: Shelf?
        func perform() async throws -> some IntentResult {
            Self.performed.record(
                Performed(
                    shelves: shelves?.map(\.id), one: one?.id, unknown: FocusFilterTransition.current?.unknownEntities))
            return .result()
        }
    }

    @Test func entitiesThatVanish_areLeftOut_byTheLibraryAsByTheAgent() async throws {
        let (first, second) = (Shelf.id(3), Shelf.id(5))
        Self.standing.withLock { $0 = [first, second] }
        let desktop = try await SimulatedDesktop()
        try await desktop.register(Moving.self, app: "org.example.Moving")
        let tool = try await Tool(desktop)
        let texts = [first, second].map(\.entityIdentifierString)
        let values: [String: Value] = ["shelves": texts.busValue, "one": .string(texts[1])]
        try await tool.createMode("work")
        try await tool.configure("work", "org.example.Moving", "Moving", values)
        func next() async throws -> Moving.Performed { try #require(await Moving.performed.next()) }

        try await tool.activate("work")
        #expect(try await next() == Moving.Performed(shelves: [first, second], one: second, unknown: [:]))
        try await tool.deactivate()
        #expect(try await next() == Moving.Performed(shelves: nil, one: nil, unknown: [:]))

        // The app does not say that one is gone: the library finds out when it is to show it.
        Self.standing.withLock { $0 = [first] }
        try await tool.activate("work")
        let found = try await next()
        #expect(found.shelves == [first] && found.one == nil)
        #expect(found.unknown == ["shelves": [texts[1]], "one": [texts[1]]])

        // It does: the agent leaves the same out.
        Moving.invalidateFocusFilterAppContext()
        // It asks about one parameter after the other.
        let known = await Moving.performed.next { $0.unknown == [:] }
        #expect(known == Moving.Performed(shelves: [first], one: nil, unknown: [:]))
        let problems = Self.messages(try await tool.problems())
        #expect(problems.contains { $0.contains(texts[1]) }, "\(problems)")

        // None is left: the default, from both alike, so that there is nothing new after it.
        Self.standing.withLock { $0 = [] }
        try await tool.deactivate()
        #expect(try await next() == Moving.Performed(shelves: nil, one: nil, unknown: [:]))
        try await tool.activate("work")
        let bare = try await next()
        #expect(bare.shelves == nil && bare.one == nil && bare.unknown == ["shelves": [texts[0]]])

        // What was chosen stands in the file all the while, and counts when the shelves are back.
        let kept = try await tool.configured("work")["filters"].flatMap { [String: [String: Value]]($0) }
        #expect(kept?["org.example.Moving/Moving"] == values)
        Self.standing.withLock { $0 = [first, second] }
        try await tool.deactivate()
        Moving.performed.drain()
        Moving.invalidateFocusFilterAppContext()
        try await desktop.settle()
        try await tool.activate("work")
        #expect(await Moving.performed.next { $0.one == second }?.shelves == [first, second])
    }

    private static func messages(_ rows: [[String: Value]]) -> [String] {
        rows.compactMap { $0["message"].flatMap(String.init) }
    }
}
