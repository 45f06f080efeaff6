// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// The modes in force, in the order in which they win: by priority, then by id. A place in that order names a mode
/// until the table is replaced.
struct ModeTable: Sendable {
    struct Entry: Sendable {
        let mode: Mode
        /// The condition's truth; unknown for a mode without one.
        var truth: Truth
        let facts: Set<Fact>
        fileprivate let program: ConditionProgram?
        /// The apps that the mode configures, in order.
        let apps: [AppID]

        /// Some program holds it.
        fileprivate(set) var isHeld = false

        /// The mode is on by itself unless another wins.
        var holds: Bool { (truth == .yes || isHeld) && mode.isEnabled }
    }

    /// What one mode configures for one filter, under the name that the user wrote.
    struct Configuration: Sendable {
        let mode: ModeID
        let file: String
        let filter: Identifier
        let values: [Identifier: ConfiguredValue]

        /// Where it stands.
        struct Place: Hashable {
            let mode: ModeID
            let filter: Identifier
        }

        var place: Place { Place(mode: mode, filter: filter) }
    }

    private(set) var entries: [Entry] = []
    private var places: [ModeID: Int] = [:]
    private var dependents: [Fact: [Int]] = [:]
    private var truths = TruthTable()
    private var holding = PlaceSet()
    private var configurations: [AppID: [Configuration]] = [:]

    init() {}

    init(_ modes: [Mode], _ values: [Fact: FactValue]) {
        let ordered = modes.sorted { (-$0.priority, $0.id) < (-$1.priority, $1.id) }
        for mode in ordered where places[mode.id] == nil {
            let place = entries.count
            let facts = mode.condition?.expression.facts ?? []
            for fact in facts { truths.set(fact, Truth(values[fact])) }
            let program = mode.condition.map { ConditionProgram($0.expression, &truths) }
            let keys = mode.filters.keys.sorted()
            let apps = keys.map(\.app)
            entries.append(
                Entry(
                    mode: mode, truth: program?.run(truths) ?? .unknown, facts: facts, program: program,
                    apps: apps.enumerated().filter { $0.offset == 0 || apps[$0.offset - 1] != $0.element }.map(
                        \.element)
                ))
            places[mode.id] = place
            for fact in facts { dependents[fact, default: []].append(place) }
            if entries[place].holds { holding.insert(place) }
            for key in keys {
                configurations[key.app, default: []].append(
                    Configuration(
                        mode: mode.id, file: mode.file, filter: key.filter, values: mode.filters[key] ?? [:]))
            }
        }
    }

    subscript(id: ModeID) -> Entry? { places[id].map { entries[$0] } }

    /// The mode that wins among those whose condition is true.
    var first: Entry? { holding.first.map { entries[$0] } }

    /// Those whose condition is true, the winner first.
    var held: [Entry] { holding.places.map { entries[$0] } }

    /// Whether the left mode wins over the right one, both being candidates.
    func precedes(_ left: ModeID, _ right: ModeID) -> Bool { (places[left] ?? .max) < (places[right] ?? .max) }

    func configurations(of app: AppID) -> [Configuration] { configurations[app] ?? [] }

    /// Every app that some mode configures.
    var configuredApps: some Collection<AppID> { configurations.keys }

    /// What re-evaluation found, as places.
    struct Outcome {
        var changed: [ModeID] = []
        var hasBegun = false
        var fallen: [ModeID] = []
    }

    /// How many modes a change of the fact is about.
    func dependentCount(of fact: Fact) -> Int { dependents[fact]?.count ?? 0 }

    /// Looks again at the modes whose condition names one of `facts`, and at no other.
    mutating func reevaluate(_ facts: some Sequence<Fact>, _ values: [Fact: FactValue]) -> Outcome {
        var affected = PlaceSet()
        for fact in facts {
            guard let places = dependents[fact] else { continue }
            truths.set(fact, Truth(values[fact]))
            for place in places { affected.insert(place) }
        }
        var outcome = Outcome()
        for place in affected.places {
            let held = entries[place].holds
            let new = entries[place].program?.run(truths) ?? .unknown
            guard new != entries[place].truth else { continue }
            entries[place].truth = new
            outcome.changed.append(entries[place].mode.id)
            switch (held, entries[place].holds) {
            case (false, true):
                holding.insert(place)
                outcome.hasBegun = true
            case (true, false):
                holding.remove(place)
                outcome.fallen.append(entries[place].mode.id)
            case (true, true), (false, false): break
            }
        }
        return outcome
    }

    /// A program began or ceased to hold the mode. Says whether the mode is a candidate now that was none, or the reverse.
    mutating func setHeld(_ id: ModeID, _ isHeld: Bool) -> Bool {
        guard let place = places[id] else { return false }
        let held = entries[place].holds
        entries[place].isHeld = isHeld
        guard entries[place].holds != held else { return false }
        if held { holding.remove(place) } else { holding.insert(place) }
        return true
    }

    /// The ids of modes that differ from those in `other`, or are in only one of the two.
    func differences(from other: ModeTable) -> (overviews: Set<ModeID>, filters: Set<FilterKey>) {
        var overviews: Set<ModeID> = []
        var filters: Set<FilterKey> = []
        func compare(_ new: Entry?, _ old: Entry?) {
            guard let mode = new?.mode ?? old?.mode, new?.mode != old?.mode || new?.truth != old?.truth else { return }
            overviews.insert(mode.id)
            let (newFilters, oldFilters) = (new?.mode.filters ?? [:], old?.mode.filters ?? [:])
            guard newFilters != oldFilters || new?.mode.file != old?.mode.file else { return }
            for key in newFilters.keys where oldFilters[key] != newFilters[key] { filters.insert(key) }
            for key in oldFilters.keys where newFilters[key] == nil { filters.insert(key) }
            if new?.mode.file != old?.mode.file { filters.formUnion(newFilters.keys) }
        }
        for entry in entries { compare(entry, other[entry.mode.id]) }
        for entry in other.entries where self[entry.mode.id] == nil { compare(nil, entry) }
        return (overviews, filters)
    }
}

/// A set of small numbers, as bits: its first member is found in a few steps however many modes there are.
struct PlaceSet: Sendable {
    private var words: [UInt64] = []

    var first: Int? {
        for (index, word) in words.enumerated() where word != 0 { return index * 64 + word.trailingZeroBitCount }
        return nil
    }

    var places: [Int] {
        var places: [Int] = []
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                places.append(index * 64 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return places
    }

    mutating func insert(_ place: Int) {
        while words.count <= place / 64 { words.append(0) }
        words[place / 64] |= 1 << UInt64(place % 64)
    }

    mutating func remove(_ place: Int) {
        guard place / 64 < words.count else { return }
        words[place / 64] &= ~(1 << UInt64(place % 64))
    }
}
