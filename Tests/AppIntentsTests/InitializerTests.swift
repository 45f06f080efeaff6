// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

@testable import AppIntents
import FocusCore
import Testing

/// Every way to declare a parameter.
@Suite struct InitializerTests {
    struct Words: DynamicOptionsProvider {
        func results() async throws -> [String] { ["a", "b"] }
    }

    struct Numbers: DynamicOptionsProvider {
        func results() async throws -> [Int] { [1, 2] }
    }

    struct Few: EntityStringQuery {
        func entities(for identifiers: [UUID]) async throws -> [Shelf] {
            try await ShelfQuery().entities(for: identifiers)
        }
        func entities(matching string: String) async throws -> [Shelf] { [Shelf.number(1)] }
    }

    struct Everything: FocusFilterIntent {
        static let title: LocalizedStringResource = "Everything"

        @Parameter var bare: Bool?
        @Parameter(description: "Without a title", default: true) var described: Bool
        @Parameter(title: "Wrapped") var wrapped = true
        @Parameter var named = false
        @Parameter(title: "Words", displayName: .init(true: "Loud", false: "Quiet")) var sound: Bool = true

        @Parameter(title: "Count", description: "How many", default: 3, controlStyle: .slider, inclusiveRange: (1, 9))
        var count: Int
        @Parameter(title: "Steps", controlStyle: .field) var steps: Int?
        @Parameter(title: "Range only", inclusiveRange: (lowerBound: -5, upperBound: 5)) var offset: Int = 2
        @Parameter(title: "Chosen", default: 1, inclusiveRange: (1, 2), optionsProvider: Numbers()) var chosen: Int
        @Parameter(title: "Share", default: 0.5, controlStyle: .slider, inclusiveRange: (0, 1)) var share: Double
        @Parameter(title: "Weights") var weights: [Double]?

        @Parameter(
            title: "Text", default: "x", inputOptions: .init(keyboardType: .url, capitalizationType: .none),
            requestValueDialog: "Which?")
        var text: String
        @Parameter(title: "Listed", inputOptions: nil, optionsProvider: Words()) var listed: String?
        @Parameter(title: "Several", optionsProvider: Words()) var several: [String] = ["a"]

        @Parameter(title: "Genre", default: .essay, requestDisambiguationDialog: "Which of these?") var genre: Genre
        @Parameter(title: "Only novels", supportedValues: [.novel]) var novels: Genre = .novel
        @Parameter(title: "Genres", supportedValues: [.novel, .essay]) var genres: [Genre]?

        @Parameter(title: "Shelf", requestDisambiguationDialog: "Which?") var shelf: Shelf?
        @Parameter(title: "Found", query: Few()) var found: Shelf?

        @Parameter(title: "Walk", defaultValue: 2, defaultUnit: .kilometers, supportsNegativeNumbers: false)
        var walk: Measurement<UnitLength>
        @Parameter(title: "Pause") var pause: Measurement<UnitDuration>?
        @Parameter(title: "Day") var day: Date?
        @Parameter(title: "Parts") var parts: DateComponents?
        @Parameter(title: "Page", default: URL(string: "https://example.org/")) var page: URL?

        func perform() async throws -> some IntentResult { .result() }
    }

    private static func parameter(_ id: String) throws -> ParameterDescriptor {
        let descriptor = try FilterDescribing.descriptor(of: Everything.self, languages: [])
        return try #require(descriptor.parameters.first { $0.id.text == id })
    }

    @Test func everyFilterOfThese_canBeOffered() throws {
        let descriptor = try FilterDescribing.descriptor(of: Everything.self, languages: [])
        try descriptor.validate()
        #expect(descriptor.parameters.count == 24)
    }

    @Test(
        arguments: [
            ("bare", nil), ("described", .bool(true)), ("wrapped", .bool(true)), ("named", .bool(false)),
            ("sound", .bool(true)), ("count", .int(3)), ("offset", .int(2)), ("chosen", .int(1)),
            ("share", .double(0.5)), ("text", .string("x")), ("several", .array([.string("a")])),
            ("genre", .string("essay")), ("novels", .string("novel")), ("walk", .double(2000)),
            ("page", .string("https://example.org/")),
        ] as [(String, ParameterValue?)])
    func default_isSent(_ id: String, _ value: ParameterValue?) throws {
        #expect(try Self.parameter(id).defaultValue == value)
    }

    @Test(
        arguments: [("count", 1, 9), ("offset", -5, 5), ("chosen", 1, 2), ("share", 0, 1), ("walk", 0, nil)]
            as [(String, Double?, Double?)])
    func range_isSent(_ id: String, _ minimum: Double?, _ maximum: Double?) throws {
        let parameter = try Self.parameter(id)
        #expect(parameter.minimum == minimum)
        #expect(parameter.maximum == maximum)
    }

    @Test func titles_areDeclaredOrMadeOfTheName() throws {
        #expect(try Self.parameter("bare").title == "Bare")
        #expect(try Self.parameter("described").summary == "Without a title")
        // In which unit a number is meant must be seen where it is entered.
        #expect(try Self.parameter("walk").title == "Walk (m)")
        #expect(try Self.parameter("pause").title == "Pause (s)")
    }

    @Test func options_areThoseOfTheParameter() throws {
        #expect(try Self.parameter("novels").cases.map(\.value) == [.string("novel")])
        #expect(try Self.parameter("genres").isArray)
        for id in ["chosen", "listed", "several", "shelf", "found"] {
            #expect(try Self.parameter(id).options == .dynamic, "\(id)")
        }
    }

    @Test func display_usesTheWordsOfTheValues() {
        let filter = Everything()
        #expect(filter.$sound.valueText == "Loud")
        #expect(filter.$genre.valueText == "Essay")
        #expect(
            filter.$walk.valueText == "2,000 km" || filter.$walk.valueText == "2 km"
                || filter.$walk.valueText == "2,000 m")
    }

    @Test func whatNobodyCanBeAskedFor_isAnErrorInWords() async throws {
        let filter = Everything()
        #expect("\(filter.$shelf.needsValueError())" == "'Shelf' needs a value")
        #expect("\(filter.$shelf.needsValueError("Say which"))" == "Say which")
        #expect(
            "\(filter.$genre.needsDisambiguationError(among: [.novel, .essay]))"
                == "'Genre' may be any of: Novel, Essay")
        await #expect(throws: IntentParameterError.self) { try await filter.$shelf.requestValue("Which?") }
        #expect(try await filter.$genre.requestValue() == .essay)
    }
}
