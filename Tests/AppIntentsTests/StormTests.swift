// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import AppIntentsTesting
import DBus
import TestSupport
import Testing

/// Apps and agents that come and go without rest.
@Suite(.serialized) struct StormTests {
    struct Asking: FocusFilterIntent {
        static let title: LocalizedStringResource = "Asking"
        static let performed = EventProbe<Int>()
        @Parameter(title: "Number", default: 0) var number: Int
        @Parameter(title: "Text") var text: String?
        func perform() async throws -> some IntentResult {
            // Asks back while the agent waits for the answer.
            let current = try await Self.current
            guard current.number == number else { throw FocusFiltersError.superseded }
            Self.performed.record(number)
            return .result()
        }
    }

    struct Plain: FocusFilterIntent {
        static let title: LocalizedStringResource = "Plain"
        static let performed = EventProbe<Int>()
        static let texts = EventProbe<String>()
        @Parameter(title: "Number", default: 0) var number: Int
        @Parameter(title: "Text") var text: String?
        func perform() async throws -> some IntentResult {
            Self.performed.record(number)
            if let text { Self.texts.record(text) }
            return .result()
        }
    }

    @Test func registeredAndEndedAHundredTimes_theLastIsServed() async throws {
        let desktop = try await SimulatedDesktop()
        var options = desktop.options
        options.onProblem = { _ in }
        for _ in 0..<100 {
            try FocusFilters.register(Plain.self, app: "org.example.Storm", options: options).end()
        }
        try await desktop.register(Plain.self, app: "org.example.Storm")
        let filter = Plain()
        filter.number = 1
        try await desktop.turnOn("Work", filter)
        #expect(Plain.performed.drain() == [1])
    }

    @Test func agentThatIsKilledAgainAndAgain_leavesTheAppWithTheNewest_andTellsNothingTwice() async throws {
        let desktop = try await SimulatedDesktop()
        try await desktop.register(Plain.self, app: "org.example.Storm")
        Plain.performed.drain()
        let filter = Plain()
        filter.number = 1
        try await desktop.turnOn("Work", filter)
        for number in 2...6 {
            try await desktop.killAgent()
            try await desktop.startAgent()
            filter.number = number
            try await desktop.configure("Work", filter)
        }
        try await desktop.settle()
        #expect(Plain.performed.drain() == [1, 2, 3, 4, 5, 6])
    }

    @Test func perform_mayAskForTheCurrentValues() async throws {
        let desktop = try await SimulatedDesktop()
        try await desktop.register(Asking.self, app: "org.example.Asking")
        let filter = Asking()
        for number in 1...20 {
            filter.number = number
            try await desktop.turnOn("Mode \(number)", filter)
        }
        #expect(Asking.performed.drain() == Array(1...20))
    }

    @Test func largeValues_arriveWhole_andTooLargeOnesAreRefused() async throws {
        let desktop = try await SimulatedDesktop()
        try await desktop.register(Plain.self, app: "org.example.Storm")
        Plain.texts.drain()
        let filter = Plain()
        filter.text = String(repeating: "ü\u{0}🐢", count: 10)
        await #expect(throws: (any Error).self) { try await desktop.turnOn("Work", filter) }
        let large = String(repeating: "🐢", count: 15_000)
        filter.text = large
        try await desktop.turnOn("Large", filter)
        #expect(Plain.texts.drain() == [large])
        filter.text = String(repeating: "🐢", count: 20_000)
        await #expect(throws: (any Error).self) { try await desktop.turnOn("Huge", filter) }
        // The app is served as before.
        filter.text = "small"
        try await desktop.turnOn("Small", filter)
        #expect(Plain.texts.drain() == ["small"])
    }
}
