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

    /// What is wrong with the text; places are within it.
    static func problems(of kind: Kind, in text: String, locale: String) -> [Problem] {
        let file = TextFile(path: "", bytes: Array(text.utf8))
        do throws(FileError) {
            switch kind {
            // The id is the file's name, which a text does not have.
            case .mode: return try Configuration.parseMode("mode", [file], locale: locale).1
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
}
