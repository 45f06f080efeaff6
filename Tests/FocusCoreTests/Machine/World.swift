// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

@testable import FocusCore

/// A machine among processes, a disk and a clock, with the oracle beside it. After each event it notes as faults
/// everything that breaks a promise. A value: a run can be forked at any point.
struct World {
    /// A call that the machine sent and nobody answered yet.
    struct Call {
        let perform: Perform
        let sentAt: Int64
        let order: Int
    }

    /// A process, as it is: what it holds is not what the machine believes.
    struct Process {
        let app: AppID
        var rank: Registration.Rank
        var filters: [FilterDescriptor]
        var held: [Identifier: [Identifier: ParameterValue]] = [:]
        var heldOrder: [Identifier: Int] = [:]
        /// The token of what it performed last, as it would name it.
        var token: [Identifier: Token] = [:]
        /// The token of what it performed last, if that is beyond doubt for somebody who sees only the calls.
        var certain: [Identifier: Token] = [:]
        var serial: [Identifier: UInt64] = [:]
        var isRegistered = false
    }

    var machine: FocusMachine
    var oracle = Oracle()
    var now = Instant(realtime: 1_700_000_000_000_000, boottime: 1_000_000_000)
    var processes: [PeerID: Process] = [:]
    var calls: [Call] = []
    /// Questions that nobody answered yet.
    var inquiries: [Inquiry] = []
    /// Ids of the entities that there are, in every app.
    var existing: Set<String> = ["a", "b", "c"]
    /// Processes that once did not say which entities there are.
    var mute: Set<PeerID> = []
    var agentOnDisk: AgentRecord?
    /// Reaches the disk when time passes; lost if the agent is killed before.
    var agentToWrite: AgentRecord?
    var appsOnDisk: [AppID: AppRecord] = [:]
    var answersOnDisk: [AppID: AppAnswers] = [:]
    /// Reaches the disk when time passes.
    var answersToWrite: [AppID: AppAnswers] = [:]
    var faults: [String] = []
    var history: [String] = []
    var keepsHistory = false
    var background = Background()
    /// The desktop's own switch, if the machine can write it.
    var desk: Desk?
    /// After how many actions of the next event the agent is killed.
    var crashPoint: Int?
    private(set) var overrideBefore: Override?
    private(set) var activeBefore: ModeID?
    private(set) var suspendedBefore: [FilterKey: (mode: ModeID, configured: [Identifier: ConfiguredValue])] = [:]
    /// Looks at every instant at which something should change, whether or not the machine asks to be woken.
    var looksBetween = false
    /// How many events there were.
    private(set) var events = 0
    private var instants = Instants()
    var failures = Failures()
    /// Who is on the bus.
    private var owners: [AppID: Bool] = [Make.app("org.example.Player"): true]
    let sources: [SourceDescription]
    private var requests: UInt64 = 0
    private var orders = 0

    init(
        modes: [Mode], sources: [SourceDescription], policies: [AppID: AppPolicy] = [:],
        descriptors: [AppDescriptor] = []
    ) {
        self.sources = sources
        machine = FocusMachine(sources: sources, desktops: ["Shell"], agent: nil, apps: [:], boot: "boot", at: now)
        oracle.modes = modes
        oracle.policies = policies
        oracle.descriptors = Dictionary(uniqueKeysWithValues: descriptors.map { ($0.id, $0) })
        oracle.seatPrograms()
        for source in sources { oracle.sources[source.id] = Oracle.Source(weights: source.weights) }
        plugInDesk()
        makePrograms()
        oracle.owned = oracle.asked(of: owners)
        oracle.resolveAfterRestart(was: nil, now: now)
        boot()
    }

    // MARK: Events

    mutating func request() -> RequestID {
        requests += 1
        return RequestID(requests)
    }

    mutating func send(_ event: Event) {
        note(event)
        events += 1
        overrideBefore = oracle.override
        (activeBefore, suspendedBefore) = (oracle.active, oracle.suspended)
        if case .policies(let new) = event { noteAllowed(new) }
        oracle.take(event, at: now)
        if case .vanished(let peer) = event {
            processes[peer] = nil
            calls.removeAll { $0.perform.peer == peer }
            inquiries.removeAll { $0.peer == peer }
            mute.remove(peer)
            failures.unacknowledged[peer] = nil
        }
        noteChanges()
        let actions = machine.handle(event, at: now)
        if let point = crashPoint {
            crashPoint = nil
            judge(Array(actions.prefix(point)))
            return crash()
        }
        judge(actions)
        judgeFailures(isSignalled: actions.contains(.problemsChanged))
        // Of an app of which nothing else is left to remember, nothing is remembered.
        oracle.lookups = oracle.lookups.filter { machine.apps[$0.key.app] != nil }
        compare()
        if case .modes = event { askForOwners() }
        tellOfSwitch()
    }

    /// As the agent does when other names matter.
    private mutating func askForOwners() {
        let missing = machine.watchedApps.subtracting(oracle.owned.keys)
        if !missing.isEmpty { send(.owners(owners.filter { missing.contains($0.key) })) }
    }

    /// Somebody takes or leaves a name.
    mutating func setOwned(_ app: AppID, _ isOwned: Bool) {
        owners[app] = isOwned
        if machine.watchedApps.contains(app) { send(.owners([app: isOwned])) }
    }

    /// Lets time pass; the machine is woken at the instants that it names.
    mutating func pass(_ span: Microseconds) {
        let end = now.boottime + span
        var wakeups = 0
        while wakeups < 2000 + span / 10_000_000 {
            let wakeup = machine.nextWakeup
            let realDue = wakeup.realtime.map { now.boottime + ($0 - now.realtime) }
            let due = [wakeup.boottime, realDue].compactMap({ $0 }).min()
            if looksBetween, let instant = nextInstant, instant <= end, instant < due ?? .max {
                step(to: instant)
                if oracle.isOutOfDate(at: now) {
                    fault("the machine does not wake up, and something should change")
                    return
                }
                continue
            }
            guard let due, due <= end else {
                step(to: end)
                return
            }
            step(to: max(due, now.boottime))
            send(.timer)
            wakeups += 1
        }
        fault("the machine asks to be woken again and again")
    }

    /// The next instant at which something should change, by the oracle alone.
    private var nextInstant: Int64? {
        mutating get {
            let deadline = oracle.nextDeadline(after: now)
            let toWall = now.boottime - now.realtime
            // The times that schedules name are many: those at which one changes are few.
            while let next = instants.next(after: now.realtime, oracle) {
                let isEdge = oracle.modes.contains { mode in
                    guard let schedule = mode.schedule else { return false }
                    return schedule.contains(next / 1_000_000, oracle.almanac) != oracle.inside.contains(mode.id)
                }
                if isEdge || deadline.map({ $0 < next + toWall }) == true || !instants.pass() {
                    return min(deadline ?? .max, next + toWall)
                }
            }
            return deadline
        }
    }

    mutating func register(
        _ number: Int, _ app: AppID, rank: Registration.Rank, _ filters: [FilterDescriptor], standby: Bool
    ) {
        let peer = Make.peer(number)
        if processes[peer] == nil {
            var process = Process(app: app, rank: rank, filters: filters)
            for filter in filters { process.held[filter.id] = filter.defaults }
            processes[peer] = process
        }
        processes[peer]?.rank = rank
        processes[peer]?.filters = filters
        // A process that performed nothing yet has the defaults that it names now.
        for filter in filters where processes[peer]?.heldOrder[filter.id] == nil {
            processes[peer]?.held[filter.id] = filter.defaults
        }
        send(
            .register(
                Make.registration(
                    number, app, rank: rank, filters: filters, performed: processes[peer]?.token ?? [:],
                    standby: standby), request()))
        processes[peer]?.isRegistered = oracle.app(of: peer) != nil
    }

    /// Answers a call. `isApplied`: whether the process has the values now, which a failed call may have reached too.
    mutating func answer(_ index: Int, succeeded: Bool, isApplied: Bool) {
        guard calls.indices.contains(index) else { return }
        let call = calls.remove(at: index)
        let (peer, filter) = (call.perform.peer, call.perform.filter)
        if isApplied { apply(call) }
        if succeeded, processes[peer]?.serial[filter] == call.perform.transition.serial {
            processes[peer]?.certain[filter] = call.perform.transition.token
            acknowledged(call.perform)
        }
        let failure = succeeded ? nil : "no \(call.order)"
        answered(call.perform, failure)
        send(
            .performed(
                peer, filter, serial: call.perform.transition.serial, attempt: call.perform.attempt,
                failure: failure))
    }

    /// The process does what it was told.
    mutating func apply(_ call: Call) {
        let (peer, filter) = (call.perform.peer, call.perform.filter)
        guard let process = processes[peer], call.order > process.heldOrder[filter] ?? 0 else { return }
        processes[peer]?.held[filter] = call.perform.values
        processes[peer]?.heldOrder[filter] = call.order
        processes[peer]?.token[filter] = call.perform.transition.token
    }

    /// Answers a question about entities. `succeeded`: with those that there are, else with an error.
    mutating func answerInquiry(_ index: Int, succeeded: Bool) {
        guard inquiries.indices.contains(index) else { return }
        let inquiry = inquiries.remove(at: index)
        guard case .resolve(_, let ids) = inquiry.question else { return fault("a question that nobody asked") }
        if !succeeded { mute.insert(inquiry.peer) }
        let items = ids.filter { existing.contains($0.text ?? "") }.map { Item(value: $0, title: $0.text ?? "") }
        let result: Result<Answer, FocusError> =
            succeeded ? .success(.items(items)) : .failure(FocusError(.appUnavailable, "no"))
        // A late answer counts unless the same was asked again, or it is about a filter that the app offers no more; the
        // machine knows, and the oracle is told.
        let app = machine.apps[inquiry.app]
        oracle.isAnswerWanted = app?.lookup.isWanted(inquiry.id) == true && app?.place(of: inquiry.filter) != nil
        oracle.lastInquiry = inquiry
        send(.answered(inquiry.id, of: inquiry.app, result))
    }

    /// Somebody sets the clock.
    mutating func setClock(by span: Microseconds) {
        now.realtime += span
        if keepsHistory { history.append("\(now.boottime): clock set by \(span)") }
        send(.timer)
    }

    /// The agent is killed and, after a while, started again: calls in flight are lost to it, the disk and the processes
    /// stay.
    ///
    /// `hand`: how the user has the switch by then.
    mutating func restart(after span: Microseconds = 0, hand: Bool? = nil) {
        agentToWrite = nil
        answersToWrite = [:]
        step(to: now.boottime + span)
        if keepsHistory { history.append("\(now.boottime): restart") }
        let was = agentOnDisk?.boundary
        if let hand { lendHandMeanwhile(hand) }
        loseRuns()
        calls = []
        failures = Failures()
        inquiries = []
        oracle.restart(answersOnDisk, trueSince: agentOnDisk?.trueSince ?? [:], at: now)
        let active = oracle.active
        machine = FocusMachine(
            sources: sources, desktops: ["Shell"], agent: agentOnDisk, apps: appsOnDisk, answers: answersOnDisk,
            boot: "boot",
            at: now)
        oracle.owned = oracle.asked(of: owners)
        oracle.resolveAfterRestart(was: was, now: now)
        boot()
        if oracle.active == active, let record = agentOnDisk, record.mode == active, record.since != machine.since {
            fault("since did not survive the restart")
        }
        for peer in processes.keys.sorted() {
            guard let process = processes[peer], process.isRegistered, let number = Int(peer.text.dropFirst(3)) else {
                continue
            }
            for filter in process.filters { processes[peer]?.certain[filter.id] = process.token[filter.id] }
            register(number, process.app, rank: process.rank, process.filters, standby: true)
        }
    }

    private mutating func boot() {
        judge(machine.handle(.policies(oracle.policies), at: now))
        judge(machine.handle(.descriptors(oracle.descriptors.values.sorted { $0.id < $1.id }), at: now))
        judge(machine.handle(.almanac(oracle.almanac), at: now))
        judge(machine.handle(.modes(oracle.modes), at: now))
        judge(machine.handle(.owners(oracle.owned), at: now))
        for source in sources {
            let known = oracle.sources[source.id] ?? Oracle.Source()
            var values = known.values
            if let desk, desk.source == source.id { values[.doNotDisturb] = .bool(desk.isOn) }
            let report: SourceReport = known.isPresent ? .reading(values, isFirst: true) : .absent("not there")
            judge(machine.handle(.source(source.id, report), at: now))
        }
        if !machine.isReady { fault("not ready after every source was read") }
        failures.listed = machine.problems
        compare()
        tellOfSwitch()
    }

    mutating func step(to boottime: Int64) {
        if boottime > now.boottime, let record = agentToWrite {
            agentOnDisk = record
            agentToWrite = nil
        }
        if boottime > now.boottime {
            for (app, answers) in answersToWrite { write(answers, of: app) }
            answersToWrite = [:]
        }
        now.realtime += boottime - now.boottime
        now.boottime = boottime
    }

    // MARK: Judgement

    private mutating func note(_ event: Event) {
        guard keepsHistory else { return }
        let text: String
        switch event {
        case .register(let registration, _):
            let performed = registration.performed.map { "\($0.key) \($0.value.text.prefix(6))" }
            text =
                "register \(registration.peer), \(registration.app), \(registration.rank), performed \(performed), "
                + "\(registration.standby ? "standby, " : "")\(registration.filters.map { "\($0.id) \($0.defaults)" })"
        case .modes: text = "edit"
        case .almanac: text = "almanac"
        case .source, .notificationServer, .descriptors, .owners, .policies, .problems, .unregister, .vanished,
            .contact,
            .performed,
            .suspend, .invalidate, .answered, .helperStart, .activate, .deactivate, .resume, .ask, .timer, .hold,
            .release, .silencer, .resumed, .end:
            text = "\(event)".replacing("FocusCore.", with: "")
        }
        history.append("\(now.boottime): \(text)")
    }

    mutating func fault(_ text: String) { faults.append("\(text); at \(now.boottime)") }

    private mutating func judge(_ actions: [Action]) {
        judgeSilence(actions)
        var last = 0
        for action in actions {
            let stage: Int
            switch action {
            case .storeAgent(let record, let isAhead):
                stage = isAhead ? 0 : 12
                if isAhead { agentOnDisk = record }
                agentToWrite = isAhead ? nil : record
            case .storeApp(let app, let record, let isAhead):
                stage = isAhead ? 1 : 10
                appsOnDisk[app] = record
            case .storeAnswers(let app, let answers, let isAhead):
                stage = isAhead ? 2 : 11
                if isAhead { write(answers, of: app) }
                answersToWrite[app] = isAhead ? nil : answers
            case .ready: stage = 3
            case .perform(let perform):
                stage = 4
                judge(perform)
            case .run(let perform, let run):
                stage = 4
                judge(perform, run)
            case .start(let start):
                stage = 4
                judge(start)
            case .silence(let source, let command):
                stage = 5
                judge(command, to: source)
            case .reply: stage = 6
            case .ask(let inquiry):
                stage = 7
                judge(inquiry)
            case .changed, .modesChanged, .filtersChanged, .sourcesChanged, .problemsChanged: stage = 8
            case .log(let entry):
                stage = 9
                noteLogged(entry.message)
            }
            if stage < last { fault("out of order: \(action)") }
            last = stage
        }
    }

    private mutating func write(_ answers: AppAnswers, of app: AppID) {
        answersOnDisk[app] = answers.isEmpty ? nil : answers
    }

    private mutating func judge(_ inquiry: Inquiry) {
        if oracle.serving[inquiry.app] != inquiry.peer {
            fault("a question for \(inquiry.peer), which does not serve \(inquiry.app)")
        }
        if processes[inquiry.peer]?.rank == .program { fault("a question for the program of \(inquiry.app)") }
        let key = FilterKey(app: inquiry.app, filter: inquiry.filter)
        guard case .resolve(let parameter, let ids) = inquiry.question else { return fault("nobody asked \(inquiry)") }
        if ids.isEmpty || ids.count > 1000 { fault("\(ids.count) entities are asked for") }
        if !Set(ids).isSubset(of: oracle.entities(key)) { fault("asks \(key) about what no mode configures") }
        if parameter != Make.id("lists") { fault("asks about \(parameter), which names no entities") }
        inquiries.append(inquiry)
    }

    mutating func judge(_ perform: Perform) {
        let (peer, filter) = (perform.peer, perform.filter)
        if keepsHistory {
            let transition = perform.transition
            history.append(
                "    → \(peer) \(filter) serial \(transition.serial), \(transition.token.text.prefix(6)), "
                    + "\(transition.reason), attempt \(perform.attempt)")
        }
        guard let process = processes[peer], oracle.serving[perform.app] == peer else {
            return fault("a Perform for \(peer), which does not serve \(perform.app)")
        }
        guard let descriptor = oracle.filters(servedBy: peer).first(where: { $0.id == filter }) else {
            return fault("a Perform of \(filter), which \(peer) does not offer")
        }
        let isInFlight = calls.contains {
            // The machine waits for the end of a run, however long it takes.
            $0.perform.peer == peer && $0.perform.filter == filter
                && (process.rank == .program || $0.sentAt + descriptor.deadline > now.boottime)
        }
        if isInFlight { fault("two calls in flight to \(peer)/\(filter)") }
        if perform.attempt == 1 {
            if process.certain[filter] == perform.transition.token {
                fault("\(peer) performed the token of \(filter) already")
            }
            if let serial = process.serial[filter], serial >= perform.transition.serial {
                fault("the serial of \(filter) does not grow")
            }
            let key = FilterKey(app: perform.app, filter: filter)
            if perform.values != oracle.values(key, descriptor) { fault("\(key): wrong values \(perform.values)") }
            if perform.transition.isActive != oracle.isActive(key) { fault("\(key): wrong activity") }
        } else if process.serial[filter] != perform.transition.serial {
            fault("a retry of \(filter) with another serial")
        }
        if perform.transition.serial > agentOnDisk?.serialLimit ?? 0 { fault("a serial that is not reserved") }
        let isDefault = perform.values == descriptor.defaults && !perform.transition.isActive
        if !isDefault, appsOnDisk[perform.app]?.touched.contains(filter) != true {
            fault("\(perform.app)/\(filter) is touched without a mark on disk")
        }
        let shares = oracle.policies[perform.app]?.shareMode ?? false
        if !shares, perform.transition.mode != nil { fault("the mode leaks to \(perform.app)") }
        if shares, perform.attempt == 1, perform.transition.mode?.id != oracle.active?.text ?? "" {
            fault("\(perform.app) is told another mode")
        }
        processes[peer]?.serial[filter] = perform.transition.serial
        processes[peer]?.certain[filter] = nil
        sent(perform)
        noteSent(perform)
        orders += 1
        calls.append(Call(perform: perform, sentAt: now.boottime, order: orders))
    }

    private mutating func compare() {
        if machine.activeMode != oracle.active {
            fault("mode \(machine.activeMode?.text ?? "none") instead of \(oracle.active?.text ?? "none")")
        }
        if machine.override != oracle.override {
            fault("the override is \(machine.override, default: "none") instead of \(oracle.override, default: "none")")
        }
        if machine.reason.cause != oracle.cause { fault("the cause is \(machine.reason.cause), not \(oracle.cause)") }
        compareHolds()
        compareSwitch()
        for (app, peer) in oracle.serving where machine.servingPeer(of: app) != peer {
            fault("\(app) is served by another than \(peer)")
        }
    }

    /// Every process answers everything; then each must hold what it should, and the machine must know it.
    mutating func comeToRest() {
        for _ in 0..<400 {
            if !calls.isEmpty {
                answer(0, succeeded: true, isApplied: true)
            } else if !inquiries.isEmpty {
                answerInquiry(0, succeeded: true)
            } else if !background.starts.isEmpty {
                answerStart(0, .registers)
            } else if let app = appOfFailingProgram {
                retry(app)
            } else if let peer = failingPeer {
                send(.contact(peer))
            } else if machine.courier.timers.nextDue != nil {
                pass(.seconds(1))
            } else {
                break
            }
        }
        judgeRest()
        for overview in machine.filterOverviews {
            guard let peer = oracle.serving[overview.key.app], overview.state != .absent else { continue }
            guard let filter = oracle.filters(servedBy: peer).first(where: { $0.id == overview.key.filter }) else {
                fault("\(overview.key) is served, but not offered")
                continue
            }
            let values = oracle.values(overview.key, filter)
            if overview.state != .served || overview.serial != overview.acknowledgedSerial {
                fault("\(overview.key) does not come to rest")
            }
            if overview.values != values { fault("\(overview.key): the machine wants \(overview.values)") }
            if processes[peer]?.held[filter.id] != values {
                fault("\(overview.key): \(peer) holds \(processes[peer]?.held[filter.id] ?? [:]), not \(values)")
            }
            let known = Set((oracle.lookups[overview.key] ?? [:]).keys)
            if filter.parameters.contains(where: { $0.type == .entity }), !mute.contains(peer),
                processes[peer]?.rank != .program,
                !oracle.entities(overview.key).isSubset(of: known)
            {
                fault("\(overview.key): entities are never looked up")
            }
            if overview.isSuspended != oracle.isSuspended(overview.key) { fault("\(overview.key): suspended or not") }
        }
    }

    mutating func remember(_ text: String) { if keepsHistory { history.append(text) } }

    private var failingPeer: PeerID? { machine.filterOverviews.first { $0.state == .failing }?.peer }
}
