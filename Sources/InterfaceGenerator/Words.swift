// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// D-Bus names and types in Swift's spelling.
enum Words {
    /// `app_id` → `AppID`, `mode-name` → `ModeName`, `GetMode` → `GetMode`.
    static func type(_ name: String) -> String {
        name.split { $0 == "_" || $0 == "-" }
            .map { $0 == "id" ? "ID" : $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined()
    }

    /// `app_id` → `appID`, `mode-name` → `modeName`, `GetMode` → `getMode`.
    static func value(_ name: String) -> String {
        let parts = name.split { $0 == "_" || $0 == "-" }
        guard let first = parts.first else { return name }
        return first.prefix(1).lowercased() + first.dropFirst() + type(parts.dropFirst().joined(separator: "-"))
    }

    /// A value's name where it is declared; a keyword in backticks.
    static func declared(_ name: String) -> String {
        let word = value(name)
        return keywords.contains(word) ? "`\(word)`" : word
    }

    /// Those of Swift's keywords that could be a name on the bus.
    private static let keywords: Set<String> = [
        "case", "class", "default", "extension", "for", "in", "init", "let", "private", "public", "repeat", "return",
        "self", "static", "switch", "var", "where", "while",
    ]

    /// The Swift type that stands for a signature; `nil` if there is none.
    static func swiftType(_ signature: String) -> String? {
        var rest = Substring(signature)
        guard let type = takeType(&rest), rest.isEmpty else { return nil }
        return type
    }

    private static func takeType(_ rest: inout Substring) -> String? {
        guard let code = rest.popFirst() else { return nil }
        switch code {
        case "b": return "Bool"
        case "y": return "UInt8"
        case "n": return "Int16"
        case "q": return "UInt16"
        case "i": return "Int32"
        case "u": return "UInt32"
        case "x": return "Int64"
        case "t": return "UInt64"
        case "d": return "Double"
        case "s": return "String"
        case "o": return "ObjectPath"
        case "g": return "Signature"
        case "v": return "Value"
        case "a":
            guard rest.first == "{" else { return takeType(&rest).map { "[\($0)]" } }
            rest.removeFirst()
            guard let key = takeType(&rest), let value = takeType(&rest), rest.popFirst() == "}" else { return nil }
            return "[\(key): \(value)]"
        case "(":
            guard let first = takeType(&rest), let second = takeType(&rest), rest.popFirst() == ")" else { return nil }
            return "Pair<\(first), \(second)>"
        default: return nil
        }
    }
}
