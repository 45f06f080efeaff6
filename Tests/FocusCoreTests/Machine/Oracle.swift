// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

@testable import FocusCore

/// What the machine should come to, written as plainly as can be: no indices, no caches, everything looked at again
/// after each event. Shares with the machine its vocabulary only.
struct Oracle {
    struct Source {
        var values: [Fact: FactValue] = [:]
        var graceEnd: Int64?
        var waitingReading: [Fact: FactValue]?
        var signalled: Set<Fact> = []
        var isPresent = true
        var hasChangedSinceLost = false
        var weights: [Fact: SourceDescription.Weight] = [:]

        mutating func endGrace() {
            graceEnd = nil
            waitingReading = nil
            signalled = []
        }
    }

    struct WantedState: Hashable {
        var values: [Identifier: ParameterValue]
        var isActive: Bool
        var mode: String?
    }

    struct Registrant {
        var registration: Registration
        var arrival: Int
        var filters: [FilterDescriptor] { registration.filters }
    }

    var modes: [Mode] = []
    var policies: [AppID: AppPolicy] = [:]
    var descriptors: [AppID: AppDescriptor] = [:]
    var sources: [SourceID: Source] = [:]
    var override: Override?
    var active: ModeID?
    var automatic: ModeID?
    var leaving: (mode: ModeID, end: Int64, isBoundary: Bool)?
    /// Those who serve, and all who are there, by app.
    var serving: [AppID: PeerID] = [:]
    var registrants: [AppID: [Registrant]] = [:]
    var suspended: [FilterKey: (mode: ModeID, configured: [Identifier: ConfiguredValue])] = [:]
    var almanac = Almanac()
    var owned: [AppID: Bool] = [:]
    /// Since when each fact has its value, and how late it is.
    var since: [Fact: Int64] = [:]
    var now = Instant(realtime: 0, boottime: 0)
    /// Whether each entity exists, as the app said last, while modes configured it.
    var lookups: [FilterKey: [ParameterValue: Bool]] = [:]
    var lastInquiry: Inquiry?
    var isAnswerWanted = false
    /// The live holds, in their order.
    var holds: [(id: HoldID, peer: PeerID, mode: ModeID)] = []
    /// The desktop's own switch, if the machine can write it.
    var desk: Desk?
    private var arrivals = 0
    private var held: Set<ModeID> = []
    /// Those that hold and have waited long enough, and those that wait.
    private var entered: Set<ModeID> = []
    private(set) var waiting: [ModeID: (end: Int64, isBoundary: Bool)] = [:]
    private(set) var inside: Set<ModeID> = []
    /// Those that programs held before.
    private var ownedByPrograms: Set<ModeID> = []

    // MARK: What should be

    func value(of fact: Fact) -> FactValue? {
        let words = sources.sorted { $0.key < $1.key }.compactMap { id, source in
            reported(fact, id, source).map { (value: $0, weight: source.weights[fact] ?? .ordinary) }
        }
        let heaviest = words.filter { word in !words.contains { $0.weight > word.weight } }.map(\.value)
        return heaviest.first { $0 == .bool(true) } ?? heaviest.first
    }

    var facts: [Fact: FactValue] {
        var facts: [Fact: FactValue] = [:]
        for source in sources.values { for fact in source.values.keys { facts[fact] = value(of: fact) } }
        return facts
    }

    /// 0 no, 1 unknown, 2 yes: Kleene's logic in numbers.
    func worth(_ expression: Condition.Expression) -> Int {
        switch expression {
        case .proposition(let proposition): worth(proposition)
        case .not(let inner): 2 - worth(inner)
        case .and(let left, let right): min(worth(left), worth(right))
        case .or(let left, let right): max(worth(left), worth(right))
        }
    }

    private func worth(_ proposition: Proposition) -> Int {
        switch proposition {
        case .fact(let fact): return worth(value(of: fact))
        case .lasting(let fact, let span):
            let isTrue = worth(value(of: fact))
            return isTrue == 2 && now.boottime - (since[fact] ?? now.boottime) < span ? 0 : isTrue
        case .comparison(let fact, let relation, .number(let other)):
            guard case .number(let number)? = value(of: fact) else { return 1 }
            let order = number < other ? 0 : number == other ? 1 : 2
            let signs: [Proposition.Relation: [Int]] = [
                .less: [0], .atMost: [0, 1], .more: [2], .atLeast: [1, 2], .equal: [1], .different: [0, 2],
            ]
            return signs[relation]?.contains(order) == true ? 2 : 0
        case .comparison: return 1
        case .known(let fact): return value(of: fact) == nil ? 0 : 2
        case .app(let app): return owned[app].map { $0 ? 2 : 0 } ?? 1
        case .mode(let id):
            guard let mode = mode(id) else { return 1 }
            return isHeld(mode) ? 2 : mode.isEnabled ? worth(mode) : 0
        }
    }

    private func worth(_ value: FactValue?) -> Int {
        switch value {
        case .bool(let bool)?: bool ? 2 : 0
        case .number?, .text?, nil: 1
        }
    }

    /// Condition and schedule together.
    func worth(_ mode: Mode) -> Int {
        if asks(mode, for: mode.id, []) { return 1 }
        let byCondition = mode.condition.map { worth($0.expression) }
        guard let schedule = mode.schedule else { return byCondition ?? 1 }
        let isInside = schedule.contains(second(now.realtime), almanac)
        return min(isInside ? 2 : 0, byCondition ?? 2)
    }

    /// Those of `owners` that conditions ask for.
    func asked(of owners: [AppID: Bool]) -> [AppID: Bool] {
        let asked = modes.flatMap { $0.condition?.terms ?? [] }.map(\.proposition)
        return owners.filter { asked.contains(.app($0.key)) }
    }

    func second(_ realtime: Int64) -> Int64 { realtime / 1_000_000 }

    /// Whether a mode asks, perhaps by way of others, for `id`.
    private func asks(_ mode: Mode, for id: ModeID, _ seen: Set<ModeID>) -> Bool {
        (mode.condition?.terms ?? []).contains { term in
            guard case .mode(let next) = term.proposition else { return false }
            if next == id { return true }
            guard !seen.contains(next), let other = self.mode(next) else { return false }
            return asks(other, for: id, seen.union([next]))
        }
    }

    func mode(_ id: ModeID?) -> Mode? { modes.first { $0.id == id } }

    func isSuspended(_ key: FilterKey) -> Bool { suspended[key] != nil }

    func isActive(_ key: FilterKey) -> Bool { mode(active)?.filters[key] != nil && !isSuspended(key) }

    /// The values that the filter's process should have.
    func values(_ key: FilterKey, _ filter: FilterDescriptor) -> [Identifier: ParameterValue] {
        var values: [Identifier: ParameterValue] = [:]
        for parameter in filter.parameters { values[parameter.id] = parameter.defaultValue }
        guard isActive(key), let configured = mode(active)?.filters[key] else { return values }
        for (id, value) in configured {
            switch value {
            case .value(let value): values[id] = id == Make.id("lists") ? existing(value, key) ?? values[id] : value
            case .none: values[id] = nil
            }
        }
        return values
    }

    /// Without the entities that the app does not know; nil: nothing is left.
    private func existing(_ value: ParameterValue, _ key: FilterKey) -> ParameterValue? {
        guard case .array(let elements) = value, !elements.isEmpty else { return value }
        let left = elements.filter { lookups[key]?[$0] != false }
        return left.isEmpty ? nil : .array(left)
    }

    /// The entities that modes configure.
    func entities(_ key: FilterKey) -> Set<ParameterValue> {
        var ids: Set<ParameterValue> = []
        for mode in modes {
            if case .value(.array(let elements))? = mode.filters[key]?[Make.id("lists")] { ids.formUnion(elements) }
        }
        return ids
    }

    private mutating func takeLookup(_ result: Result<Answer, FocusError>) {
        guard isAnswerWanted, let inquiry = lastInquiry, case .resolve(_, let ids) = inquiry.question,
            case .success(.items(let items)) = result
        else { return }
        let key = FilterKey(app: inquiry.app, filter: inquiry.filter)
        let configured = entities(key)
        lookups[key] = (lookups[key] ?? [:]).filter { configured.contains($0.key) }
        for id in ids where configured.contains(id) { lookups[key]?[id] = items.contains { $0.value == id } }
    }

    // MARK: What happens

    mutating func take(_ event: Event, at now: Instant) {
        endOverrideAtMissedBoundary(at: now)
        let oldDisturb = value(of: .doNotDisturb)
        let oldFacts = facts
        self.now = now
        let oldModes = modes
        var isEdit = false
        switch event {
        case .source(let id, let report):
            take(report, from: id, at: now.boottime)
            takeSwitch(report, from: id)
        case .modes(let new):
            isEdit = true
            if let mode = leaving?.mode, modes.first(where: { $0.id == mode }) != new.first(where: { $0.id == mode }) {
                leaving = nil
            }
            modes = new
            if let mode = override?.mode, self.mode(mode)?.isEnabled != true { override = nil }
            owned = asked(of: owned)
        case .policies(let new):
            policies = new
            seatPrograms()
        case .descriptors(let new):
            descriptors = Dictionary(uniqueKeysWithValues: new.map { ($0.id, $0) })
            seatPrograms()
        case .almanac(let new): almanac = new
        case .owners(let new): owned.merge(new) { $1 }
        case .activate(let mode, let end, _):
            if self.mode(mode)?.isEnabled == true { setOverride(mode, end, now) }
        case .deactivate(let end, _): setOverride(nil, end, now)
        case .resume: override = nil
        case .register(let registration, _): register(registration)
        case .unregister(let peer, let filters, _): unregister(peer, filters)
        case .vanished(let peer):
            holds.removeAll { $0.peer == peer }
            unregister(peer, [])
        case .hold(let id, let peer, let mode, _, _):
            if self.mode(mode)?.isEnabled == true { holds.append((id, peer, mode)) }
        case .release(let id, let peer, _):
            holds.removeAll { $0.id == id && $0.peer == peer }
        case .suspend(let peer, let filter, let isOn, _): suspend(peer, filter, isOn)
        case .answered(_, _, let result): takeLookup(result)
        case .notificationServer, .problems, .contact, .performed, .invalidate, .ask, .helperStart, .timer, .silencer,
            .resumed:
            break
        case .end: desk?.isEnding = true
        }
        passTime(now.boottime)
        let newFacts = facts
        let changed = Set(oldFacts.keys).union(newFacts.keys).filter { oldFacts[$0] != newFacts[$0] }
        for fact in changed { since[fact] = newFacts[fact] == nil ? nil : now.boottime }
        let newDisturb = value(of: .doNotDisturb)
        let isBoundary = oldDisturb != nil && newDisturb != nil && oldDisturb != newDisturb
        let stillInside = Set(modes.filter { isInside($0) }.map(\.id))
        let isEdge = !isEdit && stillInside != inside
        inside = stillInside
        resolve(
            changed: changed, isEdit: isEdit, oldModes: oldModes, isBoundary: isBoundary || isEdge, now: now)
        settleSwitch()
    }

    func isInside(_ mode: Mode) -> Bool { mode.schedule?.contains(second(now.realtime), almanac) == true }

    /// A new agent: nothing lingers or waits, nobody is registered, sources say again what they said. `trueSince`: what
    /// was on disk about facts.
    mutating func restart(_ answers: [AppID: AppAnswers], trueSince: [Fact: Int64], at now: Instant) {
        self.now = now
        lookups = [:]
        for (app, answers) in answers {
            for (place, known) in answers.entities {
                let key = FilterKey(app: app, filter: place.filter)
                for id in known.items.keys { lookups[key, default: [:]][id] = true }
                for id in known.unknown { lookups[key, default: [:]][id] = false }
            }
        }
        leaving = nil
        holds = []
        waiting = [:]
        desk?.isEnding = false
        if let id = desk?.source { desk?.isReadable = sources[id]?.isPresent ?? false }
        serving = [:]
        registrants = [:]
        for id in sources.keys {
            if let waiting = sources[id]?.waitingReading { sources[id]?.values = waiting }
            if sources[id]?.isPresent == false { sources[id]?.values = [:] }
            sources[id]?.endGrace()
            sources[id]?.hasChangedSinceLost = false
        }
        seatPrograms()
        since = [:]
        for (fact, value) in facts {
            since[fact] = value == .bool(true) ? trueSince[fact] ?? now.boottime : now.boottime
        }
    }

    mutating func resolveAfterRestart(was: BoundaryWatch?, now: Instant) {
        self.now = now
        ownedByPrograms = []
        held = Set(modes.filter { isHeld($0) }.map(\.id))
        entered = held
        inside = Set(modes.filter { isInside($0) }.map(\.id))
        automatic = best(held)
        var isBoundary = false
        if let was, let old = was.doNotDisturb, let new = value(of: .doNotDisturb) {
            isBoundary = new != .bool(old) && was.automatic != automatic
        }
        if let edge = was?.edge, edge <= now.realtime, hasWinnerChanged(from: edge, to: now) { isBoundary = true }
        if isBoundary, override?.ends == .boundary { override = nil }
        if case .time(let end)? = override?.ends, end <= now.realtime { override = nil }
        conclude()
        settleSwitch()
        conclude()
        settleSwitch()
    }

    /// With the facts of now, whether the clock alone brought another winner.
    private func hasWinnerChanged(from start: Int64, to now: Instant) -> Bool {
        Set(winners(from: start, to: now)).count > 1
    }

    /// The winner just before `start`, and after each schedule's edge from there on.
    func winners(from start: Int64, to now: Instant) -> [ModeID?] {
        var trial = self
        trial.now = now
        var instants: Set<Int64> = [start - 1]
        for schedule in modes.compactMap(\.schedule) {
            var last = second(start - 1)
            while let edge = schedule.nextEdge(after: last, almanac), edge.at <= second(now.realtime) {
                instants.insert(edge.at * 1_000_000)
                last = edge.at
            }
        }
        return instants.sorted().map { instant -> ModeID? in
            trial.now.realtime = instant
            return trial.best(Set(modes.filter { trial.isHeld($0) }.map(\.id)))
        }
    }

    private mutating func take(_ report: SourceReport, from id: SourceID, at now: Int64) {
        var source = sources[id] ?? Source()
        switch report {
        case .reading(let reading, let isFirst):
            if isFirst, source.isPresent, source.graceEnd == nil, !source.hasChangedSinceLost, !source.values.isEmpty {
                source.graceEnd = now + 3_000_000
            }
            source.isPresent = true
            source.hasChangedSinceLost = false
            var stands = reading
            if source.graceEnd != nil {
                for (fact, value) in source.values where value == .bool(true) && !source.signalled.contains(fact) {
                    stands[fact] = value
                }
            }
            source.values = stands
            source.waitingReading = reading
            if stands == reading { source.endGrace() }
        case .change(let change):
            if source.graceEnd != nil, source.waitingReading == nil { source.hasChangedSinceLost = true }
            source.isPresent = true
            for (fact, value) in change {
                source.values[fact] = value
                source.waitingReading?[fact] = value
                source.signalled.insert(fact)
            }
            if source.graceEnd == nil || source.values == source.waitingReading { source.endGrace() }
        case .ownerLost, .absent, .failing:
            source.waitingReading = nil
            source.signalled = []
            if case .ownerLost = report { source.hasChangedSinceLost = false }
            if !source.values.isEmpty, source.graceEnd == nil { source.graceEnd = now + 3_000_000 }
            source.isPresent = false
        }
        sources[id] = source
    }

    private mutating func passTime(_ now: Int64) {
        for (id, source) in sources {
            guard let end = source.graceEnd, end <= now else { continue }
            sources[id]?.values = source.waitingReading ?? source.values.filter { source.signalled.contains($0.key) }
            sources[id]?.endGrace()
        }
    }

    private mutating func setOverride(_ mode: ModeID?, _ end: OverrideEnd, _ now: Instant) {
        if case .time(let time) = end, time <= now.realtime { return }
        closeBoundaries()
        if let override, override.mode == mode, override.ends == end { return }
        override = Override(mode: mode, ends: end, since: now.realtime)
    }

    /// What came before a choice does not end it, however late it shows.
    mutating func closeBoundaries() {
        leaving?.isBoundary = false
        waiting = waiting.mapValues { (end: $0.end, isBoundary: false) }
    }

    private func isHeld(_ mode: Mode) -> Bool {
        mode.isEnabled && (worth(mode) == 2 || holds.contains { $0.mode == mode.id })
    }

    private func best(_ candidates: Set<ModeID>) -> ModeID? {
        modes.filter { candidates.contains($0.id) }
            .min { $0.priority != $1.priority ? $0.priority > $1.priority : $0.id < $1.id }?.id
    }

    private mutating func resolve(
        changed: Set<Fact>, isEdit: Bool, oldModes: [Mode], isBoundary: Bool, now: Instant
    ) {
        let (heldBefore, before) = (held, entered)
        let byPrograms = Set(holds.map(\.mode))
        let released = ownedByPrograms.subtracting(byPrograms)
        ownedByPrograms = byPrograms
        held = Set(modes.filter { isHeld($0) }.map(\.id))
        var isBoundary = isBoundary
        for id in heldBefore.subtracting(held) { waiting[id] = nil }
        // What programs ask for never waits.
        for id in byPrograms { waiting[id] = nil }
        if isEdit {
            for id in waiting.keys where mode(id) != oldModes.first(where: { $0.id == id }) { waiting[id] = nil }
        } else {
            for id in held.subtracting(heldBefore) where leaving?.mode != id && !byPrograms.contains(id) {
                guard let delay = mode(id)?.enterDelay, delay > 0 else { continue }
                waiting[id] = (now.boottime + delay, isBoundary)
            }
        }
        for (id, wait) in waiting where wait.end <= now.boottime {
            isBoundary = isBoundary || wait.isBoundary
            waiting[id] = nil
        }
        entered = held.subtracting(waiting.keys)
        let hasBegun = isEdit ? !held.subtracting(heldBefore).isEmpty : !entered.subtracting(before).isEmpty
        if let leaving {
            if held.contains(leaving.mode) {
                self.leaving = nil
            } else if hasBegun || leaving.end <= now.boottime {
                isBoundary = isBoundary || leaving.isBoundary && !isEdit
                self.leaving = nil
            }
        }
        if let winner = automatic, before.contains(winner), !held.contains(winner), !hasBegun, !isEdit,
            !released.contains(winner), let mode = mode(winner)
        {
            let isRestless = changed.contains {
                Fact.restless.contains($0) && "\(mode.condition?.text ?? "")".contains($0.name)
            }
            let delay = mode.leaveDelay ?? (isRestless ? 3_000_000 : 100_000)
            if delay > 0 { leaving = (winner, now.boottime + delay, isBoundary) }
        }
        let old = automatic
        automatic = best(entered.union(leaving.map { [$0.mode] } ?? []))
        if old != automatic, isBoundary, override?.ends == .boundary { override = nil }
        if case .time(let end)? = override?.ends, end <= now.realtime { override = nil }
        conclude()
    }

    mutating func conclude() {
        let old = active
        active = if let override { override.mode } else { automatic }
        if old != active { suspended = [:] }
        for (key, what) in suspended where what.configured != mode(what.mode)?.filters[key] { suspended[key] = nil }
    }

    // MARK: Apps

    func app(of peer: PeerID) -> AppID? {
        registrants.first { $0.value.contains { $0.registration.peer == peer } }?.key
    }

    func filters(servedBy peer: PeerID) -> [FilterDescriptor] {
        guard let app = app(of: peer), serving[app] == peer else { return [] }
        return registrants[app]?.first { $0.registration.peer == peer }?.filters ?? []
    }

    /// A program serves like a process that ranks last, and is there whenever it may be.
    mutating func seatPrograms() {
        for id in Set(descriptors.keys).union(registrants.keys) {
            let peer = FocusMachine.programPeer(of: id)
            let isThere = registrants[id]?.contains { $0.registration.peer == peer } ?? false
            guard case .exec? = descriptors[id]?.background, policies[id]?.activate ?? true else {
                if isThere { unregister(peer, []) }
                continue
            }
            guard !isThere, let filters = descriptors[id]?.filters else { continue }
            let registration = Registration(
                peer: peer, app: id, rank: .program, handler: "", filters: filters, standby: true)
            registrants[id, default: []].append(Registrant(registration: registration, arrival: arrivals))
            arrivals += 1
            seatBest(id)
        }
    }

    /// What an app's process is told of a filter, so that what is equal is no news.
    func state(_ key: FilterKey, _ filter: FilterDescriptor) -> WantedState {
        let shares = policies[key.app]?.shareMode ?? false
        let mode = active.flatMap { self.mode($0) }
        return WantedState(
            values: values(key, filter), isActive: isActive(key),
            mode: shares ? "\(mode?.id.text ?? "") \(mode?.name ?? "")" : nil)
    }

    private mutating func register(_ registration: Registration) {
        let (peer, id) = (registration.peer, registration.app)
        if let other = app(of: peer), other != id { return }
        let present = registrants[id]?.first { $0.registration.peer == peer }
        if present == nil, !registration.standby, let server = serving[id],
            let rank = registrants[id]?.first(where: { $0.registration.peer == server })?.registration.rank,
            rank <= registration.rank
        {
            return
        }
        registrants[id, default: []].removeAll { $0.registration.peer == peer }
        registrants[id, default: []].append(
            Registrant(registration: registration, arrival: present?.arrival ?? arrivals))
        arrivals += 1
        seatBest(id)
    }

    private mutating func unregister(_ peer: PeerID, _ filters: [Identifier]) {
        guard let id = app(of: peer), let index = registrants[id]?.firstIndex(where: { $0.registration.peer == peer })
        else { return }
        let offered = registrants[id]?[index].filters ?? []
        if filters.contains(where: { filter in !offered.contains { $0.id == filter } }) { return }
        let remaining = filters.isEmpty ? [] : offered.filter { !filters.contains($0.id) }
        if remaining.isEmpty {
            registrants[id]?.remove(at: index)
            if serving[id] == peer { serving[id] = nil }
        } else {
            registrants[id]?[index].registration.filters = remaining
        }
        seatBest(id)
    }

    private mutating func seatBest(_ id: AppID) {
        let here = registrants[id] ?? []
        guard
            let best = here.min(by: {
                $0.registration.rank != $1.registration.rank
                    ? $0.registration.rank < $1.registration.rank : $0.arrival < $1.arrival
            })
        else { return }
        let server = here.first { $0.registration.peer == serving[id] }
        if server == nil || best.registration.rank < server?.registration.rank ?? .unowned {
            serving[id] = best.registration.peer
        }
    }

    private mutating func suspend(_ peer: PeerID, _ filter: Identifier, _ isOn: Bool) {
        guard let app = app(of: peer), let server = serving[app] else { return }
        let key = FilterKey(app: app, filter: filter)
        let known = filters(servedBy: server) + (descriptors[app]?.filters ?? [])
        guard known.contains(where: { $0.id == filter }), let active,
            let configured = mode(active)?.filters[key]
        else { return }
        suspended[key] = isOn ? (suspended[key] ?? (active, configured)) : nil
    }
}
