// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusInterfaces

/// The lists: `modes`, `filters`, `sources`, `problems`.
enum ListReports {
    static func modes(_ rows: [Row], active: String, _ wording: Wording) -> Report {
        typealias Key = Control1.ModeRowKey
        var table = Table(["MODE", "ON", "CONDITION", "PRIORITY", "NAME"])
        for row in rows {
            let condition: String =
                switch row[Key.condition] {
                case _ where row[Key.enabled] == false: "disabled"
                case true?: "holds"
                case false?: "does not hold"
                case nil: ""
                }
            table.rows.append([
                row.text(Key.id), Words.yesNo(row[Key.id] == active), condition,
                row[Key.priority].map { String($0) } ?? "", row.text(Key.name),
            ])
        }
        return Report(lines: rows.isEmpty ? ["there are no modes"] : table.lines(wording.style), json: .rows(rows))
    }

    static func filters(_ rows: [Row], _ wording: Wording) -> Report {
        Report(lines: FilterLines.all(rows, wording.style), json: .rows(rows))
    }

    static func sources(_ rows: [Row], _ wording: Wording) -> Report {
        typealias Key = Control1.SourceRowKey
        var table = Table(["SOURCE", "STATE", "IN CHARGE", "DETAIL", "FACTS"])
        for row in rows {
            let facts = row.row(Key.facts)
            table.rows.append([
                row.text(Key.id), row.text(Key.state), Words.yesNo(row[Key.inCharge]),
                row.text(Key.detail),
                facts.keys.byteOrdered().map { "\(PlainText.clean($0))=\(facts[$0].map(Words.fact) ?? "")" }
                    .joined(separator: " "),
            ])
        }
        return Report(lines: rows.isEmpty ? ["there are no sources"] : table.lines(wording.style), json: .rows(rows))
    }

    /// `none` is what to say if there is none.
    static func problems(_ rows: [Row], none: String, _ wording: Wording) -> Report {
        Report(
            lines: rows.isEmpty ? [none] : rows.map { wording.style.warning(wording.problem($0)) }, json: .rows(rows))
    }
}
