// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// A dictionary `a{sv}` from the agent. What is absent or of another type is nil: a newer or a broken agent is shown as
/// far as it can be understood.
typealias Row = [String: Value]

extension Row {
    /// A text as sent; for comparing and for calls.
    func raw(_ key: String) -> String? { self[key].flatMap { String($0) } }

    /// A text for people, fit for a terminal; empty if absent.
    func text(_ key: String) -> String { PlainText.clean(raw(key) ?? "") }

    func flag(_ key: String) -> Bool? { self[key].flatMap { Bool($0) } }

    func row(_ key: String) -> Row { self[key].flatMap { Row($0) } ?? [:] }

    func rows(_ key: String) -> [Row] { self[key].flatMap { [Row]($0) } ?? [] }

    func texts(_ key: String) -> [String] { (self[key].flatMap { [String]($0) } ?? []).map(PlainText.clean) }

    /// Any whole number that fits.
    func number(_ key: String) -> Int64? {
        guard let value = self[key] else { return nil }
        switch value {
        case .byte(let number): return Int64(number)
        case .int16(let number): return Int64(number)
        case .uint16(let number): return Int64(number)
        case .int32(let number): return Int64(number)
        case .uint32(let number): return Int64(number)
        case .int64(let number): return number
        case .uint64(let number): return Int64(exactly: number)
        case .boolean, .double, .string, .objectPath, .signature, .fileDescriptor, .array, .dictionary, .structure,
            .variant:
            return nil
        }
    }
}

/// Values as people read them.
enum Words {
    /// Of a fact: `yes`, `no`, `80`, `Office`.
    static func fact(_ value: Value) -> String {
        if case .string(let text) = value { return PlainText.clean(text) }
        return parameter(value)
    }

    /// Of a parameter, so that it can be told from another type: texts are quoted.
    static func parameter(_ value: Value) -> String {
        if let flag = Bool(value) { return yesNo(flag) }
        if let number = Double(value) { return self.number(number) }
        if case .array(_, let elements) = value { return "[" + elements.map(parameter).joined(separator: ", ") + "]" }
        return JSON(value).line
    }

    static func parameters(_ values: Row) -> String {
        values.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .map { "\(PlainText.clean($0))=\(values[$0].map(parameter) ?? "")" }.joined(separator: " ")
    }

    static func yesNo(_ flag: Bool) -> String { flag ? "yes" : "no" }

    /// A truth that may be unknown, or not there.
    static func yesNo(_ flag: Bool?) -> String { flag.map { yesNo($0) } ?? "" }

    private static func number(_ number: Double) -> String {
        guard let whole = Int64(exactly: number) else { return String(number) }
        return String(whole)
    }
}
