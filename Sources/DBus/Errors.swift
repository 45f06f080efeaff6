// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What goes wrong on our side of the bus, before a peer is involved.
public enum BusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No connection to the bus; the library's error name and words.
    case cannotConnect(name: String, message: String)
    /// No address to connect to; says where one was looked for.
    case noAddress(String)
    /// The connection is closed, by us or by the bus.
    case disconnected
    /// A text holds a NUL byte, which D-Bus cannot carry.
    case textContainsNul
    /// File descriptors are received, never sent.
    case fileDescriptorNotSendable
    /// A value does not have the type that its container declares, or the types nest too deeply; in words.
    case inconsistentValue(String)
    /// More bytes than a message may have.
    case tooLarge
    case outOfMemory

    public var description: String {
        switch self {
        case .cannotConnect(_, let message): "cannot connect to the bus: \(message)"
        case .noAddress(let place): "no address of the bus: \(place)"
        case .disconnected: "the connection to the bus is closed"
        case .textContainsNul: "a text holds a NUL byte, which D-Bus cannot carry"
        case .fileDescriptorNotSendable: "file descriptors are not sent"
        case .inconsistentValue(let words): words
        case .tooLarge: "the message is larger than D-Bus allows"
        case .outOfMemory: "out of memory"
        }
    }
}

/// Why a call has no result.
public enum CallError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The peer, or the bus for it, answered with an error.
    case error(name: String, message: String)
    /// No answer within the deadline.
    case timedOut
    /// The bus went away.
    case disconnected
    /// The call never left.
    case notSent(BusError)

    /// The name of the peer's error, if it answered with one.
    public var name: String? {
        if case .error(let name, _) = self { name } else { nil }
    }

    public var description: String {
        switch self {
        case .error(let name, let message): message.isEmpty ? name : "\(message) (\(name))"
        case .timedOut: "no answer in time"
        case .disconnected: "the bus went away"
        case .notSent(let error): "not sent: \(error)"
        }
    }
}

/// The errors that the D-Bus specification and the bus itself name.
extension ErrorName {
    public static let failed: ErrorName = "org.freedesktop.DBus.Error.Failed"
    public static let accessDenied: ErrorName = "org.freedesktop.DBus.Error.AccessDenied"
    public static let invalidArgs: ErrorName = "org.freedesktop.DBus.Error.InvalidArgs"
    public static let limitsExceeded: ErrorName = "org.freedesktop.DBus.Error.LimitsExceeded"
    public static let nameHasNoOwner: ErrorName = "org.freedesktop.DBus.Error.NameHasNoOwner"
    public static let noReply: ErrorName = "org.freedesktop.DBus.Error.NoReply"
    public static let notSupported: ErrorName = "org.freedesktop.DBus.Error.NotSupported"
    public static let propertyReadOnly: ErrorName = "org.freedesktop.DBus.Error.PropertyReadOnly"
    public static let serviceUnknown: ErrorName = "org.freedesktop.DBus.Error.ServiceUnknown"
    public static let unknownInterface: ErrorName = "org.freedesktop.DBus.Error.UnknownInterface"
    public static let unknownMethod: ErrorName = "org.freedesktop.DBus.Error.UnknownMethod"
    public static let unknownObject: ErrorName = "org.freedesktop.DBus.Error.UnknownObject"
    public static let unknownProperty: ErrorName = "org.freedesktop.DBus.Error.UnknownProperty"
}
