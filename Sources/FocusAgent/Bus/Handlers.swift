// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces

/// Calls apps' handlers. No deadline of its own: the machine minds it, and a late reply still counts.
final class Handlers {
    private let connection: Connection
    /// How many calls each process has not answered yet.
    private var unanswered: [BusName: Int] = [:]

    /// One process's share of the calls that the bus lets this connection wait for, which are 50 000 for all apps; four
    /// attempts for every filter that an app may have.
    static let maximumUnanswered = 4 * FilterDescriptor.maximumPerApp

    /// The same for questions, which have a share of their own: they must not use up that of Performs.
    static let maximumUnansweredQuestions = 256
    private var unansweredQuestions: [BusName: Int] = [:]

    init(connection: Connection) { self.connection = connection }

    /// Sends one attempt; `done` hears why the handler did not acknowledge it, or nil. To a process that answers nothing,
    /// nothing more is sent after a while.
    func perform(_ perform: Perform, parameters: [ParameterDescriptor], done: @escaping (_ failure: String?) -> Void) {
        guard let peer = BusName(perform.peer.text), let path = ObjectPath(perform.handler),
            unanswered[peer, default: 0] < Self.maximumUnanswered
        else { return done("it leaves too many calls unanswered") }
        unanswered[peer, default: 0] += 1
        Handler1Client(connection, destination: peer, path: path).perform(
            filter: perform.filter.text, values: WireValues.dictionary(perform.values, of: parameters),
            transition: perform.transition.wire(of: parameters), deadline: nil
        ) { [weak self] result in
            self?.heard(peer)
            switch result {
            case .success: done(nil)
            case .failure(let error): done(error.words)
            }
        }
    }

    /// Asks a question; `done` hears the answer, or why there is none.
    func ask(
        _ inquiry: Inquiry, parameters: [ParameterDescriptor],
        done: @escaping (Result<Answer, FocusError>) -> Void
    ) {
        guard let peer = BusName(inquiry.peer.text), let path = ObjectPath(inquiry.handler),
            unansweredQuestions[peer, default: 0] < Self.maximumUnansweredQuestions
        else {
            return done(.failure(FocusError(.appUnavailable, "\(inquiry.app) answers nothing that it is asked")))
        }
        unansweredQuestions[peer, default: 0] += 1
        Handler1Client(connection, destination: peer, path: path).ask(
            inquiry.question, filter: inquiry.filter, parameters: parameters
        ) { [weak self] result in
            if let self, let count = unansweredQuestions[peer] {
                unansweredQuestions[peer] = count > 1 ? count - 1 : nil
            }
            done(result)
        }
    }

    /// A reply, or that there will be none.
    private func heard(_ peer: BusName) {
        guard let count = unanswered[peer] else { return }
        unanswered[peer] = count > 1 ? count - 1 : nil
    }
}

extension CallError {
    /// What a handler did instead of acknowledging. The error's name comes first, since the words may be cut.
    fileprivate var words: String {
        switch self {
        case .error(let name, let message): "it answers with the error \(name)\(message.isEmpty ? "" : ": \(message)")"
        case .timedOut, .disconnected, .notSent: "\(self)"
        }
    }
}
