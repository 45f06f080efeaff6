// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

struct ConditionTests {
    static let dnd = Condition.Expression.fact(.doNotDisturb)
    static let locked = Condition.Expression.fact(.locked)
    static let idle = Condition.Expression.fact(.idle)

    @Test(
        arguments: [
            ("do-not-disturb", dnd),
            ("not locked", .not(locked)),
            ("not not locked", .not(.not(locked))),
            ("idle and locked or do-not-disturb", .or(.and(idle, locked), dnd)),
            ("idle or locked and do-not-disturb", .or(idle, .and(locked, dnd))),
            ("not idle and locked", .and(.not(idle), locked)),
            ("not (idle and locked)", .not(.and(idle, locked))),
            ("idle and (locked or do-not-disturb)", .and(idle, .or(locked, dnd))),
            ("idle or locked or do-not-disturb", .or(.or(idle, locked), dnd)),
            ("idle or (locked or do-not-disturb)", .or(idle, .or(locked, dnd))),
            ("  ((idle))\tand\nlocked ", .and(idle, locked)),
            ("not(idle)and(locked)", .and(.not(idle), locked)),
        ] as [(String, Condition.Expression)])
    func precedence(_ text: String, _ expected: Condition.Expression) throws {
        let condition = try Condition(parsing: text)
        #expect(condition.expression == expected)
        #expect(condition.text == text)
    }

    @Test func termsKeepTheirPlace() throws {
        let condition = try Condition(parsing: "not idle and\n  (locked or idle)")
        #expect(condition.terms.map(\.text) == ["idle", "locked", "idle"])
        #expect(condition.terms.map(\.proposition.fact) == [.idle, .locked, .idle])
        #expect(condition.terms.map(\.line) == [1, 2, 2])
        #expect(condition.terms.map(\.column) == [5, 4, 14])
        #expect(Condition(condition.expression).terms.map(\.column) == [5, 15, 25])
    }

    static let fact = "a fact, 'not' or '('"
    static let end = "'and', 'or' or the end"
    static let refusals: [(String, Int, String)] = [
        ("do-not-distrub", 1, "unknown fact 'do-not-distrub'; did you mean 'do-not-disturb'?"),
        ("idle and weather", 10, "unknown fact 'weather'"),
        ("locked or lokced", 11, "unknown fact 'lokced'; did you mean 'locked' or 'docked'?"),
        ("Locked", 1, "unknown fact 'Locked'; did you mean 'locked' or 'docked'?"),
        ("", 1, "the condition is empty: \(fact) is missing"),
        ("   ", 4, "the condition is empty: \(fact) is missing"),
        ("not", 4, "the condition ends too early: \(fact) is missing"),
        ("idle and", 9, "the condition ends too early: \(fact) is missing"),
        ("and idle", 1, "'and' stands where \(fact) must be"),
        ("idle or or locked", 9, "'or' stands where \(fact) must be"),
        ("idle locked", 6, "'locked' stands where \(end) must be"),
        ("idle not locked", 6, "'not' stands where \(end) must be"),
        ("(idle", 1, "'(' without ')'"),
        ("not (idle and (locked)", 5, "'(' without ')'"),
        ("(idle locked)", 7, "'locked' stands where \(end) must be"),
        ("idle)", 5, "')' without '('"),
        ("()", 2, "\(fact) must stand before ')'"),
        ("idle && locked", 6, "'&&' stands where \(end) must be; write 'and'"),
        ("idle || locked", 6, "'||' stands where \(end) must be; write 'or'"),
        ("!idle", 1, "'!' stands where \(fact) must be; write 'not'"),
        ("idle AND locked", 6, "'AND' stands where \(end) must be; write 'and'"),
        ("é", 1, "unknown fact 'é'"),
        ("idle and 日本 or x", 10, "unknown fact '日本'"),
        ("idle, locked", 5, "',' stands where \(end) must be"),
        ("battery", 1, "'battery' is a number and cannot stand alone; compare it, as in 'battery < 20'"),
        ("idle or network", 9, "'network' is a text and cannot stand alone; compare it, as in 'network == \"…\"'"),
        ("battery = 20", 9, "'=' is no comparison; write '=='; there are <, <=, >, >=, ==, !="),
        ("battery < low", 11, "'battery' is a number; compare it with one, such as 20"),
        ("battery <", 10, "'battery' is a number; compare it with one, such as 20"),
        ("network < \"A\"", 9, "'network' is a text; compare it by '==' or '!='"),
        ("network == Office", 12, "'network' is a text; compare it with one in quotes, such as \"Office\""),
        ("network == \"Office", 12, "a '\"' that nothing closes"),
        ("network == \"a\u{7}\"", 12, "a text in quotes stays on one line and has no control characters"),
        ("locked == 1", 8, "'locked' is true or false; write 'locked' or 'not locked'"),
        ("battery for 3s", 9, "'for' follows facts that are true or false, and 'battery' is neither"),
        ("idle for", 9, "a time span is missing, such as '3s' or '1h 30min'"),
        ("idle for 3 weks", 10, "unknown unit 'weks'; use ms, s, min, h, d or w"),
        ("idle for 0s", 10, "the span must be longer than nothing"),
        ("app(org.gnome.Totem)", 5, "app(…) wants a bus name in quotes, such as app(\"org.gnome.Totem\")"),
        ("app(\"Totem\")", 5, "'Totem' is not a bus name, such as 'org.gnome.Totem'"),
        ("mode(\"Work\")", 6, "'Work' is not a mode's id: a-z, 0-9, '_' and '-', at most 64"),
        ("known(idel)", 7, "unknown fact 'idel'; did you mean 'idle'?"),
        ("known(\"idle\")", 7, "known(…) wants a fact, such as known(idle)"),
        ("known(idle", 11, "')' must follow here"),
        ("idle \"x\"", 6, "a text in quotes stands where 'and', 'or' or the end must be"),
    ]

    @Test(arguments: refusals)
    func whatIsNotACondition_isRefusedWithItsPlace(_ text: String, _ column: Int, _ message: String) {
        let error = refusal { () throws(TextError) in try Condition(parsing: text) }
        #expect(error == TextError(line: 1, column: column, message: message))
    }

    @Test(
        arguments: [
            ("idle for 10min", .lasting(.idle, .seconds(600))),
            ("idle for 1h 30min", .lasting(.idle, .seconds(5400))),
            ("idle for 1.5h", .lasting(.idle, .seconds(5400))),
            ("battery < 20", .comparison(.battery, .less, .number(20))),
            ("battery<20.5", .comparison(.battery, .less, .number(20.5))),
            ("battery >= 99", .comparison(.battery, .atLeast, .number(99))),
            ("network == \"Office\"", .comparison(.network, .equal, .text("Office"))),
            ("network != \"a \\\"b\\\\ (or) c\"", .comparison(.network, .different, .text("a \"b\\ (or) c"))),
            ("known(battery)", .known(.battery)), ("known ( idle )", .known(.idle)),
            ("app(\"org.gnome.Totem\")", .app(Make.app("org.gnome.Totem"))),
            ("mode(\"work\")", .mode(Make.mode("work"))),
        ] as [(String, Proposition)])
    func everyProposition_isUnderstood(_ text: String, _ proposition: Proposition) throws {
        let condition = try Condition(parsing: text)
        #expect(condition.expression == .proposition(proposition))
        #expect(condition.terms.map(\.proposition) == [proposition])
        let joined = try Condition(parsing: "not (\(text)) and idle or \(text)")
        #expect(joined.terms.map(\.proposition) == [proposition, .fact(.idle), proposition])
        #expect(try Condition(parsing: Condition(joined.expression).text).expression == joined.expression)
    }

    @Test func everyProposition_isThreeValued() {
        func answer(_ proposition: Proposition, _ value: FactValue?) -> Truth { proposition.answer(value) }
        for relation in Proposition.Relation.allCases {
            let proposition = Proposition.comparison(.battery, relation, .number(20))
            #expect(answer(proposition, nil) == .unknown)
            #expect(answer(proposition, .text("20")) == .unknown)
            for (value, holds) in [(19.0, "< <= !="), (20, "<= >= =="), (21, "> >= !=")] {
                let isExpected = holds.split(separator: " ").contains { $0 == relation.rawValue }
                #expect(answer(proposition, .number(value)) == Truth(isExpected), "\(value) \(relation)")
            }
        }
        #expect(answer(.comparison(.network, .equal, .text("é")), .text("e\u{301}")) == .no, "bytes count")
        #expect(answer(.comparison(.network, .different, .text("a")), .text("b")) == .yes)
        #expect(answer(.known(.battery), nil) == .no)
        #expect(answer(.known(.battery), .number(1)) == .yes)
    }

    @Test func errorsOnLaterLines_haveTheirLine() {
        let error = refusal { () throws(TextError) in try Condition(parsing: "idle and\n lokked") }
        #expect(error.map { ($0.line, $0.column) } ?? (0, 0) == (2, 2))
    }

    @Test func depthAndLength_areBounded() throws {
        let deep = String(repeating: "(", count: 100) + "idle" + String(repeating: ")", count: 100)
        _ = try Condition(parsing: deep)
        let deeper = refusal { () throws(TextError) in try Condition(parsing: "not " + deep) }
        #expect(deeper?.message == "more than 100 levels of 'not' and parentheses")
        #expect(deeper?.column == 105)
        for opening in ["(", "not ", "not(", "(not "] {
            let text = String(repeating: opening, count: 4096 / opening.utf8.count)
            #expect(refusal { () throws(TextError) in try Condition(parsing: text) } != nil)
        }
        let chain = "idle" + String(repeating: " or idle", count: 511)
        #expect(try Condition(parsing: chain).terms.count == 512)
        #expect(
            refusal { () throws(TextError) in try Condition(parsing: chain + " or idle") }
                == TextError(column: 1, message: "the condition is longer than 4096 bytes"))
    }

    @Test func longTokens_doNotMakeLongMessages() throws {
        let long = String(repeating: "a", count: 4000)
        let error = try #require(refusal { () throws(TextError) in try Condition(parsing: long) })
        #expect(error.message.utf8.count < 200)
        let signs = String(repeating: "%\u{301}", count: 1300)
        let other = try #require(refusal { () throws(TextError) in try Condition(parsing: signs) })
        #expect(other.message.utf8.count < 400)
    }

    @Test func anyExpression_readsBackFromItsText() throws {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<1500 {
            let expression = random.expression(depth: 6)
            let condition = Condition(expression)
            let read = try Condition(parsing: condition.text)
            #expect(read == condition)
            guard !condition.text.contains("\""), !condition.text.contains("known") else { continue }
            let spaced = " " + condition.text.replacing("(", with: "( (").replacing(")", with: ") )") + "\t"
            #expect(try Condition(parsing: spaced).expression == expression)
        }
    }

    /// Every sequence of up to five tokens: never a trap, each refusal within the text, each acceptance canonical.
    @Test func everySmallCondition_isReadOrRefusedAtAPlace() {
        let words = ["idle", "not", "and", "or", "(", ")", "battery", "x"]
        var accepted = 0
        for length in 0...5 {
            var texts = [""]
            for _ in 0..<length { texts = texts.flatMap { text in words.map { "\(text) \($0)" } } }
            if length == 5 { texts = texts.filter { !$0.contains("x") && !$0.contains("battery") } }
            for text in texts {
                do {
                    let condition = try Condition(parsing: text)
                    accepted += 1
                    if (try? Condition(parsing: Condition(condition.expression).text).expression)
                        != condition.expression
                    {
                        Issue.record("\(text)")
                    }
                } catch {
                    if !isInside(error, Array(text.utf8)) { Issue.record("\(text): \(error)") }
                }
            }
        }
        // Counted by hand from the grammar: 1 + 1 + (1 + 2 + 1) + (1 + 4 + 1 + 1) + … up to five tokens.
        #expect(accepted == Self.countOfConditions)
    }

    /// How many token sequences of at most five tokens the grammar generates, by its own recurrence.
    static let countOfConditions: Int = {
        // units[n]: not…, fact or parenthesis of n tokens; all[n]: units joined by either operator.
        var units = [Int](repeating: 0, count: 6)
        var all = [Int](repeating: 0, count: 6)
        for length in 1...5 {
            units[length] = (length == 1 ? 1 : 0) + units[length - 1] + (length > 2 ? all[length - 2] : 0)
            all[length] = units[length]
            for left in 1..<max(length - 1, 1) where length - left - 1 >= 1 {
                all[length] += 2 * units[left] * all[length - left - 1]
            }
        }
        return all.reduce(0, +)
    }()

    @Test func mutatedConditions_neverTrap() {
        var random = SeededGenerator(seed: 5)
        let base = Array("not (idle and locked) or do-not-disturb and not fullscreen".utf8)
        for _ in 0..<2000 {
            let text = String(decoding: random.mutation(of: base), as: UTF8.self)
            if let error = refusal({ () throws(TextError) in try Condition(parsing: text) }),
                !isInside(error, Array(text.utf8))
            {
                Issue.record("\(text): \(error)")
            }
        }
    }
}

extension SeededGenerator {
    mutating func expression(depth: Int) -> Condition.Expression {
        let kind = depth == 0 ? 0 : Int.random(in: 0..<4, using: &self)
        switch kind {
        case 1: return .not(expression(depth: depth - 1))
        case 2: return .and(expression(depth: depth - 1), expression(depth: depth - 1))
        case 3: return .or(expression(depth: depth - 1), expression(depth: depth - 1))
        default:
            return .proposition(proposition)
        }
    }

    private var proposition: Proposition {
        mutating get {
            let facts: [Fact] = [.idle, .locked, .doNotDisturb, .fullscreen, .networkMetered]
            let fact = facts.randomElement(using: &self) ?? .idle
            let relation = Proposition.Relation.allCases.randomElement(using: &self) ?? .less
            let texts = ["", "Office", "a \"b\" \\", "und (oder) nicht", "日本"]
            switch Int.random(in: 0..<12, using: &self) {
            case 0: return .lasting(fact, Int64.random(in: 1...90_061_001_001, using: &self))
            case 1: return .comparison(.battery, relation, .number(Double(Int.random(in: -9...99, using: &self)) / 4))
            case 2:
                return .comparison(
                    .network, Bool.random(using: &self) ? .equal : .different,
                    .text(texts.randomElement(using: &self) ?? ""))
            case 3: return .known(fact)
            case 4: return .app(Make.app("org.example.App\(Int.random(in: 0...9, using: &self))"))
            case 5: return .mode(Make.mode("mode-\(Int.random(in: 0...9, using: &self))"))
            default: return .fact(fact)
            }
        }
    }
}
