// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import DBus
import Fakes
import FocusInterfaces
import TestSupport
import Testing

/// How long a background helper lives.
@Suite(.serialized) struct ExtensionTests {
    struct Helping: FocusFilterIntent {
        static let title: LocalizedStringResource = "Helping"
        @Parameter(title: "Number", default: 0) var number: Int
        func perform() async throws -> some IntentResult { .result() }
    }

    /// Without an idle timeout.
    struct Patient: AppIntentsExtension {
        @MainActor static var address = ""
        static var focusFilters: [any SetFocusFilterIntent.Type] { [Helping.self] }
        static var app: String? { "org.example.Helping" }
        static var options: FocusFilterOptions {
            var options = FocusFilterOptions()
            options.bus = .address(address)
            options.onProblem = { _ in }
            return options
        }
    }

    @Test func helperWithoutTimeout_outlivesTheAgent_butNotItsBus() async throws {
        let bus = try await blocking { try PrivateBus() }
        let ended = EventProbe<Void>()
        await MainActor.run { Patient.address = bus.address }
        let first = try FakeAgent(on: bus)
        Task { @MainActor in
            await Patient.main()
            ended.record(())
        }
        _ = try await first.expect("org.example.Helping")
        // The agent comes and goes: that is no reason to end.
        try await blocking {
            _ = try first.client.call(.bus, .bus, .bus, "ReleaseName", [.string(Focus1.busName.text)])
        }
        let second = try FakeAgent(on: bus)
        _ = try await second.expect("org.example.Helping")
        #expect(ended.pending.isEmpty)
        try await blocking { bus.kill() }
        #expect(await ended.next() != nil)
    }
}
