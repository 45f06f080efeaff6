// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import DBus
import Fakes
import FocusInterfaces
import TestSupport

/// Stands in for the agent, for what the real one asks of an app only when a settings window does.
final class FakeAgent: Sendable {
    /// One call of `RegisterFilters`.
    struct Registration: Sendable {
        var app: String
        var handler: ObjectPath
        var filters: [[String: Value]]
        var options: [String: Value]
        var sender: BusName
    }

    let bus: PrivateBus
    let registrations = EventProbe<Registration>()
    let client: BusClient

    /// `bus`: by default one of its own.
    init(on bus: PrivateBus? = nil) throws {
        self.bus = try bus ?? PrivateBus()
        client = try BusClient(self.bus.address)
        let registrations = registrations
        client.perform { connection in
            let interface = ExportedInterface(
                name: Focus1.name, members: Focus1.Method.allCases.map(\.description)
            ) { invocation in
                guard invocation.member?.text == "RegisterFilters" else { return invocation.reply() }
                let arguments = invocation.arguments
                registrations.record(
                    Registration(
                        app: String(arguments[0]) ?? "", handler: ObjectPath(arguments[1]) ?? .root,
                        filters: [[String: Value]](arguments[2]) ?? [], options: [String: Value](arguments[3]) ?? [:],
                        sender: invocation.sender))
                invocation.reply([[String: [String: Value]]().busValue])
            }
            connection.export(ExportedObject(path: Focus1.path, introspection: "<node/>", interfaces: [interface]))
        }
        try client.own(Focus1.busName)
    }

    /// Registers filters of this process with this agent.
    func register(
        _ filters: any SetFocusFilterIntent.Type..., app: String, answerDeadline: Duration = .seconds(30)
    ) async throws -> (FocusFilterRegistration, App) {
        var options = FocusFilterOptions()
        options.bus = .address(bus.address)
        options.answerDeadline = answerDeadline
        options.onProblem = { _ in }
        let registration = try FocusFilters.register(filters, app: app, options: options)
        return (registration, try await expect(app))
    }

    /// The app, when it has registered.
    func expect(_ app: String) async throws -> App {
        guard let received = await registrations.next(where: { $0.app == app }) else {
            throw FixtureError("\(app) does not register")
        }
        return App(client: client, registration: received)
    }

    /// An app that has registered.
    struct App: Sendable {
        let client: BusClient
        let registration: Registration

        /// Calls its handler.
        @discardableResult
        func call(_ member: MemberName, _ arguments: Value...) async throws -> Value? {
            try await ask(member, arguments)
        }

        @discardableResult
        func ask(_ member: MemberName, _ arguments: [Value]) async throws -> Value? {
            try await blocking {
                try client.call(registration.sender, registration.handler, Handler1.name, member, arguments).first
            }
        }
    }
}

/// Does what blocks on a thread of its own: the library works on the threads that tests share.
func blocking<Output: Sendable>(_ work: @escaping @Sendable () throws -> Output) async throws -> Output {
    try await withCheckedThrowingContinuation { continuation in
        Detached.run { continuation.resume(with: Result(catching: work)) }
    }
}
