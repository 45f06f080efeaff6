// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// The modes in force, in the order in which they win: by priority, then by id. A place in that order names a mode
/// until the table is replaced.
struct ModeTable: Sendable {
    struct Entry: Sendable {
        let mode: Mode
        /// Whether condition and schedule hold; unknown for a mode with neither.
        var truth: Truth
        let facts: Set<Fact>
        fileprivate let program: ConditionProgram?
        /// The apps that the mode configures, in order.
        let apps: [AppID]

        /// Some program holds it.
        var isHeld = false

        /// The mode is on by itself unless another wins, or it waits for its enter delay.
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

    var entries: [Entry] = []
    /// What modes say wrong of each other.
    private(set) var problems: [Problem] = []
    var places: [ModeID: Int] = [:]
    var propositions = PropositionBook()
    var schedules = ScheduleBook()
    private var configurations: [AppID: [Configuration]] = [:]
    /// Each mode's turn to be evaluated, by place, and the other way round.
    var turns: [Int] = []
    var order: [Int] = []
    private var circular: Set<Int> = []
    /// Modes that hold and have waited for their enter delay.
    var candidates = PlaceSet()
    /// Modes that hold and wait, by when they have: `CLOCK_BOOTTIME` µs.
    var waiting = TimerHeap<Int>()
    var waits: [Int: Wait] = [:]

    struct Wait {
        var handle: TimerHeap<Int>.Handle
        var end: Int64
        var isBoundary: Bool
    }

    init() {}

    /// Whoever holds is a candidate at once.
    /// `held`: the modes that programs hold.
    init(_ modes: [Mode], _ surroundings: Surroundings, held: Set<ModeID> = []) {
        let ordered = modes.sorted { (-$0.priority, $0.id) < (-$1.priority, $1.id) }
        for mode in ordered where places[mode.id] == nil { add(mode) }
        let references = ModeReferences(entries.map(\.mode))
        (order, circular, problems) = (references.order, references.circular, references.problems)
        turns = order
        for (turn, place) in order.enumerated() { turns[place] = turn }
        propositions.answerAll(surroundings)
        _ = schedules.lookAtAll(surroundings)
        for place in order {
            entries[place].truth = truth(at: place)
            entries[place].isHeld = held.contains(entries[place].mode.id)
            tell(of: place)
            if entries[place].holds { candidates.insert(place) }
        }
    }

    private mutating func add(_ mode: Mode) {
        let place = entries.count
        let asked = mode.condition?.expression.propositions ?? []
        let program = mode.condition.map { ConditionProgram($0.expression, &propositions) }
        for proposition in asked { propositions.ask(propositions.number(of: proposition), from: place) }
        if let schedule = mode.schedule { schedules.add(schedule, of: place) }
        let keys = mode.filters.keys.sorted()
        let apps = keys.map(\.app)
        entries.append(
            Entry(
                mode: mode, truth: .unknown, facts: Set(asked.compactMap(\.fact)), program: program,
                apps: apps.enumerated().filter { $0.offset == 0 || apps[$0.offset - 1] != $0.element }.map(\.element)))
        places[mode.id] = place
        for key in keys {
            configurations[key.app, default: []].append(
                Configuration(mode: mode.id, file: mode.file, filter: key.filter, values: mode.filters[key] ?? [:]))
        }
    }

    subscript(id: ModeID) -> Entry? { places[id].map { entries[$0] } }

    /// The mode that wins among the candidates.
    var first: Entry? { candidates.first.map { entries[$0] } }

    /// The candidates, the winner first.
    var held: [Entry] { candidates.places.map { entries[$0] } }

    /// Whether the left mode wins over the right one, both being candidates.
    func precedes(_ left: ModeID, _ right: ModeID) -> Bool { (places[left] ?? .max) < (places[right] ?? .max) }

    func configurations(of app: AppID) -> [Configuration] { configurations[app] ?? [] }

    /// Every app that some mode configures.
    var configuredApps: some Collection<AppID> { configurations.keys }

    func answer(to proposition: Proposition) -> Truth { propositions.answer(to: proposition) }

    /// Whether the mode's schedule is inside a window; `nil` if it has none.
    func isInside(_ id: ModeID) -> Bool? {
        guard let place = places[id], entries[place].mode.schedule != nil else { return nil }
        return schedules.inside.contains(place)
    }

    /// The names of which it matters whether somebody owns them.
    var apps: Set<AppID> { propositions.apps }
    /// The facts of which it matters for how long they have been true.
    var lastingFacts: Set<Fact> { propositions.lastingFacts }

    /// When something changes by time alone.
    var nextDue: Wakeup {
        Wakeup(
            boottime: [propositions.nextDue, waiting.nextDue].compactMap(\.self).min(), realtime: schedules.nextEdge)
    }

    /// Whether schedules were last looked at later than `now`.
    func wasSetBack(to now: Instant) -> Bool { schedules.wasSetBack(to: now) }

    /// How many modes ask about the fact.
    func dependentCount(of fact: Fact) -> Int { propositions.askers(about: fact).count }

    func truth(at place: Int) -> Truth {
        guard !circular.contains(place) else { return .unknown }
        let condition = entries[place].program?.run(propositions.answers)
        guard entries[place].mode.schedule != nil else { return condition ?? .unknown }
        return Truth(schedules.inside.contains(place)).and(condition ?? .yes)
    }

    /// Answers other modes' propositions about this one; a disabled mode is never on.
    @discardableResult
    mutating func tell(of place: Int) -> Int? {
        let entry = entries[place]
        return propositions.set(entry.mode.id, entry.mode.isEnabled ? entry.isHeld ? .yes : entry.truth : .no)
    }
}
