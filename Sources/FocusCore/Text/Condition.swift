// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A condition over facts, as `When=` writes it; kept with its text and the place of each term.
///
/// ```
/// condition   = both *( "or" both )
/// both        = not *( "and" not )
/// not         = "not" not | proposition | "(" condition ")"
/// proposition = fact [ "for" span ] | fact relation ( number | text ) | "known" "(" fact ")"
///             | "app" "(" text ")" | "mode" "(" text ")"
/// fact        = [a-z][a-z0-9-]*
/// relation    = "<" | "<=" | ">" | ">=" | "==" | "!="
/// text        = '"' characters '"', in which a backslash stands before each '"' and each backslash
/// span        = as TimeSpan reads it, such as 10min or 1h 30min
/// ```
public struct Condition: Hashable, Sendable {
    /// The text as written.
    public let text: String
    /// The parsed form.
    public let expression: Expression
    /// What the condition asks of the desktop, in the order of the text; a fact that is asked twice stands twice.
    public let terms: [Term]

    /// A node of the condition.
    public indirect enum Expression: Hashable, Sendable {
        case proposition(Proposition)
        case not(Expression)
        case and(Expression, Expression)
        case or(Expression, Expression)

        /// The fact, a bool, is true.
        public static func fact(_ fact: Fact) -> Expression { .proposition(.fact(fact)) }
    }

    /// One proposition within the condition.
    public struct Term: Hashable, Sendable {
        /// As written.
        public let text: String
        public let proposition: Proposition
        /// From 1, in the condition's text.
        public let line: Int
        /// In Unicode scalar values, from 1.
        public let column: Int
    }

    /// The longest text that is read, in bytes.
    public static let maximumLength = 4096
    /// How deep `not` and parentheses may nest.
    public static let maximumDepth = 100

    /// Reads `text`; the error's place is within it.
    public init(parsing text: String) throws(TextError) {
        var parser = try ConditionParser(text)
        expression = try parser.parse()
        terms = parser.terms
        self.text = text
    }

    /// The condition in its canonical text: one space between words, and no parentheses but those that it needs.
    public init(_ expression: Expression) {
        var printer = ConditionPrinter()
        printer.print(expression, within: .or)
        self.expression = expression
        text = printer.text
        terms = printer.terms
    }
}

/// Writes an expression so that reading gives the same one again.
private struct ConditionPrinter {
    var text = ""
    var terms: [Condition.Term] = []

    /// How tightly an operator binds.
    enum Level: Int {
        case or
        case and
        case not
    }

    mutating func print(_ expression: Condition.Expression, within outer: Level) {
        switch expression {
        case .proposition(let proposition):
            terms.append(
                Condition.Term(
                    text: proposition.text, proposition: proposition, line: 1, column: text.unicodeScalars.count + 1))
            text += proposition.text
        case .not(let inner):
            text += "not "
            print(inner, within: .not)
        case .and(let left, let right):
            print(left, "and", right, level: .and, within: outer)
        case .or(let left, let right):
            print(left, "or", right, level: .or, within: outer)
        }
    }

    /// Both operators group from the left, so the right side needs parentheses already at the operator's own level.
    private mutating func print(
        _ left: Condition.Expression, _ word: String, _ right: Condition.Expression, level: Level, within outer: Level
    ) {
        let isEnclosed = level.rawValue < outer.rawValue
        if isEnclosed { text += "(" }
        print(left, within: level)
        text += " \(word) "
        print(right, within: level == .or ? .and : .not)
        if isEnclosed { text += ")" }
    }
}
