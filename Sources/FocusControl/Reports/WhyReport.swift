// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// What `why` shows: an Explanation.
enum WhyReport {
    static func report(_ explanation: Row, _ wording: Wording) -> Report {
        let style = wording.style
        let mode = explanation.text("mode")
        var lines = ["\(style.strong("Mode:")) \(mode.isEmpty ? "none" : style.strong(mode))"]
        if let since = explanation.number("since") { lines.append("Since: \(wording.time.since(since))") }
        let reason = explanation.row("reason")
        lines.append("Why: \(Wording.orNone(wording.reason(reason)))")
        let facts = reason.texts("facts")
        if !facts.isEmpty { lines.append("Decided by: \(facts.joined(separator: ", "))") }
        let override = explanation.row("override")
        if !override.isEmpty { lines.append("By hand: \(wording.override(override))") }
        lines += ["", style.strong("Terms:")] + terms(explanation.rows("terms"))
        lines += ["", style.strong("Candidates:")] + candidates(explanation.rows("candidates"), wording)
        return Report(lines: lines, json: JSON(explanation))
    }

    private static func terms(_ rows: [Row]) -> [String] {
        guard !rows.isEmpty else { return ["  no condition names a fact"] }
        var table = Table(["TERM", "VALUE", "SOURCE", "FOR"], indent: "  ")
        for row in rows {
            let text = row.text("text")
            table.rows.append([
                text.isEmpty ? row.text("fact") : text, row["value"].map(Words.fact) ?? "unknown", row.text("source"),
                row.number("age").map { TimeWords.span($0) } ?? "",
            ])
        }
        return table.lines()
    }

    private static func candidates(_ rows: [Row], _ wording: Wording) -> [String] {
        guard !rows.isEmpty else { return ["  no mode's condition holds"] }
        var table = Table(["MODE", "PRIORITY", "CONDITION", "WHY"], indent: "  ")
        for row in rows {
            let condition = row.flag("condition").map { $0 ? "holds" : "does not hold" } ?? "unknown"
            table.rows.append([
                row.text("mode"), row.number("priority").map { String($0) } ?? "", condition,
                wording.reason(row.row("reason")),
            ])
        }
        return table.lines()
    }
}
