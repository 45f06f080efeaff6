// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
public import FocusCore

extension Handler1Client {
    /// Bytes that an answer may have.
    static let maximumAnswer = 1 << 20
    /// An icon within an item within a section, each with its variant, needs about half.
    static let maximumAnswerDepth = 24

    /// Asks a question, and reads the answer as one from outside: it is checked before anything is made of it.
    ///
    /// `parameters`: the filter's, for the types of empty arrays. There is no deadline. The error is `AppUnavailable` in
    /// words for people, or `LimitExceeded`.
    public func ask(
        _ question: Question, filter: Identifier, parameters: [ParameterDescriptor],
        reply: @escaping (Result<Answer, FocusError>) -> Void
    ) {
        let (method, arguments) = call(question, parameters)
        let name = method.description.name
        connection.call(
            destination, path, Handler1.name, name, [filter.text.busValue] + arguments, deadline: nil,
            autoStart: autoStart
        ) { result in
            switch result {
            case .success(let message): reply(Self.read(message, question))
            case .failure(let error): reply(.failure(.noAnswer(error)))
            }
        }
    }

    private func call(_ question: Question, _ parameters: [ParameterDescriptor]) -> (Handler1.Method, [Value]) {
        let nothing = [String: Value]().busValue
        return switch question {
        case .options(let parameter, let query):
            (.options, [parameter.text.busValue, query.wire(of: parameters).busValue])
        case .resolve(let parameter, let ids):
            (.resolve, [parameter.text.busValue, ids.map { $0.busValue() }.busValue, nothing])
        case .describe(let values):
            (.describe, [WireValues.dictionary(values, of: parameters).busValue, nothing])
        case .suggest: (.suggest, [nothing])
        }
    }

    private static func read(_ message: Message, _ question: Question) -> Result<Answer, FocusError> {
        guard message.byteCount <= maximumAnswer, message.depth <= maximumAnswerDepth else {
            return .failure(
                FocusError(
                    .limitExceeded,
                    "the app answers with \(message.byteCount) bytes, \(message.depth) deep; at most \(maximumAnswer) "
                        + "and \(maximumAnswerDepth) are taken"))
        }
        do throws(WireError) {
            return .success(try Answer(message, to: question))
        } catch {
            switch error {
            case .focus(let error) where error.code == .limitExceeded: return .failure(error)
            case .focus, .invalidArguments: return .failure(.nonsense(error.message))
            }
        }
    }
}

extension Answer {
    fileprivate init(_ message: Message, to question: Question) throws(WireError) {
        switch question {
        case .options:
            var sections: [ItemSection] = []
            for row in try Self.rows(message) { sections.append(try ItemSection(wire: row)) }
            self = .sections(sections)
        case .resolve: self = .items(try Item.list(wire: Self.rows(message)))
        case .describe:
            guard let row: [String: Value] = message.argument(0) else { throw Self.mismatch("a{sv}", message) }
            self = .display(try FilterDisplay(wire: row))
        case .suggest:
            var suggestions: [FilterSuggestion] = []
            for row in try Self.rows(message) { suggestions.append(try FilterSuggestion(wire: row)) }
            self = .suggestions(suggestions)
        }
    }

    private static func rows(_ message: Message) throws(WireError) -> [[String: Value]] {
        guard let rows: [[String: Value]] = message.argument(0) else { throw mismatch("aa{sv}", message) }
        guard rows.count <= OptionsQuery.maximumItems else {
            throw .limitExceeded(
                "the app answers with \(rows.count) rows; at most \(OptionsQuery.maximumItems) are taken")
        }
        return rows
    }

    private static func mismatch(_ wanted: String, _ message: Message) -> WireError {
        .invalidArguments("the reply must be of type '\(wanted)', not '\(message.signature.text.shortened)'")
    }
}

extension FocusError {
    /// A call to an app that brought no answer.
    fileprivate static func noAnswer(_ error: CallError) -> FocusError {
        switch error {
        case .error(let name, let message):
            let words = message.isEmpty ? name : message
            return FocusError(.appUnavailable, "the app refuses: \(String(words.unicodeScalars.prefix(500)))")
        case .timedOut, .disconnected: return FocusError(.appUnavailable, "the app does not answer")
        case .notSent(let error): return FocusError(.appUnavailable, "the app cannot be asked: \(error)")
        }
    }
}
