// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// Reads facts and their values as people and programs write them.
enum FactReader {
    static func fact(named name: String) throws(UsageError) -> Fact {
        guard let fact = Fact(named: name) else {
            throw UsageError(
                "there is no fact '\(name)'\(suggestion(for: name, among: Fact.types.keys.map(\.name)))")
        }
        return fact
    }

    static func value(_ text: String, of fact: Fact) throws(UsageError) -> FactValue {
        let value: FactValue
        switch Fact.types[fact] {
        case .text?: value = .text(text)
        case .number?:
            guard let number = Double(text), number.isFinite else {
                throw UsageError("'\(fact)' is a number, not '\(text)'")
            }
            value = .number(number)
        case .bool?, nil:
            switch text {
            case "true", "yes", "on": value = .bool(true)
            case "false", "no", "off": value = .bool(false)
            default: throw UsageError("'\(fact)' is true or false, not '\(text)'")
            }
        }
        if let objection = fact.objection(to: value) { throw UsageError(objection) }
        return value
    }
}
