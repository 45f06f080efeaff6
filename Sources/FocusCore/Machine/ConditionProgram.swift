// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// The truth of each fact that some condition names, by a number that the conditions share.
struct TruthTable: Sendable {
    private var numbers: [Fact: Int] = [:]
    fileprivate private(set) var truths: [Truth] = []

    mutating func set(_ fact: Fact, _ truth: Truth) { truths[number(of: fact)] = truth }

    fileprivate mutating func number(of fact: Fact) -> Int {
        if let number = numbers[fact] { return number }
        numbers[fact] = truths.count
        truths.append(.unknown)
        return truths.count - 1
    }
}

/// A condition in postfix form: evaluating it touches no tree and hashes no name, so that a fact that a thousand modes
/// name is no burden.
struct ConditionProgram: Sendable {
    private enum Step: Sendable {
        case fact(Int)
        case not
        case and
        case or
    }

    private var steps: [Step] = []

    init(_ expression: Condition.Expression, _ table: inout TruthTable) { append(expression, &table) }

    private mutating func append(_ expression: Condition.Expression, _ table: inout TruthTable) {
        switch expression {
        case .fact(let fact): steps.append(.fact(table.number(of: fact)))
        case .not(let inner):
            append(inner, &table)
            steps.append(.not)
        case .and(let left, let right):
            append(left, &table)
            append(right, &table)
            steps.append(.and)
        case .or(let left, let right):
            append(left, &table)
            append(right, &table)
            steps.append(.or)
        }
    }

    func run(_ table: TruthTable) -> Truth {
        var stack: [Truth] = []
        stack.reserveCapacity(steps.count)
        for step in steps {
            switch step {
            case .fact(let number): stack.append(table.truths[number])
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
