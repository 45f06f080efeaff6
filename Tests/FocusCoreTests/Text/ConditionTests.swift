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
        #expect(condition.terms.map(\.fact) == [.idle, .locked, .idle])
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
        ("battery", 1, "'battery' is a number, neither true nor false, and cannot stand as a term"),
        ("idle or network", 9, "'network' is a text, neither true nor false, and cannot stand as a term"),
        ("battery < 20", 9, "comparisons such as 'battery < …' are not understood here"),
        ("battery<20", 8, "comparisons such as 'battery < …' are not understood here"),
        ("network == \"Office\"", 9, "comparisons such as 'network == …' are not understood here"),
    ]

    @Test(arguments: refusals)
    func whatIsNotACondition_isRefusedWithItsPlace(_ text: String, _ column: Int, _ message: String) {
        let error = refusal { () throws(TextError) in try Condition(parsing: text) }
        #expect(error == TextError(line: 1, column: column, message: message))
    }

    @Test(arguments: [
        ("idle for 10min", 6, "'idle for …'"), ("app(\"org.gnome.Totem\")", 1, "'app(…)'"),
        ("not mode(\"work\")", 5, "'mode(…)'"), ("known(idle)", 1, "'known(…)'"),
    ])
    func theLaterLanguage_isNotUnderstoodHere(_ text: String, _ column: Int, _ name: String) throws {
        let error = try #require(refusal { () throws(TextError) in try Condition(parsing: text) })
        #expect(error.column == column)
        #expect(error.message.hasPrefix("\(name) is not understood here; "))
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
            let facts: [Fact] = [.idle, .locked, .doNotDisturb, .fullscreen, .networkMetered]
            return .fact(facts.randomElement(using: &self) ?? .idle)
        }
    }
}
