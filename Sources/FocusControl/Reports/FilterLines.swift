// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// How filters are shown.
enum FilterLines {
    /// `app/filter`.
    static func key(_ row: Row) -> String { "\(row.text("app"))/\(row.text("filter"))" }

    /// For `status`: the filter with its state, and its effective values below.
    static func status(_ row: Row, _ style: Style) -> [String] {
        let state = row.raw("state") == "failing" ? style.warning(stateWords(row)) : stateWords(row)
        return ["  \(key(row)): \(state)"] + values(row.row("values"), indent: "    ")
    }

    /// For `filters`: also the titles, the modes, and every parameter with its type.
    static func all(_ rows: [Row], _ style: Style) -> [String] {
        guard !rows.isEmpty else { return ["no app offers any filter"] }
        var lines: [String] = []
        for row in rows {
            if !lines.isEmpty { lines.append("") }
            lines.append(style.strong(key(row)))
            lines.append("  title: \(row.text("title"))")
            lines.append("  state: \(stateWords(row))")
            lines.append("  configured in: \(Wording.orNone(row.texts("modes").joined(separator: ", ")))")
            let parameters = row.rows("parameters")
            lines.append(parameters.isEmpty ? "  parameters: none" : "  parameters:")
            lines += self.parameters(parameters, values: row.row("values"))
        }
        return lines
    }

    /// `served, active`.
    static func stateWords(_ row: Row) -> String {
        var words = [row.text("state")]
        if row.flag("suspended") == true { words.append("suspended by the app") }
        words.append(row.flag("active") == true ? "active" : "at its defaults")
        return words.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    static func values(_ values: Row, indent: String) -> [String] {
        var table = Table(indent: indent)
        for name in values.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            table.rows.append([PlainText.clean(name), values[name].map(Words.parameter) ?? ""])
        }
        return table.lines()
    }

    private static func parameters(_ parameters: [Row], values: Row) -> [String] {
        var table = Table(indent: "    ")
        for parameter in parameters {
            let id = parameter.raw("id") ?? ""
            var type = parameter.text("type")
            if parameter.flag("array") == true { type += " list" }
            if parameter.flag("optional") == true { type += ", optional" }
            let cases = parameter.rows("cases").compactMap { $0["value"].map(Words.parameter) }
            let title = parameter.text("title") + (cases.isEmpty ? "" : " (\(cases.joined(separator: ", ")))")
            table.rows.append([PlainText.clean(id), values[id].map(Words.parameter) ?? "none", type, title])
        }
        return table.lines()
    }
}
