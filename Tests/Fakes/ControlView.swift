// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import TestSupport

/// The agent's public state, followed by its change signals.
public final class ControlView: Sendable, CustomStringConvertible {
    /// What `org.focusfilters.Control1` says at one instant.
    public struct State: Hashable, Sendable {
        public var mode = ""
        public var facts: [String: Value] = [:]

        mutating func apply(_ properties: [String: Value]) {
            if let mode = properties["ActiveMode"].flatMap(String.init(_:)) { self.mode = mode }
            if let facts = properties["Facts"].flatMap([String: Value].init(_:)) { self.facts = facts }
        }
    }

    public static let name: BusName = "org.focusfilters.Control1"
    private static let path: ObjectPath = "/org/focusfilters/Control1"
    private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
    private let client: BusClient
    private let changes = EventProbe<[String: Value]>()
    private let state = Locked(State())

    public init(_ address: String) throws {
        client = try BusClient(address)
        let changes = changes
        // Signals first, so that no change falls between them and the reading.
        try client.listen(MatchRule(path: Self.path, interface: Self.properties, member: "PropertiesChanged")) {
            if let changed = [String: Value]($0[1]) { changes.record(changed) }
        }
        // The reading takes its place among them.
        client.perform { connection in
            connection.call(
                Self.name, Self.path, Self.properties, "GetAll", [.string(Self.name.text)], deadline: 20_000_000
            ) { result in
                if let all = (try? result.get())?.argument(0, as: [String: Value].self) { changes.record(all) }
            }
        }
        guard let all = changes.waitForNext(where: { $0["Version"] != nil }) else {
            throw FixtureError("\(Self.name) does not tell its properties")
        }
        state.withLock { $0.apply(all) }
    }

    /// The facts at the instant at which a wait ended last.
    public var facts: [String: Value] { state.withLock(\.facts) }

    /// Whether the state fits, now or in time.
    public func wait(until fits: (State) -> Bool, deadline: Deadline = .standard) -> Bool {
        for change in changes.drain() { state.withLock { $0.apply(change) } }
        while !fits(state.withLock { $0 }) {
            guard let change = changes.waitForNext(until: deadline) else { return false }
            state.withLock { $0.apply(change) }
        }
        return true
    }

    /// Whether the agent puts that source in charge, now or in time.
    public func wait(untilInCharge source: String, deadline: Deadline = .standard) throws -> Bool {
        let signals = EventProbe<Bool>()
        let interface: InterfaceName = "org.focusfilters.Control1"
        try client.listen(MatchRule(path: Self.path, interface: interface, member: "SourcesChanged")) { _ in
            signals.record(true)
        }
        repeat {
            let rows =
                try client.call(Self.name, Self.path, interface, "ListSources").first
                .flatMap([[String: Value]].init(_:)) ?? []
            if rows.contains(where: { $0["id"] == .string(source) && $0["in-charge"] == .boolean(true) }) {
                return true
            }
        } while signals.waitForNext(until: deadline) != nil
        return false
    }

    public var description: String { "\(state.withLock { $0 })" }
}
