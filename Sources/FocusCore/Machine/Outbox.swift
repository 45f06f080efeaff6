// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Gathers what one event causes and puts it in the order that Action promises.
struct Outbox: Sendable {
    private var storedApps: [AppID: (record: AppRecord, isAhead: Bool)] = [:]
    private var storedAnswers: [AppID: (answers: AppAnswers, isAhead: Bool)] = [:]
    private var performs: [Action] = []
    private var inquiries: [Inquiry] = []
    private var silences: [Action] = []
    private var replies: [Action] = []
    private var log: [LogEntry] = []
    var properties: Set<ControlProperty> = []
    var modes: Set<ModeID> = []
    /// In any order, and the same more than once.
    var filters: [FilterKey] = []
    var sources: [SourceID] = []
    var haveProblemsChanged = false
    var hasBecomeReady = false

    mutating func store(_ record: AppRecord, of app: AppID, isAhead: Bool) {
        storedApps[app] = (record, isAhead || storedApps[app]?.isAhead == true)
    }

    mutating func store(_ answers: AppAnswers, of app: AppID, isAhead: Bool) {
        storedAnswers[app] = (answers, isAhead || storedAnswers[app]?.isAhead == true)
    }

    mutating func ask(_ inquiry: Inquiry) { inquiries.append(inquiry) }
    mutating func perform(_ perform: Perform) { performs.append(.perform(perform)) }
    mutating func run(_ perform: Perform, _ run: ProgramRun) { performs.append(.run(perform, run)) }
    mutating func start(_ start: HelperStart) { performs.append(.start(start)) }
    mutating func silence(_ source: SourceID, _ command: SilenceCommand) {
        silences.append(.silence(source, command))
    }
    mutating func reply(_ request: RequestID, _ reply: Reply) { replies.append(.reply(request, reply)) }

    mutating func log(_ level: LogEntry.Level, _ message: @autoclosure () -> String) {
        log.append(LogEntry(level, message()))
    }

    /// Signals are for who listens already: before the machine is ready nobody has been answered.
    mutating func dropSignals() {
        properties = []
        modes = []
        filters = []
        sources = []
        haveProblemsChanged = false
    }

    /// A switch of modes comes here in order, and with a thousand filters.
    private func distinct(_ keys: [FilterKey]) -> [FilterKey] {
        let isInOrder = zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
        return isInOrder ? keys : Set(keys).sorted()
    }

    /// Empties the box.
    mutating func take(storingAgent record: AgentRecord?, isAhead: Bool) -> [Action] {
        var actions: [Action] = []
        if let record, isAhead { actions.append(.storeAgent(record, isAhead: true)) }
        let apps = storedApps.isEmpty ? [] : storedApps.sorted { $0.key < $1.key }
        for (app, stored) in apps where stored.isAhead {
            actions.append(.storeApp(app, stored.record, isAhead: true))
        }
        let answers = storedAnswers.isEmpty ? [] : storedAnswers.sorted { $0.key < $1.key }
        for (app, stored) in answers where stored.isAhead {
            actions.append(.storeAnswers(app, stored.answers, isAhead: true))
        }
        if hasBecomeReady { actions.append(.ready) }
        actions += performs
        actions += silences
        actions += replies
        for inquiry in inquiries { actions.append(.ask(inquiry)) }
        if !properties.isEmpty { actions.append(.changed(properties)) }
        if !modes.isEmpty { actions.append(.modesChanged(modes.sorted())) }
        if !filters.isEmpty { actions.append(.filtersChanged(distinct(filters))) }
        if !sources.isEmpty { actions.append(.sourcesChanged(sources)) }
        if haveProblemsChanged { actions.append(.problemsChanged) }
        for entry in log { actions.append(.log(entry)) }
        for (app, stored) in apps where !stored.isAhead {
            actions.append(.storeApp(app, stored.record, isAhead: false))
        }
        for (app, stored) in answers where !stored.isAhead {
            actions.append(.storeAnswers(app, stored.answers, isAhead: false))
        }
        if let record, !isAhead { actions.append(.storeAgent(record, isAhead: false)) }
        self = Outbox()
        return actions
    }
}

/// Lists that are in order, as one that is, without repetitions.
func merged(_ lists: [[AppID]]) -> [AppID] {
    guard var result = lists.first else { return [] }
    for list in lists.dropFirst() where list != result {
        var both: [AppID] = []
        both.reserveCapacity(max(result.count, list.count))
        var (left, right) = (result[...], list[...])
        while let first = left.first, let second = right.first {
            if first < second {
                both.append(left.removeFirst())
            } else {
                both.append(right.removeFirst())
                if first == second { left.removeFirst() }
            }
        }
        result = both + left + right
    }
    return result
}
