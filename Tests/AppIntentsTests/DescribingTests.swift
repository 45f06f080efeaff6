// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

@testable import AppIntents
import FocusCore
import Testing

/// How filters are described to the agent, and which are refused.
@Suite struct DescribingTests {
    private static func parameter(_ id: String) throws -> ParameterDescriptor {
        let descriptor = try FilterDescribing.descriptor(of: Reading.self, languages: [])
        return try #require(descriptor.parameters.first { $0.id.text == id })
    }

    @Test func filter_isDescribedByItsDeclaration() throws {
        let descriptor = try FilterDescribing.descriptor(of: Reading.self, languages: [])
        #expect(descriptor.id.text == "Reading")
        #expect(descriptor.title == "Reading")
        #expect(descriptor.summary == "Shows one shelf only")
        #expect(descriptor.aliases.map(\.text) == ["Books"])
        #expect(descriptor.deadline == .seconds(3))
        #expect(
            descriptor.parameters.map(\.id.text) == ["shelf", "shelves", "isShort", "genre", "pages", "author"])
        try descriptor.validate()
    }

    @Test func entity_isDescribedWithItsKindAndItsQuery() throws {
        let shelf = try Self.parameter("shelf")
        #expect(shelf.type == .entity)
        #expect(shelf.isOptional)
        #expect(!shelf.isArray)
        #expect(shelf.entityName == "Shelf")
        #expect(shelf.options == .dynamic)
        #expect(shelf.aliases.map(\.text) == ["category"])
        #expect(try Self.parameter("shelves").isArray)
    }

    @Test func numberAndEnum_areDescribedWithRangeAndCases() throws {
        let pages = try Self.parameter("pages")
        #expect(pages.type == .int)
        #expect(pages.defaultValue == .int(100))
        #expect(pages.minimum == 1)
        #expect(pages.maximum == 1000)
        let genre = try Self.parameter("genre")
        #expect(genre.type == .enum)
        #expect(genre.options == .static)
        #expect(genre.cases.map(\.value) == [.string("novel"), .string("essay")])
        #expect(genre.cases.map(\.title) == ["Novel", "Essay"])
    }

    @Test func provider_isDescribedWithWhatItDependsOn() throws {
        let author = try Self.parameter("author")
        #expect(author.options == .dynamic)
        #expect(author.dependsOn.map(\.text) == ["genre"])
    }

    struct WithoutDefault: FocusFilterIntent {
        static let title: LocalizedStringResource = "Without default"
        @Parameter(title: "Count") var count: Int
        func perform() async throws -> some IntentResult { .result() }
    }

    @Test func parameterNeitherOptionalNorDefaulted_isRefusedInWords() {
        #expect {
            try FocusFilters.register(WithoutDefault.self, app: "org.example.Refused")
        } throws: { error in
            "\(error)".contains("'WithoutDefault', parameter 'count': it is neither optional nor has a default")
        }
    }

    struct Described: FocusFilterIntent {
        static let title: LocalizedStringResource = "A"
        static let description: LocalizedStringResource? = "As an optional resource"
        func perform() async throws -> some IntentResult { .result() }
    }

    struct Plain: FocusFilterIntent {
        static let title: LocalizedStringResource = "B"
        static let description: LocalizedStringResource = "As a resource"
        func perform() async throws -> some IntentResult { .result() }
    }

    struct Modern: FocusFilterIntent {
        static let title: LocalizedStringResource = "C"
        static let description: IntentDescription? = "As an optional description"
        func perform() async throws -> some IntentResult { .result() }
    }

    struct Silent: FocusFilterIntent {
        static let title: LocalizedStringResource = "D"
        func perform() async throws -> some IntentResult { .result() }
    }

    @Test func everySpellingOfADescription_isKept() throws {
        let filters: [any SetFocusFilterIntent.Type] = [Described.self, Plain.self, Modern.self, Silent.self]
        let summaries = try filters.map { try FilterDescribing.descriptor(of: $0, languages: []).summary }
        #expect(summaries == ["As an optional resource", "As a resource", "As an optional description", ""])
    }

    struct Needy: FocusFilterIntent {
        final class Store: Sendable {}
        static let title: LocalizedStringResource = "Needy"
        @Dependency var store: Store
        func perform() async throws -> some IntentResult { .result() }
    }

    @Test func missingDependency_isRefusedInWords() {
        #expect {
            try FocusFilters.register(Needy.self, app: "org.example.Refused")
        } throws: { error in
            "\(error)".contains("no dependency of type Store was added")
        }
    }

    struct Chooser: FocusFilterIntent {
        struct Provider: DynamicOptionsProvider {
            func results() async throws -> [String] { ["a", "b"] }
            func defaultResult() async -> String? { "b" }
        }
        static let title: LocalizedStringResource = "Chooser"
        @Parameter(title: "Choice", optionsProvider: Provider()) var choice: String
        @Parameter(title: "Choices", optionsProvider: Provider()) var choices: [String]
        func perform() async throws -> some IntentResult { .result() }
    }

    @Test func providersOwnDefault_isTheDefaultInTheParametersShape() async throws {
        let filter = try OfferedFilter(Chooser.self)
        try FilterDescribing.validate([filter.withDefaultsToCome()])
        let completed = await filter.completed(deadline: .seconds(30)).descriptor
        #expect(completed.parameters.map(\.defaultValue) == [.string("b"), .array([.string("b")])])
    }

    @Test func providersOwnDefault_canBeRead() async throws {
        let filter = try await Chooser.currentOrDefault
        #expect(filter.choice == "b")
        #expect(filter.choices == ["b"])
        await #expect(throws: SetFocusFilterIntentError.missingParameterValue) {
            try await WithoutDefault.currentOrDefault
        }
    }

    @Test func filtersInTheProgram_areFoundWithoutAList() {
        let found = FilterDiscovery.filters()
        #expect(found.contains { $0 == Reading.self })
        #expect(found.contains { $0 == Chooser.self })
    }

    @Test func appID_mustBeABusName() {
        #expect(throws: FocusFiltersError.self) { try FocusFilters.register(Silent.self, app: "no name") }
    }

    @Test func symbolNames_areListedInTheDocumentation() throws {
        let article = try ExampleProgram.file("Sources/AppIntents/AppIntents.docc/SymbolNames.md")
        let rows = article.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
        #expect(rows == SymbolNames.table.sorted { $0.key < $1.key }.map { "| `\($0.key)` | `\($0.value)` |" })
    }
}
