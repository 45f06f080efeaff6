// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Reads and writes the files of a mode: `ID.mode` and its drop-ins.
public enum ModeFile {
    /// A mode, and what its files say that nobody understood.
    public struct Reading: Hashable, Sendable {
        public var mode: Mode
        public var warnings: [Problem]
    }

    /// Reads a mode.
    ///
    /// Drop-ins come in the order in which they apply. A later file's keys override those of earlier ones, in `[Mode]`
    /// and in each `[Filter app/filter]`; `ResetFilters=app/filter;…` in `[Mode]` forgets what earlier files configure
    /// for these filters. An empty `Name`, `Icon`, `Color`, `When`, `Schedule`,
    /// `EnterDelay` or `LeaveDelay` takes an earlier one back.
    /// - Parameters:
    ///   - locale: As in ``KeyFile/Group/localized(_:locale:)``; which `Name[…]` counts.
    ///   - isZone: Whether there is a time zone of this name.
    ///   - value: Reads one parameter's GVariant text. `nothing` never reaches it. An error's place is within the text.
    /// - Throws: The first thing that is wrong, in the first file in which something is.
    public static func read(
        _ id: ModeID, base: TextFile, dropIns: [TextFile] = [], locale: String = "",
        isZone: (String) -> Bool = { _ in true }, value: (String) -> Result<ConfiguredValue, TextError>
    ) throws(FileError) -> Reading {
        var reader = ModeReader(id: id, path: base.path, locale: locale)
        try reader.read(base, isBase: true, isZone, value)
        for dropIn in dropIns { try reader.read(dropIn, isBase: false, isZone, value) }
        return Reading(mode: reader.mode, warnings: reader.warnings.problems)
    }

    /// The text of a file that alone says what `mode` is, drop-ins and all.
    public static func text(of mode: Mode) -> [UInt8] {
        var lines = ["[Mode]", "Name=\(KeyFile.escaped(mode.name))"]
        if let icon = mode.icon { lines.append("Icon=\(KeyFile.escaped(icon))") }
        if let color = mode.color { lines.append("Color=\(color)") }
        if mode.priority != 0 { lines.append("Priority=\(mode.priority)") }
        if let condition = mode.condition { lines.append("When=\(onOneLine(condition.text))") }
        if let schedule = mode.schedule { lines.append("Schedule=\(onOneLine(schedule.text))") }
        if !mode.isEnabled { lines.append("Enabled=false") }
        if let delay = mode.enterDelay { lines.append("EnterDelay=\(TimeSpan.text(of: delay))") }
        if let delay = mode.leaveDelay { lines.append("LeaveDelay=\(TimeSpan.text(of: delay))") }
        for (filter, values) in mode.filters.sorted(by: { $0.key < $1.key }) {
            lines += ["", "[Filter \(filter)]"]
            for (parameter, value) in values.sorted(by: { $0.key < $1.key }) {
                lines.append("\(parameter)=\(gvariantText(of: value))")
            }
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// Conditions and schedules may span lines where a key file's value may not. Texts in quotes stay as they are.
    static func onOneLine(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        var (isQuoted, isEscaped) = (false, false)
        for scalar in text.unicodeScalars {
            let isSpace = scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
            if isSpace && !isQuoted {
                if line.last != " ", !line.isEmpty { line.append(" ") }
            } else {
                line.append(scalar)
            }
            if scalar == "\"" && !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && scalar == "\\" && !isEscaped
        }
        if line.last == " " { line.removeLast() }
        return String(line)
    }

    /// The keys of `[Mode]`.
    enum Key: String, CaseIterable {
        case name = "Name"
        case icon = "Icon"
        case color = "Color"
        case priority = "Priority"
        case when = "When"
        case enabled = "Enabled"
        case leaveDelay = "LeaveDelay"
        case resetFilters = "ResetFilters"
        case schedule = "Schedule"
        case doNotDisturb = "DoNotDisturb"
        case enterDelay = "EnterDelay"
    }

    static let group = "Mode"
    /// What the names of groups begin with that configure a filter.
    public static let filterPrefix = "Filter "
}

/// Merges the files of a mode, one after the other.
private struct ModeReader {
    var mode: Mode
    var warnings = FileWarnings()
    private let locale: String
    private var path: String

    init(id: ModeID, path: String, locale: String) {
        mode = Mode(id: id, name: id.text, file: path)
        self.path = path
        self.locale = locale
    }

    mutating func read(
        _ file: TextFile, isBase: Bool, _ isZone: (String) -> Bool,
        _ value: (String) -> Result<ConfiguredValue, TextError>
    ) throws(FileError) {
        path = file.path
        do throws(TextError) {
            let keys = try KeyFile(parsing: file.bytes)
            if let group = keys[group: ModeFile.group] {
                try readMode(group, isZone)
            } else if isBase {
                let near = keys.groups.first { !nearNames(to: $0.name, among: [ModeFile.group]).isEmpty }
                let hint = near.map { "; did you mean it by '[\($0.name)]'?" } ?? ""
                throw TextError(
                    line: near?.line ?? 1, column: near?.column ?? 1, message: "the group '[Mode]' is missing\(hint)")
            }
            for group in keys.groups {
                if let name = group.name.removingPrefix(ModeFile.filterPrefix) {
                    try readFilter(name, group, value)
                } else if group.name != ModeFile.group, !isExtension(group.name) {
                    warn(
                        unknownGroup(group.name, among: [ModeFile.group, "Filter app/filter"]), group.line, group.column
                    )
                }
            }
        } catch {
            throw FileError(path: file.path, error: error)
        }
    }

    private mutating func readMode(_ group: KeyFile.Group, _ isZone: (String) -> Bool) throws(TextError) {
        for entry in group.entries {
            guard let key = ModeFile.Key(rawValue: entry.key), entry.locale == nil || key == .name else {
                if !isExtension(entry.key) {
                    warn(unknownKey(entry, among: ModeFile.Key.allCases.map(\.rawValue)), entry.line, entry.column)
                }
                continue
            }
            guard entry.locale == nil else { continue }
            try read(key, entry, group, isZone)
        }
    }

    private mutating func read(
        _ key: ModeFile.Key, _ entry: KeyFile.Entry, _ group: KeyFile.Group, _ isZone: (String) -> Bool
    ) throws(TextError) {
        let text = entry.trimmedValue
        switch key {
        case .name:
            let name = try short(group.localized(entry.key, locale: locale) ?? entry)
            mode.name = name.isEmpty ? mode.id.text : name
        case .icon: mode.icon = text.isEmpty ? nil : try short(entry)
        case .color:
            guard text.isEmpty || isColor(text) else {
                throw entry.error("Color must be '#' and six hexadecimal digits, such as '#3584e4'")
            }
            mode.color = text.isEmpty ? nil : text
        case .priority:
            let range = Mode.priorities
            guard let priority = Int(text), range.contains(priority) else {
                throw entry.error("Priority must be a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            mode.priority = priority
        case .when:
            mode.condition =
                text.isEmpty ? nil : try entry.read { text throws(TextError) in try Condition(parsing: text) }
        case .enabled: mode.isEnabled = try entry.bool()
        case .schedule:
            mode.schedule =
                text.isEmpty
                ? nil : try entry.read { text throws(TextError) in try Schedule(parsing: text, isZone: isZone) }
        case .enterDelay:
            mode.enterDelay =
                text.isEmpty ? nil : try entry.read { text throws(TextError) in try TimeSpan.parse(text) }
        case .leaveDelay:
            mode.leaveDelay =
                text.isEmpty ? nil : try entry.read { text throws(TextError) in try TimeSpan.parse(text) }
        case .resetFilters:
            for name in try entry.list() {
                guard let filter = FilterKey(name) else {
                    throw entry.error("ResetFilters: '\(name)' is not an app's and a filter's id with '/' between them")
                }
                mode.filters[filter] = nil
            }
        case .doNotDisturb:
            switch text {
            case "": mode.doNotDisturb = nil
            case "on": mode.doNotDisturb = true
            case "off": mode.doNotDisturb = false
            default: throw entry.error("DoNotDisturb must be 'on' or 'off', or empty to leave the switch alone")
            }
        }
    }

    /// A text for people, or a name of something.
    private func short(_ entry: KeyFile.Entry) throws(TextError) -> String {
        let text = try entry.string()
        guard text.utf8.count <= Mode.maximumText else {
            throw entry.error(
                "\(entry.fullKey) has \(text.utf8.count) bytes; at most \(Mode.maximumText) are allowed")
        }
        return text
    }

    private mutating func readFilter(
        _ name: String, _ group: KeyFile.Group, _ value: (String) -> Result<ConfiguredValue, TextError>
    ) throws(TextError) {
        guard let filter = FilterKey(name) else {
            throw TextError(
                line: group.line, column: group.column + ModeFile.filterPrefix.utf8.count,
                message: "'\(name)' is not an app's and a filter's id with '/' between them, "
                    + "such as 'org.example.Tasks/UpNext'")
        }
        var values = mode.filters[filter] ?? [:]
        for entry in group.entries where !isExtension(entry.key) {
            guard entry.locale == nil, let parameter = Identifier(entry.key) else {
                warn("'\(entry.fullKey)' cannot be a parameter's id", entry.line, entry.column)
                continue
            }
            values[parameter] = try entry.configuredValue(value)
            guard values.count <= FilterDescriptor.maximumParameters else {
                throw TextError(
                    line: entry.line, column: entry.column,
                    message: "a filter has at most \(FilterDescriptor.maximumParameters) parameters")
            }
        }
        mode.filters[filter] = values
    }

    private mutating func warn(_ message: @autoclosure () -> String, _ line: Int, _ column: Int) {
        warnings.add(message(), path: path, line: line, column: column)
    }

    private func isColor(_ text: String) -> Bool {
        text.utf8.count == 7 && text.utf8.first == UInt8(ascii: "#")
            && text.utf8.dropFirst().allSatisfy { ASCII.isHexDigit($0) }
    }
}
