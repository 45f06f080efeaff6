// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces

extension WatchEvent {
    /// One line: when, what kind of thing, and what is new.
    func line(at instant: Int64, _ wording: Wording) -> String {
        let (kind, words) = parts(wording)
        let padding = String(repeating: " ", count: max(0, 9 - kind.count))
        return "\(wording.time.clockToMillisecond(instant))  \(kind)\(padding)\(words)"
    }

    private func parts(_ wording: Wording) -> (kind: String, words: String) {
        switch self {
        case .agent(let isRunning):
            return ("agent", isRunning ? "is running" : wording.style.warning("is not running; waiting for it"))
        case .mode(let id, let reason, let override):
            var words = id.isEmpty ? "none" : wording.style.strong(PlainText.clean(id))
            let why = override.isEmpty ? wording.reason(reason) : "by hand\(wording.ending(override))"
            if !why.isEmpty { words += ": \(why)" }
            return ("mode", words)
        case .fact(let name, let value, let before):
            let now = value.map(Words.fact) ?? "unknown"
            let was = before.map { " (was \(Words.fact($0)))" } ?? ""
            return ("fact", "\(PlainText.clean(name)): \(now)\(was)")
        case .filter(let row):
            let values = Words.parameters(row.row(Control1.FilterRowKey.values))
            return (
                "filter",
                "\(FilterLines.key(row)): \(FilterLines.stateWords(row))\(values.isEmpty ? "" : "; \(values)")"
            )
        case .filterGone(let key): return ("filter", "\(key): is gone")
        case .problem(let row): return ("problem", wording.style.warning(wording.problem(row)))
        case .solved(let row): return ("solved", wording.problem(row))
        }
    }

    /// One object: `at`, `event`, and what is new.
    func json(at instant: Int64) -> JSON {
        let at = JSON.integer(instant)
        switch self {
        case .agent(let isRunning):
            return .object(["at": at, "event": .text("agent"), "running": .bool(isRunning)])
        case .mode(let id, let reason, let override):
            return .object([
                "at": at, "event": .text("mode"), "mode": .text(id), "reason": JSON(reason),
                "override": JSON(override),
            ])
        case .fact(let name, let value, let before):
            return .object([
                "at": at, "event": .text("fact"), "fact": .text(name), "value": value.map { JSON($0) } ?? .null,
                "before": before.map { JSON($0) } ?? .null,
            ])
        case .filter(let row):
            return .object(["at": at, "event": .text("filter"), "filter": JSON(row)])
        case .filterGone(let key):
            return .object(["at": at, "event": .text("filter-gone"), "key": .text(key)])
        case .problem(let row):
            return .object(["at": at, "event": .text("problem"), "problem": JSON(row)])
        case .solved(let row):
            return .object(["at": at, "event": .text("solved"), "problem": JSON(row)])
        }
    }
}
