// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import FocusCore
internal import FocusInterfaces

/// The app's place on the bus: connects, takes the app's name, registers its filters whenever the agent appears, and says
/// what it performed. Lives on the bus thread.
final class AgentLink {
    /// How the app stands with the agent.
    enum Standing: Sendable {
        /// Nothing is known yet.
        case starting
        /// No bus or no agent; in words. It is waited for.
        case away(String)
        case registered
        case refused(FocusFiltersError)
        case ended
    }

    private let app: AppID
    private let options: FocusFilterOptions
    private let thread: BusThread
    private let handler: HandlerObject
    private let path: ObjectPath
    private var offered: [OfferedFilter] = []
    private var connection: Connection?
    private var agent: BusName?
    private var registration: PendingCall?
    private var anotherTry: (any LoopSource)?
    private var reconnection: (any LoopSource)?
    private var reconnectionPause: Int64 = AgentLink.firstPause
    private var isStopped = false
    /// What is known of each filter's state, for when the agent is away.
    private(set) var states: [Identifier: FilterState] = [:]
    private(set) var standing = Standing.starting {
        didSet { settle() }
    }
    private var onSettled: [() -> Void] = []
    private var onStanding: [(Standing) -> Bool] = []
    private var asking: [UInt64: (CallError) -> Void] = [:]
    private var asked: UInt64 = 0
    /// Called when the process has something to do, or is done.
    var onActivity: (() -> Void)?
    /// Called when the connection to the bus is lost.
    var onLost: (() -> Void)?

    private static let firstPause: Int64 = 1_000_000
    private static let lastPause: Int64 = 30_000_000
    private static let callDeadline: Int64 = 10_000_000

    init(app: AppID, options: FocusFilterOptions, thread: BusThread) {
        self.app = app
        self.options = options
        self.thread = thread
        handler = HandlerObject(thread: thread, deadline: options.answerDeadline)
        let place = "/" + app.text.split(separator: ".").joined(separator: "/").replacingOccurrences(of: "-", with: "_")
        path = ObjectPath(place + "/FocusFilters") ?? "/org/focusfilters/Handler"
        handler.onTransition = { [weak self] filter, state in
            self?.states[filter] = state
            self?.onActivity?()
        }
        handler.onPerformed = { [weak self] filter, result in
            if case .failure(let error) = result { self?.options.onProblem(.performFailed(filter.text, error)) }
            self?.onActivity?()
        }
    }

    var isBusy: Bool { handler.isBusy }

    // MARK: What is offered

    /// Offers these filters from now on.
    func offer(_ filters: [OfferedFilter]) {
        offered = filters
        handler.offer(filters)
        if connection == nil, reconnection == nil { connect() } else { register() }
    }

    /// Leaves the bus for good.
    func stop() {
        isStopped = true
        reconnection?.cancel()
        anotherTry?.cancel()
        let waiting = asking.values
        asking = [:]
        for fail in waiting { fail(.disconnected) }
        connection?.flush()
        connection?.close()
        connection = nil
        standing = .ended
    }

    // MARK: The connection

    private func connect() {
        reconnection = nil
        guard !isStopped else { return }
        let connection: Connection
        do throws(BusError) {
            connection = try Connection.open(options.bus.address, loop: thread.eventLoop)
        } catch {
            return retry("\(error)")
        }
        self.connection = connection
        reconnectionPause = Self.firstPause
        connection.onDisconnect = { [weak self] in self?.disconnected() }
        connection.export(handler.exported(at: path))
        takeName(connection) { [weak self] in
            connection.watchOwner(Focus1.busName) { self?.agentChanged($0) }
        }
    }

    /// Takes the app's name, or waits in line for it, since who owns it may speak for the app; `then` goes on whatever
    /// comes of it.
    private func takeName(_ connection: Connection, then: @escaping () -> Void) {
        guard options.ownsName, let name = BusName(options.busName ?? app.text) else { return then() }
        connection.requestName(name, flags: []) { [weak self] result in
            if case .success(.inQueue) = result { self?.registerWhenOwner(of: name, connection) }
            then()
        }
    }

    private func registerWhenOwner(of name: BusName, _ connection: Connection) {
        connection.watchOwner(name) { [weak self, weak connection] owner in
            guard let connection, owner == connection.uniqueName else { return }
            self?.register()
        }
    }

    private func disconnected() {
        connection = nil
        agent = nil
        handler.agent = nil
        registration = nil
        retry("the connection to the bus is lost")
        onLost?()
    }

    private func retry(_ reason: String) {
        standing = .away(reason)
        guard !isStopped else { return }
        reconnection = thread.eventLoop.addTimer(after: reconnectionPause) { [weak self] in self?.connect() }
        reconnectionPause = min(2 * reconnectionPause, Self.lastPause)
    }

    // MARK: The agent

    private func agentChanged(_ owner: BusName?) {
        agent = owner
        handler.agent = owner
        guard owner != nil else {
            // What is in effect stays: an agent that restarts must not make the app flicker.
            registration?.cancel()
            registration = nil
            standing = .away("the focus agent is not running")
            return
        }
        register()
    }

    /// Tells the agent what is offered and what was performed. It answers in order, so that questions after this see it.
    private func register() {
        anotherTry?.cancel()
        guard let client, !offered.isEmpty else { return }
        registration?.cancel()
        // What was refused before counts no more: who waits is told what comes of this.
        if case .refused = standing { standing = .away("the focus agent is asked again") }
        registration = client.registerFilters(
            appID: app.text, handler: path, filters: offered.map(\.descriptor.wire),
            options: RegistrationOptions(performed: handler.performed, standby: options.standby).wire,
            deadline: Self.callDeadline
        ) { [weak self] in self?.registered($0) }
    }

    private func registered(_ result: Result<[String: [String: Value]], CallError>) {
        registration = nil
        switch result {
        case .success(let states):
            for (name, wire) in states {
                if let id = Identifier(name), let state = try? FilterState(wire: wire) { self.states[id] = state }
            }
            standing = .registered
        case .failure(.error(let name, let message)):
            let error = FocusFiltersError.refused(name: name, message: message)
            options.onProblem(.refused(error))
            standing = .refused(error)
        case .failure(let error):
            // Lost or late: an agent that is there is asked again. One that has gone is met again by its name.
            standing = .away("the focus agent does not answer: \(error)")
            anotherTry = thread.eventLoop.addTimer(after: Self.firstPause) { [weak self] in self?.register() }
        }
    }

    private var client: Focus1Client? {
        guard let connection, let agent else { return nil }
        return Focus1Client(connection, destination: agent)
    }

    // MARK: Questions

    /// Asks the agent, once it is known whether there is one. `reply` is called once.
    func ask<Output>(
        _ question: @escaping (Focus1Client, _ app: String, @escaping (Result<Output, CallError>) -> Void) -> Void,
        reply: @escaping (Result<Output, FocusFiltersError>) -> Void
    ) {
        whenSettled { [weak self] in
            guard let self, let client else {
                return reply(
                    .failure(self?.isStopped == true ? .ended : .unavailable("the focus agent is not running")))
            }
            asked += 1
            let number = asked
            asking[number] = { reply(.failure(Self.error($0))) }
            question(client, app.text) { [weak self] result in
                guard self?.asking.removeValue(forKey: number) != nil else { return }
                reply(result.mapError(Self.error))
            }
        }
    }

    private static func error(_ error: CallError) -> FocusFiltersError {
        switch error {
        case .error(let name, let message): .refused(name: name, message: message)
        case .timedOut, .disconnected, .notSent: .unavailable("the focus agent does not answer: \(error)")
        }
    }

    private func whenSettled(_ work: @escaping () -> Void) {
        if case .starting = standing { onSettled.append(work) } else { work() }
    }

    private func settle() {
        let work = onSettled
        onSettled = []
        for item in work { item() }
        onStanding = onStanding.filter { !$0(standing) }
    }

    /// Calls `handler` with the standing now and with each later one, until it returns true.
    func watchStanding(_ handler: @escaping (Standing) -> Bool) {
        if !handler(standing) { onStanding.append(handler) }
    }

    /// What the agent answered about a filter.
    func remember(_ state: FilterState, of filter: Identifier) { states[filter] = state }
}
