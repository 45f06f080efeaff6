// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
public import FocusCore

/// How long to wait before another try with what refused, hung or was lost: twice as long each time, up to a cap.
public struct Backoff: Hashable, Sendable {
    /// The first wait, in µs.
    public static let first: Microseconds = .seconds(1)
    /// The longest wait, in µs.
    public static let cap: Microseconds = .seconds(300)

    private var wait = Self.first

    public init() {}

    /// How long to wait this time.
    public mutating func next() -> Microseconds {
        defer { wait = min(wait * 2, Self.cap) }
        return wait
    }

    /// It worked.
    public mutating func reset() { wait = Self.first }
}

/// How an error reply is to be understood.
enum CallFailure: Hashable, Sendable {
    /// The component is gone, or does not have what was asked for: asking again is of no use until its owner changes.
    case absent(String)
    /// It refuses, hangs or answers nonsense: worth another try.
    case failing(String)

    init(_ error: CallError) {
        switch error.name {
        case "org.freedesktop.DBus.Error.ServiceUnknown"?, "org.freedesktop.DBus.Error.NameHasNoOwner"?:
            self = .absent("it left the bus")
        case "org.freedesktop.DBus.Error.UnknownObject"?, "org.freedesktop.DBus.Error.UnknownInterface"?,
            "org.freedesktop.DBus.Error.UnknownMethod"?, "org.freedesktop.DBus.Error.UnknownProperty"?,
            "org.freedesktop.DBus.Error.NotSupported"?:
            self = .absent("it does not offer what is to be read: \(error)")
        case _?, nil:
            self = .failing("\(error)")
        }
    }

    var report: SourceReport {
        switch self {
        case .absent(let words): .absent(words)
        case .failing(let words): .failing(words)
        }
    }
}
