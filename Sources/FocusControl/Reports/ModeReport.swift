// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces

/// What `show` shows: ModeSettings.
enum ModeReport {
    private typealias Key = Control1.ModeSettingsKey

    static func report(_ mode: String, _ settings: Row, _ wording: Wording) -> Report {
        var table = Table()
        table.rows.append(["mode", PlainText.clean(mode)])
        for key in [Key.name, Key.icon, Key.color, Key.when, Key.schedule, Key.doNotDisturb]
        where !settings.text(key).isEmpty {
            table.rows.append([key.name, settings.text(key)])
        }
        if let priority = settings[Key.priority] { table.rows.append([Key.priority.name, String(priority)]) }
        if let enabled = settings[Key.enabled] { table.rows.append([Key.enabled.name, Words.yesNo(enabled)]) }
        for key in [Key.enterDelay, Key.leaveDelay] {
            guard let delay = settings[key] else { continue }
            table.rows.append([key.name, TimeSpan.text(of: Microseconds(clamping: delay))])
        }
        return Report(lines: table.lines() + filters(settings, wording.style), json: JSON(settings))
    }

    private static func filters(_ settings: Row, _ style: Style) -> [String] {
        let configured = settings[Key.filters] ?? [:]
        let none = settings[Key.none] ?? [:]
        let keys = Set(configured.keys).union(none.keys).byteOrdered()
        guard !keys.isEmpty else { return ["", "no filter is configured"] }
        return keys.flatMap { key in
            var values = FilterLines.values(configured[key] ?? [:], none: none[key] ?? [], indent: "  ")
            if values.isEmpty { values = ["  all defaults"] }
            return ["", style.strong(PlainText.clean(key))] + values
        }
    }
}
