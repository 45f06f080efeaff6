// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Reads `.strings` tables: `"key" = "text";` with comments, in UTF-8 or UTF-16.
enum StringsTable {
    /// Texts by key; what comes after something malformed is left out.
    static func read(_ bytes: Data) -> [String: String] {
        let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        guard let text = String(data: bytes, encoding: isWide ? .utf16 : .utf8) else { return [:] }
        var reader = Reader(rest: text.unicodeScalars[...])
        var result: [String: String] = [:]
        while let key = reader.word(), reader.take("="), let value = reader.word(), reader.take(";") {
            result[key] = value
        }
        return result
    }

    private struct Reader {
        var rest: Substring.UnicodeScalarView

        mutating func take(_ scalar: Unicode.Scalar) -> Bool {
            skipSpace()
            guard rest.first == scalar else { return false }
            rest.removeFirst()
            return true
        }

        /// A quoted text, or a bare word.
        mutating func word() -> String? {
            guard take("\"") else {
                let bare = rest.prefix { $0.properties.isAlphabetic || "0123456789_-.".unicodeScalars.contains($0) }
                rest.removeFirst(bare.count)
                return bare.isEmpty ? nil : String(bare)
            }
            var result = String.UnicodeScalarView()
            while let scalar = rest.popFirst() {
                switch scalar {
                case "\"": return String(result)
                case "\\": result.append(escaped() ?? "\\")
                default: result.append(scalar)
                }
            }
            return nil
        }

        private mutating func escaped() -> Unicode.Scalar? {
            guard let scalar = rest.popFirst() else { return nil }
            switch scalar {
            case "n": return "\n"
            case "t": return "\t"
            case "r": return "\r"
            case "U", "u":
                let digits = rest.prefix(4)
                rest.removeFirst(digits.count)
                return UInt32(String(digits), radix: 16).flatMap { Unicode.Scalar($0) } ?? "\u{FFFD}"
            default: return scalar
            }
        }

        private mutating func skipSpace() {
            while let scalar = rest.first {
                if scalar == "\u{FEFF}" || scalar.properties.isWhitespace {
                    rest.removeFirst()
                } else if rest.starts(with: "//".unicodeScalars) {
                    rest = rest.drop { $0 != "\n" }
                } else if rest.starts(with: "/*".unicodeScalars) {
                    rest.removeFirst(2)
                    while !rest.isEmpty, !rest.starts(with: "*/".unicodeScalars) { rest.removeFirst() }
                    rest = rest.dropFirst(2)
                } else {
                    return
                }
            }
        }
    }
}
