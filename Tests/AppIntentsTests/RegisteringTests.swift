// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import AppIntentsTesting
import DBus
import Fakes
import FocusInterfaces
import TestSupport
import Testing

/// Registering where something stands in the way: a sandbox, another process, limits, a bus that goes and comes.
@Suite(.serialized) struct RegisteringTests {
    struct Boxed: FocusFilterIntent {
        static let title: LocalizedStringResource = "Boxed"
        static let performed = EventProbe<Int>()
        @Parameter(title: "Number", default: 0) var number: Int
        func perform() async throws -> some IntentResult {
            Self.performed.record(number)
            return .result()
        }
    }

    @Test(arguments: [[], ["--flatpak", "org.example.Boxed"]])
    func h4_behindTheProxy_everythingAnAppNeedsGoesThrough(_ identity: [String]) async throws {
        let desktop = try await SimulatedDesktop()
        let proxy = try await blocking {
            try FixtureProgram(
                "sandbox", identity + ["--filter", "--talk=\(Focus1.busName)", "--own=org.example.Boxed"],
                environment: desktop.environment)
        }
        var options = desktop.options
        options.bus = .address(try proxy.ready.text("address"))
        try await desktop.register(Boxed.self, app: "org.example.Boxed", options: options)
        let filter = Boxed()
        filter.number = 7
        try await desktop.turnOn("Work", filter)
        #expect(try await Boxed.current.number == 7)
        #expect(try await Boxed.isFocused)
        try await Boxed.suspend()
        try await desktop.settle()
        try await Boxed.resume()
        try await desktop.settle()
        try await desktop.turnOff()
        #expect(Boxed.performed.drain() == [7, 0, 7, 0])
    }

    struct Huge: FocusFilterIntent {
        static let title: LocalizedStringResource = "Huge"
        @Parameter(title: "Text", default: String(repeating: "x", count: 2 << 20)) var text: String
        func perform() async throws -> some IntentResult { .result() }
    }

    @Test func h2_tooLargeAnOffer_isRefusedInWords_andOthersAreServed() async throws {
        let desktop = try await SimulatedDesktop()
        var options = desktop.options
        options.onProblem = { _ in }
        let registration = try FocusFilters.register(Huge.self, app: "org.example.Huge", options: options)
        defer { registration.end() }
        await #expect {
            try await registration.registered()
        } throws: { error in
            guard case .refused(let name, let message)? = error as? FocusFiltersError else { return false }
            return name == "org.focusfilters.Error.LimitExceeded" && !message.isEmpty
        }
        try await desktop.register(Boxed.self, app: "org.example.Boxed")
        let filter = Boxed()
        filter.number = 3
        try await desktop.turnOn("Work", filter)
        #expect(Boxed.performed.drain() == [3])
    }

    @Test func g4_anotherProcessOfTheApp_isWaitedFor() async throws {
        let desktop = try await SimulatedDesktop()
        let address = try #require(desktop.environment["DBUS_SESSION_BUS_ADDRESS"])
        let other = Locked<BusClient?>(try await blocking { try BusClient(address) })
        try await blocking { try other.withLock { $0 }?.own("org.example.Boxed") }
        var options = desktop.options
        options.onProblem = { _ in }
        let registration = try FocusFilters.register(Boxed.self, app: "org.example.Boxed", options: options)
        defer { registration.end() }
        await #expect {
            try await registration.registered()
        } throws: { error in
            guard case .refused(let name, _)? = error as? FocusFiltersError else { return false }
            return name == "org.focusfilters.Error.NotOwner"
        }
        await #expect(throws: SetFocusFilterIntentError.notFound) { try await Boxed.current }
        #expect(try await Boxed.currentOrDefault.number == 0)
        // It leaves the bus, and what waits in line for the name registers by itself.
        other.withLock { $0 = nil }
        try await desktop.expect(Boxed.self, app: "org.example.Boxed")
        try await registration.registered()
        registration.end()
        await #expect(throws: FocusFiltersError.ended) { try await registration.isFocused }
        await #expect(throws: FocusFiltersError.ended) { try await registration.registered() }
    }

    @Test func waitingForAnAgent_endsWithTheTaskOrTheRegistration() async throws {
        let bus = try await blocking { try PrivateBus() }
        var options = FocusFilterOptions()
        options.bus = .address(bus.address)
        let registration = try FocusFilters.register(Boxed.self, app: "org.example.Boxed", options: options)
        let cancelled = Task { try await registration.registered() }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let waiting = Task { try await registration.registered() }
        registration.end()
        await #expect(throws: FocusFiltersError.ended) { try await waiting.value }
    }

    @Test func busThatComesBack_isRegisteredOnAgain() async throws {
        let bus = try await blocking { try PrivateBus() }
        let first = try FakeAgent(on: bus)
        let (registration, _) = try await first.register(Boxed.self, app: "org.example.Boxed")
        defer { registration.end() }
        try await blocking { try bus.restart() }
        let second = try FakeAgent(on: bus)
        let app = try await second.expect("org.example.Boxed")
        #expect(app.registration.filters.count == 1)
    }
}
