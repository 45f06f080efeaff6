// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Something that is true, false or unknown of the desktop: the leaves of a condition.
public enum Proposition: Hashable, Sendable {
    /// The fact, a bool, is true.
    case fact(Fact)
    /// The fact, a bool, has been true for this long without a break; above 0. Unknown while the fact is.
    case lasting(Fact, Microseconds)
    /// The fact compares so with a number or a text of its type. Unknown while the fact is.
    case comparison(Fact, Relation, FactValue)
    /// The fact has a value, whichever. Never unknown.
    case known(Fact)
    /// Somebody owns this name on the session bus.
    case app(AppID)
    /// That mode's own condition and schedule, or a hold, say that it is on. Unknown for a mode that there is not.
    case mode(ModeID)

    /// How two values compare.
    public enum Relation: String, Hashable, Sendable, CaseIterable {
        case less = "<"
        case atMost = "<="
        case more = ">"
        case atLeast = ">="
        case equal = "=="
        case different = "!="

        /// Whether texts, which have no order, can be compared so.
        var isForTexts: Bool {
            switch self {
            case .equal, .different: true
            case .less, .atMost, .more, .atLeast: false
            }
        }

        func holds(_ left: Double, _ right: Double) -> Bool {
            switch self {
            case .less: left < right
            case .atMost: left <= right
            case .more: left > right
            case .atLeast: left >= right
            case .equal: left == right
            case .different: left != right
            }
        }
    }

    /// The fact that it is about, if it is about one.
    public var fact: Fact? {
        switch self {
        case .fact(let fact), .lasting(let fact, _), .comparison(let fact, _, _), .known(let fact): fact
        case .app, .mode: nil
        }
    }

    /// As a condition writes it.
    public var text: String {
        switch self {
        case .fact(let fact): fact.name
        case .lasting(let fact, let span): "\(fact) for \(TimeSpan.text(of: span))"
        case .comparison(let fact, let relation, let value): "\(fact) \(relation.rawValue) \(Self.text(of: value))"
        case .known(let fact): "known(\(fact))"
        case .app(let app): "app(\"\(app)\")"
        case .mode(let mode): "mode(\"\(mode)\")"
        }
    }

    /// The answer as far as the fact's value alone gives it; for one about a span, whether the fact is true now.
    func answer(_ value: FactValue?) -> Truth {
        switch self {
        case .fact, .lasting: Truth(value)
        case .comparison(_, let relation, let other): Self.compare(value, relation, other)
        case .known: value == nil ? .no : .yes
        case .app, .mode: .unknown
        }
    }

    private static func compare(_ value: FactValue?, _ relation: Relation, _ other: FactValue) -> Truth {
        switch (value, other) {
        case (.number(let left)?, .number(let right)): Truth(relation.holds(left, right))
        case (.text(let left)?, .text(let right)): Truth(left.isExactly(right) == (relation == .equal))
        case (.bool?, _), (.number?, _), (.text?, _), (nil, _): .unknown
        }
    }

    private static func text(of value: FactValue) -> String {
        switch value {
        case .bool(let bool): return "\(bool)"
        case .number(let number): return Int64(exactly: number).map { "\($0)" } ?? "\(number)"
        case .text(let text):
            var quoted = "\""
            for scalar in text.unicodeScalars {
                if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
                quoted.unicodeScalars.append(scalar)
            }
            return quoted + "\""
        }
    }
}
