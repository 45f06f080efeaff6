// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import AppIntents

/// A kind of tasks, which a person can choose for a focus mode.
public struct Category: AppEntity {
    /// Never changes, whatever the title becomes: people's modes keep it.
    public let id: UUID
    public let title: String
    public let section: String
    private let symbol: String

    public static let typeDisplayRepresentation: TypeDisplayRepresentation = "Category"
    public static let defaultQuery = CategoryQuery()

    public var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: "\(title)", subtitle: "\(section)", image: .init(systemName: symbol))
    }

    /// A real app would ask its database.
    public static let all = [
        Category(1, "Writing", in: "Paid", symbol: "pencil"),
        Category(2, "Meetings", in: "Paid", symbol: "person.2"),
        Category(3, "Garden", in: "Private", symbol: "leaf"),
        Category(4, "Family", in: "Private", symbol: "house"),
    ]

    private init(_ number: UInt8, _ title: String, in section: String, symbol: String) {
        id = UUID(uuid: (0x3E, 0x6B, 0x1D, 0x52, 0x7C, 0x0A, 0x4F, 0x11, 0x9D, 0x20, 0x58, 0xC4, 0xA1, 0x07, 0, number))
        self.title = title
        self.section = section
        self.symbol = symbol
    }
}

/// Finds categories.
public struct CategoryQuery: EntityQuery {
    public init() {}

    /// Those that a mode's file names. Absent ones were deleted: the system reports them.
    public func entities(for identifiers: [UUID]) async throws -> [Category] {
        Category.all.filter { identifiers.contains($0.id) }
    }

    /// What a settings window offers, in sections.
    public func suggestedEntities() async throws -> IntentItemCollection<Category> {
        IntentItemCollection(
            sections: ["Paid", "Private"].map { section in
                IntentItemSection("\(section)", items: Category.all.filter { $0.section == section })
            })
    }
}
