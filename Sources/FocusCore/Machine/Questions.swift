// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Names a question to an app until it is answered.
public struct InquiryID: Hashable, Comparable, Sendable {
    public let number: UInt64
    public init(_ number: UInt64) { self.number = number }
    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// What can be asked about a filter: the members of `Handler1` besides `Perform`.
public enum Question: Hashable, Sendable {
    /// What can be chosen for a parameter.
    case options(parameter: Identifier, OptionsQuery)
    /// Which of these exist, and what they are called.
    case resolve(parameter: Identifier, ids: [ParameterValue])
    /// How to present the filter with these values; an absent one is nil.
    case describe([Identifier: ParameterValue])
    /// Ready-made configurations.
    case suggest

    var parameter: Identifier? {
        switch self {
        case .options(let parameter, _), .resolve(let parameter, _): parameter
        case .describe, .suggest: nil
        }
    }
}

/// What was answered to a ``Question``, in its order.
public enum Answer: Hashable, Sendable {
    case sections([ItemSection])
    case items([Item])
    case display(FilterDisplay)
    case suggestions([FilterSuggestion])
}

/// A question on its way to a process. The machine minds the deadline: send it, and report whatever comes back.
public struct Inquiry: Hashable, Sendable {
    public var id: InquiryID
    public var peer: PeerID
    public var app: AppID
    public var filter: Identifier
    /// The object path from the ``Registration``.
    public var handler: String
    public var question: Question

    public init(
        id: InquiryID, peer: PeerID, app: AppID, filter: Identifier, handler: String, question: Question
    ) {
        self.id = id
        self.peer = peer
        self.app = app
        self.filter = filter
        self.handler = handler
        self.question = question
    }
}

extension FilterDescriptor {
    /// Refuses a question that names what is not there, or values that do not fit.
    func check(_ question: Question, of app: AppID) throws(FocusError) {
        if let name = question.parameter, parameter(named: name) == nil {
            throw unknown(name, of: app)
        }
        switch question {
        case .options(_, let query): try check(query.values, of: app)
        case .describe(let values): try check(values, of: app)
        case .resolve(let name, let ids):
            for id in ids { try check(id, fits: parameter(named: name), of: app) }
        case .suggest: break
        }
    }

    private func check(_ values: [Identifier: ParameterValue], of app: AppID) throws(FocusError) {
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let parameter = parameter(named: name) else { throw unknown(name, of: app) }
            if let complaint = parameter.fit(value).complaints.first {
                throw FocusError(.invalidValue, "'\(app)/\(id)': parameter '\(name)' \(complaint)")
            }
        }
    }

    private func check(
        _ value: ParameterValue, fits parameter: ParameterDescriptor?, of app: AppID
    ) throws(FocusError) {
        guard let parameter, let complaint = parameter.element.fit(value).complaints.first else { return }
        throw FocusError(.invalidValue, "'\(app)/\(id)': parameter '\(parameter.id)': what to look up \(complaint)")
    }

    private func unknown(_ name: Identifier, of app: AppID) -> FocusError {
        let hint = suggestion(for: name.text, among: parameters.lazy.map(\.id.text))
        return FocusError(.unknownParameter, "'\(app)/\(id)': there is no parameter '\(name)'\(hint)")
    }

    /// What is wrong with an app's answer; nil: nothing. An app is as much outside as anybody.
    func fault(in answer: Answer, to question: Question) -> FocusError? {
        switch (question, answer) {
        case (.options(let name, _), .sections(let sections)):
            guard sections.count <= OptionsQuery.maximumItems else { return .tooMany(sections.count) }
            return fault(in: sections.flatMap(\.items), of: name)
        case (.resolve(let name, _), .items(let items)): return fault(in: items, of: name)
        case (.describe, .display): return nil
        case (.suggest, .suggestions(let suggestions)):
            guard suggestions.count <= OptionsQuery.maximumItems else { return .tooMany(suggestions.count) }
            for suggestion in suggestions {
                for (name, value) in suggestion.values {
                    guard let parameter = parameter(named: name) else {
                        return .nonsense("a suggestion names the parameter '\(name)', which there is not")
                    }
                    if let complaint = parameter.fit(value).complaints.first {
                        return .nonsense("a suggestion's '\(name)' \(complaint)")
                    }
                }
            }
            return nil
        case (.options, _), (.resolve, _), (.describe, _), (.suggest, _):
            return .nonsense("the answer belongs to another question")
        }
    }

    private func fault(in items: [Item], of name: Identifier) -> FocusError? {
        guard items.count <= OptionsQuery.maximumItems else { return .tooMany(items.count) }
        guard let element = parameter(named: name)?.element else { return nil }
        for (index, item) in items.enumerated() {
            if let complaint = element.fit(item.value).complaints.first {
                return .nonsense("item \(index + 1) \(complaint)")
            }
        }
        return nil
    }
}

extension ParameterDescriptor {
    /// One value of the parameter, not limited to the cases.
    var element: ParameterDescriptor {
        ParameterDescriptor(id: id, type: type, minimum: minimum, maximum: maximum)
    }
}

extension FocusError {
    fileprivate static func tooMany(_ count: Int) -> FocusError {
        FocusError(
            .limitExceeded,
            "the app answers with \(count) items; at most \(OptionsQuery.maximumItems) are taken: search for fewer")
    }

    /// An answer that nobody can use.
    public static func nonsense(_ what: String) -> FocusError {
        FocusError(.appUnavailable, "the app answers what cannot be used: \(what)")
    }
}
