// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Reads a condition by recursive descent; `depth` bounds the stack, whatever the text.
struct ConditionParser {
    private(set) var terms: [Condition.Term] = []
    private let scalars: [Unicode.Scalar]
    private var tokens: [ConditionToken] = []
    private var position = 0
    private var depth = 0

    init(_ text: String) throws(TextError) {
        guard text.utf8.count <= Condition.maximumLength else {
            throw TextError(column: 1, message: "the condition is longer than \(Condition.maximumLength) bytes")
        }
        scalars = Array(text.unicodeScalars)
        tokens = ConditionToken.tokens(of: text)
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
        guard token.kind == .open else { return .proposition(try parseProposition()) }
        position += 1
        let expression = try parseOr()
        guard token.kind == .close else {
            throw token.kind == .end ? error(at: start, "'(' without ')'") : unexpected(after: true)
        }
        position += 1
        return expression
    }

    // MARK: Propositions

    private mutating func parseProposition() throws(TextError) -> Proposition {
        let start = token
        guard start.kind == .word, !Self.operators.contains(start.text) else { throw unexpected(after: false) }
        let proposition: Proposition
        if let function = Function(rawValue: start.text), tokens[position + 1].kind == .open {
            proposition = try parse(function)
        } else {
            proposition = try parse(about: try parseFact())
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[start.range.lowerBound..<tokens[position - 1].range.upperBound])
        terms.append(
            Condition.Term(text: String(text), proposition: proposition, line: start.line, column: start.column))
        return proposition
    }

    private mutating func parse(_ function: Function) throws(TextError) -> Proposition {
        position += 2
        let argument = token
        let proposition: Proposition
        switch function {
        case .known:
            guard argument.kind == .word else {
                throw error(at: argument, "known(…) wants a fact, such as known(idle)")
            }
            proposition = .known(try parseFact())
        case .app:
            let name = try parseText("app(…) wants a bus name in quotes, such as app(\"org.gnome.Totem\")")
            guard let app = AppID(name) else {
                throw error(at: argument, "'\(name.shortened(to: 64))' is not a bus name, such as 'org.gnome.Totem'")
            }
            proposition = .app(app)
        case .mode:
            let name = try parseText("mode(…) wants a mode's id in quotes, such as mode(\"work\")")
            guard let mode = ModeID(name) else {
                throw error(
                    at: argument, "'\(name.shortened(to: 64))' is not a mode's id: a-z, 0-9, '_' and '-', at most 64")
            }
            proposition = .mode(mode)
        }
        guard token.kind == .close else { throw error(at: token, "')' must follow here") }
        position += 1
        return proposition
    }

    private mutating func parseFact() throws(TextError) -> Fact {
        let word = token
        guard let fact = Fact(named: word.text) else {
            let names = Fact.types.keys.map(\.name)
            let near = suggestion(for: word.text, among: names + Self.operators)
            throw error(at: word, "unknown fact '\(shown(word))'\(near)")
        }
        position += 1
        return fact
    }

    /// What is asked of `fact`, whose name was read last.
    private mutating func parse(about fact: Fact) throws(TextError) -> Proposition {
        let word = tokens[position - 1]
        if token.kind == .word, token.text == "for" { return .lasting(fact, try parseSpan(of: fact)) }
        if token.kind == .other, Self.comparisons.contains(where: token.text.hasPrefix) {
            return try parseComparison(of: fact)
        }
        switch Fact.types[fact] {
        case .bool?, nil: return .fact(fact)
        case .number?:
            throw error(at: word, "'\(fact)' is a number and cannot stand alone; compare it, as in '\(fact) < 20'")
        case .text?:
            throw error(at: word, "'\(fact)' is a text and cannot stand alone; compare it, as in '\(fact) == \"…\"'")
        }
    }

    private mutating func parseSpan(of fact: Fact) throws(TextError) -> Microseconds {
        let start = token
        guard Fact.types[fact] == .bool else {
            throw error(at: start, "'for' follows facts that are true or false, and '\(fact)' is neither")
        }
        position += 1
        var words: [String] = []
        let first = token
        while token.kind == .word, !Self.operators.contains(token.text) {
            words.append(token.text)
            position += 1
        }
        let span: Microseconds
        do throws(TextError) {
            span = try TimeSpan.parse(words.joined(separator: " "))
        } catch {
            throw self.error(at: first, error.message)
        }
        guard span > 0 else { throw error(at: first, "the span must be longer than nothing") }
        return span
    }

    private mutating func parseComparison(of fact: Fact) throws(TextError) -> Proposition {
        let sign = token
        guard let relation = Proposition.Relation(rawValue: sign.text) else {
            let hint = sign.text == "=" ? "; write '=='" : ""
            let signs = Proposition.Relation.allCases.map(\.rawValue).joined(separator: ", ")
            throw error(at: sign, "'\(shown(sign))' is no comparison\(hint); there are \(signs)")
        }
        position += 1
        switch Fact.types[fact] {
        case .bool?, nil:
            throw error(at: sign, "'\(fact)' is true or false; write '\(fact)' or 'not \(fact)'")
        case .number?:
            guard token.kind == .word, let number = Double(token.text), number.isFinite,
                token.text.utf8.last.map(ASCII.isDigit) == true
            else { throw error(at: token, "'\(fact)' is a number; compare it with one, such as 20") }
            position += 1
            return .comparison(fact, relation, .number(number))
        case .text?:
            guard relation.isForTexts else {
                throw error(at: sign, "'\(fact)' is a text; compare it by '==' or '!='")
            }
            let text = try parseText("'\(fact)' is a text; compare it with one in quotes, such as \"Office\"")
            return .comparison(fact, relation, .text(text))
        }
    }

    private mutating func parseText(_ wanted: String) throws(TextError) -> String {
        let text = token
        if text.kind == .openText { throw error(at: text, "a '\"' that nothing closes") }
        guard text.kind == .text else { throw error(at: text, wanted) }
        guard text.text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw error(at: text, "a text in quotes stays on one line and has no control characters")
        }
        position += 1
        return text.text
    }

    // MARK: Tokens

    private func unexpected(after: Bool) -> TextError {
        let wanted = after ? "'and', 'or' or the end" : "a fact, 'not' or '('"
        switch token.kind {
        case .end:
            let nothing = tokens.count == 1 ? "the condition is empty" : "the condition ends too early"
            return error(at: token, "\(nothing): \(wanted) is missing")
        case .close:
            return error(at: token, after ? "')' without '('" : "\(wanted) must stand before ')'")
        case .text, .openText:
            return error(at: token, "a text in quotes stands where \(wanted) must be")
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

    private var token: ConditionToken { tokens[position] }

    private mutating func take(word: String) -> Bool {
        guard token.kind == .word, token.text == word else { return false }
        position += 1
        return true
    }

    private func error(at token: ConditionToken, _ message: String) -> TextError {
        TextError(line: token.line, column: token.column, message: message)
    }

    /// A token in a message: never long, however long it is.
    private func shown(_ token: ConditionToken) -> String { token.text.shortened(to: 64) }

    private enum Function: String {
        case app
        case mode
        case known
    }

    private static let operators = ["and", "or", "not"]
    private static let comparisons = ["<", ">", "=", "!="]
}
