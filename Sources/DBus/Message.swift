// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import CDBus

/// A message that came over the bus. Its header is read, and its arguments are decoded, only when asked for.
///
/// The bus library has validated it: names, paths and signatures are well-formed, text is UTF-8, containers nest at most
/// 64 deep. All else is up to the peer: a message may have 128 MiB. Look at ``byteCount`` and ``depth`` before
/// ``arguments``.
public final class Message {
    /// What a message is for.
    public enum Kind: Hashable, Sendable {
        case methodCall
        case methodReturn
        case error
        case signal
    }

    /// Owned: one reference.
    let raw: OpaquePointer
    public let kind: Kind

    /// Shares `raw`. Fails for a kind of message that the specification does not know.
    init?(_ raw: OpaquePointer) {
        switch dbus_message_get_type(raw) {
        case DBUS_MESSAGE_TYPE_METHOD_CALL: kind = .methodCall
        case DBUS_MESSAGE_TYPE_METHOD_RETURN: kind = .methodReturn
        case DBUS_MESSAGE_TYPE_ERROR: kind = .error
        case DBUS_MESSAGE_TYPE_SIGNAL: kind = .signal
        default: return nil
        }
        self.raw = dbus_message_ref(raw)
    }

    /// The message that `bytes` hold, if the bus library finds one: for tests and fuzzing.
    package convenience init?(bytes: [UInt8]) {
        let raw = bytes.withUnsafeBytes { buffer in
            dbus_message_demarshal(
                buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: buffer.count), nil)
        }
        guard let raw else { return nil }
        defer { dbus_message_unref(raw) }
        self.init(raw)
    }

    /// A signal with these arguments, as it would go out: for tests and fuzzing.
    package convenience init(carrying arguments: [Value]) throws(BusError) {
        let outgoing = try OutgoingMessage.signal("/", "org.example.Interface", "Signal", arguments, to: nil)
        self.init(signal: outgoing.raw)
    }

    private init(signal raw: OpaquePointer) {
        kind = .signal
        self.raw = dbus_message_ref(raw)
    }

    deinit { dbus_message_unref(raw) }

    /// The unique name of the connection that sent it, as the bus says; the bus itself is `org.freedesktop.DBus`.
    public var sender: BusName? { text(dbus_message_get_sender(raw)).map(BusName.init(unchecked:)) }
    public var destination: BusName? { text(dbus_message_get_destination(raw)).map(BusName.init(unchecked:)) }
    public var path: ObjectPath? { text(dbus_message_get_path(raw)).map(ObjectPath.init(unchecked:)) }
    public var interface: InterfaceName? {
        text(dbus_message_get_interface(raw)).map(InterfaceName.init(unchecked:))
    }
    public var member: MemberName? { text(dbus_message_get_member(raw)).map(MemberName.init(unchecked:)) }
    public var errorName: ErrorName? { text(dbus_message_get_error_name(raw)).map(ErrorName.init(unchecked:)) }
    /// The types of the arguments.
    public var signature: Signature { Signature(unchecked: text(dbus_message_get_signature(raw)) ?? "") }
    /// The sender's number for this message.
    public var serial: UInt32 { dbus_message_get_serial(raw) }
    /// For a reply: the ``serial`` of the call.
    public var replySerial: UInt32 { dbus_message_get_reply_serial(raw) }
    /// The caller wants an answer.
    public var isReplyExpected: Bool { kind == .methodCall && dbus_message_get_no_reply(raw) == 0 }

    /// The size on the wire, header included, in bytes.
    public private(set) lazy var byteCount: Int = MessageReader.byteCount(raw)

    /// How deeply containers (arrays, dictionaries, structures, variants) nest in the arguments; 0 if there are none.
    /// Found without decoding.
    public private(set) lazy var depth: Int = MessageReader.depth(raw)

    /// The arguments, decoded at the first use.
    public private(set) lazy var arguments: [Value] = MessageReader.values(raw)

    /// The argument at `index`, if there is one of this type.
    public func argument<Wanted: BusRepresentable>(_ index: Int, as type: Wanted.Type = Wanted.self) -> Wanted? {
        arguments.indices.contains(index) ? Wanted(arguments[index]) : nil
    }

    /// All arguments at once; `nil` if their number or types differ, or if a type refuses what it was given.
    public func values<each Wanted: BusRepresentable>(as types: repeat (each Wanted).Type) -> (repeat each Wanted)? {
        var wanted = ""
        repeat wanted += (each types).busSignature
        guard wanted == signature.text else { return nil }
        var index = 0
        func next<One: BusRepresentable>(_ type: One.Type) throws(Refused) -> One {
            guard arguments.indices.contains(index), let value = One(arguments[index]) else { throw Refused() }
            index += 1
            return value
        }
        do {
            return (repeat try next((each types)))
        } catch {
            return nil
        }
    }

    /// The words of an error reply: its first argument, by convention; cut where they get too long for people. No other
    /// argument is decoded.
    public var errorMessage: String { MessageReader.firstText(raw, maximumBytes: 4096) }

    private struct Refused: Error {}

    private func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
}
