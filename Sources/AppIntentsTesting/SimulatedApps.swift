// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import AppIntents
internal import DBus
internal import FocusCore
internal import FocusInterfaces
internal import FocusTestBus

extension SimulatedDesktop {
    /// How filters are registered with this desktop; for a test that registers them itself.
    public var options: FocusFilterOptions {
        var options = FocusFilterOptions()
        options.bus = .address(address)
        options.onProblem = { [state] problem in state.withLock { $0.problem = problem } }
        return options
    }

    /// Offers filters in the test's own process; returns when the agent has accepted them and they have caught up.
    ///
    /// `options`: by default ``options``. Throws a `FocusFiltersError` if they are refused, else a
    /// ``SimulatedDesktopError``.
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
    /// registered them and they have caught up. Throws a ``SimulatedDesktopError``.
    public func expect(_ filters: any SetFocusFilterIntent.Type..., app: String) async throws {
        let id = try Self.appID(app)
        state.withLock { $0.offers.append(Offer(app: id, filters: filters)) }
        try await settle()
    }

    /// Installs the descriptor file of an app, which need not be running then: what the file says of its background is
    /// done. Returns when the agent has read it. Throws a ``SimulatedDesktopError``.
    ///
    /// - Parameter text: As the app ships it, or as `FocusFilterDescriptor.text` is.
    /// - Parameter app: The app's id.
    /// - Parameter filters: Those of the app that the test configures.
    public func install(
        descriptor text: String, of app: String, filters: any SetFocusFilterIntent.Type...
    ) async throws {
        let id = try Self.appID(app)
        let problems = try await problems(inDescriptor: text)
        guard problems.isEmpty else { throw SimulatedDesktopError.app("\(app): \(problems.joined(separator: "; "))") }
        try await install(text, as: id.text + Names.Files.filtersEnding)
        state.withLock { $0.offers.append(Offer(app: id, filters: filters, isInBackground: true)) }
    }

    private func install(_ text: String, as name: String) async throws {
        let folder = URL(fileURLWithPath: environment["XDG_DATA_HOME"] ?? "")
            .appendingPathComponent("\(Names.Files.folder)/\(Names.Files.filters)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: folder.appendingPathComponent(name), options: .atomic)
        let _: [[String: Value]] = try await control.ask { $0.reload(deadline: Self.callDeadline, reply: $1) }
    }

    /// What the agent finds wrong with the text of a descriptor file, warnings too; empty: nothing.
    public func problems(inDescriptor text: String) async throws -> [String] {
        let rows: [[String: Value]] = try await control.ask {
            $0.validate(kind: "filters", text: text, deadline: Self.callDeadline, reply: $1)
        }
        return try rows.map { row in
            let place = try row.optional(Control1.ProblemKey.line).map { " (line \($0))" } ?? ""
            return try row.required(Control1.ProblemKey.message) + place
        }
    }

    private static func appID(_ text: String) throws(SimulatedDesktopError) -> AppID {
        guard let id = AppID(text) else { throw .app("'\(text)' is not an app's id") }
        return id
    }

    /// The app that offers a filter here.
    func app(of type: any SetFocusFilterIntent.Type) throws(SimulatedDesktopError) -> AppID {
        guard let app = state.withLock({ $0.offers.last { $0.filters.contains { $0 == type } }?.app }) else {
            throw .app("\(type) is not registered with this desktop")
        }
        return app
    }

    /// Returns when every app that is registered here has acknowledged what there was to perform.
    ///
    /// Throws a ``SimulatedDesktopError`` with what an app's `perform()` threw, or if it takes longer than 30 s.
    public func settle() async throws {
        let deadline = Deadline.standard
        var pause = Duration.milliseconds(1)
        while let unsettled = try await unsettled() {
            let problem = state.withLock { state in
                defer { state.problem = nil }
                return state.problem
            }
            if let problem { throw SimulatedDesktopError.app("\(problem)") }
            guard !deadline.hasPassed else {
                throw SimulatedDesktopError.timedOut("\(unsettled) has not acknowledged in time")
            }
            // The agent signals no deliveries, so that it is asked again and again, soon at first.
            try await Task.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(50))
        }
    }

    /// An app that has something left to perform.
    private func unsettled() async throws -> String? {
        typealias Key = Control1.FilterRowKey
        // What an ended registration offered is awaited no more.
        let offers = state.withLock { $0.offers.filter { $0.registration?.hasEnded != true } }
        let rows: [[String: Value]] = try await control.ask {
            $0.listFilters(deadline: Self.callDeadline, reply: $1)
        }
        for offer in offers {
            let filters = try rows.filter { try $0.required(Key.app) == offer.app.text }
            let states = try Set(filters.map { try $0.required(Key.state) })
            // A helper that is not started, or has left, owes nothing.
            let settled: Set = offer.isInBackground ? ["served", "absent"] : ["served"]
            if offer.isInBackground, states.contains("failing") {
                // None: it has got over it meanwhile.
                if let failure = try await failure(of: offer.app) { throw failure }
                return offer.app.text
            }
            let known = try Set(filters.map { try $0.required(Key.filter) })
            let isKnown = try offer.filters.allSatisfy { known.contains(try FilterDescribing.id(of: $0).text) }
            if states.isEmpty || !isKnown || !states.isSubset(of: settled) { return offer.app.text }
        }
        return nil
    }

    /// Why an app's background does not do what it should, in the agent's words.
    private func failure(of app: AppID) async throws -> SimulatedDesktopError? {
        typealias Key = Control1.ProblemKey
        let rows: [[String: Value]] = try await control.ask { $0.listProblems(deadline: Self.callDeadline, reply: $1) }
        let problems = try rows.filter { try $0.required(Key.subject).hasPrefix(app.text) }
        guard !problems.isEmpty else { return nil }
        return .app(try problems.map { try $0.required(Key.message) }.joined(separator: "; "))
    }

    /// µs.
    static let callDeadline: Int64 = 20_000_000
}
