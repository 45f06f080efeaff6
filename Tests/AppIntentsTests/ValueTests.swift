// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

@testable import AppIntents
import FocusCore
import Foundation
import Testing

/// Values on their way to the agent and back.
@Suite struct ValueTests {
    struct Many: FocusFilterIntent {
        static let title: LocalizedStringResource = "Many"
        @Parameter(title: "a") var bool: Bool?
        @Parameter(title: "b") var int: Int?
        @Parameter(title: "c") var double: Double?
        @Parameter(title: "d") var string: String?
        @Parameter(title: "e") var url: URL?
        @Parameter(title: "f") var date: Date?
        @Parameter(title: "g") var parts: DateComponents?
        @Parameter(title: "h") var length: Measurement<UnitLength>?
        @Parameter(title: "i") var genre: Genre?
        @Parameter(title: "j") var numbers: [Int]?
        @Parameter(title: "k") var words: [String]?
        @Parameter(title: "l") var shelf: Shelf?
        @Parameter(title: "m") var shelves: [Shelf]?
        func perform() async throws -> some IntentResult { .result() }
    }

    @Test func everyType_comesBackAsItWasSent() async throws {
        let filter = Many()
        filter.bool = true
        filter.int = -7
        filter.double = 0.25
        filter.string = "Grüße"
        filter.url = URL(string: "https://example.org/a?b=c")
        filter.date = Date(timeIntervalSince1970: 1_800_000_000.5)
        filter.parts = DateComponents(
            timeZone: TimeZone(secondsFromGMT: 0), year: 2026, month: 11, day: 30, hour: 9, minute: 5)
        filter.length = Measurement(value: 2, unit: .kilometers)
        filter.genre = .essay
        filter.numbers = [1, 2]
        filter.words = []
        filter.shelf = .number(1)
        filter.shelves = [.number(2), .number(3)]
        let values = FilterBuilding.values(of: filter)
        let back = try await FilterBuilding.build(Many.self, values).filter
        #expect(back.bool == true)
        #expect(back.int == -7)
        #expect(back.double == 0.25)
        #expect(back.string == "Grüße")
        #expect(back.url == filter.url)
        #expect(back.date == filter.date)
        #expect(back.parts.flatMap { Calendar.current.date(from: $0) } == Date(timeIntervalSince1970: 1_796_029_500))
        #expect(back.length == Measurement(value: 2000, unit: .meters))
        #expect(back.genre == .essay)
        #expect(back.numbers == [1, 2])
        #expect(back.words == [])
        #expect(back.shelf?.id == Shelf.id(1))
        #expect(back.shelves?.map(\.id) == [Shelf.id(2), Shelf.id(3)])
    }

    @Test func nilAndEmptyArray_areKeptApart() async throws {
        let filter = Many()
        filter.words = []
        let values = FilterBuilding.values(of: filter)
        #expect(Array(values.values) == [.array([])])
        let back = try await FilterBuilding.build(Many.self, values).filter
        #expect(back.words == [])
        #expect(back.numbers == nil)
    }

    private static func values(_ name: String, _ value: ParameterValue) throws -> [Identifier: ParameterValue] {
        [try #require(Identifier(name)): value]
    }

    /// The first shelf is the default, which only the query says.
    struct FirstShelfQuery: EntityQuery {
        func entities(for identifiers: [UUID]) async throws -> [Shelf] {
            Shelf.all.filter { identifiers.contains($0.id) }
        }
        func defaultResult() async -> Shelf? { .number(0) }
    }

    struct Sorted: FocusFilterIntent {
        static let title: LocalizedStringResource = "Sorted"
        @Parameter(title: "Shelf", query: FirstShelfQuery()) var shelf: Shelf
        @Parameter(title: "Other") var other: Shelf?
        func perform() async throws -> some IntentResult { .result() }
    }

    @Test func unknownEntity_leavesTheDefault_andIsReported() async throws {
        let gone = Shelf.goneID.entityIdentifierString
        let values = try Self.values("shelf", .string(gone)).merging(Self.values("other", .string(gone))) { $1 }
        let built = try await FilterBuilding.build(Sorted.self, values)
        #expect(built.filter.shelf.id == Shelf.id(0))
        #expect(built.filter.other == nil)
        #expect(built.unknownEntities == ["shelf": [gone], "other": [gone]])
    }

    @Test func unknownEntitiesAmongOthers_areReportedAndLeftOut() async throws {
        let (known, gone) = (Shelf.id(5).entityIdentifierString, Shelf.goneID.entityIdentifierString)
        let values = try Self.values("shelves", .array([.string(gone), .string(known)]))
        let built = try await FilterBuilding.build(Many.self, values)
        #expect(built.filter.shelves?.map(\.id) == [Shelf.id(5)])
        #expect(built.unknownEntities == ["shelves": [gone]])
    }

    @Test func onlyUnknownEntities_leaveTheDefault_notAnEmptyList() async throws {
        let gone = Shelf.goneID.entityIdentifierString
        let built = try await FilterBuilding.build(Many.self, Self.values("shelves", .array([.string(gone)])))
        #expect(built.filter.shelves == nil)
        #expect(built.unknownEntities == ["shelves": [gone]])
    }

    @Test func entityIDInCapitals_isTheSame() async throws {
        let values = try Self.values("shelf", .string(Shelf.id(11).uuidString))
        #expect(try await FilterBuilding.build(Many.self, values).filter.shelf?.id == Shelf.id(11))
    }

    @Test func valueOfAnotherType_isRefused() async throws {
        let values = try Self.values("int", .string("seven"))
        await #expect(throws: FocusFiltersError.unreadableValue(parameter: "int")) {
            _ = try await FilterBuilding.build(Many.self, values)
        }
    }

    @Test func copiesOfAnIntent_shareItsParameters_newOnesDoNot() {
        let first = Many()
        let copy = first
        copy.int = 1
        #expect(first.int == 1)
        #expect(Many().int == nil)
    }

    @Test func parametersShowInTheDefaultPresentation() {
        let filter = Reading()
        filter.shelf = .number(4)
        filter.isShort = true
        #expect(String(localized: filter.displayRepresentation.title) == "Reading")
        let subtitle = filter.displayRepresentation.subtitle.map { String(localized: $0) }
        #expect(subtitle?.contains("Shelf: Shelf 4") == true)
    }

    struct Summarized: FocusFilterIntent {
        static let title: LocalizedStringResource = "Summarized"
        static var parameterSummary: some ParameterSummary { Summary("Show \(\.$word), 100% of \(\.$number)") }
        @Parameter(title: "Word") var word: String?
        @Parameter(title: "Number", default: 3) var number: Int
        func perform() async throws -> some IntentResult { .result() }
    }

    @Test func summary_namesWhatIsNotSet() {
        let filter = Summarized()
        let subtitle = filter.displayRepresentation.subtitle.map { String(localized: $0) }
        #expect(subtitle == "Show Word, 100% of 3")
    }

    struct Boat: AppEntity {
        let id: String
        @Property(title: "Colour") var colour: String
        @Property(title: "Length") var length: Int?

        init(id: String, colour: String) {
            self.id = id
            self.colour = colour
        }

        var displayRepresentation: DisplayRepresentation { "\(colour) boat" }
        static let typeDisplayRepresentation: TypeDisplayRepresentation = "Boat"
        static let defaultQuery = BoatQuery()
    }

    struct BoatQuery: EnumerableEntityQuery {
        typealias Entity = Boat
        typealias Result = IntentItemCollection<Boat>

        func allEntities() async throws -> IntentItemCollection<Boat> {
            IntentItemCollection {
                IntentItemSection("Boats") {
                    IntentItem(Boat(id: "a", colour: "red"), title: "A")
                    IntentItem(Boat(id: "b", colour: "blue"), title: "B", subtitle: "Second")
                }
            }
        }
    }

    @Test func entitysProperties_areKept_andAnEnumerableQueryFindsByID() async throws {
        let found = try await BoatQuery().entities(for: ["b", "c"])
        #expect(found.map(\.colour) == ["blue"])
        #expect(found.first?.length == nil)
        #expect(found.first?.$colour.title == "Colour")
        #expect(try await BoatQuery().results().sections.first?.items.map(\.value.id) == ["a", "b"])
    }
}
