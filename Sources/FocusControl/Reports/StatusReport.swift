// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces

/// What `status` knows.
struct Status {
    var properties: Control1.Properties
    var modes: [Row]
    var filters: [Row]
    var problems: [Row]
    /// Whose word each fact is, rows of `ListFacts`.
    var origins: [Row] = []

    func report(_ wording: Wording) -> Report {
        Report(lines: lines(wording), json: json)
    }

    private func lines(_ wording: Wording) -> [String] {
        let style = wording.style
        let mode = properties.activeMode ?? ""
        var lines = ["\(style.strong("Mode:")) \(mode.isEmpty ? "none" : style.strong(name(of: mode)))"]
        if let since = properties.since { lines.append("Since: \(wording.time.since(since))") }
        lines.append("Why: \(Wording.orNone(wording.reason(properties.reason ?? [:])))")
        if let override = properties.override, !override.isEmpty {
            lines.append("By hand: \(wording.override(override))")
        }
        lines += ["", style.strong("Facts:")] + facts
        lines += ["", style.strong("Filters:")]
        lines += filters.isEmpty ? ["  no app offers any"] : filters.flatMap { FilterLines.status($0, style) }
        if !problems.isEmpty {
            lines += ["", style.strong("Problems:")]
            lines += problems.map { "  " + style.warning(wording.problem($0)) }
        }
        return lines
    }

    private func name(of mode: String) -> String {
        let name = modes.first { $0[Control1.ModeRowKey.id] == mode }?.text(Control1.ModeRowKey.name) ?? ""
        return name.isEmpty || name == mode ? PlainText.clean(mode) : "\(PlainText.clean(mode)) (\(name))"
    }

    private var facts: [String] {
        guard let facts = properties.facts, !facts.isEmpty else { return ["  none is known"] }
        var table = Table(indent: "  ")
        for name in facts.keys.byteOrdered() {
            let words = [PlainText.clean(name), facts[name].map(Words.fact) ?? ""]
            table.rows.append(origins.isEmpty ? words : words + [origin(of: name)])
        }
        return table.lines()
    }

    /// `from upower for 2 h; logind says otherwise`.
    private func origin(of fact: String) -> String {
        typealias Key = Control1.FactRowKey
        guard let row = origins.first(where: { $0[Key.fact] == fact }) else { return "" }
        var words = "from \(row.text(Key.source))"
        if let age = row[Key.age] { words += " for \(TimeWords.span(Microseconds(clamping: age)))" }
        if row[Key.held] == true { words += "; the agent holds the switch, and this is what it was before" }
        let against = row.texts(Key.against)
        if against.isEmpty { return words }
        return "\(words); \(against.joined(separator: ", ")) \(against.count == 1 ? "says" : "say") otherwise"
    }

    private var json: JSON {
        .object([
            "mode": .text(properties.activeMode ?? ""),
            "since": properties.since.map { .integer($0) } ?? .null,
            "reason": JSON(properties.reason ?? [:]),
            "override": JSON(properties.override ?? [:]),
            "facts": JSON(properties.facts ?? [:]),
            "origins": .rows(origins),
            "filters": .rows(filters),
            "problems": .rows(problems),
        ])
    }
}
