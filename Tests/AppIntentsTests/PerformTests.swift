// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import AppIntentsTesting
import Foundation
import Synchronization
import TestSupport
import Testing

/// `perform()` of filters that throw, hang, are slow, or belong to an actor; with the real agent.
@Suite(.serialized) struct PerformTests {
    struct Failing: FocusFilterIntent {
        struct Refusal: Error {}
        static let title: LocalizedStringResource = "Failing"
        static let performed = EventProbe<Int>()
        @Parameter(title: "Number", default: 0) var number: Int
        func perform() async throws -> some IntentResult {
            if number < 0 { throw Refusal() }
            Self.performed.record(number)
            return .result()
        }
    }

    @Test func performThatThrows_isReported_andNewValuesAreStillPerformed() async throws {
        let desktop = try await SimulatedDesktop()
        try await desktop.register(Failing.self, app: "org.example.Failing")
        let filter = Failing()
        filter.number = -1
        await #expect {
            try await desktop.turnOn("Work", filter)
        } throws: { error in
            "\(error)".contains("Failing could not be performed: Refusal")
        }
        filter.number = 2
        try await desktop.configure("Work", filter)
        #expect(Failing.performed.drain() == [2])
    }

    struct Hanging: FocusFilterIntent {
        static let title: LocalizedStringResource = "Hanging"
        static let performDeadline = Duration.milliseconds(200)
        static let started = EventProbe<Int>()
        static let finished = EventProbe<Int>()
        @Parameter(title: "Number", default: 0) var number: Int
        func perform() async throws -> some IntentResult {
            Self.started.record(number)
            if number == 1 { try await Task.sleep(for: .seconds(3600)) }
            Self.finished.record(number)
            return .result()
        }
    }

    @Test func performThatHangs_isCancelledByNewerValues() async throws {
        let desktop = try await SimulatedDesktop()
        try await desktop.register(Hanging.self, app: "org.example.Hanging")
        let filter = Hanging()
        filter.number = 1
        let hanging = Task { [filter] in try await desktop.turnOn("Work", filter) }
        #expect(await Hanging.started.next() == 1)
        let newer = Hanging()
        newer.number = 2
        try? await desktop.configure("Work", newer)
        #expect(await Hanging.finished.next() == 2)
        _ = await hanging.result
        // The same values, asked for again after the deadline, were not performed twice.
        #expect(Hanging.started.drain() == [2])
    }

    struct OnMainActor: FocusFilterIntent {
        static let title: LocalizedStringResource = "On the main actor"
        static let performed = EventProbe<Bool>()
        @Parameter(title: "Flag", default: false) var flag: Bool
        @MainActor func perform() async throws -> some IntentResult {
            // Ends the test run if it is not so. The thread does not tell: any may serve the main actor.
            MainActor.assertIsolated()
            Self.performed.record(flag)
            return .result()
        }
    }

    @Test func perform_runsWhereItsIsolationSays() async throws {
        let desktop = try await SimulatedDesktop()
        try await desktop.register(OnMainActor.self, app: "org.example.OnMainActor")
        let filter = OnMainActor()
        filter.flag = true
        try await desktop.turnOn("Work", filter)
        #expect(OnMainActor.performed.drain() == [true])
    }

    struct Asking: FocusFilterIntent {
        static let title: LocalizedStringResource = "Asking"
        static let answers = EventProbe<Bool>()
        static let desktop = Mutex<SimulatedDesktop?>(nil)
        @Parameter(title: "Flag", default: false) var flag: Bool
        func perform() async throws -> some IntentResult {
            guard let desktop = Self.desktop.withLock({ $0 }) else { return .result() }
            let current = try? await Asking.current
            try FocusFilters.register(Other.self, app: "org.example.Asking", options: desktop.options)
            Self.answers.record(current?.flag ?? false)
            return .result()
        }
    }

    struct Other: FocusFilterIntent {
        static let title: LocalizedStringResource = "Other"
        static let performed = EventProbe<Int>()
        @Parameter(title: "Number", default: 0) var number: Int
        func perform() async throws -> some IntentResult {
            Self.performed.record(number)
            return .result()
        }
    }

    @Test func j2_askingAndRegisteringWithinPerform_isAnswered() async throws {
        let desktop = try await SimulatedDesktop()
        Asking.desktop.withLock { $0 = desktop }
        defer { Asking.desktop.withLock { $0 = nil } }
        try await desktop.register(Asking.self, app: "org.example.Asking")
        let filter = Asking()
        filter.flag = true
        try await desktop.turnOn("Work", filter)
        #expect(Asking.answers.drain() == [true])
        try await desktop.expect(Other.self, app: "org.example.Asking")
        let other = Other()
        other.number = 5
        try await desktop.configure("Work", other)
        #expect(await Other.performed.next() == 5)
    }
}
