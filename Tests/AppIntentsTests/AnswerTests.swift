// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

@testable import AppIntents
import DBus
import Fakes
import FocusInterfaces
import Foundation
import TestSupport
import Testing

/// What an app answers to an agent, over a real bus.
@Suite(.serialized) struct AnswerTests {
    struct Library: FocusFilterIntent {
        static let title: LocalizedStringResource = "Library"
        @Parameter(title: "Shelf") var shelf: Shelf?
        @Parameter(title: "Genre", default: .novel) var genre: Genre
        @Parameter(title: "Slow", optionsProvider: Endless()) var slow: String?
        @Parameter(title: "Writer", optionsProvider: Writers()) var writer: String?
        func perform() async throws -> some IntentResult { .result() }
        var appContext: FocusFilterAppContext {
            FocusFilterAppContext(notificationFilter: .not(.prefix(shelf?.name ?? "none")))
        }
        static func suggestedFocusFilters(for context: FocusFilterSuggestionContext) async -> [Library] {
            let essays = Library()
            essays.genre = .essay
            return [essays]
        }
    }

    /// Never answers, and does not mind being cancelled.
    struct Endless: DynamicOptionsProvider {
        func results() async throws -> [String] {
            await Hang.untilTheTestIsOver()
            return []
        }
        func defaultResult() async -> String? { nil }
    }

    /// What never comes back while a test runs. It ends with the test, and takes no thread from the others meanwhile.
    private enum Hang {
        private static let over = EventProbe<Void>()

        static func untilTheTestIsOver() async { _ = await over.next(until: .seconds(600)) }

        static func end(_ count: Int) { for _ in 0..<count { over.record(()) } }
    }

    /// Whether another question is answered in time, while one hangs. The machine may be late with an answer for once.
    private static func answered(_ ask: () async throws -> Value?) async throws -> Value? {
        let deadline = Deadline.standard
        while true {
            do {
                return try await ask()
            } catch let error where "\(error)".contains("no answer within") && !deadline.hasPassed {}
        }
    }

    struct Writers: DynamicOptionsProvider {
        @IntentParameterDependency<Library>(\.$genre) var library
        func results() async throws -> IntentItemCollection<String> {
            let prefix = library?.genre == .essay ? "E" : "N"
            return IntentItemCollection(sections: [
                IntentItemSection(
                    "Writers",
                    items: [
                        IntentItem("\(prefix)1", title: "Ávila", image: .init(systemName: "person")),
                        IntentItem("\(prefix)2", title: "Brandt"),
                    ])
            ])
        }
    }

    private static func titles(_ value: Value?) -> [String] {
        sections(value).flatMap { [[String: Value]]($0["items"] ?? .string("")) ?? [] }
            .compactMap { $0["title"].flatMap(String.init) }
    }

    private static func sections(_ value: Value?) -> [[String: Value]] { value.flatMap { [[String: Value]]($0) } ?? [] }

    @Test func threeHundredEntities_areOfferedInTheirSectionsWithImages() async throws {
        let agent = try FakeAgent()
        let (registration, app) = try await agent.register(Library.self, app: "org.example.Answers")
        defer { registration.end() }
        let reply = try await app.call("Options", .string("Library"), .string("shelf"), [String: Value]().busValue)
        let sections = Self.sections(reply)
        #expect(sections.map { $0["title"] } == [.string("Left"), .string("Middle"), .string("Right")])
        #expect(sections[1]["subtitle"] == .string("In between"))
        #expect(Self.titles(reply).count == 300)
        let first = try #require([[String: Value]](sections[0]["items"] ?? .string(""))?.first)
        #expect(first["value"] == .string(Shelf.id(0).entityIdentifierString))
        #expect(first["icon"] == Icon.dictionary)

        let limited = try await app.call(
            "Options", .string("Library"), .string("shelf"), ["limit": Value.uint32(150)].busValue)
        #expect(Self.titles(limited).count == 150)
        #expect(Self.sections(limited).count == 2)
        let found = try await app.call(
            "Options", .string("Library"), .string("shelf"), ["search": Value.string("SHELF 29")].busValue)
        #expect(Self.titles(found) == ["Shelf 29"] + (290...299).map { "Shelf \($0)" })
    }

    private enum Icon {
        static let dictionary: Value = .structure([
            .string("themed"), .variant(["accessories-dictionary-symbolic"].busValue),
        ])
    }

    @Test func optionsDependOnWhatIsChosen() async throws {
        let agent = try FakeAgent()
        let (registration, app) = try await agent.register(Library.self, app: "org.example.Answers")
        defer { registration.end() }
        func values(_ genre: String) async throws -> [Value?] {
            let chosen = ["values": ["genre": Value.string(genre)].busValue].busValue
            let reply = try await app.call("Options", .string("Library"), .string("writer"), chosen)
            return Self.sections(reply).flatMap { [[String: Value]]($0["items"] ?? .string("")) ?? [] }
                .map { $0["value"] }
        }
        #expect(try await values("essay") == [.string("E1"), .string("E2")])
        #expect(try await values("novel") == [.string("N1"), .string("N2")])
        let accent = try await app.call(
            "Options", .string("Library"), .string("writer"), ["search": Value.string("avila")].busValue)
        #expect(Self.titles(accent) == ["Ávila"])
    }

    @Test func providerThatNeverReturns_isAnsweredForInTime() async throws {
        let agent = try FakeAgent()
        let (registration, app) = try await agent.register(
            Library.self, app: "org.example.Answers", answerDeadline: .milliseconds(200))
        defer {
            registration.end()
            Hang.end(1)
        }
        await #expect {
            try await app.call("Options", .string("Library"), .string("slow"), [String: Value]().busValue)
        } throws: { error in
            "\(error)".contains("no answer within 0.2 seconds: the options of 'slow'")
        }
        // Others are answered all the same.
        let reply = try await Self.answered {
            try await app.call("Options", .string("Library"), .string("genre"), [String: Value]().busValue)
        }
        #expect(Self.titles(reply) == ["Novel", "Essay"])
    }

    /// Its own code never comes back, whatever it is asked.
    struct Lost: FocusFilterIntent {
        struct Query: EntityQuery {
            func entities(for identifiers: [UUID]) async throws -> [Shelf] {
                await Hang.untilTheTestIsOver()
                return []
            }
        }

        static let title: LocalizedStringResource = "Lost"
        @Parameter(title: "Shelf", query: Query()) var shelf: Shelf?
        func perform() async throws -> some IntentResult { .result() }
        static func suggestedFocusFilters(for context: FocusFilterSuggestionContext) async -> [Lost] {
            await Hang.untilTheTestIsOver()
            return []
        }
    }

    @Test func ownCodeThatNeverReturns_isAnsweredForInTime_whateverIsAsked() async throws {
        let agent = try FakeAgent()
        let (registration, app) = try await agent.register(
            Lost.self, Library.self, app: "org.example.Answers", answerDeadline: .milliseconds(200))
        defer {
            registration.end()
            Hang.end(3)
        }
        let none = [String: Value]().busValue
        let id = Value.string(Shelf.id(1).entityIdentifierString)
        let questions: [(MemberName, [Value], String)] = [
            ("Resolve", [.string("shelf"), [id].busValue, none], "what 'shelf' names"),
            ("Describe", [["shelf": id].busValue, none], "the description of 'Lost'"),
            ("Suggest", [none], "the suggestions for 'Lost'"),
        ]
        for (member, arguments, what) in questions {
            await #expect("\(member)") {
                try await app.ask(member, [.string("Lost")] + arguments)
            } throws: { error in
                "\(error)".contains("no answer within 0.2 seconds: \(what)")
            }
        }
        // Others are answered all the same.
        let reply = try await Self.answered { try await app.call("Suggest", .string("Library"), none) }
        #expect(Self.sections(reply).count == 1)
    }

    @Test func resolving_leavesUnknownIDsOut() async throws {
        let agent = try FakeAgent()
        let (registration, app) = try await agent.register(Library.self, app: "org.example.Answers")
        defer { registration.end() }
        let ids: [Value] = [
            .string(Shelf.id(3).uuidString), .string(Shelf.goneID.uuidString), .string("no id at all"),
        ]
        let reply = try await app.call(
            "Resolve", .string("Library"), .string("shelf"), ids.busValue, [String: Value]().busValue)
        let items = try #require([[String: Value]](reply ?? .string("")))
        #expect(items.map { $0["value"] } == [.string(Shelf.id(3).uuidString)])
        #expect(items.map { $0["title"] } == [.string("Shelf 3")])
    }

    @Test func description_comesFromTheFilterWithTheseValues() async throws {
        let agent = try FakeAgent()
        let (registration, app) = try await agent.register(Library.self, app: "org.example.Answers")
        defer { registration.end() }
        let values = ["shelf": Value.string(Shelf.id(3).entityIdentifierString), "genre": .string("essay")]
        let reply = try await app.call(
            "Describe", .string("Library"), values.busValue, [String: Value]().busValue)
        let description = try #require([String: Value](reply ?? .string("")))
        #expect(description["title"] == .string("Library"))
        #expect(description["subtitle"] == .string("Shelf: Shelf 3, Genre: Essay"))
        #expect(description["notification-filter"] == ["not": ["prefix": Value.string("Shelf 3")].busValue].busValue)
    }

    @Test func suggestions_areValuesWithATitle() async throws {
        let agent = try FakeAgent()
        let (registration, app) = try await agent.register(Library.self, app: "org.example.Answers")
        defer { registration.end() }
        let reply = try await app.call("Suggest", .string("Library"), [String: Value]().busValue)
        #expect(
            Self.sections(reply) == [
                ["title": .string("Library"), "values": ["genre": Value.string("essay")].busValue]
            ])
    }

    @Test func anotherCallerThanTheAgent_isRefused() async throws {
        let agent = try FakeAgent()
        let (registration, app) = try await agent.register(Library.self, app: "org.example.Answers")
        defer { registration.end() }
        let stranger = FakeAgent.App(client: try BusClient(agent.bus.address), registration: app.registration)
        await #expect {
            try await stranger.call("Suggest", .string("Library"), [String: Value]().busValue)
        } throws: { error in
            (error as? CallError)?.name == ErrorName.accessDenied.text
        }
        await #expect(throws: CallError.self) {
            try await app.call("Suggest", .string("Nothing"), [String: Value]().busValue)
        }
        await #expect(throws: CallError.self) {
            try await app.call("Options", .string("Library"), .string("nothing"), [String: Value]().busValue)
        }
    }

    @Test func handler_saysItsVersionAndItsInterface() async throws {
        let agent = try FakeAgent()
        let (registration, app) = try await agent.register(Library.self, app: "org.example.Answers")
        defer { registration.end() }
        let version = try await blocking {
            try app.client.call(
                app.registration.sender, app.registration.handler, "org.freedesktop.DBus.Properties", "Get",
                [.string(Handler1.name.text), .string("Version")])
        }
        #expect(version == [.variant(.uint32(1))])
    }
}
