// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusInterfaces

/// How filters are shown.
enum FilterLines {
    private typealias Key = Control1.FilterRowKey
    private typealias ParameterKey = Focus1.ParameterDescriptionKey

    /// `app/filter`.
    static func key(_ row: Row) -> String { "\(row.text(Key.app))/\(row.text(Key.filter))" }

    /// For `status`: the filter with its state, and its effective values below.
    static func status(_ row: Row, _ style: Style) -> [String] {
        let state = row[Key.state] == "failing" ? style.warning(stateWords(row)) : stateWords(row)
        return ["  \(key(row)): \(state)"] + error(row, style).map { "    \($0)" }
            + values(row.row(Key.values), indent: "    ")
    }

    /// For `filters`: also the titles, the modes, and every parameter with its type.
    static func all(_ rows: [Row], _ style: Style) -> [String] {
        guard !rows.isEmpty else { return ["no app offers any filter"] }
        var lines: [String] = []
        for row in rows {
            if !lines.isEmpty { lines.append("") }
            lines.append(style.strong(key(row)))
            lines.append("  title: \(row.text(Key.title))")
            lines.append("  state: \(stateWords(row))")
            lines += error(row, style).map { "  \($0)" }
            lines.append("  configured in: \(Wording.orNone(row.texts(Key.modes).joined(separator: ", ")))")
            let parameters = row.rows(Key.parameters)
            lines.append(parameters.isEmpty ? "  parameters: none" : "  parameters:")
            lines += self.parameters(parameters, values: row.row(Key.values))
        }
        return lines
    }

    /// `served, active`.
    static func stateWords(_ row: Row) -> String {
        var words = [row.text(Key.state)]
        if row[Key.suspended] == true { words.append("suspended by the app") }
        words.append(row[Key.active] == true ? "active" : "at its defaults")
        return words.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private static func error(_ row: Row, _ style: Style) -> [String] {
        let words = row.text(Key.error)
        return words.isEmpty ? [] : [style.warning("last error: \(words)")]
    }

    /// One value in a line; `none` are nil.
    static func values(_ values: Row, none: [String] = [], indent: String) -> [String] {
        var table = Table(indent: indent)
        for name in values.keys.byteOrdered() {
            table.rows.append([PlainText.clean(name), values[name].map(Words.parameter) ?? ""])
        }
        for name in none { table.rows.append([PlainText.clean(name), "none"]) }
        return table.lines()
    }

    private static func parameters(_ parameters: [Row], values: Row) -> [String] {
        var table = Table(indent: "    ")
        for parameter in parameters {
            let id = parameter[ParameterKey.id] ?? ""
            var type = parameter.text(ParameterKey.type)
            if parameter[ParameterKey.array] == true { type += " list" }
            if parameter[ParameterKey.optional] == true { type += ", optional" }
            let cases = parameter.rows(ParameterKey.cases).compactMap { $0[Focus1.ItemKey.value].map(Words.parameter) }
            let title =
                parameter.text(ParameterKey.title) + (cases.isEmpty ? "" : " (\(cases.joined(separator: ", ")))")
            table.rows.append([PlainText.clean(id), values[id].map(Words.parameter) ?? "none", type, title])
        }
        return table.lines()
    }
}
