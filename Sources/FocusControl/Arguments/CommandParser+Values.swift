// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// Reads what options and operands say.
extension CommandParser {
    func ending() throws(UsageError) -> Ending {
        let given = [Option.span, .until, .untilResumed].filter { values[$0] != nil }
        guard let option = given.first else { return .boundary }
        guard given.count == 1 else {
            throw UsageError("\(given.map(\.rawValue).joined(separator: " and ")) exclude each other")
        }
        if option == .span { return .span(try Self.span(values[option]?.first ?? "")) }
        guard option == .until else { return .resumed }
        return try time(.until).map(Ending.time) ?? .boundary
    }

    func time(_ option: Option) throws(UsageError) -> LocalTime? {
        guard let text = values[option]?.first else { return nil }
        guard let time = LocalTime(text) else {
            throw UsageError("\(option.rawValue): '\(text)' is not a time; for example \(Option.timeExamples)")
        }
        return time
    }

    func count() throws(UsageError) -> UInt32 {
        guard let text = values[.count]?.first else { return 10 }
        guard let count = UInt32(text), count > 0 else {
            throw UsageError("--count: '\(text)' is not a number above 0")
        }
        return count
    }

    func facts() throws(UsageError) -> [Fact: FactValue] {
        var facts: [Fact: FactValue] = [:]
        for text in values[.fact] ?? [] {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else {
                throw UsageError("--fact: '\(text)' is not NAME=VALUE; for example locked=true")
            }
            do throws(UsageError) {
                let fact = try FactReader.fact(named: parts[0])
                guard facts.updateValue(try FactReader.value(parts[1], of: fact), forKey: fact) == nil else {
                    throw UsageError("'\(fact)' is given twice")
                }
            } catch {
                throw UsageError("--fact: \(error.message)")
            }
        }
        return facts
    }

    static func span(_ text: String) throws(UsageError) -> Microseconds {
        let span: Microseconds
        do {
            span = try TimeSpan.parse(text)
        } catch {
            throw UsageError("--for: '\(text)': \(error.message); for example \(Option.spanExamples)")
        }
        guard span > 0 else {
            throw UsageError("--for: '\(text)' is no time at all; for example \(Option.spanExamples)")
        }
        return span
    }

    static func filter(_ text: String) throws(UsageError) -> FilterKey {
        guard let key = FilterKey(text) else {
            throw UsageError(
                "'\(text)' is not a filter; write APP/FILTER, as 'focusctl filters' lists them: org.example.Tasks/UpNext"
            )
        }
        return key
    }

    static func assignments(_ operands: ArraySlice<String>) throws(UsageError) -> [Changes.Assignment] {
        var assignments: [Changes.Assignment] = []
        for operand in operands {
            guard let sign = operand.firstIndex(of: "="), sign != operand.startIndex else {
                throw UsageError("'\(operand)' is not NAME=VALUE; for example urgentOnly=true")
            }
            assignments.append(
                Changes.Assignment(
                    name: String(operand[..<sign]), value: String(operand[operand.index(after: sign)...])))
        }
        return assignments
    }

    static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ text: String, for option: Option
    ) throws(UsageError) -> Choice {
        guard let choice = Choice(rawValue: text) else {
            let all = Choice.allCases.map(\.rawValue)
            throw UsageError(
                "\(option.rawValue): '\(text)' is none of \(all.joined(separator: ", "))\(suggestion(for: text, among: all))"
            )
        }
        return choice
    }
}
