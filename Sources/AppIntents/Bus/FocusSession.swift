// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import FocusCore
internal import FocusInterfaces

/// One app's filters on one bus, for any thread.
final class FocusSession: Sendable {
    let app: AppID
    let options: FocusFilterOptions
    private let thread: BusThread
    private let link: Confined<AgentLink>
    private let offered = Locked<[OfferedFilter]>([])
    private let ended = Locked(false)

    init(app: AppID, options: FocusFilterOptions) throws(FocusFiltersError) {
        guard let thread = BusThread() else { throw .unavailable("the process has no file descriptors to spare") }
        self.app = app
        self.options = options
        self.thread = thread
        link = Confined(AgentLink(app: app, options: options, thread: thread))
    }

    /// Offers these filters too; one of the same id is replaced. Nothing is offered if one cannot be.
    func offer(_ types: [any SetFocusFilterIntent.Type]) throws(FocusFiltersError) {
        var filters = offered.withLock { $0 }
        for type in types {
            let filter = try OfferedFilter(type)
            filters.removeAll { $0.id == filter.id }
            filters.append(filter)
        }
        try FilterDescribing.validate(filters.map { $0.withDefaultsToCome() })
        let accepted = filters
        offered.withLock { $0 = accepted }
        Task { [options, thread, link] in
            var completed: [OfferedFilter] = []
            for filter in accepted {
                let filter = await filter.completed(deadline: options.answerDeadline)
                do throws(FocusFiltersError) {
                    try FilterDescribing.validate([filter.descriptor])
                    completed.append(filter)
                } catch {
                    options.onProblem(.refused(error))
                }
            }
            let ready = completed
            thread.perform { link.content.offer(ready) }
        }
    }

    /// Leaves the bus. The session is of no more use.
    func stop() {
        ended.withLock { $0 = true }
        thread.perform { [thread, link] in
            link.content.stop()
            thread.stop()
        }
    }

    var hasEnded: Bool { ended.withLock { $0 } }

    func id(of type: any SetFocusFilterIntent.Type) -> Identifier? {
        offered.withLock { filters in filters.first { $0.filterType == type }?.id }
    }

    /// Returns when the agent has accepted the filters; throws if it refuses them.
    func registered() async throws {
        try await answer { link, race in
            link.watchStanding { standing in
                switch standing {
                case .starting, .away: return false
                case .registered: race.end(.success(()))
                case .refused(let error): race.end(.failure(error))
                case .ended: race.end(.failure(FocusFiltersError.ended))
                }
                return true
            }
        }
    }

    /// A filter's state: the agent's answer; while there is none, what is known. `nil`: nothing is, also because the agent
    /// refuses this process, which is reported as a problem of the registration.
    func state(of filter: Identifier) async throws -> FilterState? {
        do {
            let wire: [String: Value] = try await ask { client, app, reply in
                client.getCurrent(appID: app, filter: filter.text, options: [:], deadline: Self.deadline, reply: reply)
            }
            let state = try FilterState(wire: wire)
            onLink { $0.remember(state, of: filter) }
            return state
        } catch FocusFiltersError.refused {
            return nil
        } catch FocusFiltersError.unavailable {
            return try await answer { link, race in race.end(.success(link.states[filter])) }
        }
    }

    func status() async throws -> FocusStatus {
        let wire: [String: Value] = try await ask { client, app, reply in
            client.getStatus(appID: app, options: [:], deadline: Self.deadline, reply: reply)
        }
        return try FocusStatus(wire: wire)
    }

    func suspend(_ filter: Identifier, _ isOn: Bool) async throws {
        do {
            try await ask { client, _, reply in
                client.suspend(filter: filter.text, on: isOn, options: [:], deadline: Self.deadline, reply: reply)
            }
        } catch FocusFiltersError.refused(Names.errorPrefix + FocusError.Code.notActive.rawValue, _) {
            throw FocusFiltersError.notActive
        }
    }

    func invalidate(_ filter: Identifier) {
        onLink { link in
            link.ask { (client, _, reply) in
                client.invalidateAppContext(filter: filter.text, options: [:], deadline: Self.deadline, reply: reply)
            } reply: { (_: Result<Void, FocusFiltersError>) in
                // An agent that is away asks anyway when it is back.
            }
        }
    }

    /// Calls `body` on the bus thread with whether the process is at work, now and after each change.
    func watchActivity(_ body: @escaping @Sendable (_ isBusy: Bool) -> Void) {
        onLink { link in
            link.onActivity = { [weak link] in if let link { body(link.isBusy) } }
            body(link.isBusy)
        }
    }

    /// Calls `body` on the bus thread when the connection to the bus is lost.
    func watchLoss(_ body: @escaping @Sendable () -> Void) { onLink { $0.onLost = body } }

    private static let deadline: Int64 = 10_000_000

    /// False: the registration was ended.
    @discardableResult
    private func onLink(_ work: @escaping @Sendable (AgentLink) -> Void) -> Bool {
        thread.perform { [link] in work(link.content) }
    }

    /// Waits for what `work` brings about.
    private func answer<Output: Sendable>(
        _ work: @escaping @Sendable (AgentLink, Race<Output>) -> Void
    ) async throws -> Output {
        try await Race.winner { race in
            if !onLink({ work($0, race) }) { race.end(.failure(FocusFiltersError.ended)) }
        }
    }

    private func ask<Output: Sendable>(
        _ question: @escaping @Sendable (Focus1Client, String, @escaping (Result<Output, CallError>) -> Void) -> Void
    ) async throws -> Output {
        try await answer { link, race in link.ask(question) { race.end($0.mapError { $0 as any Error }) } }
    }
}

/// Which session serves a filter.
enum FocusSessions {
    private static let sessions = Locked<[ObjectIdentifier: FocusSession]>([:])

    static func serve(_ types: [any SetFocusFilterIntent.Type], by session: FocusSession) {
        sessions.withLock { sessions in for type in types { sessions[ObjectIdentifier(type)] = session } }
    }

    static func end(_ session: FocusSession) {
        sessions.withLock { sessions in sessions = sessions.filter { $0.value !== session } }
    }

    static func session(of type: any SetFocusFilterIntent.Type) -> FocusSession? {
        sessions.withLock { $0[ObjectIdentifier(type)] }
    }

    /// The session of an app on a bus.
    static func session(of app: AppID, on bus: FocusFilterOptions.Bus) -> FocusSession? {
        sessions.withLock { $0.values.first { $0.app == app && $0.options.bus == bus } }
    }
}
