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

    private static let none = [String: Value]().busValue

    private func ask(_ member: MemberName, _ arguments: Value...) async throws {
        try await blocking { [client] in
            _ = try client.call(Control1.busName, Control1.path, Control1.name, member, arguments)
        }
    }
}
