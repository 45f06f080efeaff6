// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents

/// A kind of tasks that a person can choose in a focus mode.
struct Category: AppEntity {
    /// Never changes, whatever the title becomes: configurations keep it.
    let id: UUID
    let title: String
    let symbol: String
    let section: String

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Category"
    static let defaultQuery = CategoryQuery()

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(
            title: LocalizedStringResource(stringLiteral: title), image: .init(systemName: symbol))
    }

    static let all = [
        Category(number: 1, "Writing", symbol: "pencil", section: "Paid"),
        Category(number: 2, "Meetings", symbol: "person.2", section: "Paid"),
        Category(number: 3, "Garden", symbol: "leaf", section: "Private"),
        Category(number: 4, "Family", symbol: "house", section: "Private"),
    ]

    private init(number: UInt8, _ title: String, symbol: String, section: String) {
        id = UUID(uuid: (0x3E, 0x6B, 0x1D, 0x52, 0x7C, 0x0A, 0x4F, 0x11, 0x9D, 0x20, 0x58, 0xC4, 0xA1, 0x07, 0, number))
        self.title = title
        self.symbol = symbol
        self.section = section
    }
}

/// Finds categories. A real app would ask its database.
struct CategoryQuery: EntityQuery {
    func entities(for identifiers: [UUID]) async throws -> [Category] {
        Category.all.filter { identifiers.contains($0.id) }
    }

    func suggestedEntities() async throws -> IntentItemCollection<Category> {
        IntentItemCollection(
            sections: ["Paid", "Private"].map { section in
                IntentItemSection(
                    LocalizedStringResource(stringLiteral: section),
                    items: Category.all.filter { $0.section == section })
            })
    }
}
