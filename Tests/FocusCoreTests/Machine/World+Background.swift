// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

@testable import FocusCore

extension World {
    /// Helpers and programs, as they are.
    struct Background {
        /// Starts that the bus has not answered.
        var starts: [HelperStart] = []
        /// Apps for which something has changed since the last start by this agent.
        var news: Set<AppID> = []
        var states: [FilterKey: Oracle.WantedState] = [:]
        /// What each filter's process acknowledged last; an inner nil: nobody knows.
        var acknowledged: [FilterKey: Oracle.WantedState?] = [:]
        /// The serial of the newest Perform, whoever got it.
        var newest: [FilterKey: UInt64] = [:]
    }

    /// What becomes of a start.
    enum StartOutcome: CaseIterable {
        case registers, fails, staysSilent
    }

    private func filters(of app: AppID) -> [(FilterKey, FilterDescriptor)] {
        (oracle.descriptors[app]?.filters ?? []).map { (FilterKey(app: app, filter: $0.id), $0) }
    }

    private var activatable: [AppID] {
        oracle.descriptors.values.filter { $0.background == .activate }.map(\.id).sorted()
    }

    /// A program keeps what it did, whoever runs it.
    mutating func makePrograms() {
        for descriptor in oracle.descriptors.values {
            guard case .exec = descriptor.background else { continue }
            var process = Process(app: descriptor.id, rank: .program, filters: descriptor.filters)
            for filter in descriptor.filters { process.held[filter.id] = filter.defaults }
            processes[FocusMachine.programPeer(of: descriptor.id)] = process
        }
    }

    /// What the agent's death leaves of its runs: some were done.
    mutating func loseRuns() {
        for call in calls where processes[call.perform.peer]?.rank == .program && call.order % 2 == 1 {
            let (peer, filter) = (call.perform.peer, call.perform.filter)
            guard call.order > processes[peer]?.heldOrder[filter] ?? 0 else { continue }
            processes[peer]?.held[filter] = call.perform.values
            processes[peer]?.heldOrder[filter] = call.order
        }
        background.starts = []
        background.news = Set(activatable)
    }

    /// Killed between the note on disk that a Perform goes out and the Perform: the next agent cannot know that it did
    /// not, and a program is asked nothing.
    mutating func doubtAfterCrash() {
        for app in oracle.descriptors.keys {
            guard let record = appsOnDisk[app] else { continue }
            for (key, _) in filters(of: app) {
                let known = record.acknowledged[key.filter]
                guard known == .unsettled || known == nil && record.touched.contains(key.filter) else { continue }
                if activatable.contains(app) { background.acknowledged[key] = .some(nil) }
                processes[FocusMachine.programPeer(of: app)]?.certain[key.filter] = nil
            }
        }
    }

    /// After each event, before what the machine does about it.
    mutating func noteChanges() {
        for app in activatable {
            for (key, filter) in filters(of: app) {
                let state = oracle.state(key, filter)
                if background.states.updateValue(state, forKey: key) != state { background.news.insert(app) }
            }
        }
    }

    mutating func sent(_ perform: Perform) {
        let key = FilterKey(app: perform.app, filter: perform.filter)
        background.newest[key] = perform.transition.serial
        // Told once more what it has, the app has it all the same.
        if let file = fileState(key), background.acknowledged[key] == file { return }
        background.acknowledged[key] = .some(nil)
    }

    mutating func acknowledged(_ perform: Perform) {
        let key = FilterKey(app: perform.app, filter: perform.filter)
        // One that was told earlier is not what counts, nor what a process says of a filter that it serves no more: then
        // one start too many may follow.
        guard background.newest[key] == perform.transition.serial,
            let descriptor = oracle.filters(servedBy: perform.peer).first(where: { $0.id == perform.filter })
        else { return }
        let state = Oracle.WantedState(
            values: perform.values, isActive: perform.transition.isActive,
            mode: perform.transition.mode.map { "\($0.id) \($0.name)" })
        // The app knows its filter better than the file: who has what is wanted now lacks nothing.
        let isCurrent = state == oracle.state(key, descriptor)
        background.acknowledged[key] = isCurrent ? fileState(key) ?? state : state
    }

    /// What the filter should have as the descriptor file describes it.
    private func fileState(_ key: FilterKey) -> Oracle.WantedState? {
        oracle.descriptors[key.app]?.filters.first { $0.id == key.filter }.map { oracle.state(key, $0) }
    }

    // MARK: Judgement

    mutating func judge(_ perform: Perform, _ run: ProgramRun) {
        guard oracle.descriptors[perform.app]?.background == .exec(run.exec) else {
            return fault("\(perform.app) has no such program")
        }
        if oracle.policies[perform.app]?.activate == false { fault("\(perform.app): a run that the user forbids") }
        judge(perform)
    }

    mutating func judge(_ start: HelperStart) {
        let app = start.app
        remember("    → start \(app), \(start.number)")
        noteChanges()
        if oracle.serving[app] != nil { fault("a start of \(app), which is served") }
        if oracle.policies[app]?.activate == false { fault("a start of \(app), which the user forbids") }
        if !activatable.contains(app) { fault("a start of \(app), which wants none") }
        if background.news.remove(app) == nil { fault("\(app) is started again without a change") }
        let isOwed = filters(of: app).contains { key, filter in
            guard let known = background.acknowledged[key] else {
                return oracle.isActive(key) || appsOnDisk[app]?.touched.contains(key.filter) == true
            }
            return known != oracle.state(key, filter)
        }
        if !isOwed { fault("\(app) is started without need") }
        background.starts.append(start)
    }

    /// To forbid a start and allow it again is to ask for another.
    mutating func noteAllowed(_ new: [AppID: AppPolicy]) {
        for app in activatable where oracle.policies[app]?.activate == false && new[app]?.activate != false {
            background.news.insert(app)
        }
    }

    /// At rest nobody who is to be started waits for it.
    mutating func judgeRest() {
        noteChanges()
        for app in activatable where oracle.serving[app] == nil && oracle.policies[app]?.activate != false {
            for (key, filter) in filters(of: app) where oracle.isActive(key) {
                let isDone = background.acknowledged[key] == oracle.state(key, filter)
                if !isDone, background.news.contains(app) { fault("\(key): the helper is not started") }
            }
        }
    }

    // MARK: What happens

    mutating func answerStart(_ index: Int, _ outcome: StartOutcome) {
        guard background.starts.indices.contains(index) else { return }
        let start = background.starts.remove(at: index)
        switch outcome {
        case .fails: send(.helperStart(start.app, number: start.number, failure: "it does not work"))
        case .staysSilent: send(.helperStart(start.app, number: start.number, failure: nil))
        case .registers:
            send(.helperStart(start.app, number: start.number, failure: nil))
            let apps = oracle.descriptors.keys.sorted()
            let number = 30 + (apps.firstIndex(of: start.app) ?? 0)
            // Another process than the one from before.
            if processes[Make.peer(number)] != nil { send(.vanished(Make.peer(number))) }
            register(number, start.app, rank: .helper, oracle.descriptors[start.app]?.filters ?? [], standby: true)
        }
    }

    /// The helper leaves, as one does that has nothing to do.
    mutating func helperLeaves(_ app: AppID) {
        let apps = oracle.descriptors.keys.sorted()
        send(.vanished(Make.peer(30 + (apps.firstIndex(of: app) ?? 0))))
    }

    var appOfFailingProgram: AppID? {
        machine.filterOverviews.first { overview in
            overview.state == .failing && overview.peer == FocusMachine.programPeer(of: overview.key.app)
        }?.key.app
    }

    /// The user forbids the program and allows it again, which is another try.
    mutating func retry(_ app: AppID) {
        allow(app, false)
        allow(app, true)
    }

    mutating func allow(_ app: AppID, _ isAllowed: Bool) {
        var policies = oracle.policies
        policies[app, default: AppPolicy()].activate = isAllowed
        send(.policies(policies))
    }
}
