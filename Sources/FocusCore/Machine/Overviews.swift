// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A mode, as it stands.
public struct ModeOverview: Hashable, Sendable {
    public var mode: Mode
    /// Unknown also for a mode without a condition.
    public var condition: Truth
}

/// A filter, as it stands.
public struct FilterOverview: Hashable, Sendable {
    /// How far the filter is served.
    public enum State: String, Hashable, Sendable {
        /// The process has acknowledged everything.
        case served
        /// A Perform waits for its reply or its next attempt, or for the start of the app's helper.
        case waiting
        /// The process did not answer; it is told when it is next heard of. Or the app's helper or program does not work;
        /// it is tried again when the values change.
        case failing
        /// No process serves the filter, and none is needed now.
        case absent
    }

    public var key: FilterKey
    /// `nil`: a mode configures the filter, but nobody has described it.
    public var descriptor: FilterDescriptor?
    public var state: State
    /// What the last attempt to bring it the values came to, in words; nil if it did not fail, or something was
    /// acknowledged since.
    public var failure: String?
    /// A mode that is on configures the filter, and it is not suspended.
    public var isActive: Bool
    public var isSuspended: Bool
    public var values: [Identifier: ParameterValue]
    /// Of the wanted state; 0 while it was never wanted of a process.
    public var serial: UInt64
    /// Equal to `serial` when everything is acknowledged; 0 before anything was.
    public var acknowledgedSerial: UInt64
    /// The modes that configure the filter, by id.
    public var modes: [ModeID]
    /// The process that serves the filter.
    public var peer: PeerID?
    /// What the user allows the app.
    public var policy = AppPolicy()
}

/// A source, as it stands.
public struct SourceOverview: Hashable, Sendable {
    /// Whether the source tells anything.
    public enum State: String, Hashable, Sendable {
        case ok
        case absent
        case failing
        case `private`
    }

    public var id: SourceID
    public var state: State
    /// What it says decides at least one fact.
    public var isInCharge: Bool
    /// Why it is not `ok`, in words.
    public var detail: String
    public var facts: [Fact: FactValue]
    /// What it can report.
    public var tells: [Fact] = []
    /// When it last said anything about its facts, µs since the Unix epoch.
    public var read: Int64?
}

/// A known fact, and whose word it is.
public struct FactOverview: Hashable, Sendable {
    public var fact: Fact
    public var value: FactValue
    public var source: SourceID
    /// Since the source last said so.
    public var age: Microseconds?
    /// Who says something else, and does not count.
    public var against: [SourceID]
    /// The agent itself holds the switch: the value is the user's own from before.
    public var isHeld = false
}

/// A problem with the instant since when it exists.
public struct ListedProblem: Hashable, Sendable {
    public var problem: Problem
    /// µs since the Unix epoch.
    public var since: Int64
}

/// What `GetStatus` tells an app.
public struct AppStatus: Hashable, Sendable {
    /// Some mode is on.
    public var isFocused: Bool
    /// The mode, only if the user allowed the app to know; an empty id: none is on.
    public var mode: SharedMode?
}

/// Why things are as they are.
public struct Explanation: Hashable, Sendable {
    /// One term of a condition.
    public struct Term: Hashable, Sendable {
        /// As the condition or the schedule writes it.
        public var text: String
        /// `nil`: it is about an app, another mode or the time.
        public var fact: Fact?
        /// Whose word counts; `nil` while the fact is unknown.
        public var source: SourceID?
        /// The fact's; without a fact, whether the term is true.
        public var value: FactValue?
        /// Since the source last said so.
        public var age: Microseconds?
        /// Who says something else, and does not count.
        public var against: [SourceID] = []
    }

    /// A mode that is on or would be if those before it were not.
    public struct Candidate: Hashable, Sendable {
        public var mode: ModeID
        public var priority: Int
        public var condition: Truth
        public var reason: ModeReason
    }

    public var mode: ModeID?
    /// µs since the Unix epoch.
    public var since: Int64
    public var reason: ModeReason
    public var override: Override?
    /// Of the active mode's condition; while none is on, of every enabled mode's.
    public var terms: [Term]
    /// The winner first.
    public var candidates: [Candidate]
}

extension FocusMachine {
    /// Every known fact with its effective value.
    public var facts: [Fact: FactValue] { desktop.effective }

    /// The active mode as defined; `nil` if none is on.
    public var activeModeEntry: Mode? { activeMode.flatMap { resolution.modes[$0]?.mode } }

    /// By id.
    public var modeOverviews: [ModeOverview] {
        resolution.modes.entries.map { ModeOverview(mode: $0.mode, condition: $0.truth) }
            .sorted { $0.mode.id < $1.mode.id }
    }

    /// By app, then filter. Every filter that somebody described or that a mode configures.
    public var filterOverviews: [FilterOverview] {
        let ids = Set(apps.keys).union(resolution.modes.configuredApps)
        return ids.sorted().flatMap { overviews(of: $0) }
    }

    private func overviews(of id: AppID) -> [FilterOverview] {
        let app = apps[id]
        let policy = policies[id] ?? AppPolicy()
        var byName: [Identifier: [ModeID]] = [:]
        for configuration in resolution.modes.configurations(of: id) {
            byName[configuration.filter, default: []].append(configuration.mode)
        }
        var overviews: [FilterOverview] = []
        for slot in app?.slots ?? [] {
            for name in slot.names { byName[name] = nil }
            overviews.append(
                slot.overview(
                    peer: app?.serving?.registration.peer, absentState: app?.absentState(slot) ?? .absent,
                    absentFailure: app?.activation.failure, policy))
        }
        for (filter, modes) in byName {
            overviews.append(
                FilterOverview(
                    key: FilterKey(app: id, filter: filter), descriptor: nil, state: .absent, failure: nil,
                    isActive: activeMode.map(modes.contains) ?? false, isSuspended: false, values: [:], serial: 0,
                    acknowledgedSerial: 0, modes: modes.sorted(), peer: nil,
                    policy: policy))
        }
        return overviews.sorted { $0.key < $1.key }
    }

    /// By id.
    public var sourceOverviews: [SourceOverview] {
        desktop.sources.map { source in
            let (state, detail) = source.overviewState
            return SourceOverview(
                id: source.description.id, state: state, isInCharge: state == .ok && desktop.isInCharge(source),
                detail: detail,
                facts: source.values, tells: source.description.facts.sorted(), read: source.lastRead)
        }
    }

    /// What is known, by name.
    public func factOverviews(at now: Instant) -> [FactOverview] {
        desktop.effective.sorted { $0.key < $1.key }.compactMap { fact, value in
            desktop.origin(of: fact).map { origin in
                FactOverview(
                    fact: fact, value: value, source: origin.description.id,
                    age: origin.said(fact).map { max(0, now.boottime - $0) },
                    against: desktop.dissenters(on: fact).map(\.description.id), isHeld: desktop.isMasked(fact))
            }
        }
    }

    /// In a fixed order: by subject, then message.
    public var problems: [ListedProblem] {
        let groups =
            [reported, lockProblem, modeProblems, silenceProblem]
            + apps.values.flatMap { [$0.problems, $0.failures] }
        return groups.flatMap(\.since).map { ListedProblem(problem: $0.key, since: $0.value) }.sorted {
            ($0.problem.subject, $0.problem.file, $0.problem.line, $0.problem.column, $0.problem.message)
                < ($1.problem.subject, $1.problem.file, $1.problem.line, $1.problem.column, $1.problem.message)
        }
    }

    /// What `GetCurrent` answers: a filter of the app that the peer registered.
    public func current(peer: PeerID, app id: AppID, filter: Identifier) -> Result<FilterState, FocusError> {
        guard peers[peer]?.app == id, let registrant = registrant(peer, of: id), let app = apps[id] else {
            return .failure(.notRegistered)
        }
        guard let descriptor = registrant.filters.first(where: { $0.id == filter || $0.aliases.contains(filter) })
        else {
            let hint = suggestion(for: filter.text, among: registrant.filters.lazy.map(\.id.text))
            return .failure(FocusError(.unknownFilter, "\(id) offers no filter '\(filter)'\(hint)"))
        }
        return .success(app.state(of: descriptor, in: activeModeEntry))
    }

    /// What `GetStatus` answers to an app, whether it registered filters or not.
    public func status(of app: AppID) -> AppStatus {
        let isAllowed = policies[app]?.shareMode ?? false
        return AppStatus(isFocused: activeMode != nil, mode: isAllowed ? SharedMode(activeModeEntry) : nil)
    }

    /// The app that the peer registered, in service or in line.
    public func app(of peer: PeerID) -> AppID? { peers[peer]?.app }

    /// The process that serves an app.
    public func servingPeer(of app: AppID) -> PeerID? { apps[app]?.serving?.registration.peer }

    /// Which mode is on, by which condition, from which source, and what would be next. Ages are told from `now`.
    public func explain(at now: Instant) -> Explanation {
        Explanation(
            mode: activeMode, since: since, reason: reason, override: override, terms: terms(at: now),
            candidates: candidates)
    }

    private func terms(at now: Instant) -> [Explanation.Term] {
        let modes = activeModeEntry.map { [$0] } ?? resolution.modes.entries.map(\.mode).filter(\.isEnabled)
        var terms: [Explanation.Term] = []
        var seen: Set<String> = []
        for mode in modes {
            for term in mode.condition?.terms ?? [] where seen.insert(term.text).inserted {
                terms.append(explained(term, at: now))
            }
            guard let schedule = mode.schedule, let isInside = resolution.modes.isInside(mode.id) else { continue }
            if seen.insert(schedule.text).inserted {
                terms.append(Explanation.Term(text: schedule.text, value: .bool(isInside)))
            }
        }
        return terms
    }

    private func explained(_ term: Condition.Term, at now: Instant) -> Explanation.Term {
        guard let fact = term.proposition.fact else {
            let answer = resolution.modes.answer(to: term.proposition).known
            return Explanation.Term(text: term.text, value: answer.map(FactValue.bool))
        }
        let origin = desktop.origin(of: fact)
        return Explanation.Term(
            text: term.text, fact: fact, source: origin?.description.id, value: desktop.effective[fact],
            age: origin?.said(fact).map { max(0, now.boottime - $0) },
            against: desktop.dissenters(on: fact).map(\.description.id))
    }

    private var candidates: [Explanation.Candidate] {
        let lingering = resolution.linger.flatMap { resolution.modes[$0.mode] }
        var entries = resolution.modes.held + [lingering].compactMap(\.self)
        entries.sort { resolution.modes.precedes($0.mode.id, $1.mode.id) }
        let byItself = entries.filter { $0.mode.id != activeMode }
        let winner = activeMode.flatMap { resolution.modes[$0] }
        return ([winner].compactMap(\.self) + byItself).map { entry in
            Explanation.Candidate(
                mode: entry.mode.id, priority: entry.mode.priority, condition: entry.truth,
                reason: entry.mode.id == activeMode ? reason : reasonByItself(entry.mode.id))
        }
    }

    /// The conflict between `LockedHint` and the screensaver, while it lasts.
    var lockConflictProblem: [Problem] {
        guard let conflict = desktop.lockConflict, conflict.isSettled else { return [] }
        let hint = desktop.sources.first {
            $0.description.privateStore == nil && $0.values[.locked] == .bool(conflict.isHintLocked)
        }
        let saver = desktop.origin(of: .screensaver)
        let (hintID, saverID) = (hint?.description.id.text ?? "", saver?.description.id.text ?? "")
        return [
            Problem(
                kind: .source, subject: hintID,
                message: "\(hintID) says that the session is \(conflict.isHintLocked ? "locked" : "unlocked"), "
                    + "\(saverID) has said the opposite for 10 s and is believed; locking and unlocking once may cure it"
            )
        ]
    }
}

extension SourceState {
    /// When the value of `fact` was last said, `CLOCK_BOOTTIME` µs.
    func said(_ fact: Fact) -> Int64? { saidAt[fact] }

    fileprivate var overviewState: (SourceOverview.State, String) {
        if let reason = description.privateStore { return (.private, reason) }
        return switch standing {
        case .ok: (.ok, "")
        case .unheard: (.absent, "has not answered yet")
        case .absent(let detail): (.absent, detail)
        case .failing(let detail): (.failing, detail)
        }
    }
}

extension FilterSlot {
    fileprivate func overview(
        peer: PeerID?, absentState: FilterOverview.State, absentFailure: String?, _ policy: AppPolicy
    ) -> FilterOverview {
        let state: FilterOverview.State
        switch delivery?.phase {
        case .settled?: state = .served
        case .inFlight?, .waiting?: state = .waiting
        case .failing?: state = .failing
        case nil: state = absentState
        }
        let isDone = delivery?.isDone(want) ?? false
        return FilterOverview(
            key: key, descriptor: descriptor, state: state,
            failure: state == .failing && delivery == nil ? absentFailure : delivery?.failure, isActive: want.isActive,
            isSuspended: want.isSuspended,
            values: want.values, serial: want.serial,
            acknowledgedSerial: isDone ? want.serial : delivery?.acknowledged?.serial ?? 0,
            modes: configured.keys.sorted(), peer: delivery == nil ? nil : peer, policy: policy)
    }
}
