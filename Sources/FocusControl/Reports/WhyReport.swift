// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces

/// What `why` shows: an Explanation.
enum WhyReport {
    static func report(_ explanation: Row, _ wording: Wording) -> Report {
        typealias Key = Control1.ExplanationKey
        let style = wording.style
        let mode = explanation.text(Key.mode)
        var lines = ["\(style.strong("Mode:")) \(mode.isEmpty ? "none" : style.strong(mode))"]
        if let since = explanation[Key.since] { lines.append("Since: \(wording.time.since(since))") }
        let reason = explanation.row(Key.reason)
        lines.append("Why: \(Wording.orNone(wording.reason(reason)))")
        let facts = reason.texts(Control1.ReasonKey.facts)
        if !facts.isEmpty { lines.append("Decided by: \(facts.joined(separator: ", "))") }
        let override = explanation.row(Key.override)
        if !override.isEmpty { lines.append("By hand: \(wording.override(override))") }
        lines += ["", style.strong("Terms:")] + terms(explanation.rows(Key.terms))
        lines += ["", style.strong("Candidates:")] + candidates(explanation.rows(Key.candidates), wording)
        return Report(lines: lines, json: JSON(explanation))
    }

    private static func terms(_ rows: [Row]) -> [String] {
        typealias Key = Control1.TermKey
        guard !rows.isEmpty else { return ["  no condition names a fact"] }
        var table = Table(["TERM", "VALUE", "SOURCE", "FOR"], indent: "  ")
        for row in rows {
            let text = row.text(Key.text)
            table.rows.append([
                text.isEmpty ? row.text(Key.fact) : text, row[Key.value].map(Words.fact) ?? "unknown",
                source(row),
                row[Key.age].map { TimeWords.span(Microseconds(clamping: $0)) } ?? "",
            ])
        }
        return table.lines()
    }

    /// `upower, not logind`.
    private static func source(_ row: Row) -> String {
        typealias Key = Control1.TermKey
        let against = row.texts(Key.against)
        return against.isEmpty
            ? row.text(Key.source) : "\(row.text(Key.source)), not \(against.joined(separator: ", "))"
    }

    private static func candidates(_ rows: [Row], _ wording: Wording) -> [String] {
        typealias Key = Control1.CandidateKey
        guard !rows.isEmpty else { return ["  no mode's condition holds"] }
        var table = Table(["MODE", "PRIORITY", "CONDITION", "WHY"], indent: "  ")
        for row in rows {
            let condition = row[Key.condition].map { $0 ? "holds" : "does not hold" } ?? "unknown"
            table.rows.append([
                row.text(Key.mode), row[Key.priority].map { String($0) } ?? "", condition,
                wording.reason(row.row(Key.reason)),
            ])
        }
        return table.lines()
    }
}
