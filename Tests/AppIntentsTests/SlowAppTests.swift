// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import AppIntentsTesting
import DBus
import TestSupport
import Testing

/// Apps that are slow, or that never come back; with the real agent.
@Suite(.serialized) struct SlowAppTests {
    struct Slow: FocusFilterIntent {
        static let title: LocalizedStringResource = "Slow"
        static let performDeadline = Duration.milliseconds(100)
        static let started = EventProbe<Int>()
        @Parameter(title: "Number", default: 0) var number: Int
        func perform() async throws -> some IntentResult {
            Self.started.record(number)
            try await Task.sleep(for: .milliseconds(1500))
            return .result()
        }
    }

    @Test func performPastItsDeadline_isNotBegunAgain_andCountsWhenItReturns() async throws {
        let desktop = try await SimulatedDesktop()
        try await desktop.register(Slow.self, app: "org.example.Slow")
        let filter = Slow()
        filter.number = 1
        // The deadline passes, and the agent asks again after 1 s, while the first runs.
        try await desktop.turnOn("Work", filter)
        #expect(Slow.started.drain() == [1])
    }

    struct Stuck: FocusFilterIntent {
        static let title: LocalizedStringResource = "Stuck"
        static let performDeadline = Duration.seconds(30)
        static let started = EventProbe<Int>()
        static let released = EventProbe<Void>()
        @Parameter(title: "Number", default: 0) var number: Int
        func perform() async throws -> some IntentResult {
            Self.started.record(number)
            // Does not mind being cancelled.
            if number == 1 { _ = await Self.released.next() }
            return .result()
        }
    }

    struct Free: FocusFilterIntent {
        static let title: LocalizedStringResource = "Free"
        static let performed = EventProbe<Int>()
        @Parameter(title: "Number", default: 0) var number: Int
        func perform() async throws -> some IntentResult {
            Self.performed.record(number)
            return .result()
        }
    }

    @Test func g3_appThatDoesNotComeBack_delaysNobody_andThenGetsTheNewestOnly() async throws {
        let desktop = try await SimulatedDesktop()
        let apps = ["Stuck": "org.example.Stuck", "Free": "org.example.Free"]
        try await desktop.register(Stuck.self, app: "org.example.Stuck")
        try await desktop.register(Free.self, app: "org.example.Free")
        let tool = try await Tool(desktop)
        try await tool.createMode("work")
        try await tool.activate("work")
        for number in 1...50 {
            for (filter, app) in apps {
                try await tool.configure("work", app, filter, ["number": .int64(Int64(number))])
            }
            if number == 1 { #expect(await Stuck.started.next() == 1) }
        }
        #expect(await Free.performed.next { $0 == 50 } == 50)
        #expect(Stuck.started.pending == [])
        Stuck.released.record(())
        try await desktop.settle()
        #expect(Stuck.started.drain() == [50])
    }
}
