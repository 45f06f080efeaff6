// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import CDBus
internal import Glibc

/// A private connection to a message bus, driven by an ``EventLoop``.
///
/// Belongs to the loop's thread: everything here happens there, every handler is called there. Nothing blocks but
/// ``open(_:loop:)`` and ``flush()``. A handler must not run the loop to wait for this same connection. Letting the last
/// reference go closes the connection.
public final class Connection {
    /// Which bus.
    public enum Address: Hashable, Sendable {
        /// `$DBUS_SESSION_BUS_ADDRESS`, else the socket in `$XDG_RUNTIME_DIR`. No bus is ever started.
        case session
        /// `$DBUS_SYSTEM_BUS_ADDRESS`, else the socket that the specification names.
        case system
        /// An address in the specification's form: `unix:path=/run/user/1000/bus`.
        case custom(String)
    }

    let raw: OpaquePointer
    let loop: any EventLoop
    /// The name that the bus gave to this connection.
    public let uniqueName: BusName
    /// Called once when the bus goes away, after every call in flight has failed. Not called for ``close()``.
    public var onDisconnect: (() -> Void)?
    /// Sees each method call before it is dispatched; for knowing that a peer is alive.
    public var onMessage: ((Message) -> Void)?
    /// A well-known name that this connection owned has gone to another.
    public var onNameLost: ((BusName) -> Void)?
    /// The bus refused a match rule: the subscription stays silent.
    public var onMatchFailure: ((MatchRule, CallError) -> Void)?

    private(set) var isOpen = true
    let pendingCalls: PendingCalls
    let owners = OwnerTracking()
    let matches = MatchTable()
    let server = ObjectServer()
    private var dispatch: LibdbusDispatch?

    /// Connects, authenticates and says Hello; blocks meanwhile, so only at the start of a program or on a thread that
    /// may wait.
    public static func open(_ address: Address, loop: any EventLoop) throws(BusError) -> Connection {
        let text = try address.resolved()
        guard !text.utf8.contains(0) else { throw .textContainsNul }
        dbus_threads_init_default()
        var error = DBusError()
        dbus_error_init(&error)
        defer { dbus_error_free(&error) }
        func failure() -> BusError {
            .cannotConnect(
                name: error.name.map { String(cString: $0) } ?? "",
                message: error.message.map { String(cString: $0) } ?? "unknown reason")
        }
        guard let raw = dbus_connection_open_private(text, &error) else { throw failure() }
        dbus_connection_set_exit_on_disconnect(raw, 0)
        guard dbus_bus_register(raw, &error) != 0, let name = dbus_bus_get_unique_name(raw) else {
            let failure = failure()
            dbus_connection_close(raw)
            dbus_connection_unref(raw)
            throw failure
        }
        let connection = Connection(raw, loop: loop, uniqueName: BusName(unchecked: String(cString: name)))
        guard connection.attach() else { throw .outOfMemory }
        return connection
    }

    /// Identifies the bus itself: another one, also at the same address, has another (D-Bus specification, "server GUID").
    public var serverID: String {
        guard let id = dbus_connection_get_server_id(raw) else { return "" }
        defer { dbus_free(id) }
        return String(cString: id)
    }

    private init(_ raw: OpaquePointer, loop: any EventLoop, uniqueName: BusName) {
        self.raw = raw
        self.loop = loop
        self.uniqueName = uniqueName
        pendingCalls = PendingCalls(loop: loop)
    }

    deinit {
        close()
        dbus_connection_unref(raw)
    }

    private func attach() -> Bool {
        owners.connection = self
        matches.connection = self
        server.connection = self
        // Peer calls are ours to answer: a Ping too tells that its sender is alive.
        dbus_connection_set_route_peer_messages(raw, 1)
        guard dbus_connection_add_filter(raw, filterMessage, Unmanaged.passUnretained(self).toOpaque(), nil) != 0 else {
            return false
        }
        dispatch = LibdbusDispatch(raw, loop: loop)
        return dispatch != nil
    }

    /// Closes the connection: calls in flight end without a reply to their handlers, subscriptions end. May be repeated.
    public func close() {
        guard isOpen else { return }
        isOpen = false
        pendingCalls.abandonAll()
        matches.removeAll()
        owners.removeAll()
        server.removeAll()
        dispatch?.detach()
        dispatch = nil
        dbus_connection_remove_filter(raw, filterMessage, Unmanaged.passUnretained(self).toOpaque())
        dbus_connection_close(raw)
        // Handlers often hold what holds this.
        onDisconnect = nil
        onMessage = nil
        onNameLost = nil
        onMatchFailure = nil
    }

    /// Blocks until everything that was sent has left; for the end of a program.
    public func flush() {
        guard isOpen else { return }
        dbus_connection_flush(raw)
    }

    /// How many bytes wait to leave, because the bus does not read.
    public var outgoingByteCount: Int { isOpen ? Int(dbus_connection_get_outgoing_size(raw)) : 0 }

    /// Calls a method. `reply` is called once, later, unless the call is cancelled or the connection closed.
    ///
    /// `deadline`: µs from now; `nil`: none, a reply counts however late. Without `autoStart` the bus starts no service
    /// for this call, and answers at once if nobody owns the name.
    @discardableResult
    public func call(
        _ destination: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
        _ arguments: [Value] = [], deadline: Int64?, autoStart: Bool = false,
        reply: @escaping (Result<Message, CallError>) -> Void
    ) -> PendingCall {
        do throws(BusError) {
            let message = try OutgoingMessage.call(
                destination, path, interface, member, arguments, autoStart: autoStart)
            let serial = try send(message)
            return pendingCalls.add(serial, destination: destination, deadline: deadline, reply)
        } catch {
            return pendingCalls.addFailed(error == .disconnected ? .disconnected : .notSent(error), reply)
        }
    }

    /// Calls a method without wanting to know what becomes of it.
    public func send(
        _ destination: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
        _ arguments: [Value] = [], autoStart: Bool = false
    ) throws(BusError) {
        try send(
            OutgoingMessage.call(
                destination, path, interface, member, arguments, autoStart: autoStart, isReplyExpected: false))
    }

    /// Emits a signal, to everyone who listens or to one `destination`.
    public func emit(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ arguments: [Value] = [],
        to destination: BusName? = nil
    ) throws(BusError) {
        try send(OutgoingMessage.signal(path, interface, member, arguments, to: destination))
    }

    /// Calls `handler` for each signal that fits `rule`, until the subscription is cancelled; dropping it does not
    /// cancel it. The bus is told each distinct rule once.
    @discardableResult
    public func addMatch(_ rule: MatchRule, handler: @escaping (Message) -> Void) -> Subscription {
        matches.add(rule, handler)
    }

    /// Calls `handler` with the owner of `name` as soon as the bus has told it, and with each later one; `nil`: nobody.
    @discardableResult
    public func watchOwner(_ name: BusName, handler: @escaping (BusName?) -> Void) -> Subscription {
        owners.watch(name, handler)
    }

    /// Calls `handler` for each change of ownership of any name on the bus; one match rule serves all.
    @discardableResult
    public func watchAllOwners(
        handler: @escaping (_ name: BusName, _ old: BusName?, _ new: BusName?) -> Void
    ) -> Subscription {
        owners.watchAll(handler)
    }

    /// Puts `object` on the bus; replaces what was at its path.
    public func export(_ object: ExportedObject) { server.export(object) }

    /// Takes the object at `path` off the bus.
    public func unexport(_ path: ObjectPath) { server.unexport(path) }

    /// Emits `PropertiesChanged`: `changed` with values, `invalidated` for those that peers are to read again.
    public func emitPropertiesChanged(
        _ path: ObjectPath, _ interface: InterfaceName, _ changed: [String: Value], invalidated: [String] = []
    ) throws(BusError) {
        try emit(
            path, StandardInterface.properties, "PropertiesChanged",
            [.string(interface.text), changed.busValue, invalidated.busValue])
    }

    @discardableResult
    func send(_ message: borrowing OutgoingMessage) throws(BusError) -> UInt32 {
        guard isOpen, dbus_connection_get_is_connected(raw) != 0 else { throw .disconnected }
        var serial: dbus_uint32_t = 0
        // Written at once as far as the socket takes it; the rest when the loop says so.
        guard dbus_connection_send(raw, message.raw, &serial) != 0 else { throw .outOfMemory }
        return serial
    }
}

extension Connection.Address {
    fileprivate func resolved() throws(BusError) -> String {
        /// A variable's addresses, without those by which libdbus would start a bus.
        func variable(_ name: String) -> String? {
            guard let value = getenv(name).map({ String(cString: $0) }) else { return nil }
            let addresses = value.split(separator: ";").filter { !$0.hasPrefix("autolaunch:") }
            return addresses.isEmpty ? nil : addresses.joined(separator: ";")
        }
        switch self {
        case .custom(let text):
            return text
        case .system:
            return variable("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/var/run/dbus/system_bus_socket"
        case .session:
            if let address = variable("DBUS_SESSION_BUS_ADDRESS") { return address }
            guard let folder = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), !folder.isEmpty else {
                throw .noAddress("neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR names a session bus")
            }
            return folder.withCString { path in
                let escaped = dbus_address_escape_value(path)
                defer { dbus_free(escaped) }
                return "unix:path=" + (escaped.map { String(cString: $0) } ?? folder) + "/bus"
            }
        }
    }
}
