// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

extension Condition.Expression {
    /// The condition's truth in Kleene's three-valued logic: `not unknown` is unknown, `no and unknown` is no.
    public func evaluate(_ truth: (Proposition) -> Truth) -> Truth {
        switch self {
        case .proposition(let proposition): truth(proposition)
        case .not(let inner): inner.evaluate(truth).negated
        case .and(let left, let right): left.evaluate(truth).and(right.evaluate(truth))
        case .or(let left, let right): left.evaluate(truth).or(right.evaluate(truth))
        }
    }

    /// Everything that the condition asks.
    public var propositions: Set<Proposition> {
        switch self {
        case .proposition(let proposition): [proposition]
        case .not(let inner): inner.propositions
        case .and(let left, let right), .or(let left, let right): left.propositions.union(right.propositions)
        }
    }

    /// The propositions whose answers suffice to make the condition what `outcome` says; empty if it is not that.
    func support(of outcome: Bool, _ truth: (Proposition) -> Truth) -> Set<Proposition> {
        guard evaluate(truth).known == outcome else { return [] }
        return switch self {
        case .proposition(let proposition): [proposition]
        case .not(let inner): inner.support(of: !outcome, truth)
        case .and(let left, let right), .or(let left, let right):
            left.support(of: outcome, truth).union(right.support(of: outcome, truth))
        }
    }
}

extension Truth {
    var negated: Truth {
        switch self {
        case .no: .yes
        case .yes: .no
        case .unknown: .unknown
        }
    }

    func and(_ other: Truth) -> Truth {
        switch (self, other) {
        case (.no, _), (_, .no): .no
        case (.yes, .yes): .yes
        case (.unknown, .yes), (.yes, .unknown), (.unknown, .unknown): .unknown
        }
    }

    func or(_ other: Truth) -> Truth {
        switch (self, other) {
        case (.yes, _), (_, .yes): .yes
        case (.no, .no): .no
        case (.unknown, .no), (.no, .unknown), (.unknown, .unknown): .unknown
        }
    }

    /// The truth of a fact: unknown also for one that is not a bool.
    init(_ value: FactValue?) {
        switch value {
        case .bool(let bool)?: self = bool ? .yes : .no
        case .number?, .text?, nil: self = .unknown
        }
    }
}
