// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import TestSupport

/// A list of the sample app's.
struct Shelf: AppEntity {
    let id: UUID
    let name: String

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Shelf"
    static let defaultQuery = ShelfQuery()

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: "\(name)", subtitle: "A shelf", image: .init(systemName: "books.vertical"))
    }

    /// The n-th of the shelves that there are.
    static func number(_ number: Int) -> Shelf {
        Shelf(id: id(number), name: "Shelf \(number)")
    }

    static func id(_ number: Int) -> UUID {
        let digits = String(number, radix: 16)
        let text = "7d0a2c5e-3b1f-4e0e-9f65-" + String(repeating: "0", count: 12 - digits.count) + digits
        return UUID(uuidString: text) ?? UUID()
    }

    static let all = (0..<300).map(number)
    /// An id that no shelf has.
    static let goneID = id(999)
}

struct ShelfQuery: EntityQuery {
    func entities(for identifiers: [UUID]) async throws -> [Shelf] {
        Shelf.all.filter { identifiers.contains($0.id) }
    }

    func suggestedEntities() async throws -> IntentItemCollection<Shelf> {
        IntentItemCollection(
            promptLabel: "Which?",
            sections: [
                IntentItemSection("Left", items: Array(Shelf.all[..<100])),
                IntentItemSection("Middle", subtitle: "In between", items: Array(Shelf.all[100..<200])),
                IntentItemSection("Right", items: Array(Shelf.all[200...])),
            ])
    }
}

enum Genre: String, AppEnum {
    case novel
    case essay

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Genre"
    static let caseDisplayRepresentations: [Genre: DisplayRepresentation] = [.novel: "Novel", .essay: "Essay"]
}

/// A filter with a parameter of each kind.
struct Reading: FocusFilterIntent {
    static let title: LocalizedStringResource = "Reading"
    static let description = IntentDescription("Shows one shelf only")
    static let focusFilterAliases = FocusFilterAliases(filter: ["Books"], parameters: ["shelf": ["category"]])
    static let performDeadline = Duration.seconds(3)
    static let performed = EventProbe<Performed>()

    struct Performed: Sendable, Equatable {
        var shelf: UUID?
        var shelves: [UUID]?
        var isShort: Bool
        var reason: FocusFilterTransition.Reason?
        var isActive: Bool?
        var unknown: [String: [String]] = [:]
    }

    @Parameter(title: "Shelf")
    var shelf: Shelf?

    @Parameter(title: "Shelves")
    var shelves: [Shelf]?

    @Parameter(title: "Short texts only", default: false)
    var isShort: Bool

    @Parameter(title: "Genre", default: .novel)
    var genre: Genre

    @Parameter(title: "Pages", default: 100, inclusiveRange: (1, 1000))
    var pages: Int

    @Parameter(title: "Author", optionsProvider: AuthorProvider())
    var author: String?

    func perform() async throws -> some IntentResult {
        let transition = FocusFilterTransition.current
        Self.performed.record(
            Performed(
                shelf: shelf?.id, shelves: shelves?.map(\.id), isShort: isShort, reason: transition?.reason,
                isActive: transition?.isActive, unknown: transition?.unknownEntities ?? [:]))
        return .result()
    }

    var appContext: FocusFilterAppContext {
        FocusFilterAppContext(notificationFilter: .prefix(shelf?.name ?? ""))
    }

    static func suggestedFocusFilters(for context: FocusFilterSuggestionContext) async -> [Reading] {
        let short = Reading()
        short.isShort = true
        return [short]
    }
}

/// Its options depend on the genre.
struct AuthorProvider: DynamicOptionsProvider {
    @ParameterDependency<Reading>(\.$genre) var reading

    func results() async throws -> [String] {
        switch reading?.genre {
        case .novel?: ["Ávila", "Brandt"]
        case .essay?: ["Costa"]
        case nil: []
        }
    }
}
