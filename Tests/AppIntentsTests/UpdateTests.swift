// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import AppIntentsTesting
import TestSupport
import Testing

/// New versions of an app, which meet what people configured for the one before; with the real agent.
@Suite(.serialized) struct UpdateTests {
    private static let app = "org.example.Calendars"

    struct First: FocusFilterIntent {
        static let persistentIdentifier = "Calendars"
        static let title: LocalizedStringResource = "Calendars"
        static let performed = EventProbe<[String]?>()
        @Parameter(title: "Calendars") var calendars: [String]?
        func perform() async throws -> some IntentResult {
            Self.performed.record(calendars)
            return .result()
        }
    }

    struct Second: FocusFilterIntent {
        static let persistentIdentifier = "Calendars"
        static let title: LocalizedStringResource = "Calendars"
        static let performed = EventProbe<String>()
        @Parameter(title: "Calendar", default: "all") var calendars: String
        @Parameter(title: "Level", default: 1) var level: Int
        func perform() async throws -> some IntentResult {
            Self.performed.record("\(calendars) \(level)")
            return .result()
        }
    }

    @Test func g4_changedType_takesTheDefault_andWhatWasChosenIsKept() async throws {
        let desktop = try await SimulatedDesktop()
        let first = try await desktop.register(First.self, app: Self.app)
        let chosen = First()
        chosen.calendars = ["home", "work"]
        try await desktop.turnOn("Work", chosen)
        #expect(First.performed.drain() == [["home", "work"]])
        first.end()

        let second = try await desktop.register(Second.self, app: Self.app)
        #expect(Second.performed.drain() == ["all 1"])
        #expect(try await Second.current.calendars == "all")
        second.end()

        try await desktop.register(First.self, app: Self.app)
        #expect(First.performed.drain() == [["home", "work"]])
    }

    struct Old: FocusFilterIntent {
        static let title: LocalizedStringResource = "Old"
        @Parameter(title: "List") var list: String?
        func perform() async throws -> some IntentResult { .result() }
    }

    struct New: FocusFilterIntent {
        static let title: LocalizedStringResource = "New"
        static let focusFilterAliases = FocusFilterAliases(filter: ["Old"], parameters: ["project": ["list"]])
        static let performed = EventProbe<String?>()
        @Parameter(title: "Project") var project: String?
        func perform() async throws -> some IntentResult {
            Self.performed.record(project)
            return .result()
        }
    }

    @Test func renamedFilterAndParameter_areFoundByTheirAliases() async throws {
        let desktop = try await SimulatedDesktop()
        let first = try await desktop.register(Old.self, app: "org.example.Renamed")
        let chosen = Old()
        chosen.list = "House"
        try await desktop.turnOn("Work", chosen)
        first.end()
        try await desktop.register(New.self, app: "org.example.Renamed")
        #expect(New.performed.drain() == ["House"])
        #expect(try await New.current.project == "House")
    }
}
