// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A change of the automatic winner that time alone will bring.
public struct ComingChange: Hashable, Sendable {
    /// µs since the Unix epoch.
    public var at: Int64
    /// `nil`: no mode.
    public var mode: ModeID?
    public var reason: ModeReason
}

/// What would be on, and what apps would be told.
public struct Forecast: Hashable, Sendable {
    /// What a filter would have, other than it has now.
    public struct Change: Hashable, Sendable {
        public var key: FilterKey
        public var values: [Identifier: ParameterValue]
        /// For the types of empty arrays.
        public var parameters: [ParameterDescriptor]
    }

    public var mode: ModeID?
    public var reason: ModeReason
    /// By app, then filter.
    public var changes: [Change]
}

extension FocusMachine {
    /// What conditions and schedules are about now.
    var surroundings: Surroundings {
        Surroundings(
            values: desktop.effective, since: desktop.since, owned: owned, almanac: almanac, now: courier.now)
    }

    /// The names of which conditions ask whether somebody owns them.
    public var watchedApps: Set<AppID> { resolution.modes.apps }

    /// The most changes that ``coming(_:at:)`` looks for.
    public static let mostComing = 512
    /// How many instants it looks at for them.
    private static let mostSteps = 20_000
    /// The same for a tool that waits: a mode that always wins hides the edges of those below it without end.
    private static let mostStepsAsked = 2000

    /// The next changes of the automatic winner by time alone, soonest first, while every fact stays as it is.
    public func coming(_ count: Int, at now: Instant) -> [ComingChange] {
        var changes: [ComingChange] = []
        let count = min(count, Self.mostComing)
        guard count > 0 else { return [] }
        var surroundings = surroundings
        surroundings.now = now
        var trial = resolution
        _ = trial.advance(ModeTable.News(), surroundings, lingers: false)
        walk(&trial, &surroundings, until: .max, steps: Self.mostStepsAsked) { trial, now, change in
            if change != .none {
                changes.append(
                    ComingChange(
                        at: now.realtime, mode: trial.winner, reason: reasonByItself(trial.winner, in: trial)))
            }
            return changes.count < count
        }
        return changes
    }

    /// Whether the automatic winner changed at a schedule's edge from `edge` to now, both µs since the Unix epoch, while
    /// no agent looked; as far as can be told from what the facts are now.
    func hasChangedBySchedule(since edge: Int64) -> Bool {
        var surroundings = surroundings
        var trial = resolution
        surroundings.now.realtime = edge - 1
        _ = trial.advance(ModeTable.News(calendar: true), surroundings, lingers: false)
        var hasChanged = false
        let wasSeen = walk(&trial, &surroundings, until: courier.now.realtime, onlySchedules: true) { _, _, change in
            hasChanged = change != .none
            return !hasChanged
        }
        return hasChanged || !wasSeen
    }

    /// Ends an override that lasts until the boundary if one passed while nobody looked, as in sleep, even if by now all is
    /// as it was before. One after which all is otherwise is found anyway.
    mutating func endOverrideAtMissedBoundary() {
        guard override?.ends == .boundary, let edge = boundaryWatch?.edge, edge <= courier.now.realtime else { return }
        var surroundings = surroundings
        surroundings.now.realtime = edge - 1
        var trial = Resolution()
        trial.replace(
            modes: ModeTable(resolution.modes.entries.map(\.mode), surroundings, held: Set(holds.modes)))
        let winner = trial.winner
        var hasChanged = false
        walk(&trial, &surroundings, until: courier.now.realtime, onlySchedules: true) { _, _, change in
            hasChanged = hasChanged || change != .none
            return true
        }
        if hasChanged, trial.winner == winner { endOverride("a schedule changed while nobody looked") }
    }

    /// Goes from one instant at which something changes to the next, until `end`, as long as `visit` says so. Returns
    /// false if that took too many steps.
    @discardableResult
    private func walk(
        _ trial: inout Resolution, _ surroundings: inout Surroundings, until end: Int64, onlySchedules: Bool = false,
        steps: Int = mostSteps, _ visit: (Resolution, Instant, Resolution.Change) -> Bool
    ) -> Bool {
        for _ in 0..<steps {
            let due = trial.nextDue
            let now = surroundings.now
            let byBoottime =
                onlySchedules ? nil : due.boottime.map { now.realtime.later(by: $0.distance(from: now.boottime)) }
            guard let next = [byBoottime, due.realtime].compactMap(\.self).min(), next <= end, next < .max else {
                return true
            }
            if !onlySchedules { surroundings.now.boottime = now.boottime.later(by: next.distance(from: now.realtime)) }
            surroundings.now.realtime = max(next, now.realtime)
            let change = trial.advance(ModeTable.News(), surroundings, lingers: false).change
            guard visit(trial, surroundings.now, change) else { return true }
        }
        return false
    }

    /// What would be on by itself, and what apps would be told, if `facts` were so (`nil`: unknown) at the instant `at`,
    /// µs since the Unix epoch; overrides do not count, and no delay is waited for. A fact that would be true counts as
    /// having been so for long.
    public func preview(_ facts: [Fact: FactValue?], at: Int64, now: Instant) -> Forecast {
        var surroundings = surroundings
        surroundings.now = Instant(
            realtime: at, boottime: now.boottime.later(by: at.distance(from: now.realtime)))
        for (fact, value) in facts {
            surroundings.values[fact] = value
            surroundings.since[fact] = .min
        }
        let table = ModeTable(resolution.modes.entries.map(\.mode), surroundings)
        var trial = Resolution()
        trial.replace(modes: table)
        let mode = trial.winner.flatMap { table[$0]?.mode }
        var changes: [Forecast.Change] = []
        for id in apps.keys.sorted() {
            guard let app = apps[id] else { continue }
            for slot in app.slots {
                let want = slot.want(
                    in: mode,
                    suspendedConfiguration: mode?.id == activeMode ? app.record.suspended[slot.key.filter] : nil,
                    shared: nil)
                guard want.values != slot.want.values else { continue }
                changes.append(
                    Forecast.Change(key: slot.key, values: want.values, parameters: slot.descriptor.parameters))
            }
        }
        return Forecast(
            mode: trial.winner, reason: reasonByItself(trial.winner, in: trial), changes: changes)
    }

    /// The last rows of what happened, the newest first.
    public func history(_ count: Int) -> [HistoryRow] { courier.history.latest(count) }

    mutating func replace(almanac new: Almanac) {
        guard new != almanac else { return }
        almanac = new
        news.calendar = true
        noteModeProblems()
    }

    mutating func take(owners: [AppID: Bool]) {
        for (app, isOwned) in owners where owned[app] != isOwned {
            owned[app] = isOwned
            news.apps.append(app)
        }
    }

    /// What keeps conditions and schedules from meaning what they say.
    mutating func noteModeProblems() {
        var problems = resolution.modes.problems
        for mode in resolution.modes.entries.map(\.mode) where mode.isEnabled {
            guard let schedule = mode.schedule else { continue }
            if schedule.followsSun, almanac.place == nil {
                problems.append(
                    Problem(
                        kind: .mode, subject: mode.id.text,
                        message:
                            "Schedule asks for sunrise or sunset, and nobody knows where you are; set Latitude= and "
                            + "Longitude= in agent.conf", file: mode.file))
            }
            for zone in schedule.zones.sorted() where almanac.zones[zone] == nil {
                problems.append(
                    Problem(
                        kind: .mode, subject: mode.id.text,
                        message:
                            "Schedule names the time zone '\(zone)', which cannot be read; its windows do not come",
                        file: mode.file))
            }
        }
        if modeProblems.replace(with: problems, at: courier.now) { courier.outbox.haveProblemsChanged = true }
    }
}
