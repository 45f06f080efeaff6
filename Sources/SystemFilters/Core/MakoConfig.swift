// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// What mako's configuration file says of modes. mako itself does not tell which ones it knows.
struct MakoConfig: Hashable, Sendable {
    /// Those under which something is said.
    var modes: Set<String> = []
    /// Further files, as they are written.
    var includes: [String] = []

    /// Reads `[mode=… app-name=…]` and `include=…`.
    init(_ bytes: [UInt8]) {
        for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            let text = Self.trimmed(String(decoding: line, as: UTF8.self)[...])
            if text.first == "[", text.last == "]" {
                for (name, value) in Self.criteria(text.dropFirst().dropLast()) where name == "mode" {
                    modes.insert(value)
                }
            } else if let equals = text.firstIndex(of: "="), Self.trimmed(text[..<equals]) == "include" {
                includes.append(String(Self.trimmed(text[text.index(after: equals)...])))
            }
        }
    }

    /// `name=value` by blanks; quotes and backslashes keep blanks together.
    private static func criteria(_ text: Substring) -> [(name: String, value: String)] {
        var criteria: [(String, String)] = []
        var (name, word): (String?, String) = (nil, "")
        var isQuoted = false
        func finish() {
            if let name { criteria.append((name, word)) }
            (name, word) = (nil, "")
        }
        var rest = text
        while let character = rest.popFirst() {
            switch character {
            case "\\": if let next = rest.popFirst() { word.append(next) }
            case "\"": isQuoted.toggle()
            case "=" where !isQuoted && name == nil: (name, word) = (word, "")
            case " " where !isQuoted, "\t" where !isQuoted: finish()
            case _: word.append(character)
            }
        }
        finish()
        return criteria
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0 == " " || $0 == "\t" }
        return start.prefix(
            upTo: start.lastIndex { $0 != " " && $0 != "\t" }.map { start.index(after: $0) } ?? start.startIndex)
    }
}
