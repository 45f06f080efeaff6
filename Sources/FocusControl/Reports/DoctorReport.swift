// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces

/// What `doctor` found: the buses, the agent, each source, and what nothing tells.
struct DoctorReport {
    /// In words why the system bus is out of reach; nil if it is not.
    var systemBus: String?
    /// Nil while no agent runs.
    var agent: Agent?

    struct Agent {
        var sources: [Row]
        /// Rows of `ListFacts`.
        var facts: [Row]
        var problems: [Row]
    }

    private typealias SourceKey = Control1.SourceRowKey
    private typealias FactKey = Control1.FactRowKey

    func report(_ style: Style) -> Report {
        var lines = ["Session bus: reachable"]
        if let systemBus {
            lines.append(style.warning("System bus: \(PlainText.clean(systemBus)): start dbus.service"))
        } else {
            lines.append("System bus: reachable")
        }
        guard let agent else {
            lines.append(style.warning("Agent: not running"))
            lines += Failure.startIt.split(separator: "\n").dropFirst().map { "  \($0)" }
            return Report(lines: lines, json: json)
        }
        lines.append("Agent: running")
        lines.append(charge(agent, style))
        lines += ["", style.strong("Sources:")] + sources(agent)
        lines += ["", style.strong("Facts that nothing tells:")] + unknown(agent)
        if !agent.problems.isEmpty {
            lines += [
                "", style.strong("Problems:"), style.warning("  'focusctl problems' lists \(agent.problems.count)"),
            ]
        }
        return Report(lines: lines, json: json)
    }

    private func charge(_ agent: Agent, _ style: Style) -> String {
        guard let row = agent.facts.first(where: { $0[FactKey.fact] == Fact.doNotDisturb.name }) else {
            return style.warning("Do Not Disturb: nothing tells of it")
        }
        let value = row[FactKey.value].map(Words.fact) ?? ""
        return "Do Not Disturb: \(value == "yes" ? "on" : "off"), by \(row.text(FactKey.source))"
    }

    private func sources(_ agent: Agent) -> [String] {
        var table = Table(indent: "  ")
        for row in agent.sources {
            let detail = row.text(SourceKey.detail)
            let decides = agent.facts.filter { $0[FactKey.source] == row[SourceKey.id] }
                .map { $0.text(FactKey.fact) }
            let words = decides.isEmpty ? detail : "decides \(decides.joined(separator: ", "))"
            table.rows.append([row.text(SourceKey.id), row.text(SourceKey.state), words])
        }
        return table.lines()
    }

    /// Each fact that is not known, and why the sources that could tell it do not.
    private func unknown(_ agent: Agent) -> [String] {
        let missing = missing(agent)
        guard !missing.isEmpty else { return ["  none"] }
        var lines: [String] = []
        for fact in missing {
            lines.append("  \(fact)")
            // What programs report is no component of the desktop.
            let able = agent.sources.filter {
                $0.texts(SourceKey.tells).contains(fact.name) && $0[SourceKey.id] != "reports"
            }
            for row in able {
                let detail = row.text(SourceKey.detail)
                lines.append(
                    "    \(row.text(SourceKey.id)): \(detail.isEmpty ? "it does not say on this machine" : detail)")
            }
            if able.isEmpty { lines.append("    no component is known that tells it; 'focusctl report' can") }
        }
        return lines
    }

    private var json: JSON {
        .object([
            "system-bus": .bool(systemBus == nil), "agent": .bool(agent != nil),
            "sources": .rows(agent?.sources ?? []), "facts": .rows(agent?.facts ?? []),
            "unknown": .array(
                agent.map { missing($0).map { .text($0.name) } } ?? []),
        ])
    }

    private func missing(_ agent: Agent) -> [Fact] {
        let known = Set(agent.facts.map { $0.text(FactKey.fact) })
        return Fact.types.keys.sorted().filter { !known.contains($0.name) }
    }
}
