// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import CDBus

/// libdbus calls this for each message that arrives. Everything is ours: nothing is left to the library's own answers.
func filterMessage(
    _ raw: OpaquePointer?, _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?
) -> DBusHandlerResult {
    guard let message, let context else { return DBUS_HANDLER_RESULT_HANDLED }
    Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().receive(message)
    return DBUS_HANDLER_RESULT_HANDLED
}

extension Connection {
    fileprivate func receive(_ raw: OpaquePointer) {
        guard isOpen else { return }
        switch dbus_message_get_type(raw) {
        case DBUS_MESSAGE_TYPE_METHOD_RETURN, DBUS_MESSAGE_TYPE_ERROR:
            guard let pending = pendingCalls.take(dbus_message_get_reply_serial(raw), from: raw),
                let message = Message(raw)
            else { return }
            pending.finish(message.kind == .error ? .failure(message.callError) : .success(message))
        case DBUS_MESSAGE_TYPE_SIGNAL:
            receiveSignal(raw)
        case DBUS_MESSAGE_TYPE_METHOD_CALL:
            guard let message = Message(raw) else { return }
            onMessage?(message)
            server.handle(message)
        default:
            return
        }
    }

    private func receiveSignal(_ raw: OpaquePointer) {
        // Nobody else can send this one: the library refuses it from a socket.
        if dbus_message_is_signal(raw, DBUS_INTERFACE_LOCAL, "Disconnected") != 0 {
            let onDisconnect = onDisconnect
            self.onDisconnect = nil
            pendingCalls.failAll(.disconnected)
            onDisconnect?()
            return
        }
        if dbus_message_has_sender(raw, DBUS_SERVICE_DBUS) != 0 {
            if dbus_message_is_signal(raw, DBUS_INTERFACE_DBUS, "NameOwnerChanged") != 0 {
                owners.changed(raw)
            } else if dbus_message_is_signal(raw, DBUS_INTERFACE_DBUS, "NameLost") != 0 {
                if let onNameLost, let name = Message(raw)?.argument(0, as: String.self).flatMap({ BusName($0) }) {
                    onNameLost(name)
                }
            }
        }
        guard isOpen else { return }
        matches.deliver(raw)
    }
}

extension Message {
    fileprivate var callError: CallError {
        .error(name: errorName?.text ?? ErrorName.failed.text, message: errorMessage)
    }
}
