// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

// Generated from dbus/org.focusfilters.Simulation1.xml by generate-interfaces; do not edit.

public import DBus

/// Calls `org.focusfilters.Simulation1`.
///
/// `reply` is called on the thread of the connection's loop. A `deadline` is in µs from now; without one the caller
/// minds it.
public struct Simulation1Client {
    public let connection: Connection
    /// Who serves the object.
    public let destination: BusName
    public let path: ObjectPath
    /// Whether a call may start the service.
    public var autoStart = false

    public init(
        _ connection: Connection, destination: BusName = Simulation1.busName, path: ObjectPath = Simulation1.path
    ) {
        self.connection = connection
        self.destination = destination
        self.path = path
    }

    /// Sets facts, all at one instant. At first every fact is unknown.
    @discardableResult
    public func setFacts(
        facts: [String: Value], unknown: [String], deadline: Int64?, reply: @escaping (Result<Void, CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Simulation1.name, "SetFacts",
            [facts.busValue, unknown.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Sets the clock; it runs on from there, and delays follow it.
    @discardableResult
    public func setClock(
        clock: [String: Value], deadline: Int64?, reply: @escaping (Result<Void, CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Simulation1.name, "SetClock",
            [clock.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Reads the clock.
    @discardableResult
    public func getClock(
        deadline: Int64?, reply: @escaping (Result<[String: Value], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Simulation1.name, "GetClock",
            [],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// The version of this interface that the agent implements.
    @discardableResult
    public func version(deadline: Int64?, reply: @escaping (Result<UInt32, CallError>) -> Void) -> PendingCall {
        connection.call(
            destination, path, "org.freedesktop.DBus.Properties", "Get",
            [Simulation1.name.text.busValue, "Version".busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.readProperty($0)) }
    }

    /// Reads every property.
    @discardableResult
    public func getProperties(
        deadline: Int64?, reply: @escaping (Result<Simulation1.Properties, CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, "org.freedesktop.DBus.Properties", "GetAll", [Simulation1.name.text.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0).map(Simulation1.Properties.init)) }
    }
}

extension Simulation1 {
    /// Values of properties; what was not said, or has another type, is `nil`.
    public struct Properties: Hashable, Sendable {
        public var version: UInt32?

        public init(_ values: [String: Value]) {
            version = values["Version"].flatMap(UInt32.init)
        }
    }
}
