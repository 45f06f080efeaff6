// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// Checks texts without putting them in force.
enum Validation {
    /// What a text is.
    enum Kind: String, CaseIterable {
        case mode
        case agent
        case filters
        case condition
        case schedule
    }

    /// What is wrong with the text; places are within it. `machine`: knows what apps offer, with which a mode's values
    /// are compared.
    static func problems(of kind: Kind, in text: String, locale: String, _ machine: FocusMachine) -> [Problem] {
        let file = TextFile(path: "", bytes: Array(text.utf8))
        do throws(FileError) {
            switch kind {
            // The id is the file's name, which a text does not have.
            case .mode:
                let (mode, warnings) = try Configuration.parseMode("mode", [file], locale: locale)
                return warnings + misfits(of: mode, in: file, machine)
            case .agent: return try AgentSettings.read([file]).warnings
            case .filters: return try Configuration.parseDescriptor("org.example.App", [file], locale: locale).1
            case .condition: try check { () throws(TextError) in _ = try Condition(parsing: text) }
            case .schedule:
                try check { () throws(TextError) in _ = try Schedule(parsing: text, isZone: ZoneReader.exists) }
            }
            return []
        } catch {
            return [error.problem]
        }
    }

    private static func check(_ read: () throws(TextError) -> Void) throws(FileError) {
        do throws(TextError) {
            try read()
        } catch {
            throw FileError(path: "", error: error)
        }
    }

    /// What a mode configures and the apps do not take, with its place.
    private static func misfits(of mode: Mode, in file: TextFile, _ machine: FocusMachine) -> [Problem] {
        let text = try? KeyFile(parsing: file.bytes)
        return mode.filters.sorted { $0.key < $1.key }.flatMap { key, configured in
            machine.misfits(of: configured, for: key).map { parameter, complaint in
                let group = text?[group: "\(ModeFile.filterPrefix)\(key)"]
                let entry = group?[parameter.text]
                return Problem(
                    kind: .filter, subject: key.description, message: complaint,
                    line: entry?.line ?? group?.line ?? 0, column: entry?.column ?? group?.column ?? 0)
            }
        }
    }
}
