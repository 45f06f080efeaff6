// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus

/// Why a ``SimulatedDesktop`` cannot do what a test asks for.
public enum SimulatedDesktopError: Error, CustomStringConvertible {
    /// The bus or the agent does not start.
    case cannotStart(String)
    /// An app does not offer what the test counts on, or its `perform()` failed.
    case app(String)
    /// The agent refuses: the D-Bus error's name and its message.
    case refused(name: String, message: String)
    /// What must come does not come.
    case timedOut(String)

    public var description: String {
        switch self {
        case .cannotStart(let words), .app(let words), .timedOut(let words): words
        case .refused(let name, let message): "\(message) (\(name))"
        }
    }

    init(_ error: CallError) {
        switch error {
        case .error(let name, let message): self = .refused(name: name, message: message)
        case .timedOut, .disconnected, .notSent: self = .timedOut("the agent does not answer: \(error)")
        }
    }
}
