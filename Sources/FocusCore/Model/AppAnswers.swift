// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What an app said of its options and entities, kept so that it can be told while the app is away. Survives a restart.
public struct AppAnswers: Hashable, Sendable {
    /// One parameter of one filter.
    public struct Place: Hashable, Comparable, Sendable {
        public var filter: Identifier
        public var parameter: Identifier

        public init(filter: Identifier, parameter: Identifier) {
            self.filter = filter
            self.parameter = parameter
        }

        public static func < (left: Self, right: Self) -> Bool {
            (left.filter, left.parameter) < (right.filter, right.parameter)
        }
    }

    /// What is known of the entities that are configured.
    public struct Entities: Hashable, Sendable {
        /// When the app was last asked, µs since the Unix epoch.
        public var asOf: Int64
        /// Those that exist, by id.
        public var items: [ParameterValue: Item]
        /// Ids that the app did not know.
        public var unknown: Set<ParameterValue>

        public init(asOf: Int64, items: [ParameterValue: Item] = [:], unknown: Set<ParameterValue> = []) {
            self.asOf = asOf
            self.items = items
            self.unknown = unknown
        }
    }

    /// All options, as they were when nothing was searched for.
    public struct Options: Hashable, Sendable {
        /// When the app said so, µs since the Unix epoch.
        public var asOf: Int64
        public var sections: [ItemSection]

        public init(asOf: Int64, sections: [ItemSection]) {
            self.asOf = asOf
            self.sections = sections
        }
    }

    public var entities: [Place: Entities]
    public var options: [Place: Options]

    public init(entities: [Place: Entities] = [:], options: [Place: Options] = [:]) {
        self.entities = entities
        self.options = options
    }

    public var isEmpty: Bool { entities.isEmpty && options.isEmpty }

    /// Bytes of one app's descriptions and what is kept of its answers, all together.
    public static let maximumBytes = 1 << 20

    /// The ids that the app did not know, by parameter.
    func unknown(of filter: Identifier) -> [Identifier: Set<ParameterValue>] {
        var unknown: [Identifier: Set<ParameterValue>] = [:]
        for (place, known) in entities where place.filter == filter && !known.unknown.isEmpty {
            unknown[place.parameter] = known.unknown
        }
        return unknown
    }

    /// Takes in what the app answered about `ids`; of those kept, only what is in `configured` stays.
    ///
    /// `room`: bytes that may be kept; beyond it, an entity is only known to exist.
    mutating func take(
        _ found: [Item], of ids: [ParameterValue], at place: Place, configured: [ParameterValue], room: Int,
        asOf now: Int64
    ) {
        var known = entities[place] ?? Entities(asOf: now)
        known.asOf = now
        let current = Set(configured)
        let byID = Dictionary(found.map { ($0.value, $0) }, uniquingKeysWith: { first, _ in first })
        known.items = known.items.filter { current.contains($0.key) }
        known.unknown.formIntersection(current)
        entities[place] = nil
        var left = room - weight - known.items.values.reduce(0) { $0 + $1.weight }
        for id in ids where current.contains(id) {
            left += known.items[id]?.weight ?? 0
            known.items[id] = nil
            known.unknown.remove(id)
            guard var item = byID[id] else {
                known.unknown.insert(id)
                continue
            }
            item.dropImage()
            if item.weight > left { item = Item(value: id, title: id.text ?? "") }
            left -= item.weight
            known.items[id] = item
        }
        if !known.items.isEmpty || !known.unknown.isEmpty { entities[place] = known }
    }

    /// Keeps all options of a parameter in place of those from before; if there is no room, none.
    mutating func take(_ sections: [ItemSection], at place: Place, room: Int, asOf now: Int64) {
        var sections = sections
        for index in sections.indices {
            for item in sections[index].items.indices { sections[index].items[item].dropImage() }
        }
        options[place] = nil
        guard weight + sections.reduce(0, { $0 + $1.weight }) <= room else { return }
        options[place] = Options(asOf: now, sections: sections)
    }

    /// About how many bytes it takes.
    var weight: Int {
        entities.values.reduce(0) { $0 + $1.items.values.reduce(0) { $0 + $1.weight } }
            + options.values.reduce(0) { $0 + $1.sections.reduce(0) { $0 + $1.weight } }
    }
}

extension Item {
    /// About how many bytes it takes.
    var weight: Int {
        64 + value.weight + title.utf8.count + (subtitle?.utf8.count ?? 0) + (icon?.weight ?? 0)
            + synonyms.reduce(0) { $0 + 16 + $1.utf8.count }
    }

    /// Image data is not kept: it is large, and a tool that shows images asks while the app runs.
    fileprivate mutating func dropImage() {
        if case .bytes? = icon { icon = nil }
    }
}

extension ItemSection {
    fileprivate var weight: Int {
        64 + (title?.utf8.count ?? 0) + (subtitle?.utf8.count ?? 0) + items.reduce(0) { $0 + $1.weight }
    }
}

extension Icon {
    fileprivate var weight: Int {
        switch self {
        case .themed(let names): names.reduce(16) { $0 + 16 + $1.utf8.count }
        case .file(let location): 16 + location.utf8.count
        case .bytes(let bytes): 16 + bytes.count
        }
    }
}

extension ParameterValue {
    fileprivate var weight: Int {
        switch self {
        case .bool, .int, .double: 16
        case .string(let text): 16 + text.utf8.count
        case .array(let elements): elements.reduce(16) { $0 + $1.weight }
        }
    }
}

extension FilterDescriptor {
    /// About how many bytes its texts take.
    var weight: Int {
        parameters.reduce(256 + title.utf8.count + summary.utf8.count + (icon?.weight ?? 0)) { sum, parameter in
            sum + 256 + parameter.title.utf8.count + parameter.summary.utf8.count
                + parameter.cases.reduce(0) { $0 + $1.weight } + (parameter.defaultValue?.weight ?? 0)
        }
    }
}
