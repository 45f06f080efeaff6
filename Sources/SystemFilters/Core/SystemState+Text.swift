// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore

extension SystemState {
    /// As text, with a digest at the end.
    var text: [UInt8] {
        var lines = ["[Performed]"]
        for (filter, token) in tokens.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            lines.append("\(filter.rawValue)=\(KeyFile.escaped(token))")
        }
        var number = 0
        func add(_ kind: String, _ entries: [(String, String)]) {
            number += 1
            lines += ["", "[\(kind) \(number)]"] + entries.map { "\($0)=\(KeyFile.escaped($1))" }
        }
        for filter in SystemFilter.allCases {
            for (knob, value) in (wishes[filter] ?? [:]).sorted(by: { $0.key.text < $1.key.text }) {
                add(Self.wish, [("Filter", filter.rawValue), ("Knob", knob.text), ("Value", value)])
            }
        }
        for (knob, record) in records.sorted(by: { $0.key.text < $1.key.text }) {
            add(
                Self.record,
                [
                    ("Knob", knob.text), ("Before", record.before.text),
                    ("BeforeIsDefault", "\(record.before.isDefault)"), ("Written", record.written.text),
                    ("Overruled", "\(record.isOverruled)"), ("InForce", "\(record.isInForce)"),
                ])
        }
        if let following {
            lines += ["", "[Following]", "Silence=\(KeyFile.escaped(following.silence.sorted()))"]
            if let allow = following.allow { lines.append("Allow=\(KeyFile.escaped(allow.sorted()))") }
        }
        lines += ["", "[Command]", "Seconds=\(command.entered.seconds)"]
        for (key, value) in [
            ("Enter", command.entered.enter), ("Leave", command.entered.leave), ("Token", command.token),
            ("Outcome", command.outcome),
        ] {
            if let value { lines.append("\(key)=\(KeyFile.escaped(value))") }
        }
        return StateText.sealed(lines)
    }

    private static let wish = "Wish"
    private static let record = "Record"

    /// Reads ``text``.
    init(_ bytes: [UInt8]) throws(TextError) {
        let file = try StateText.unsealed(bytes)
        for entry in try StateText.group("Performed", file).entries {
            if let filter = SystemFilter(rawValue: entry.key) { tokens[filter] = try entry.string() }
        }
        for group in file.groups {
            switch group.name.split(separator: " ").first.map({ String($0) }) {
            case Self.wish?:
                guard let filter = SystemFilter(rawValue: try StateText.entry("Filter", group).string()) else { break }
                wishes[filter, default: [:]][try Self.knob(group)] = try StateText.entry("Value", group).string()
            case Self.record?:
                records[try Self.knob(group)] = Ownership.Record(
                    before: KnobValue(
                        text: try StateText.entry("Before", group).string(),
                        isDefault: try StateText.entry("BeforeIsDefault", group).bool()),
                    written: KnobValue(text: try StateText.entry("Written", group).string()), keeper: "",
                    isOverruled: try StateText.entry("Overruled", group).bool(),
                    isInForce: try group["InForce"]?.bool() ?? false)
            default: break
            }
        }
        if let group = file[group: "Following"] {
            following = AppNotifications(
                silence: Set(try StateText.entry("Silence", group).list()),
                allow: try group["Allow"].map { (entry) throws(TextError) in Set(try entry.list()) })
        }
        let group = try StateText.group("Command", file)
        command.entered.seconds = try StateText.entry("Seconds", group).int()
        command.entered.enter = try group["Enter"]?.string()
        command.entered.leave = try group["Leave"]?.string()
        command.token = try group["Token"]?.string()
        command.outcome = try group["Outcome"]?.string()
    }

    private static func knob(_ group: KeyFile.Group) throws(TextError) -> Knob {
        let entry = try StateText.entry("Knob", group)
        guard let knob = Knob(try entry.string()) else { throw entry.error("no such knob") }
        return knob
    }
}
