// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents

// Filters in the shapes in which people write them for Apple's framework.

typealias RecipeID = UUID

/// Stored static variables, the text of an optional resource, an entity by its own query.
struct CookbookFilter: SetFocusFilterIntent {
    static var title: LocalizedStringResource = "Cookbook"
    static var description: LocalizedStringResource? = "Shows one kind of recipe"

    var displayRepresentation: DisplayRepresentation {
        recipe?.displayRepresentation ?? "Every recipe"
    }

    @Parameter(title: "Recipe", optionsProvider: RecipeProvider())
    var recipe: RecipeEntity?

    @Parameter(title: "Others")
    var others: [RecipeEntity]?

    func perform() async throws -> some IntentResult {
        report("Cookbook recipe=\(recipe?.name ?? "nil") others=\(others.map { "\($0.map(\.name))" } ?? "nil")")
        return .result()
    }
}

struct RecipeEntity: AppEntity {
    let id: UUID
    let name: String
    let symbol: String

    var displayRepresentation: DisplayRepresentation {
        .init(
            title: .init(stringLiteral: name),
            image: .init(systemName: symbol)
        )
    }

    static var typeDisplayRepresentation: TypeDisplayRepresentation = "Recipe"

    static var defaultQuery = RecipeQuery()

    static let all = (1...4).map { number in
        RecipeEntity(
            id: RecipeID(uuidString: "0b5f6c1e-5f0c-4a53-9d35-00000000000\(number)") ?? RecipeID(),
            name: "Recipe \(number)",
            symbol: number.isMultiple(of: 2) ? "leaf.fill" : "flame")
    }
}

struct RecipeQuery: EntityQuery {
    init() {}

    func suggestedEntities() async throws -> [RecipeEntity] {
        RecipeEntity.all
    }

    func entities(for identifiers: [RecipeID]) async throws -> [RecipeEntity] {
        let known = try await suggestedEntities()
        return known.filter { identifiers.contains($0.id) }
    }
}

struct RecipeProvider: DynamicOptionsProvider {
    func results() async throws -> IntentItemCollection<RecipeEntity> {

        return .init(
            sections: [
                .init("Starters", items: Array(RecipeEntity.all.prefix(2))),
                .init("Desserts", items: Array(RecipeEntity.all.suffix(2))),
            ]
        )

    }
}

/// No representation of its own, a plain resource, a wrapped default, options from a list of texts.
struct KitchenFilter: FocusFilterIntent {
    static var title: LocalizedStringResource = "Kitchen"
    static var description: LocalizedStringResource = "What the kitchen shows."

    static var parameterSummary: some ParameterSummary {
        Switch(\.$heat) {
            Case(.hot) {
                Summary("Hot food for \(\.$servings)")
            }
            DefaultCase {
                When(\.$cuisine, .hasAnyValue) {
                    Summary("\(\.$cuisine) food for \(\.$servings)") {
                        \.$timers
                    }
                } otherwise: {
                    Summary("Food for \(\.$servings)")
                }
            }
        }
    }

    @Parameter(title: "Quick Only")
    var quickOnly: Bool = false

    @Parameter(title: "Timers", default: false)
    var timers: Bool

    @Parameter(title: "Cuisine", optionsProvider: CuisineProvider())
    var cuisine: String?

    @Parameter(title: "Servings", default: 2, controlStyle: .stepper, inclusiveRange: (lowerBound: 1, upperBound: 12))
    var servings: Int

    @Parameter(title: "Heat", default: .mild)
    var heat: Heat

    @Parameter(title: "Oven", defaultValue: 180, defaultUnit: .celsius)
    var oven: Measurement<UnitTemperature>

    @Parameter(title: "Until")
    var until: Date?

    @MainActor
    func perform() async throws -> some IntentResult {
        let degrees = oven.converted(to: .celsius).value.rounded()
        report(
            "Kitchen quickOnly=\(quickOnly) timers=\(timers) cuisine=\(cuisine ?? "nil") servings=\(servings) "
                + "heat=\(heat) oven=\(degrees) main=\(Thread.isMainThread)")
        return .result()
    }
}

struct CuisineProvider: DynamicOptionsProvider {
    func results() async throws -> [String] {
        ["Basque", "Thai"]
    }
}

enum Heat: String, AppEnum {
    case mild
    case hot

    static var typeDisplayRepresentation: TypeDisplayRepresentation = "Heat"
    static var caseDisplayRepresentations: [Heat: DisplayRepresentation] = [
        .mild: "Mild", .hot: .init(title: "Hot", image: .init(systemName: "flame")),
    ]
}

/// A description of Apple's type, optional.
struct OptionalDescription: FocusFilterIntent {
    static var title: LocalizedStringResource = "Optional description"
    static var description: IntentDescription? = "Said as an optional description"
    func perform() async throws -> some IntentResult { .result() }
}

/// A description of Apple's type.
struct PlainDescription: FocusFilterIntent {
    static let title: LocalizedStringResource = "Plain description"
    static let description = IntentDescription("Said as a description")
    func perform() async throws -> some IntentResult & ReturnsValue<String> { .result(value: "done") }
}

/// No description, and everything computed.
struct NoDescription: FocusFilterIntent {
    static var title: LocalizedStringResource { "No description" }
    func perform() async throws -> some IntentResult { .result() }
}

let allFilters: [any SetFocusFilterIntent.Type] = [
    CookbookFilter.self, KitchenFilter.self, NoDescription.self, OptionalDescription.self, PlainDescription.self,
]

/// What a window would show.
@Observable
final class KitchenState {
    var quickOnly: Bool = false
    var cuisine: String? = nil

    @MainActor
    func refresh() async {
        guard let filter = try? await KitchenFilter.current else {
            quickOnly = false
            cuisine = nil
            return
        }
        quickOnly = filter.quickOnly
        cuisine = filter.cuisine
    }
}

/// Reads what is in force, and performs it, as an app does when it comes to the front.
func cameToFront() {
    Task {
        let filter = try await CookbookFilter.current
        _ = try await filter.perform()
    }
}

/// One line, at once.
func report(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
