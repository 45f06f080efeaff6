// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// All sources, and from them the effective value of each fact.
struct DesktopState: Sendable {
    /// A screensaver that contradicts `LockedHint`.
    struct LockConflict: Hashable, Sendable {
        /// What `LockedHint` says.
        let isHintLocked: Bool
        /// `CLOCK_BOOTTIME`, µs: from here on the screensaver is believed.
        let settlesAt: Int64
        var isSettled = false
    }

    /// Facts of which only the source in charge counts.
    static let chargeFacts: [Fact] = [.doNotDisturb, .silenced, .notificationsInhibited]
    /// How long `locked` and `screensaver` may disagree before the screensaver is believed.
    static let lockPatience: Microseconds = .seconds(10)

    /// By id.
    private(set) var sources: [SourceState]
    /// The known facts.
    private(set) var effective: [Fact: FactValue] = [:]
    /// Since when each known fact has its value, `CLOCK_BOOTTIME` µs.
    private(set) var since: [Fact: Int64] = [:]
    /// Since when facts were true when an earlier agent looked last; counts for those that are true from the start.
    private var remembered: [Fact: Int64]
    private(set) var lockConflict: LockConflict?
    /// The product that owns `org.freedesktop.Notifications`.
    private(set) var product: String?
    private(set) var hasHeardOfServer: Bool

    /// Sources whose overview changed and facts that changed, with the value from before, since they were last taken.
    private var changedSources: Set<Int> = []
    private var before: [Fact: FactValue?] = [:]

    private var changedStandings: [String] = []

    private let desktops: Set<String>
    private let places: [SourceID: Int]
    /// Who decides a fact, by place; who weighs most first.
    private var deciders: [Fact: [Int]] = [:]
    private var unheardCount: Int
    private var graceCount = 0
    /// The user's own value of `do-not-disturb`, by place, where the agent holds the switch.
    private var masks: [Int: FactValue] = [:]
    /// Sources in charge of Do Not Disturb of which it is certain: it is theirs that the desktop shows.
    private(set) var silencers: Set<SourceID> = []

    init(sources descriptions: [SourceDescription], desktops: [String], trueSince remembered: [Fact: Int64] = [:]) {
        self.remembered = remembered
        sources = descriptions.sorted { $0.id < $1.id }.map(SourceState.init)
        places = Dictionary(
            sources.enumerated().map { ($1.description.id, $0) }, uniquingKeysWith: { first, _ in first })
        self.desktops = Set(desktops)
        unheardCount = sources.count
        hasHeardOfServer = sources.allSatisfy(\.description.products.isEmpty)
        for fact in Set(descriptions.flatMap(\.facts)) { deciders[fact] = decidersNow(of: fact) }
        silencers = silencersNow
    }

    /// Every source has said something, and the notification server is known.
    var isComplete: Bool { unheardCount == 0 && hasHeardOfServer }

    /// `CLOCK_BOOTTIME`, µs: the next grace or conflict to end.
    var nextDue: Int64? {
        let graces = graceCount == 0 ? nil : sources.compactMap(\.grace?.end).min()
        let conflict = lockConflict.flatMap { $0.isSettled ? nil : $0.settlesAt }
        return [graces, conflict].compactMap(\.self).min()
    }

    func truth(of fact: Fact) -> Truth { Truth(effective[fact]) }

    /// The source whose word counts for a fact's present value; of several the first.
    func origin(of fact: Fact) -> SourceState? {
        guard let value = effective[fact] else { return nil }
        if fact == .locked, lockConflict?.isSettled == true { return origin(of: .screensaver) }
        return deciders[fact]?.first { self.value($0, fact) == value }.map { sources[$0] }
    }

    /// Whether a fact's value is the user's own from before, while the agent holds the switch.
    func isMasked(_ fact: Fact) -> Bool {
        guard fact == .doNotDisturb, isMasked, let origin = origin(of: fact) else { return false }
        return places[origin.description.id].map { masks[$0] != nil } ?? false
    }

    /// The sources that know the fact and say something else than what counts.
    func dissenters(on fact: Fact) -> [SourceState] {
        guard let value = effective[fact] else { return [] }
        return sources.indices.filter { place in
            sources[place].description.privateStore == nil && self.value(place, fact).map { $0 != value } == true
        }.map { sources[$0] }
    }

    /// What a source says, as far as it is the user's own doing.
    private func value(_ place: Int, _ fact: Fact) -> FactValue? {
        // Where the source knows nothing, nor does the mask.
        guard let value = sources[place].values[fact] else { return nil }
        return fact == .doNotDisturb ? masks[place] ?? value : value
    }

    func isInCharge(_ source: SourceState) -> Bool {
        guard source.description.privateStore == nil, let place = places[source.description.id] else { return false }
        let contested = source.description.facts.intersection(Self.chargeFacts)
        return contested.isEmpty || contested.contains { deciders[$0]?.contains(place) == true }
    }

    // MARK: Events

    mutating func take(_ report: SourceReport, from id: SourceID, at now: Instant) {
        guard let place = places[id] else { return }
        update(place, at: now) { $0.take(report, at: now) }
    }

    mutating func setNotificationServer(_ product: String?, at now: Instant) {
        hasHeardOfServer = true
        guard product != self.product else { return }
        let inCharge = sources.map(isInCharge)
        self.product = product
        // A server that is being restarted leaves the switch where it was.
        if product != nil || silencers.isEmpty { silencers = silencersNow }
        for fact in Self.chargeFacts where deciders[fact] != nil {
            deciders[fact] = decidersNow(of: fact)
            recompute(fact, at: now)
        }
        for (place, wasInCharge) in inCharge.enumerated() where isInCharge(sources[place]) != wasInCharge {
            changedSources.insert(place)
        }
    }

    /// The agent's own values stand somewhere in the place of the user's.
    var isMasked: Bool { !masks.isEmpty }

    /// Puts the user's own values in the place of those that the agent wrote.
    mutating func setMasks(_ new: [SourceID: Bool], at now: Instant) {
        guard !new.isEmpty || isMasked else { return }
        var places: [Int: FactValue] = [:]
        for (id, value) in new { if let place = self.places[id] { places[place] = .bool(value) } }
        guard places != masks else { return }
        masks = places
        recompute(.doNotDisturb, at: now)
    }

    /// Ends what is over.
    mutating func advance(to now: Instant) {
        if graceCount > 0 {
            for place in sources.indices { update(place, at: now) { $0.advance(to: now.boottime) } }
        }
        if let conflict = lockConflict, !conflict.isSettled, conflict.settlesAt <= now.boottime {
            lockConflict?.isSettled = true
            recompute(.locked, at: now)
        }
    }

    /// The facts that changed since this was last asked, each with the value from before.
    mutating func takeChangedFacts() -> [Fact: FactValue?] {
        guard !before.isEmpty else { return [:] }
        defer { before = [:] }
        return before.filter { effective[$0.key] != $0.value }
    }

    mutating func takeChangedSources() -> [SourceID] {
        guard !changedSources.isEmpty else { return [] }
        defer { changedSources = [] }
        return changedSources.sorted().map { sources[$0].description.id }
    }

    /// What became of sources since this was last asked, in words.
    mutating func takeChangedStandings() -> [String] {
        defer { changedStandings = [] }
        return changedStandings
    }

    private mutating func update(_ place: Int, at now: Instant, _ change: (inout SourceState) -> Void) {
        let old = (standing: sources[place].standing, values: sources[place].values, grace: sources[place].grace)
        change(&sources[place])
        let source = sources[place]
        graceCount += (source.grace == nil ? 0 : 1) - (old.grace == nil ? 0 : 1)
        if old.standing != source.standing {
            changedStandings.append("source \(source.description.id): \(source.standing.words)")
        }
        if old.standing == .unheard, source.standing != .unheard { unheardCount -= 1 }
        if old.standing != source.standing || old.values != source.values { changedSources.insert(place) }
        guard old.values != source.values else { return }
        for fact in source.description.facts where old.values[fact] != source.values[fact] { recompute(fact, at: now) }
    }

    // MARK: Effective values

    private mutating func recompute(_ fact: Fact, at now: Instant) {
        var value = decided(fact)
        if fact == .locked { value = settleLock(hint: value, at: now) }
        if value != effective[fact] {
            if before[fact] == nil { before[fact] = .some(effective[fact]) }
            effective[fact] = value
            since[fact] = value.map { began(fact, $0, at: now) }
        }
        if fact == .screensaver { recompute(.locked, at: now) }
    }

    private mutating func began(_ fact: Fact, _ value: FactValue, at now: Instant) -> Int64 {
        value == .bool(true) ? min(remembered[fact] ?? now.boottime, now.boottime) : now.boottime
    }

    /// From now on a fact that becomes true has been so since then.
    mutating func forgetEarlier() { remembered = [:] }

    private mutating func settleLock(hint: FactValue?, at now: Instant) -> FactValue? {
        guard case .bool(let isHintLocked)? = hint, let saver = effective[.screensaver], saver != hint else {
            lockConflict = nil
            return hint
        }
        if lockConflict?.isHintLocked != isHintLocked {
            lockConflict = LockConflict(
                isHintLocked: isHintLocked, settlesAt: now.boottime.later(by: Self.lockPatience))
        }
        return lockConflict?.isSettled == true ? saver : hint
    }

    private func decided(_ fact: Fact) -> FactValue? {
        var first: (value: FactValue, weight: SourceDescription.Weight)?
        for place in deciders[fact] ?? [] {
            guard let value = value(place, fact) else { continue }
            let weight = weight(place, fact)
            if let first, weight < first.weight { break }
            if value == .bool(true) { return value }
            if first == nil { first = (value, weight) }
        }
        return first?.value
    }

    private func weight(_ place: Int, _ fact: Fact) -> SourceDescription.Weight {
        sources[place].description.weights[fact] ?? .ordinary
    }

    private func decidersNow(of fact: Fact) -> [Int] {
        // The order of the places is kept among equals.
        inCharge(of: fact).sorted { (weight($1, fact), $0) < (weight($0, fact), $1) }
    }

    private func inCharge(of fact: Fact) -> [Int] {
        let all = sources.indices.filter {
            sources[$0].description.privateStore == nil && sources[$0].description.facts.contains(fact)
        }
        guard Self.chargeFacts.contains(fact) else { return all }
        if let product {
            let claimed = all.filter { sources[$0].description.products.contains(product) }
            if !claimed.isEmpty { return claimed }
        }
        let ofDesktop = all.filter { !sources[$0].description.desktops.isDisjoint(with: desktops) }
        return ofDesktop.isEmpty ? all : ofDesktop
    }

    private var silencersNow: Set<SourceID> {
        let all = sources.lazy.map(\.description).filter { $0.silencing != nil && $0.privateStore == nil }
        let claimed = all.filter { [product] in product.map($0.products.contains) ?? false }
        let chosen = claimed.isEmpty ? Array(all.filter { !$0.desktops.isDisjoint(with: desktops) }) : Array(claimed)
        return Set(chosen.map(\.id))
    }
}
