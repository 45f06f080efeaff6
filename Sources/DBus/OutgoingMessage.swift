// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import CDBus

/// A message that is being made; it leaves with ``Connection``.
struct OutgoingMessage: ~Copyable {
    /// Owned: one reference.
    let raw: OpaquePointer

    deinit { dbus_message_unref(raw) }

    private init(_ raw: OpaquePointer?, _ arguments: [Value]) throws(BusError) {
        guard let raw else { throw .outOfMemory }
        do throws(BusError) {
            try MessageWriter.append(arguments, to: raw)
        } catch {
            dbus_message_unref(raw)
            throw error
        }
        self.raw = raw
    }

    static func call(
        _ destination: BusName, _ path: ObjectPath, _ interface: InterfaceName?, _ member: MemberName,
        _ arguments: [Value], autoStart: Bool = false, isReplyExpected: Bool = true
    ) throws(BusError) -> OutgoingMessage {
        let message = try OutgoingMessage(
            dbus_message_new_method_call(destination.text, path.text, interface?.text, member.text), arguments)
        dbus_message_set_auto_start(message.raw, autoStart ? 1 : 0)
        dbus_message_set_no_reply(message.raw, isReplyExpected ? 0 : 1)
        return message
    }

    static func signal(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ arguments: [Value],
        to destination: BusName?
    ) throws(BusError) -> OutgoingMessage {
        let message = try OutgoingMessage(
            dbus_message_new_signal(path.text, interface.text, member.text), arguments)
        if let destination, dbus_message_set_destination(message.raw, destination.text) == 0 { throw .outOfMemory }
        return message
    }

    static func reply(to call: Message, _ arguments: [Value]) throws(BusError) -> OutgoingMessage {
        try OutgoingMessage(dbus_message_new_method_return(call.raw), arguments)
    }

    /// `words` is cut at a NUL byte.
    static func error(to call: Message, _ name: ErrorName, _ words: String) throws(BusError) -> OutgoingMessage {
        try OutgoingMessage(dbus_message_new_error(call.raw, name.text, words), [])
    }
}
