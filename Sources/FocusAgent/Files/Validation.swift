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
            case .condition:
                do throws(TextError) {
                    _ = try Condition(parsing: text)
                    return []
                } catch {
                    throw FileError(path: "", error: error)
                }
            }
        } catch {
            return [error.problem]
        }
    }
}
