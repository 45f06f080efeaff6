// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import AppIntents
internal import DBus
internal import Fakes
internal import FocusCore
internal import FocusInterfaces
internal import TestSupport

/// A desktop of a test's own: the real agent on a private bus, with modes that the test turns on and off.
///
/// ```swift
/// let desktop = try await SimulatedDesktop()
/// try await desktop.register(UpNext.self, app: "org.example.Tasks")
/// let filter = UpNext()
/// filter.urgentOnly = true
/// try await desktop.turnOn("Work", filter)   // returns when perform() has returned
/// ```
///
/// The agent is the program that the environment variable `FOCUS_AGENT` names, else the one built beside the tests. A
/// type of filter belongs to the desktop on which it was registered last: tests that share one are not to run at once.
/// The bus and the agent end with the last reference.
public final class SimulatedDesktop: Sendable {
    /// What a program that is to use this desktop is started with.
    public let environment: [String: String]
    private let bus: PrivateBus
    private let folder: TemporaryDirectory
    private let control: BusClient
    private let state = Locked(State())

    private struct State: Sendable {
        var agent: AgentProcess?
        var offers: [Offer] = []
        var problem: FocusFilterOptions.Problem?
        /// Ids of the modes that there are.
        var modes: Set<String> = []
    }

    /// Filters that an app offers here.
    private struct Offer: Sendable {
        var app: AppID
        var filters: [any SetFocusFilterIntent.Type]
        /// In the test's own process.
        var registration: FocusFilterRegistration?
    }

    /// Starts the bus and the agent.
    public init() async throws {
        (bus, folder, control) = try await offThread {
            let bus = try PrivateBus()
            return (bus, try TemporaryDirectory(), try BusClient(bus.address))
        }
        var environment = bus.environment
        let folders = [
            "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "XDG_DATA_DIRS",
            "XDG_CONFIG_DIRS",
        ]
        for name in folders { environment[name] = try folder.makeFolder(name.lowercased()) }
        self.environment = environment
        try await startAgent()
    }

    deinit {
        let (agent, offers) = state.withLock { ($0.agent, $0.offers) }
        for offer in offers { offer.registration?.end() }
        agent?.process.terminate()
    }

    // MARK: The agent

    /// Starts the agent, and returns when the apps that are registered here are registered with it again.
    public func startAgent() async throws {
        let environment = environment
        let agent = try await offThread { try AgentProcess(environment, arguments: ["--simulate"]) }
        state.withLock { $0.agent = agent }
        try await settle()
    }

    /// Ends the agent as a logout would.
    public func stopAgent() async throws { try await endAgent { $0.process.terminate() } }

    /// Ends the agent as a crash would.
    public func killAgent() async throws { try await endAgent { $0.process.kill() } }

    private func endAgent(_ end: @escaping @Sendable (AgentProcess) -> Void) async throws {
        guard let agent = state.withLock({ $0.agent }) else { return }
        state.withLock { $0.agent = nil }
        try await offThread { end(agent) }
    }

    // MARK: Apps

    /// How filters are registered with this desktop; for a test that registers them itself.
    public var options: FocusFilterOptions {
        var options = FocusFilterOptions()
        options.bus = .address(bus.address)
        options.onProblem = { [state] problem in state.withLock { $0.problem = problem } }
        return options
    }

    /// Offers filters in the test's own process; returns when the agent has accepted them and they have caught up.
    ///
    /// `options`: by default ``options``.
    @discardableResult
    public func register(
        _ filters: any SetFocusFilterIntent.Type..., app: String, options: FocusFilterOptions? = nil
    ) async throws -> FocusFilterRegistration {
        let registration = try FocusFilters.register(filters, app: app, options: options ?? self.options)
        state.withLock { $0.offers.append(Offer(app: registration.app, filters: filters, registration: registration)) }
        try await registration.registered()
        try await settle()
        return registration
    }

    /// Counts with filters that another process offers, which the test starts with ``environment``; returns when it has
    /// registered them and they have caught up.
    public func expect(_ filters: any SetFocusFilterIntent.Type..., app: String) async throws {
        guard let id = AppID(app) else { throw FixtureError("'\(app)' is not an app's id") }
        state.withLock { $0.offers.append(Offer(app: id, filters: filters)) }
        try await settle()
    }

    // MARK: Modes

    /// Turns a mode on in which these filters have these values; one that is not mentioned keeps what was configured
    /// before. Returns when every app has acknowledged, and throws what an app's `perform()` threw.
    public func turnOn(_ mode: String, _ filters: any SetFocusFilterIntent...) async throws {
        try await configure(mode, filters)
        try await ask("Activate", [.string(Self.id(of: mode)), [String: Value]().busValue])
        try await settle()
    }

    /// Turns the mode that is on off; returns when every app has acknowledged.
    public func turnOff() async throws {
        try await ask("Deactivate", [[String: Value]().busValue])
        try await settle()
    }

    /// Configures filters in a mode, whether it is on or not; returns when every app has acknowledged.
    public func configure(_ mode: String, _ filters: any SetFocusFilterIntent...) async throws {
        try await configure(mode, filters)
        try await settle()
    }

    private func configure(_ mode: String, _ filters: [any SetFocusFilterIntent]) async throws {
        let id = Self.id(of: mode)
        if state.withLock({ $0.modes.insert(id).inserted }) {
            let settings = ["name": Value.string(mode)]
            try await ask("CreateMode", [.string(id), .string(""), settings.busValue])
        }
        for filter in filters {
            let filterType: any SetFocusFilterIntent.Type = type(of: filter)
            let app = try app(of: filterType)
            let filterID = try FilterDescribing.id(of: filterType)
            let values = FilterBuilding.values(of: filter)
            let unset = FilterBuilding.names(of: filter).filter { name in !values.keys.contains { $0.text == name } }
            try await ask(
                "Configure",
                [
                    .string(id), .string(app.text), .string(filterID.text), WireValues.dictionary(values).busValue,
                    ["none": unset.busValue].busValue,
                ])
        }
    }

    private func app(of type: any SetFocusFilterIntent.Type) throws -> AppID {
        guard let app = state.withLock({ $0.offers.last { $0.filters.contains { $0 == type } }?.app }) else {
            throw FixtureError("\(type) is not registered with this desktop")
        }
        return app
    }

    /// Returns when every app that is registered here has acknowledged what there was to perform. Throws what an app's
    /// `perform()` threw, and if it takes longer than 30 s.
    public func settle() async throws {
        let deadline = Deadline.standard
        var pause = Duration.milliseconds(1)
        while try await !isSettled() {
            if let problem = state.withLock({ state in
                defer { state.problem = nil }
                return state.problem
            }) {
                throw FixtureError("\(problem)")
            }
            guard !deadline.hasPassed else { throw FixtureError("an app has not acknowledged in time") }
            // The agent signals no deliveries, so that it is asked again and again, soon at first.
            try await Task.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(50))
        }
    }

    private func isSettled() async throws -> Bool {
        let apps = state.withLock { state in
            // What an ended registration offered is awaited no more.
            Set(state.offers.filter { $0.registration?.hasEnded != true }.map(\.app.text))
        }
        guard let rows = [[String: Value]](try await ask("ListFilters").first ?? .string("")) else { return false }
        let states = rows.filter { $0["app"].flatMap(String.init).map(apps.contains) ?? false }
            .map { $0["state"].flatMap(String.init) }
        return states.allSatisfy { $0 == "served" } && states.isEmpty == apps.isEmpty
    }

    /// What the agent finds wrong with the text of a descriptor file; empty: nothing.
    public func problems(inDescriptor text: String) async throws -> [String] {
        let reply = try await ask("Validate", [.string("filters"), .string(text)])
        guard let rows = reply.first.flatMap([[String: Value]].init(_:)) else {
            throw FixtureError("Validate answers \(reply)")
        }
        return rows.map { "\($0["message"].flatMap(String.init) ?? "") (line \($0["line"] ?? .string("?")))" }
    }

    @discardableResult
    private func ask(_ member: MemberName, _ arguments: [Value] = []) async throws -> [Value] {
        let control = control
        return try await offThread {
            try control.call(Control1.busName, Control1.path, Control1.name, member, arguments)
        }
    }

    /// `Deep Work` → `deep-work`.
    private static func id(of mode: String) -> String {
        String(mode.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    }
}

/// Does what blocks on a thread of its own.
private func offThread<Output: Sendable>(_ work: @escaping @Sendable () throws -> Output) async throws -> Output {
    try await withCheckedThrowingContinuation { continuation in
        Detached.run { continuation.resume(with: Result(catching: work)) }
    }
}
