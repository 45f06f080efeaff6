// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import CDBus

/// Joins a libdbus connection to an ``EventLoop``: its watches become one watch of the loop, its timeouts timers, and
/// messages are dispatched in the very turn in which they are read.
final class LibdbusDispatch {
    /// Messages dispatched in one turn, so that a peer's flood leaves other sources of the loop their turn.
    static let messagesPerTurn = 64

    private let connection: OpaquePointer
    private let loop: any EventLoop
    private var watches: [OpaquePointer] = []
    private var source: (any LoopSource)?
    private var fileDescriptor: Int32 = -1
    private var timeouts: [OpaquePointer: any LoopSource] = [:]
    private var isDispatching = false
    private var isDispatchQueued = false
    private var isAttached = true

    init?(_ connection: OpaquePointer, loop: any EventLoop) {
        self.connection = connection
        self.loop = loop
        let context = Unmanaged.passUnretained(self).toOpaque()
        guard
            dbus_connection_set_watch_functions(
                connection,
                { watch, context in dispatchOf(context, watch) { $0.add(watch: $1) } },
                { watch, context in _ = dispatchOf(context, watch) { $0.remove(watch: $1) } },
                { _, context in dispatchOf(context)?.updateSource() },
                context, nil) != 0,
            dbus_connection_set_timeout_functions(
                connection,
                { timeout, context in dispatchOf(context, timeout) { $0.add(timeout: $1) } },
                { timeout, context in _ = dispatchOf(context, timeout) { $0.remove(timeout: $1) } },
                { timeout, context in
                    _ = dispatchOf(context, timeout) {
                        $0.remove(timeout: $1)
                        $0.add(timeout: $1)
                    }
                },
                context, nil) != 0
        else {
            detach()
            return nil
        }
        dbus_connection_set_dispatch_status_function(
            connection,
            { _, status, context in
                if status == DBUS_DISPATCH_DATA_REMAINS { dispatchOf(context)?.queueDispatch() }
            }, context, nil)
        // What arrived while the connection was being made.
        if dbus_connection_get_dispatch_status(connection) == DBUS_DISPATCH_DATA_REMAINS { queueDispatch() }
    }

    /// Lets go of the connection and the loop. May happen inside a handler that is being dispatched.
    func detach() {
        guard isAttached else { return }
        isAttached = false
        dbus_connection_set_dispatch_status_function(connection, nil, nil, nil)
        _ = dbus_connection_set_watch_functions(connection, nil, nil, nil, nil, nil)
        _ = dbus_connection_set_timeout_functions(connection, nil, nil, nil, nil, nil)
        source?.cancel()
        source = nil
        watches = []
        for timer in timeouts.values { timer.cancel() }
        timeouts = [:]
    }

    // MARK: Watches

    private func add(watch: OpaquePointer) {
        watches.append(watch)
        updateSource()
    }

    private func remove(watch: OpaquePointer) {
        watches.removeAll { $0 == watch }
        updateSource()
    }

    /// libdbus has one watch for reading and one for writing on the same socket; the loop gets one for both.
    private func updateSource() {
        guard isAttached else { return }
        guard let first = watches.first else {
            source?.cancel()
            source = nil
            return
        }
        var flags: UInt32 = 0
        for watch in watches where dbus_watch_get_enabled(watch) != 0 { flags |= dbus_watch_get_flags(watch) }
        let readable = flags & DBUS_WATCH_READABLE.rawValue != 0
        let writable = flags & DBUS_WATCH_WRITABLE.rawValue != 0
        let descriptor = dbus_watch_get_unix_fd(first)
        if let source, descriptor == fileDescriptor {
            source.update(readable: readable, writable: writable)
            return
        }
        source?.cancel()
        fileDescriptor = descriptor
        source = loop.addWatch(fd: descriptor, readable: readable, writable: writable) { [weak self] in
            self?.socketReady(readable: $0, writable: $1, failed: $2)
        }
    }

    private func socketReady(readable: Bool, writable: Bool, failed: Bool) {
        let failures = DBUS_WATCH_ERROR.rawValue | DBUS_WATCH_HANGUP.rawValue
        var ready = failed ? failures : 0
        if readable { ready |= DBUS_WATCH_READABLE.rawValue }
        if writable { ready |= DBUS_WATCH_WRITABLE.rawValue }
        // What this reads is dispatched below, in this turn; it needs no other.
        let wasDispatching = isDispatching
        isDispatching = true
        // Handling one watch may remove or disable the other.
        for watch in watches where watches.contains(watch) && dbus_watch_get_enabled(watch) != 0 {
            let mine = ready & (dbus_watch_get_flags(watch) | failures)
            if mine != 0 { dbus_watch_handle(watch, mine) }
        }
        isDispatching = wasDispatching
        dispatch()
    }

    // MARK: Timeouts

    private func add(timeout: OpaquePointer) {
        guard dbus_timeout_get_enabled(timeout) != 0 else { return }
        let interval = Int64(dbus_timeout_get_interval(timeout)) * 1000
        timeouts[timeout] = loop.addTimer(after: interval) { [weak self] in
            guard let self else { return }
            // A timeout of libdbus repeats until it is removed.
            timeouts[timeout] = nil
            add(timeout: timeout)
            dbus_timeout_handle(timeout)
            dispatch()
        }
    }

    private func remove(timeout: OpaquePointer) { timeouts.removeValue(forKey: timeout)?.cancel() }

    // MARK: Dispatch

    private func dispatch() {
        // libdbus cannot dispatch inside a dispatch: a handler that runs the loop sees nothing of this connection.
        guard isAttached, !isDispatching else { return }
        isDispatching = true
        // The connection may be closed, and let go, by a handler.
        dbus_connection_ref(connection)
        defer { dbus_connection_unref(connection) }
        var count = 0
        while isAttached, count < Self.messagesPerTurn,
            dbus_connection_dispatch(connection) == DBUS_DISPATCH_DATA_REMAINS
        {
            count += 1
        }
        isDispatching = false
        if isAttached, dbus_connection_get_dispatch_status(connection) != DBUS_DISPATCH_COMPLETE { queueDispatch() }
    }

    private func queueDispatch() {
        guard isAttached, !isDispatching, !isDispatchQueued else { return }
        isDispatchQueued = true
        loop.enqueue { [weak self] in
            guard let self else { return }
            isDispatchQueued = false
            dispatch()
        }
    }
}

/// The object behind a context that libdbus hands back.
private func dispatchOf(_ context: UnsafeMutableRawPointer?) -> LibdbusDispatch? {
    context.map { Unmanaged<LibdbusDispatch>.fromOpaque($0).takeUnretainedValue() }
}

/// Does `body` with the object behind `context`; true, as libdbus wants to hear.
private func dispatchOf(
    _ context: UnsafeMutableRawPointer?, _ item: OpaquePointer?, _ body: (LibdbusDispatch, OpaquePointer) -> Void
) -> dbus_bool_t {
    if let dispatch = dispatchOf(context), let item { body(dispatch, item) }
    return 1
}
