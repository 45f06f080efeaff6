// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Gathers what one event causes and puts it in the order that Action promises.
struct Outbox: Sendable {
    private var storedApps: [AppID: (record: AppRecord, isAhead: Bool)] = [:]
    private var performs: [Perform] = []
    private var replies: [Action] = []
    private var log: [LogEntry] = []
    var properties: Set<ControlProperty> = []
    var modes: Set<ModeID> = []
    var filters: Set<FilterKey> = []
    var sources: [SourceID] = []
    var haveProblemsChanged = false
    var hasBecomeReady = false

    mutating func store(_ record: AppRecord, of app: AppID, isAhead: Bool) {
        storedApps[app] = (record, isAhead || storedApps[app]?.isAhead == true)
    }

    mutating func perform(_ perform: Perform) { performs.append(perform) }
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

    /// Empties the box.
    mutating func take(storingAgent record: AgentRecord?, isAhead: Bool) -> [Action] {
        var actions: [Action] = []
        if let record, isAhead { actions.append(.storeAgent(record, isAhead: true)) }
        let apps = storedApps.isEmpty ? [] : storedApps.sorted { $0.key < $1.key }
        for (app, stored) in apps where stored.isAhead {
            actions.append(.storeApp(app, stored.record, isAhead: true))
        }
        if hasBecomeReady { actions.append(.ready) }
        for perform in performs { actions.append(.perform(perform)) }
        actions += replies
        if !properties.isEmpty { actions.append(.changed(properties)) }
        if !modes.isEmpty { actions.append(.modesChanged(modes.sorted())) }
        if !filters.isEmpty { actions.append(.filtersChanged(filters.sorted())) }
        if !sources.isEmpty { actions.append(.sourcesChanged(sources)) }
        if haveProblemsChanged { actions.append(.problemsChanged) }
        for entry in log { actions.append(.log(entry)) }
        for (app, stored) in apps where !stored.isAhead {
            actions.append(.storeApp(app, stored.record, isAhead: false))
        }
        if let record, !isAhead { actions.append(.storeAgent(record, isAhead: false)) }
        self = Outbox()
        return actions
    }
}
