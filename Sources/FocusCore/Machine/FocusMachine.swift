// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// The heart of the agent: events in, actions out. No I/O, no clock; the same events always give the same actions.
///
/// Until it is ready the stored mode stands: files and sources are taken in, requests wait in here
/// in their order. It becomes ready when each source has said something and the notification server is known, or 500 ms
/// have passed; not before ``Event/modes(_:)``, so send ``Event/policies(_:)`` and ``Event/descriptors(_:)`` first.
public struct FocusMachine: Sendable {
    /// How long a source may take for its first word.
    static let readyPatience: Microseconds = .milliseconds(500)

    var desktop: DesktopState
    var resolution = Resolution()
    var apps: [AppID: App] = [:]
    var peers: [PeerID: Peer] = [:]
    var policies: [AppID: AppPolicy] = [:]
    /// In order; apps that may know the mode.
    var confidants: [AppID] = []
    var descriptors: [AppID: AppDescriptor] = [:]
    var courier: Courier
    var desk = QuestionDesk()
    var holds = Holds()
    var silence: Silence
    var silenceProblem = ProblemGroup()
    var isEnding = false
    var arrivals: UInt64 = 0
    var reported = ProblemGroup()
    var lockProblem = ProblemGroup()
    var modeProblems = ProblemGroup()
    var almanac = Almanac()
    /// Whether names that conditions ask for are owned.
    var owned: [AppID: Bool] = [:]
    /// What is new for conditions and schedules, besides facts.
    var news = ModeTable.News()

    /// The mode that is on.
    public internal(set) var activeMode: ModeID?
    /// Since when it is, or no mode is, on; µs since the Unix epoch.
    public internal(set) var since: Int64
    /// Why it is on.
    public internal(set) var reason: ModeReason
    /// What the user chose by hand.
    public internal(set) var override: Override?
    /// Answers and Performs go out.
    public private(set) var isReady = false

    private let readyAt: Int64
    /// Names this boot of the machine.
    let boot: String
    private var hasModes = false
    private var held: [Event] = []
    /// What is on disk.
    var stored: AgentRecord
    /// What an override that lasts until the boundary waits for.
    var boundaryWatch: BoundaryWatch?
    /// Apps that may have a suspended filter.
    var suspending: Set<AppID> = []
    /// Apps whose configuration, description or policy changed in this event.
    var stale: Set<AppID> = []
    /// Apps that the switch from one mode to another is news for, in lists that are in order.
    var switched: [[AppID]] = []
    /// The automatic winner, its reason or the override may differ from what is on.
    var needsDecision = false

    /// `apps`, `answers` and `agent`: as stored by an earlier agent. `boot`: names this boot of the machine.
    public init(
        sources: [SourceDescription], desktops: [String], agent: AgentRecord?, apps records: [AppID: AppRecord],
        answers: [AppID: AppAnswers] = [:], boot: String = "", at now: Instant
    ) {
        let agent = agent ?? AgentRecord(since: now.realtime, reason: .nothingHolds)
        desktop = DesktopState(
            sources: sources, desktops: desktops, trueSince: agent.boot == boot ? agent.trueSince : [:])
        self.boot = boot
        courier = Courier(now: now, serials: Serials(limit: agent.serialLimit))
        silence = Silence(sources, records: agent.silence)
        readyAt = now.boottime.later(by: Self.readyPatience)
        stored = agent
        activeMode = agent.mode
        since = agent.since
        reason = agent.reason
        override = agent.override
        boundaryWatch = agent.boundary
        for (id, record) in records { apps[id] = App(id: id, record: record) }
        for (id, known) in answers { apps[id, default: App(id: id)].answers = known }
        suspending = Set(records.lazy.filter { !$0.value.suspended.isEmpty }.map(\.key))
    }

    /// When to send ``Event/timer``.
    public var nextWakeup: Wakeup {
        let ready = isReady || !hasModes ? nil : readyAt
        let byTime = resolution.nextDue
        let due = [ready, desktop.nextDue, byTime.boottime, courier.timers.nextDue, silence.nextDue]
            .compactMap(\.self).min()
        let end = isReady ? override?.endTime : nil
        return Wakeup(boottime: due, realtime: [end, byTime.realtime].compactMap(\.self).min())
    }

    /// Takes in one event; the actions are to be done in order.
    public mutating func handle(_ event: Event, at now: Instant) -> [Action] {
        courier.now = now
        if isReady { endOverrideAtMissedBoundary() }
        if isReady || !event.waitsForReady { apply(event) } else { hold(event) }
        // Most machines never hold the switch: then each event costs one look.
        if silence.isActive || desktop.isMasked {
            silence.advance(to: now.boottime)
            desktop.setMasks(silence.masks, at: now)
        }
        desktop.advance(to: now)
        fireTimers()
        if isReady {
            settle()
        } else {
            takeInNews(lingers: false)
            let isComplete = desktop.isComplete && watchedApps.allSatisfy { owned[$0] != nil }
            if hasModes, isComplete || readyAt <= now.boottime { becomeReady() }
        }
        if isReady { settleBackground() }
        gatherNews()
        let old = stored
        guard isReady, let record = recordIfChanged() else {
            return courier.outbox.take(storingAgent: nil, isAhead: false)
        }
        let isAhead =
            record.override != old.override || record.serialLimit != old.serialLimit || record.silence != old.silence
        return courier.outbox.take(storingAgent: record, isAhead: isAhead)
    }

    private mutating func apply(_ event: Event) {
        switch event {
        case .source(let id, let report):
            carryOut(silence.observe(report, from: id, at: courier.now.boottime))
            desktop.take(report, from: id, at: courier.now)
        case .silencer(let id, let report): carryOut(silence.take(report, from: id, at: courier.now.boottime))
        case .notificationServer(let product): desktop.setNotificationServer(product, at: courier.now)
        case .modes(let modes): replace(modes: modes)
        case .descriptors(let descriptors): replace(descriptors: descriptors)
        case .policies(let policies): replace(policies: policies)
        case .problems(let problems):
            if reported.replace(with: problems, at: courier.now) { courier.outbox.haveProblemsChanged = true }
        case .almanac(let almanac): replace(almanac: almanac)
        case .owners(let owners): take(owners: owners)
        case .register(let registration, let request): register(registration, request)
        case .unregister(let peer, let filters, let request): unregister(peer, filters, request)
        case .vanished(let peer): vanish(peer)
        case .contact(let peer): contact(peer)
        case .performed(let peer, let filter, let serial, let attempt, let failure):
            let words = failure.map { $0.inOneLine(atMost: Problem.maximumWords) }
            performed(peer, filter, serial: serial, attempt: attempt, failure: words)
        case .suspend(let peer, let filter, let isOn, let request): suspend(peer, filter, isOn, request)
        case .invalidate(let peer, let filter, let request): invalidate(peer, filter, request)
        case .answered(let inquiry, let app, let result): answered(inquiry, of: app, result)
        case .ask(let key, let question, let request): ask(key, question, request)
        case .helperStart(let id, let number, let failure): startEnded(id, number, failure: failure)
        case .activate(let mode, let end, let request): activate(mode, end, request)
        case .deactivate(let end, let request): setOverride(to: nil, end, request)
        case .resume(let request): resume(request)
        case .hold(let id, let peer, let mode, let reason, let request): hold(id, peer, mode, reason, request)
        case .release(let id, let peer, let request): release(id, peer, request)
        case .resumed: silence.resumed(at: courier.now.boottime)
        case .end: isEnding = true
        case .timer: break
        }
    }

    /// Before ready: requests wait; of a peer that left nothing is to be done. That a peer is there is no news yet, and
    /// each of its messages would say so.
    private mutating func hold(_ event: Event) {
        switch event {
        case .vanished(let peer): held.removeAll { $0.peer == peer }
        case .contact: break
        case .source, .silencer, .notificationServer, .modes, .descriptors, .policies, .problems, .almanac, .owners,
            .timer, .register, .unregister, .performed, .suspend, .invalidate, .answered, .helperStart, .activate,
            .deactivate, .resume, .ask, .hold, .release, .resumed, .end:
            held.append(event)
        }
    }

    private mutating func becomeReady() {
        isReady = true
        courier.outbox.dropSignals()
        _ = desktop.takeChangedSources()
        courier.outbox.hasBecomeReady = true
        desktop.forgetEarlier()
        endOverrideIfOver()
        stale.formUnion(apps.keys)
        for id in apps.keys { apps[id]?.forgetAcknowledged(&courier) }
        courier.background.formUnion(descriptors.lazy.filter { $0.value.background != .none }.map(\.key))
        decide(isStart: true)
        courier.outbox.filters = []
        for event in held { apply(event) }
        held = []
        settle()
    }

    private mutating func fireTimers() {
        while let deadline = courier.timers.popDue(at: courier.now.boottime) {
            switch deadline {
            case .delivery(let key): apps[key.app]?.timerFired(key.filter, &courier)
            case .start(let app): apps[app]?.startTimerFired(&courier)
            case .entities(let app): apps[app]?.lookupTimedOut(&courier)
            case .inquiry(let inquiry): inquiryTimedOut(inquiry)
            }
        }
    }

    /// Marks that the modes are known.
    mutating func didReplaceModes() { hasModes = true }
}
