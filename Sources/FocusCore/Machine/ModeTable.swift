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
        fileprivate(set) var isHeld = false

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

    private(set) var entries: [Entry] = []
    /// What modes say wrong of each other.
    private(set) var problems: [Problem] = []
    private var places: [ModeID: Int] = [:]
    private var propositions = PropositionBook()
    private var schedules = ScheduleBook()
    private var configurations: [AppID: [Configuration]] = [:]
    /// Each mode's turn to be evaluated, by place, and the other way round.
    private var turns: [Int] = []
    private var order: [Int] = []
    private var circular: Set<Int> = []
    /// Modes that hold and have waited for their enter delay.
    private var candidates = PlaceSet()
    /// Modes that hold and wait, by when they have: `CLOCK_BOOTTIME` µs.
    private var waiting = TimerHeap<Int>()
    private var waits: [Int: Wait] = [:]

    private struct Wait {
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

    // MARK: Changes

    /// What re-evaluation found.
    struct Outcome {
        var changed: [ModeID] = []
        /// A mode became a candidate.
        var hasBegun = false
        /// Candidates that hold no longer.
        var fallen: [ModeID] = []
        /// Those of them that fell because nobody holds them any more.
        var released: Set<ModeID> = []
        /// A schedule's edge had part in it, now or when the enter delay began.
        var isBoundary = false
    }

    /// What is new, besides the time.
    struct News {
        var facts: [Fact] = []
        var apps: [AppID] = []
        /// Whether programs hold these modes, of which that may have changed.
        var holds: [ModeID: Bool] = [:]
        /// Another almanac.
        var calendar = false
        /// It counts as the change of a schedule.
        var isBoundary = false
    }

    /// Takes in what is new and what the time brings. Looks only at the modes that it concerns.
    /// - Parameters:
    ///   - lingering: A mode that is still a candidate although it fell; it need not wait again.
    ///   - delays: Whether modes wait for their enter delay.
    mutating func advance(
        _ news: News, _ surroundings: Surroundings, lingering: ModeID? = nil, delays: Bool = true
    ) -> Outcome {
        var affected = PlaceSet()
        for fact in news.facts { mark(propositions.update(fact, surroundings), &affected) }
        for app in news.apps { mark(propositions.update(app, surroundings), &affected) }
        mark(propositions.advance(surroundings), &affected)
        let edges = news.calendar ? schedules.lookAtAll(surroundings) : schedules.advance(surroundings)
        for place in edges { affected.insert(turns[place]) }
        var outcome = Outcome(isBoundary: news.isBoundary || !edges.isEmpty)
        for (id, isHeld) in news.holds { setHeld(id, isHeld, &outcome, &affected, surroundings.now.boottime) }
        var turn = 0
        while let next = affected.takeFirst(from: turn) {
            turn = next
            let place = order[next]
            let new = truth(at: place)
            guard new != entries[place].truth else { continue }
            let held = entries[place].holds
            entries[place].truth = new
            outcome.changed.append(entries[place].mode.id)
            if let number = tell(of: place) { mark([number], &affected) }
            switch (held, entries[place].holds) {
            case (false, true):
                begin(
                    place, &outcome, mayWait: delays && entries[place].mode.id != lingering, surroundings.now.boottime)
            case (true, false): end(place, &outcome)
            case (true, true), (false, false): break
            }
        }
        while let place = waiting.popDue(at: surroundings.now.boottime) {
            if waits.removeValue(forKey: place)?.isBoundary == true { outcome.isBoundary = true }
            candidates.insert(place)
            outcome.hasBegun = true
        }
        return outcome
    }

    /// What programs ask for never waits.
    private mutating func setHeld(
        _ id: ModeID, _ isHeld: Bool, _ outcome: inout Outcome, _ affected: inout PlaceSet, _ now: Int64
    ) {
        guard let place = places[id], entries[place].isHeld != isHeld else { return }
        let held = entries[place].holds
        entries[place].isHeld = isHeld
        if let number = tell(of: place) { mark([number], &affected) }
        switch (held, entries[place].holds) {
        case (false, true): begin(place, &outcome, mayWait: false, now)
        case (true, true):
            guard let wait = waits.removeValue(forKey: place) else { break }
            waiting.cancel(wait.handle)
            begin(place, &outcome, mayWait: false, now)
        case (true, false):
            outcome.released.insert(id)
            end(place, &outcome)
        case (false, false): break
        }
    }

    /// Has modes wait on that waited in `old` and are the same.
    mutating func keepWaits(of old: ModeTable) {
        for (oldPlace, wait) in old.waits {
            let mode = old.entries[oldPlace].mode
            guard let place = places[mode.id], entries[place].mode == mode, entries[place].holds, !entries[place].isHeld
            else { continue }
            candidates.remove(place)
            let handle = waiting.insert(place, due: wait.end)
            waits[place] = Wait(handle: handle, end: wait.end, isBoundary: wait.isBoundary)
        }
    }

    private mutating func begin(_ place: Int, _ outcome: inout Outcome, mayWait: Bool, _ now: Int64) {
        if mayWait, let delay = entries[place].mode.enterDelay, delay > 0 {
            let end = now.later(by: delay)
            let handle = waiting.insert(place, due: end)
            waits[place] = Wait(handle: handle, end: end, isBoundary: outcome.isBoundary)
        } else {
            candidates.insert(place)
            outcome.hasBegun = true
        }
    }

    private mutating func end(_ place: Int, _ outcome: inout Outcome) {
        if let wait = waits.removeValue(forKey: place) {
            waiting.cancel(wait.handle)
        } else {
            candidates.remove(place)
            outcome.fallen.append(entries[place].mode.id)
        }
    }

    private func mark(_ numbers: [Int], _ affected: inout PlaceSet) {
        for number in numbers { for place in propositions.askers[number] { affected.insert(turns[place]) } }
    }

    private func truth(at place: Int) -> Truth {
        guard !circular.contains(place) else { return .unknown }
        let condition = entries[place].program?.run(propositions.answers)
        guard entries[place].mode.schedule != nil else { return condition ?? .unknown }
        return Truth(schedules.inside.contains(place)).and(condition ?? .yes)
    }

    /// Answers other modes' propositions about this one; a disabled mode is never on.
    @discardableResult
    private mutating func tell(of place: Int) -> Int? {
        let entry = entries[place]
        return propositions.set(entry.mode.id, entry.mode.isEnabled ? entry.isHeld ? .yes : entry.truth : .no)
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
