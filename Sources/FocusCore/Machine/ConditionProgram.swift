// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A condition in postfix form: evaluating it touches no tree and hashes no name, so that a fact that a thousand modes
/// name is no burden.
struct ConditionProgram: Sendable {
    private enum Step: Sendable {
        /// By number.
        case proposition(Int)
        case not
        case and
        case or
    }

    private var steps: [Step] = []

    init(_ expression: Condition.Expression, _ book: inout PropositionBook) { append(expression, &book) }

    private mutating func append(_ expression: Condition.Expression, _ book: inout PropositionBook) {
        switch expression {
        case .proposition(let proposition): steps.append(.proposition(book.number(of: proposition)))
        case .not(let inner):
            append(inner, &book)
            steps.append(.not)
        case .and(let left, let right):
            append(left, &book)
            append(right, &book)
            steps.append(.and)
        case .or(let left, let right):
            append(left, &book)
            append(right, &book)
            steps.append(.or)
        }
    }

    /// `answers`: by number.
    func run(_ answers: [Truth]) -> Truth {
        var stack: [Truth] = []
        stack.reserveCapacity(steps.count)
        for step in steps {
            switch step {
            case .proposition(let number): stack.append(answers[number])
            case .not: stack.append((stack.popLast() ?? .unknown).negated)
            case .and:
                let right = stack.popLast() ?? .unknown
                stack.append((stack.popLast() ?? .unknown).and(right))
            case .or:
                let right = stack.popLast() ?? .unknown
                stack.append((stack.popLast() ?? .unknown).or(right))
            }
        }
        return stack.last ?? .unknown
    }
}
