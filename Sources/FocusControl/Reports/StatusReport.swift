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
            table.rows.append([PlainText.clean(name), facts[name].map(Words.fact) ?? ""])
        }
        return table.lines()
    }

    private var json: JSON {
        .object([
            "mode": .text(properties.activeMode ?? ""),
            "since": properties.since.map { .integer($0) } ?? .null,
            "reason": JSON(properties.reason ?? [:]),
            "override": JSON(properties.override ?? [:]),
            "facts": JSON(properties.facts ?? [:]),
            "filters": .rows(filters),
            "problems": .rows(problems),
        ])
    }
}
