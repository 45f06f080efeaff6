// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

/// Why what a peer sent is refused, as it is answered.
public enum WireError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `org.freedesktop.DBus.Error.InvalidArgs`: of another type or shape than the interface says.
    case invalidArguments(String)
    /// One of the project's own errors.
    case focus(FocusError)

    /// The error's name on the wire.
    public var name: ErrorName {
        switch self {
        case .invalidArguments: .invalidArgs
        case .focus(let error): error.name
        }
    }

    /// What is wrong, where, and what to do.
    public var message: String {
        switch self {
        case .invalidArguments(let message): message
        case .focus(let error): error.message
        }
    }

    public var description: String { message }

    /// The same error with `place` named before its words.
    func at(_ place: String) -> WireError {
        switch self {
        case .invalidArguments(let message): .invalidArguments("\(place): \(message)")
        case .focus(let error): .focus(FocusError(error.code, "\(place): \(error.message)"))
        }
    }

    static func invalidDescriptor(_ message: String) -> WireError { .focus(FocusError(.invalidDescriptor, message)) }
    static func invalidID(_ message: String) -> WireError { .focus(FocusError(.invalidID, message)) }
    static func invalidValue(_ message: String) -> WireError { .focus(FocusError(.invalidValue, message)) }
    static func limitExceeded(_ message: String) -> WireError { .focus(FocusError(.limitExceeded, message)) }
}

extension FocusError {
    /// The error's name on the wire: `org.focusfilters.Error.` and the code.
    public var name: ErrorName { ErrorName(unchecked: Names.errorPrefix + code.rawValue) }

    /// The error that a call ended with, if it is one of the project's own.
    public init?(_ error: CallError) {
        guard case .error(let name, let message) = error, name.hasPrefix(Names.errorPrefix),
            let code = Code(rawValue: String(name.dropFirst(Names.errorPrefix.count)))
        else { return nil }
        self.init(code, message)
    }
}
