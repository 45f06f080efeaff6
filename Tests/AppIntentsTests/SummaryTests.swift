// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import AppIntents

/// Summaries that depend on the values: what is said, and which parameters are shown.
struct SummaryTests {
    enum Order: String, AppEnum {
        case due, name, author
        static let typeDisplayRepresentation: TypeDisplayRepresentation = "Order"
        static let caseDisplayRepresentations: [Order: DisplayRepresentation] = [
            .due: "By due date", .name: "By name", .author: "By author",
        ]
    }

    struct Shelf: AppEntity {
        let id: Int
        var displayRepresentation: DisplayRepresentation { "Shelf \(id)" }
        static let typeDisplayRepresentation: TypeDisplayRepresentation = "Shelf"
        static let defaultQuery = ShelfQuery()
    }

    struct ShelfQuery: EntityQuery {
        func entities(for identifiers: [Int]) async throws -> [Shelf] { identifiers.map(Shelf.init) }
    }

    /// The sentence and the names of what is shown; all: nil.
    private static func summary<Filter: SetFocusFilterIntent>(_ filter: Filter) -> (text: String?, shown: [String]?) {
        let summary = declared { Filter.parameterSummary }
        let parameters = ParameterReflection.found(in: filter)
        let shown = summary._parameters(for: filter)?.compactMap { path in
            parameters.first { $0.parameter === filter[keyPath: path] as? any AnyIntentParameter }?.name
        }
        return (summary._text(for: filter), shown)
    }

    private static func subtitle(_ filter: some FocusFilterIntent) -> String? {
        filter.displayRepresentation.subtitle.map { String(localized: $0) }
    }

    struct Urgent: FocusFilterIntent {
        static let title: LocalizedStringResource = "Urgent"
        static var parameterSummary: some ParameterSummary {
            When(\.$urgentOnly, .equalTo, true) {
                Summary("Only urgent, at most \(\.$count)")
            } otherwise: {
                Summary("Everything") {
                    \.$urgentOnly
                }
            }
        }
        @Parameter(title: "Urgent only", default: false) var urgentOnly: Bool
        @Parameter(title: "Count", default: 3) var count: Int
        func perform() async throws -> some IntentResult { .result() }
    }

    @Test func when_choosesBetweenTwo_byTheDefaultToo() {
        let filter = Urgent()
        #expect(Self.summary(filter) == ("Everything", ["urgentOnly"]))
        filter.urgentOnly = true
        #expect(Self.summary(filter) == ("Only urgent, at most 3", ["count"]))
        #expect(Self.subtitle(filter) == "Only urgent, at most 3")
    }

    struct Ordered: FocusFilterIntent {
        static let title: LocalizedStringResource = "Ordered"
        static var parameterSummary: some ParameterSummary {
            Switch(\.$order) {
                Case(.due) { Summary("Soonest first") }
                Case([.name, nil]) {
                    When(\.$shelf, .hasAnyValue) {
                        Summary("\(\.$shelf) by name")
                    } otherwise: {
                        Summary("All by name")
                    }
                }
                DefaultCase { Summary("Order: \(\.$order)") { \.$shelf } }
            }
        }
        @Parameter(title: "Order") var order: Order?
        @Parameter(title: "Shelf") var shelf: Shelf?
        func perform() async throws -> some IntentResult & ReturnsValue<Int> { .result(value: 7) }
    }

    @Test func switch_choosesTheFirstCaseWithTheValue() {
        let filter = Ordered()
        #expect(Self.summary(filter) == ("All by name", []))
        filter.shelf = Shelf(id: 4)
        #expect(Self.summary(filter) == ("Shelf 4 by name", ["shelf"]))
        filter.order = .due
        #expect(Self.summary(filter) == ("Soonest first", []))
        filter.order = .author
        #expect(Self.summary(filter) == ("Order: By author", ["order", "shelf"]))
    }

    @Test func resultWithAValue_hasIt() async throws {
        #expect(try await Ordered().perform().value == 7)
    }

    struct Compared: FocusFilterIntent {
        static let title: LocalizedStringResource = "Compared"
        static var parameterSummary: some ParameterSummary {
            When(\.$count, .greaterThan, 5) {
                Summary("many")
            } otherwise: {
                When(\.$limit, .lessThanOrEqualTo, 2) {
                    Summary("few")
                } otherwise: {
                    When(\.$word, .hasPrefix, "re") {
                        Summary("again")
                    } otherwise: {
                        When(\.$word, .doesNotContain, "x") {
                            When(\.$order, .oneOf, [.name, .author]) {
                                Summary("sorted")
                            } otherwise: {
                                When(\.$shelf, identifier: .equalTo, 4) {
                                    Summary("the fourth")
                                } otherwise: {
                                    When(\.$shelf, identifier: .oneOf, [5, 6]) {
                                        Summary("one of the last")
                                    } otherwise: {
                                        When(\.$tags, .hasNoValue) {
                                            Summary("plain")
                                        } otherwise: {
                                            Summary()
                                        }
                                    }
                                }
                            }
                        } otherwise: {
                            Summary { \.$word }
                        }
                    }
                }
            }
        }
        @Parameter(title: "Count", default: 3) var count: Int
        @Parameter(title: "Limit") var limit: Int?
        @Parameter(title: "Word") var word: String?
        @Parameter(title: "Order") var order: Order?
        @Parameter(title: "Shelf") var shelf: Shelf?
        @Parameter(title: "Tags") var tags: [String]?
        func perform() async throws -> some IntentResult { .result() }
    }

    @Test func everyComparison_isMade() {
        let filter = Compared()
        #expect(Self.summary(filter) == ("plain", []))
        filter.tags = []
        #expect(Self.summary(filter) == ("plain", []))
        filter.tags = ["a"]
        #expect(Self.summary(filter) == (nil, nil))
        filter.shelf = Shelf(id: 6)
        #expect(Self.summary(filter).text == "one of the last")
        filter.shelf = Shelf(id: 4)
        #expect(Self.summary(filter).text == "the fourth")
        filter.order = .due
        #expect(Self.summary(filter).text == "the fourth")
        filter.order = .author
        #expect(Self.summary(filter).text == "sorted")
        filter.word = "extra"
        #expect(Self.summary(filter) == (nil, ["word"]))
        #expect(Self.subtitle(filter) == "Word: extra", "what is not shown is not listed")
        filter.word = "remix"
        #expect(Self.summary(filter).text == "again")
        filter.limit = 2
        #expect(Self.summary(filter).text == "few")
        filter.limit = 3
        #expect(Self.summary(filter).text == "again")
        filter.count = 6
        #expect(Self.summary(filter).text == "many")
    }
}
