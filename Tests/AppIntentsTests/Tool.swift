// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntentsTesting
import DBus
import Fakes
import FocusInterfaces
import TestSupport

/// What a person's tool asks of a simulated desktop's agent, without waiting for any app.
struct Tool: Sendable {
    private let client: BusClient

    init(_ desktop: SimulatedDesktop) async throws {
        guard let address = desktop.environment["DBUS_SESSION_BUS_ADDRESS"] else {
            throw FixtureError("the desktop has no bus")
        }
        client = try await blocking { try BusClient(address) }
    }

    func createMode(_ id: String) async throws { try await ask("CreateMode", .string(id), .string(""), Self.none) }

    func configure(_ mode: String, _ app: String, _ filter: String, _ values: [String: Value]) async throws {
        try await ask("Configure", .string(mode), .string(app), .string(filter), values.busValue, Self.none)
    }

    func activate(_ mode: String) async throws { try await ask("Activate", .string(mode), Self.none) }

    func deactivate() async throws { try await ask("Deactivate", Self.none) }

    /// The sections that the agent tells of a parameter's options.
    func options(
        _ app: String, _ filter: String, _ parameter: String, _ query: [String: Value] = [:]
    ) async throws -> [[String: Value]] {
        try await rows("Options", .string(app), .string(filter), .string(parameter), query.busValue)
    }

    /// What the agent tells of these ids.
    func resolve(_ app: String, _ filter: String, _ parameter: String, _ ids: [String]) async throws -> [[String:
        Value]]
    {
        try await rows(
            "Resolve", .string(app), .string(filter), .string(parameter), ids.map { Value.string($0) }.busValue,
            Self.none)
    }

    func problems() async throws -> [[String: Value]] { try await rows("ListProblems") }

    /// The text of a mode's configuration of a filter, as `GetMode` has it.
    func configured(_ mode: String) async throws -> [String: Value] {
        let reply = try await ask("GetMode", .string(mode)).first
        return reply.flatMap { [String: Value]($0) } ?? [:]
    }

    private static let none = [String: Value]().busValue

    private func rows(_ member: MemberName, _ arguments: Value...) async throws -> [[String: Value]] {
        let reply = try await blocking { [client] in
            try client.call(Control1.busName, Control1.path, Control1.name, member, arguments)
        }
        return reply.first.flatMap { [[String: Value]]($0) } ?? []
    }

    @discardableResult
    private func ask(_ member: MemberName, _ arguments: Value...) async throws -> [Value] {
        try await blocking { [client] in
            try client.call(Control1.busName, Control1.path, Control1.name, member, arguments)
        }
    }
}
