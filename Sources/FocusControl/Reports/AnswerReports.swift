// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces

/// What apps answer: `options`, `resolve`, `describe`, `suggest`; and what they may: `policy`.
enum AnswerReports {
    static func sections(_ rows: [Row], _ wording: Wording) -> Report {
        typealias Key = Control1.KnownSectionKey
        var lines: [String] = []
        for row in rows {
            let heading = [row.text(Key.title), row.text(Key.subtitle)].filter { !$0.isEmpty }
            if !lines.isEmpty { lines.append("") }
            if !heading.isEmpty { lines.append(wording.style.strong(heading.joined(separator: ": "))) }
            let items = row.rows(Key.items)
            lines += items.isEmpty ? ["  nothing to choose"] : table(items, indent: heading.isEmpty ? "" : "  ")
        }
        if lines.isEmpty { lines = ["nothing to choose"] }
        return Report(lines: lines + age(rows.first?[Key.asOf], wording), json: .rows(rows))
    }

    static func items(_ rows: [Row], _ wording: Wording) -> Report {
        let lines = rows.isEmpty ? ["the app knows none of these"] : table(rows, indent: "")
        return Report(lines: lines + age(rows.first?[Control1.KnownItemKey.asOf], wording), json: .rows(rows))
    }

    static func description(_ row: Row, _ wording: Wording) -> Report {
        typealias Key = Control1.KnownDescriptionKey
        var lines = [row.text(Key.title), row.text(Key.subtitle)].filter { !$0.isEmpty }
        if lines.isEmpty { lines = ["the app says nothing about it"] }
        let terms = row.row(Key.notificationFilter)
        if !terms.isEmpty { lines.append("notifications: \(JSON(terms).line)") }
        return Report(lines: lines + age(row[Key.asOf], wording), json: JSON(row))
    }

    static func suggestions(_ rows: [Row], _ wording: Wording) -> Report {
        typealias Key = Control1.KnownSuggestionKey
        var lines: [String] = []
        for row in rows {
            lines.append(wording.style.strong(row.text(Key.title)))
            lines += FilterLines.values(row.row(Key.values), indent: "  ")
        }
        if lines.isEmpty { lines = ["the app suggests nothing"] }
        return Report(lines: lines + age(rows.first?[Key.asOf], wording), json: .rows(rows))
    }

    static func policy(_ app: String, shareMode: Bool?, activate: Bool?) -> Report {
        typealias Key = Control1.AppPolicyKey
        var table = Table()
        var members: [JSON.Member] = [JSON.Member(name: "app", value: .text(app))]
        for (key, value) in [(Key.shareMode, shareMode), (Key.activate, activate)] {
            guard let value else { continue }
            table.rows.append([key.name, Words.yesNo(value)])
            members.append(JSON.Member(name: key.name, value: .bool(value)))
        }
        return Report(lines: table.lines(), json: .object(members))
    }

    private static func table(_ items: [Row], indent: String) -> [String] {
        typealias Key = Control1.KnownItemKey
        var table = Table(indent: indent)
        for item in items {
            table.rows.append([
                item[Key.value].map(Words.parameter) ?? "", item.text(Key.title), item.text(Key.subtitle),
            ])
        }
        return table.lines()
    }

    /// Says so if the answer is not of this moment.
    private static func age(_ asOf: Int64?, _ wording: Wording) -> [String] {
        guard let asOf else { return [] }
        return ["", wording.style.warning("The app is not running; it said so \(wording.time.since(asOf))")]
    }
}
