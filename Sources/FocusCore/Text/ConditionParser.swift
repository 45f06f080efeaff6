// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Reads a condition by recursive descent; `depth` bounds the stack, whatever the text.
struct ConditionParser {
    private(set) var terms: [Condition.Term] = []
    private var tokens: [Token] = []
    private var position = 0
    private var depth = 0

    private struct Token {
        var kind: Kind
        var text: String
        var line: Int
        var column: Int
    }

    private enum Kind {
        case word
        case open
        case close
        /// Anything else, up to the next word, space or parenthesis.
        case other
        case end
    }

    init(_ text: String) throws(TextError) {
        guard text.utf8.count <= Condition.maximumLength else {
            throw TextError(column: 1, message: "the condition is longer than \(Condition.maximumLength) bytes")
        }
        tokens = Self.tokens(of: text)
    }

    mutating func parse() throws(TextError) -> Condition.Expression {
        let expression = try parseOr()
        guard token.kind == .end else { throw unexpected(after: true) }
        return expression
    }

    private mutating func parseOr() throws(TextError) -> Condition.Expression {
        var expression = try parseAnd()
        while take(word: "or") { expression = .or(expression, try parseAnd()) }
        return expression
    }

    private mutating func parseAnd() throws(TextError) -> Condition.Expression {
        var expression = try parseNot()
        while take(word: "and") { expression = .and(expression, try parseNot()) }
        return expression
    }

    private mutating func parseNot() throws(TextError) -> Condition.Expression {
        let start = token
        depth += 1
        defer { depth -= 1 }
        guard depth <= Condition.maximumDepth + 1 else {
            throw error(at: start, "more than \(Condition.maximumDepth) levels of 'not' and parentheses")
        }
        if take(word: "not") { return .not(try parseNot()) }
        guard token.kind == .open else { return .fact(try parseFact()) }
        position += 1
        let expression = try parseOr()
        guard token.kind == .close else {
            throw token.kind == .end ? error(at: start, "'(' without ')'") : unexpected(after: true)
        }
        position += 1
        return expression
    }

    private mutating func parseFact() throws(TextError) -> Fact {
        let word = token
        guard word.kind == .word, !Self.operators.contains(word.text) else { throw unexpected(after: false) }
        if Self.functions.contains(word.text), tokens[position + 1].kind == .open {
            throw error(at: word, "'\(word.text)(…)' is not understood here; \(Self.grammar)")
        }
        guard let fact = Fact(named: word.text) else {
            let names = Fact.types.keys.map(\.name)
            let near = suggestion(for: word.text, among: names + Self.operators)
            throw error(at: word, "unknown fact '\(shown(word))'\(near)")
        }
        position += 1
        if let refusal = comparison(after: word, fact) { throw refusal }
        terms.append(Condition.Term(text: word.text, fact: fact, line: word.line, column: word.column))
        return fact
    }

    /// What speaks against `fact` as a term of its own: its type, or what follows it.
    private func comparison(after word: Token, _ fact: Fact) -> TextError? {
        if token.kind == .word, token.text == "for" {
            return error(at: token, "'\(fact) for …' is not understood here; \(Self.grammar)")
        }
        if token.kind == .other, Self.comparisons.contains(where: token.text.hasPrefix) {
            return error(at: token, "comparisons such as '\(fact) \(token.text) …' are not understood here")
        }
        switch Fact.types[fact] {
        case .bool?, nil: return nil
        case .number?:
            return error(at: word, "'\(fact)' is a number, neither true nor false, and cannot stand as a term")
        case .text?:
            return error(at: word, "'\(fact)' is a text, neither true nor false, and cannot stand as a term")
        }
    }

    private func unexpected(after: Bool) -> TextError {
        let wanted = after ? "'and', 'or' or the end" : "a fact, 'not' or '('"
        switch token.kind {
        case .end:
            let nothing = tokens.count == 1 ? "the condition is empty" : "the condition ends too early"
            return error(at: token, "\(nothing): \(wanted) is missing")
        case .close:
            return error(at: token, after ? "')' without '('" : "\(wanted) must stand before ')'")
        case .open, .word, .other:
            let hint: String
            switch token.text {
            case "&", "&&", "AND", "And": hint = "; write 'and'"
            case "|", "||", "OR", "Or": hint = "; write 'or'"
            case "!", "NOT", "Not": hint = "; write 'not'"
            default: hint = ""
            }
            return error(at: token, "'\(shown(token))' stands where \(wanted) must be\(hint)")
        }
    }

    private var token: Token { tokens[position] }

    private mutating func take(word: String) -> Bool {
        guard token.kind == .word, token.text == word else { return false }
        position += 1
        return true
    }

    private func error(at token: Token, _ message: String) -> TextError {
        TextError(line: token.line, column: token.column, message: message)
    }

    /// A token in a message: never long, however long it is.
    private func shown(_ token: Token) -> String { token.text.shortened(to: 64) }

    private static let operators = ["and", "or", "not"]
    private static let functions = ["app", "mode", "known"]
    private static let comparisons = ["<", ">", "=", "!="]
    private static let grammar = "a condition is made of facts, 'and', 'or', 'not' and parentheses"

    /// The text's tokens; the last is the end.
    private static func tokens(of text: String) -> [Token] {
        var tokens: [Token] = []
        var line = 1
        var column = 1
        var joins = false
        for scalar in text.unicodeScalars {
            let kind: Kind?
            switch scalar {
            case " ", "\t", "\r", "\n": kind = nil
            case "(": kind = .open
            case ")": kind = .close
            case "-", "_": kind = .word
            case _ where scalar.properties.isAlphabetic || scalar.properties.numericType != nil: kind = .word
            default: kind = .other
            }
            if let kind {
                if joins, let last = tokens.last, last.kind == kind, kind == .word || kind == .other {
                    tokens[tokens.count - 1].text.unicodeScalars.append(scalar)
                } else {
                    tokens.append(Token(kind: kind, text: String(scalar), line: line, column: column))
                }
            }
            joins = kind != nil
            if scalar == "\n" {
                line += 1
                column = 1
            } else {
                column += 1
            }
        }
        tokens.append(Token(kind: .end, text: "", line: line, column: column))
        return tokens
    }
}
