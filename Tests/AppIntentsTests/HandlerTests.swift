// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import DBus
import Fakes
import FocusInterfaces
import TestSupport
import Testing

/// How `Perform` is answered, for what the real agent asks only in rare cases.
@Suite(.serialized) struct HandlerTests {
    struct Gated: FocusFilterIntent {
        static let title: LocalizedStringResource = "Gated"
        static let started = EventProbe<Int>()
        static let gate = EventProbe<Void>()
        @Parameter(title: "Number", default: 0) var number: Int
        func perform() async throws -> some IntentResult {
            Self.started.record(number)
            _ = await Self.gate.next()
            return .result()
        }
    }

    struct Studying: FocusFilterIntent {
        struct Performed: Sendable, Equatable {
            var shelf: UUID?
            var shelves: [UUID]?
            var reason: FocusFilterTransition.Reason?
            var unknown: [String: [String]]?
        }

        static let title: LocalizedStringResource = "Studying"
        static let performed = EventProbe<Performed>()
        @Parameter(title: "Shelf") var shelf: Shelf?
        @Parameter(title: "Shelves") var shelves: [Shelf]?
        @Parameter(title: "Pages", default: 100) var pages: Int
        func perform() async throws -> some IntentResult {
            let transition = FocusFilterTransition.current
            Self.performed.record(
                Performed(
                    shelf: shelf?.id, shelves: shelves?.map(\.id), reason: transition?.reason,
                    unknown: transition?.unknownEntities))
            return .result()
        }
    }

    /// Calls `Perform` after what was sent before, and tells whether it was acknowledged.
    private static func send(_ app: FakeAgent.App, number: Int64, token: String) -> EventProbe<Bool> {
        let acknowledged = EventProbe<Bool>()
        let transition: [String: Value] = [
            "serial": .uint64(UInt64(number)), "token": .string(token), "reason": .string("changed"),
            "active": .boolean(true),
        ]
        let arguments = [.string("Gated"), ["number": Value.int64(number)].busValue, transition.busValue]
        app.client.perform { connection in
            connection.call(
                app.registration.sender, app.registration.handler, Handler1.name, "Perform", arguments,
                deadline: 30_000_000
            ) { result in
                acknowledged.record((try? result.get()) != nil)
            }
        }
        return acknowledged
    }

    private static func perform(
        _ app: FakeAgent.App, _ filter: String, _ values: [String: Value], serial: UInt64, token: String,
        reason: String = "changed"
    ) async throws {
        let transition: [String: Value] = [
            "serial": .uint64(serial), "token": .string(token), "reason": .string(reason), "active": .boolean(true),
        ]
        try await app.call("Perform", .string(filter), values.busValue, transition.busValue)
    }

    @Test func sameValuesAskedForAgain_areBegunOnce_andBothCallsAcknowledged() async throws {
        let agent = try FakeAgent()
        let (registration, app) = try await agent.register(Gated.self, app: "org.example.Gated")
        defer { registration.end() }
        let first = Self.send(app, number: 1, token: "one")
        #expect(await Gated.started.next() == 1)
        let second = Self.send(app, number: 1, token: "one")
        // Newer values wait for those, and the newest replace what waits.
        let third = Self.send(app, number: 2, token: "two")
        let fourth = Self.send(app, number: 3, token: "three")
        #expect(await third.next() == false)
        Gated.gate.record(())
        #expect(await first.next() == true)
        #expect(await second.next() == true)
        #expect(await Gated.started.next() == 3)
        Gated.gate.record(())
        #expect(await fourth.next() == true)
        // What is in effect is acknowledged at once.
        try await Self.perform(app, "Gated", ["number": .int64(3)], serial: 3, token: "three")
        #expect(Gated.started.pending == [])
    }

    @Test func reasonThatIsNotKnown_countsAsChanged_andUnknownEntitiesAreTold() async throws {
        let agent = try FakeAgent()
        let (registration, app) = try await agent.register(Studying.self, app: "org.example.Unknown")
        defer { registration.end() }
        let (known, gone) = (Shelf.id(4).entityIdentifierString, Shelf.goneID.entityIdentifierString)
        let values: [String: Value] = ["shelves": [known, gone].busValue, "pages": .int64(3)]
        try await Self.perform(app, "Studying", values, serial: 1, token: "a", reason: "of-a-later-version")
        #expect(
            Studying.performed.drain() == [
                Studying.Performed(shelf: nil, shelves: [Shelf.id(4)], reason: .changed, unknown: ["shelves": [gone]])
            ])

        // Nothing is left: the default, and word of it.
        var lost = values
        lost["shelves"] = [gone].busValue
        lost["shelf"] = .string(gone)
        try await Self.perform(app, "Studying", lost, serial: 2, token: "b")
        #expect(
            Studying.performed.drain() == [
                Studying.Performed(
                    shelf: nil, shelves: nil, reason: .changed, unknown: ["shelves": [gone], "shelf": [gone]])
            ])

        // A value of another type is refused, and so is one that is missing.
        var wrong = values
        wrong["pages"] = .string("three")
        await #expect(throws: CallError.self) { try await Self.perform(app, "Studying", wrong, serial: 3, token: "c") }
        wrong["pages"] = nil
        await #expect {
            try await Self.perform(app, "Studying", wrong, serial: 4, token: "d")
        } throws: { error in
            "\(error)".contains("\(SetFocusFilterIntentError.missingParameterValue)")
        }
        #expect(Studying.performed.pending == [])
    }

    @Test func notifications_passByTheirCriteria() {
        var context = FocusFilterAppContext(
            notificationFilter: .any([.allow(["house"]), .all([.prefix("work/"), .not(.matching("work/[0-9]+"))])]))
        #expect(context.shouldPresent(criteria: "house"))
        #expect(context.shouldPresent(criteria: "work/plan"))
        #expect(!context.shouldPresent(criteria: "work/17"))
        #expect(!context.shouldPresent(criteria: "garden"))
        #expect(context.shouldPresent(criteria: nil))
        context.showsNotificationsWithoutCriteria = false
        #expect(!context.shouldPresent(criteria: nil))

        let predicate = NSPredicate { criteria, _ in criteria as? String == "house" }
        let apples = FocusFilterAppContext(notificationFilterPredicate: predicate)
        #expect(apples.shouldPresent(criteria: "house"))
        #expect(!apples.shouldPresent(criteria: "work"))
        #expect(apples.shouldPresent(criteria: nil))
        var everything = FocusFilterAppContext()
        everything.showsNotificationsWithoutCriteria = false
        #expect(everything.shouldPresent(criteria: nil))
    }
}
