// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

// Generated from dbus/org.focusfilters.Focus1.xml by generate-interfaces; do not edit.

public import DBus

/// Calls `org.focusfilters.Focus1`.
///
/// `reply` is called on the thread of the connection's loop. A `deadline` is in µs from now; without one the caller
/// minds it.
public struct Focus1Client {
    public let connection: Connection
    /// Who serves the object.
    public let destination: BusName
    public let path: ObjectPath
    /// Whether a call may start the service.
    public var autoStart = false

    public init(_ connection: Connection, destination: BusName = Focus1.busName, path: ObjectPath = Focus1.path) {
        self.connection = connection
        self.destination = destination
        self.path = path
    }

    /// Offers filters. Registering again replaces what this connection registered before, atomically. A connection
    /// registers one app only. Leaving the bus unregisters.
    ///
    /// By rank, an app may be registered by the owner of its name or the sandboxed app of that id, by the owner of the
    /// bus name that its descriptor file names, and, while nobody owns the name, by any process of the user outside a
    /// sandbox. A higher rank displaces a lower one, which then waits.
    @discardableResult
    public func registerFilters(
        appID: String, handler: ObjectPath, filters: [[String: Value]], options: [String: Value], deadline: Int64?,
        reply: @escaping (Result<[String: [String: Value]], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Focus1.name, "RegisterFilters",
            [appID.busValue, handler.busValue, filters.busValue, options.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Takes filters back that this connection offered. They are performed no more.
    @discardableResult
    public func unregisterFilters(
        filters: [String], options: [String: Value], deadline: Int64?,
        reply: @escaping (Result<Void, CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Focus1.name, "UnregisterFilters",
            [filters.busValue, options.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// What a filter of the caller's own should have now.
    @discardableResult
    public func getCurrent(
        appID: String, filter: String, options: [String: Value], deadline: Int64?,
        reply: @escaping (Result<[String: Value], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Focus1.name, "GetCurrent",
            [appID.busValue, filter.busValue, options.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Whether a focus mode is on.
    @discardableResult
    public func getStatus(
        appID: String, options: [String: Value], deadline: Int64?,
        reply: @escaping (Result<[String: Value], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Focus1.name, "GetStatus",
            [appID.busValue, options.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// The app's own state changed: what the handler's Describe, Options and Resolve answered for this filter is out of
    /// date. The agent looks the configured entities up again, and tells tools, which ask for the rest.
    @discardableResult
    public func invalidateAppContext(
        filter: String, options: [String: Value], deadline: Int64?, reply: @escaping (Result<Void, CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Focus1.name, "InvalidateAppContext",
            [filter.busValue, options.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// For a button such as "show everything": while a filter is suspended, its effective values are the defaults and
    /// it is not active, for GetCurrent too. Ends when it is resumed, or when the configured values or the active mode
    /// change. Asking for what is so already does nothing.
    @discardableResult
    public func suspend(
        filter: String, on: Bool, options: [String: Value], deadline: Int64?,
        reply: @escaping (Result<Void, CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Focus1.name, "Suspend",
            [filter.busValue, on.busValue, options.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// The version of this interface that the agent implements; members and keys say since which one they exist.
    @discardableResult
    public func version(deadline: Int64?, reply: @escaping (Result<UInt32, CallError>) -> Void) -> PendingCall {
        connection.call(
            destination, path, "org.freedesktop.DBus.Properties", "Get",
            [Focus1.name.text.busValue, "Version".busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.readProperty($0)) }
    }

    /// Reads every property.
    @discardableResult
    public func getProperties(
        deadline: Int64?, reply: @escaping (Result<Focus1.Properties, CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, "org.freedesktop.DBus.Properties", "GetAll", [Focus1.name.text.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0).map(Focus1.Properties.init)) }
    }
}

extension Focus1 {
    /// Values of properties; what was not said, or has another type, is `nil`.
    public struct Properties: Hashable, Sendable {
        public var version: UInt32?

        public init(_ values: [String: Value]) {
            version = values["Version"].flatMap(UInt32.init)
        }
    }
}
