// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore

/// What `show` shows: ModeSettings.
enum ModeReport {
    static func report(_ mode: String, _ settings: Row, _ wording: Wording) -> Report {
        var table = Table()
        table.rows.append(["mode", PlainText.clean(mode)])
        for key in ["name", "icon", "color", "when", "schedule", "do-not-disturb"] where !settings.text(key).isEmpty {
            table.rows.append([key, settings.text(key)])
        }
        if let priority = settings.number("priority") { table.rows.append(["priority", String(priority)]) }
        if let enabled = settings.flag("enabled") { table.rows.append(["enabled", Words.yesNo(enabled)]) }
        for key in ["enter-delay", "leave-delay"] {
            if let delay = settings.number(key) { table.rows.append([key, TimeSpan.text(of: delay)]) }
        }
        return Report(lines: table.lines() + filters(settings, wording.style), json: JSON(settings))
    }

    private static func filters(_ settings: Row, _ style: Style) -> [String] {
        let configured = settings.row("filters", of: Row.self)
        let none = settings.row("none", of: [String].self)
        let keys = Set(configured.keys).union(none.keys).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        guard !keys.isEmpty else { return ["", "no filter is configured"] }
        return keys.flatMap { key in
            var table = Table(indent: "  ")
            let values = configured[key] ?? [:]
            for name in values.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
                table.rows.append([PlainText.clean(name), values[name].map(Words.parameter) ?? ""])
            }
            for name in none[key] ?? [] { table.rows.append([PlainText.clean(name), "none"]) }
            return ["", style.strong(PlainText.clean(key))] + (table.rows.isEmpty ? ["  all defaults"] : table.lines())
        }
    }
}

extension Row {
    /// A dictionary of one type of content, empty if absent.
    func row<Content: BusRepresentable>(_ key: String, of content: Content.Type) -> [String: Content] {
        self[key].flatMap { [String: Content]($0) } ?? [:]
    }
}
