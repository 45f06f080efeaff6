// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import AppIntents
internal import DBus
internal import FocusCore
internal import FocusTestBus

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
/// The agent is the program that the environment variable `FOCUS_AGENT` names, else the one built beside the tests, else
/// the one that is installed; `dbus-daemon` must be installed. A type of filter belongs to the desktop on which it was
/// registered last: tests that share one are not to run at once. The bus and the agent end with the last reference.
///
/// Everything may be called from any task. What waits for an app gives up after 30 s, or as many times more as the
/// environment variable `FOCUS_TEST_PATIENCE` says.
public final class SimulatedDesktop: Sendable {
    /// What a program that is to use this desktop is started with: the test's own environment, with the bus and the XDG
    /// folders of the desktop.
    public let environment: [String: String]
    let control: ControlConnection
    let state: Locked<State>
    private let bus: PrivateBus
    private let folder: TemporaryDirectory

    struct State: Sendable {
        var agent: ChildProcess?
        var offers: [Offer] = []
        var problem: FocusFilterOptions.Problem?
        /// Ids of the modes that there are.
        var modes: Set<String> = []
    }

    /// Filters that an app offers here.
    struct Offer: Sendable {
        var app: AppID
        var filters: [any SetFocusFilterIntent.Type]
        /// In the test's own process.
        var registration: FocusFilterRegistration?
        /// Nobody need serve them for them to be told.
        var isInBackground = false
    }

    /// Starts the bus and the agent.
    ///
    /// - Parameter services: What the bus can start: for each name a command, as in `Exec=` of a D-Bus service file. It is
    ///   started with ``environment``.
    /// - Throws: A ``SimulatedDesktopError``.
    public init(services: [String: String] = [:]) async throws {
        (bus, folder) = try await offThread {
            let folder = try TemporaryDirectory()
            var variables = ProcessInfo.processInfo.environment
            for name in Self.folders { variables[name] = try folder.makeFolder(name.lowercased()) }
            return (try PrivateBus(services: services, environment: variables), folder)
        }
        environment = bus.environment
        state = Locked(State())
        control = try await ControlConnection(bus.address)
        try await startAgent()
    }

    private static let folders = [
        "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR",
        "XDG_DATA_DIRS", "XDG_CONFIG_DIRS",
    ]

    deinit {
        let (agent, offers) = state.withLock { ($0.agent, $0.offers) }
        for offer in offers { offer.registration?.end() }
        agent?.terminate()
    }

    /// The bus's address.
    var address: String { bus.address }

    // MARK: The agent

    /// Starts the agent, and returns when the apps that are registered here are registered with it again. Throws a
    /// ``SimulatedDesktopError``.
    public func startAgent() async throws {
        let environment = environment
        let agent = try await offThread {
            try ChildProcess([TestProgram.agent(), "--simulate"], environment: environment)
        }
        state.withLock { $0.agent = agent }
        guard await control.waitForAgent(until: .standard) else {
            throw SimulatedDesktopError.cannotStart("the agent does not take its names; it says: \(agent.errors)")
        }
        try await settle()
    }

    /// Ends the agent as a logout would.
    public func stopAgent() async throws { try await endAgent { $0.terminate() } }

    /// Ends the agent as a crash would.
    public func killAgent() async throws { try await endAgent { $0.kill() } }

    private func endAgent(_ end: @escaping @Sendable (ChildProcess) -> Void) async throws {
        let agent = state.withLock { state in
            defer { state.agent = nil }
            return state.agent
        }
        guard let agent else { return }
        try await offThread { end(agent) }
    }
}

/// Does what blocks on a thread of its own: tests share theirs.
func offThread<Output: Sendable>(_ work: @escaping @Sendable () throws -> Output) async throws -> Output {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
            continuation.resume(
                with: Result(catching: work).mapError { error in
                    (error as? FixtureError).map { SimulatedDesktopError.cannotStart($0.description) } ?? error
                })
        }
    }
}
