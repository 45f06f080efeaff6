// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusProcess

/// Runs the machine: gives it events with the time, carries its actions out in order, and wakes it when it wants.
///
/// Confined to the loop's thread.
final class Driver {
    /// What carries out the actions that leave the driver.
    protocol Delegate: AnyObject {
        func perform(_ perform: Perform)
        func ask(_ inquiry: Inquiry)
        func run(_ perform: Perform, _ run: ProgramRun)
        func start(_ start: HelperStart)
        func silence(_ source: SourceID, _ command: SilenceCommand)
        func store(_ record: AgentRecord, isAhead: Bool)
        func store(_ app: AppID, _ record: AppRecord, isAhead: Bool)
        func store(_ app: AppID, _ answers: AppAnswers, isAhead: Bool)
        func announce(_ news: News)
        func becameReady()
    }

    /// What tools are told at the end of a turn of the loop.
    struct News {
        var properties: Set<ControlProperty> = []
        var modes: Set<ModeID> = []
        var filters: Set<FilterKey> = []
        var sources: Set<SourceID> = []
        var problems = false

        var isEmpty: Bool {
            properties.isEmpty && modes.isEmpty && filters.isEmpty && sources.isEmpty && !problems
        }
    }

    private(set) var machine: FocusMachine
    let clock: Clock
    weak var delegate: (any Delegate)?
    /// Called when all events were handled.
    var onIdle: (() -> Void)?
    /// Keeps the machine supplied with what schedules need.
    var almanacKeeper: AlmanacKeeper?

    private let loop: any EventLoop
    private let log: Log
    private var alarm: Alarm?
    private var events: [Event] = []
    private var isHandling = false
    private var requests: [RequestID: (Reply) -> Void] = [:]
    private var lastRequest: UInt64 = 0
    private var waiting: [() -> Void] = []
    private var news = News()

    init(machine: FocusMachine, clock: Clock, loop: any EventLoop, log: Log) {
        self.machine = machine
        self.clock = clock
        self.loop = loop
        self.log = log
        alarm = Alarm(clock: clock, loop: loop) { [weak self] in
            self?.alarm?.hasRung()
            self?.send(.timer)
        }
        alarm?.set(machine.nextWakeup)
    }

    /// Hands an event to the machine. One that arises while actions are carried out waits for them.
    func send(_ event: Event) {
        events.append(event)
        guard !isHandling else { return }
        isHandling = true
        var index = 0
        while index < events.count {
            let now = clock.now
            if let almanac = almanacKeeper?.renewed(at: now.realtime) {
                for action in machine.handle(.almanac(almanac), at: now) { carryOut(action) }
            }
            for action in machine.handle(events[index], at: now) { carryOut(action) }
            index += 1
        }
        events.removeAll(keepingCapacity: true)
        isHandling = false
        alarm?.set(machine.nextWakeup)
        onIdle?()
    }

    /// Tells what became of a call to a handler, or of a program's run. `failure`: in words; nil: it is acknowledged.
    func performed(_ perform: Perform, failure: String?) {
        send(
            .performed(
                perform.peer, perform.filter, serial: perform.transition.serial, attempt: perform.attempt,
                failure: failure))
    }

    /// Sends the event that `make` builds; the machine's answer goes to `reply`.
    func request(_ make: (RequestID) -> Event, reply: @escaping (Reply) -> Void) {
        lastRequest += 1
        let id = RequestID(lastRequest)
        requests[id] = reply
        send(make(id))
    }

    /// Runs `work` now, or when the machine is ready: until then, nobody is answered.
    func whenReady(_ work: @escaping () -> Void) {
        if machine.isReady && waiting.isEmpty { work() } else { waiting.append(work) }
    }

    /// The time zone is another one.
    func zoneWasChanged() {
        guard let almanacKeeper, almanacKeeper.isInUse else { return }
        send(.almanac(almanacKeeper.almanac()))
    }

    /// The clock was set: every deadline is somewhere else now.
    func clockWasSet() {
        alarm?.hasRung()
        send(.timer)
    }

    private func carryOut(_ action: Action) {
        switch action {
        case .storeAgent(let record, let isAhead): delegate?.store(record, isAhead: isAhead)
        case .storeApp(let app, let record, let isAhead): delegate?.store(app, record, isAhead: isAhead)
        case .storeAnswers(let app, let answers, let isAhead): delegate?.store(app, answers, isAhead: isAhead)
        case .perform(let perform): delegate?.perform(perform)
        case .ask(let inquiry): delegate?.ask(inquiry)
        case .run(let perform, let run): delegate?.run(perform, run)
        case .start(let start): delegate?.start(start)
        case .silence(let source, let command): delegate?.silence(source, command)
        case .reply(let id, let reply): requests.removeValue(forKey: id)?(reply)
        case .changed(let properties): gather { $0.properties.formUnion(properties) }
        case .modesChanged(let modes): gather { $0.modes.formUnion(modes) }
        case .filtersChanged(let filters): gather { $0.filters.formUnion(filters) }
        case .sourcesChanged(let sources): gather { $0.sources.formUnion(sources) }
        case .problemsChanged: gather { $0.problems = true }
        case .ready: becomeReady()
        case .log(let entry): log.write(entry)
        }
    }

    private func becomeReady() {
        delegate?.becameReady()
        // After this event's own actions: the work may send events.
        loop.enqueue { [weak self] in
            guard let self else { return }
            let work = waiting
            waiting = []
            for item in work { item() }
        }
    }

    /// At most one signal of a kind per turn of the loop.
    private func gather(_ change: (inout News) -> Void) {
        if news.isEmpty {
            loop.enqueue { [weak self] in
                guard let self else { return }
                let news = self.news
                self.news = News()
                delegate?.announce(news)
            }
        }
        change(&news)
    }
}
