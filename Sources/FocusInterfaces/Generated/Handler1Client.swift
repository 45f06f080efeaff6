// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

// Generated from dbus/org.focusfilters.Handler1.xml by generate-interfaces; do not edit.

public import DBus

/// Calls `org.focusfilters.Handler1`.
///
/// `reply` is called on the thread of the connection's loop. A `deadline` is in µs from now; without one the caller
/// minds it.
public struct Handler1Client {
    public let connection: Connection
    /// Who serves the object.
    public let destination: BusName
    public let path: ObjectPath
    /// Whether a call may start the service.
    public var autoStart = false

    public init(_ connection: Connection, destination: BusName, path: ObjectPath) {
        self.connection = connection
        self.destination = destination
        self.path = path
    }

    /// Puts the values into effect. The reply acknowledges: it is to be sent when the values are in effect. Without a
    /// reply within the filter's deadline, or with an error, the call is repeated after 1 s and after 10 s more, with
    /// the same serial and token; then the handler counts as failing until any message from it arrives. While a call is
    /// in flight newer values wait, and replace each other.
    @discardableResult
    public func perform(
        filter: String, values: [String: Value], transition: [String: Value], deadline: Int64?,
        reply: @escaping (Result<Void, CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Handler1.name, "Perform",
            [filter.busValue, values.busValue, transition.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// What can be chosen for a parameter whose options are dynamic.
    @discardableResult
    public func options(
        filter: String, parameter: String, query: [String: Value], deadline: Int64?,
        reply: @escaping (Result<[[String: Value]], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Handler1.name, "Options",
            [filter.busValue, parameter.busValue, query.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Looks entities up by id. The agent asks, for each parameter of the type 'entity' whose options are not static,
    /// about those that modes configure: when the filter is registered, when it was invalidated, and when other ones
    /// are configured; at most 1000 at a time. What the app does not know is then left out of the values that it gets.
    /// The last answer stands until there is another: after an error, and after 10 s without a reply, though a late one
    /// counts. What was never answered is performed as it is configured.
    @discardableResult
    public func resolve(
        filter: String, parameter: String, ids: [Value], options: [String: Value], deadline: Int64?,
        reply: @escaping (Result<[[String: Value]], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Handler1.name, "Resolve",
            [filter.busValue, parameter.busValue, ids.busValue, options.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Presents a filter as it is, or would be, configured.
    @discardableResult
    public func describe(
        filter: String, values: [String: Value], options: [String: Value], deadline: Int64?,
        reply: @escaping (Result<[String: Value], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Handler1.name, "Describe",
            [filter.busValue, values.busValue, options.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Ready-made configurations of a filter.
    @discardableResult
    public func suggest(
        filter: String, context: [String: Value], deadline: Int64?,
        reply: @escaping (Result<[[String: Value]], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Handler1.name, "Suggest",
            [filter.busValue, context.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// The version of this interface that the app implements.
    @discardableResult
    public func version(deadline: Int64?, reply: @escaping (Result<UInt32, CallError>) -> Void) -> PendingCall {
        connection.call(
            destination, path, "org.freedesktop.DBus.Properties", "Get",
            [Handler1.name.text.busValue, "Version".busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.readProperty($0)) }
    }

    /// Reads every property.
    @discardableResult
    public func getProperties(
        deadline: Int64?, reply: @escaping (Result<Handler1.Properties, CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, "org.freedesktop.DBus.Properties", "GetAll", [Handler1.name.text.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0).map(Handler1.Properties.init)) }
    }
}

extension Handler1 {
    /// Values of properties; what was not said, or has another type, is `nil`.
    public struct Properties: Hashable, Sendable {
        public var version: UInt32?

        public init(_ values: [String: Value]) {
            version = values["Version"].flatMap(UInt32.init)
        }
    }
}
