// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// Why a verb was not done; in words, with the cure.
enum Failure: Error, Equatable {
    /// Refused by the agent, or failed.
    case refused(String)
    case usage(String)
    case noAgent(String)
    case timedOut(String)
    /// `hold`'s command.
    case commandNotFound(String)
    case commandNotExecutable(String)

    var message: String {
        switch self {
        case .refused(let words), .usage(let words), .noAgent(let words), .timedOut(let words),
            .commandNotFound(let words), .commandNotExecutable(let words):
            words
        }
    }

    var exitCode: ExitCode {
        switch self {
        case .refused: .refused
        case .usage: .usage
        case .noAgent: .noAgent
        case .timedOut: .timedOut
        case .commandNotFound: .commandNotFound
        case .commandNotExecutable: .commandNotExecutable
        }
    }

    /// A call to the agent that brought no result.
    init(_ error: CallError) {
        switch error {
        case .error(let name, let message):
            if name == ErrorName.serviceUnknown.text || name == ErrorName.nameHasNoOwner.text {
                self = .noAgent(Self.startIt)
            } else if name == ErrorName.noReply.text {
                self = .timedOut(Self.noAnswer)
            } else {
                self = .refused(PlainText.clean(message.isEmpty ? "the agent refused: \(name)" : message))
            }
        case .timedOut: self = .timedOut(Self.noAnswer)
        case .disconnected: self = .noAgent("the session bus closed the connection")
        case .notSent(let error): self = .refused("\(error)")
        }
    }

    static let startIt = """
        no focus agent is running on this session bus
        start it with 'systemctl --user start focus-agent.service', or run 'focus-agent' in another terminal
        """

    private static let noAnswer = """
        the focus agent did not answer in time
        try again; 'journalctl --user -u focus-agent.service' may say what keeps it
        """

    static func noBus(_ error: BusError) -> Failure {
        .noAgent(
            """
            cannot reach the session bus: \(PlainText.clean("\(error)"))
            run focusctl within a desktop session, or set DBUS_SESSION_BUS_ADDRESS
            """)
    }
}

/// How `focusctl` ends.
enum ExitCode: Int32, CaseIterable {
    case done = 0
    /// Refused by the agent, or failed; for `validate` and `reload`: something is wrong with a file.
    case refused = 1
    /// The command line cannot be understood.
    case usage = 2
    case noAgent = 3
    case timedOut = 4
    /// `hold`'s command cannot be run; as env(1) has it.
    case commandNotExecutable = 126
    case commandNotFound = 127
}
