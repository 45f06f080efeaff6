// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces

/// A dictionary `a{sv}` from the agent. What is absent or of another type is nil: a newer or a broken agent is shown as
/// far as it can be understood.
typealias Row = [String: Value]

extension Row {
    subscript<Content: BusRepresentable>(key: DictionaryKey<Content>) -> Content? {
        self[key.name].flatMap { Content($0) }
    }

    /// The value itself, of whatever type.
    subscript(key: DictionaryKey<Value>) -> Value? { self[key.name] }

    /// A text for people, fit for a terminal; empty if absent.
    func text(_ key: DictionaryKey<String>) -> String { PlainText.clean(self[key] ?? "") }

    func texts(_ key: DictionaryKey<[String]>) -> [String] { (self[key] ?? []).map(PlainText.clean) }

    func row(_ key: DictionaryKey<Row>) -> Row { self[key] ?? [:] }

    func rows(_ key: DictionaryKey<[Row]>) -> [Row] { self[key] ?? [] }
}

extension Sequence<String> {
    /// In the order of their bytes, which no locale changes.
    func byteOrdered() -> [String] { sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
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
        values.keys.byteOrdered()
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
