// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces

/// What comes, what would be and what was: `next`, `preview`, `history`.
enum TimeReports {
    static func next(_ rows: [Row], _ wording: Wording) -> Report {
        typealias Key = Control1.ComingChangeKey
        guard !rows.isEmpty else {
            return Report(lines: ["nothing changes by the clock alone"], json: .rows(rows))
        }
        var table = Table(["WHEN", "MODE", "WHY"])
        for row in rows {
            table.rows.append([
                row[Key.at].map(wording.time.until) ?? "", Wording.orNone(row.text(Key.mode)), row.text(Key.text),
            ])
        }
        return Report(lines: table.lines(wording.style), json: .rows(rows))
    }

    static func preview(_ forecast: Row, _ wording: Wording) -> Report {
        typealias Key = Control1.ForecastKey
        var lines = ["Mode: \(Wording.orNone(forecast.text(Key.mode)))"]
        lines.append("Why: \(Wording.orNone(wording.reason(forecast.row(Key.reason))))")
        let changes = forecast.rows(Key.changes)
        lines.append(changes.isEmpty ? "No app would be told anything new." : "Apps would be told:")
        for change in changes {
            typealias Change = Control1.ForecastChangeKey
            lines.append("  \(change.text(Change.app))/\(change.text(Change.filter))")
            lines += FilterLines.values(change.row(Change.values), indent: "    ")
        }
        return Report(lines: lines, json: JSON(forecast))
    }

    static func history(_ rows: [Row], _ wording: Wording) -> Report {
        typealias Key = Control1.HistoryRowKey
        guard !rows.isEmpty else {
            return Report(lines: ["nothing has happened since the agent was started"], json: .rows(rows))
        }
        var table = Table(["WHEN", "WHAT", "OF", "TEXT"])
        for row in rows {
            let filter = row.text(Key.filter)
            let of = filter.isEmpty ? Wording.orNone(row.text(Key.mode)) : "\(row.text(Key.app))/\(filter)"
            table.rows.append([
                row[Key.at].map(wording.time.instant) ?? "", row.text(Key.kind), of, row.text(Key.text),
            ])
        }
        return Report(lines: table.lines(wording.style), json: .rows(rows))
    }
}
