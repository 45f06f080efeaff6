// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// The words and signs of a condition, each with its place.
struct ConditionToken {
    enum Kind {
        /// A fact's name, an operator, a number or a span's part.
        case word
        /// Without its quotes and backslashes.
        case text
        /// A quote that nothing closes.
        case openText
        case open
        case close
        /// Anything else, up to the next word, text, space or parenthesis.
        case other
        case end
    }

    var kind: Kind
    var text: String
    var line: Int
    var column: Int
    /// Where it stands among the text's Unicode scalar values.
    var range: Range<Int>

    /// The text's tokens; the last is the end.
    static func tokens(of text: String) -> [ConditionToken] {
        var reader = Reader()
        for scalar in text.unicodeScalars { reader.take(scalar) }
        return reader.finish()
    }

    private struct Reader {
        var tokens: [ConditionToken] = []
        var (line, column, offset) = (1, 1, 0)
        /// The next scalar may belong to the last token.
        var joins = false
        var isEscaped = false

        mutating func take(_ scalar: Unicode.Scalar) {
            if tokens.last?.kind == .openText { takeQuoted(scalar) } else { takePlain(scalar) }
            offset += 1
            if scalar == "\n" {
                line += 1
                column = 1
            } else {
                column += 1
            }
        }

        mutating func finish() -> [ConditionToken] {
            tokens + [ConditionToken(kind: .end, text: "", line: line, column: column, range: offset..<offset)]
        }

        private mutating func takeQuoted(_ scalar: Unicode.Scalar) {
            let last = tokens.count - 1
            tokens[last].range = tokens[last].range.lowerBound..<(offset + 1)
            if isEscaped || (scalar != "\"" && scalar != "\\") {
                tokens[last].text.unicodeScalars.append(scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                tokens[last].kind = .text
            }
        }

        private mutating func takePlain(_ scalar: Unicode.Scalar) {
            let kind: Kind?
            switch scalar {
            case " ", "\t", "\r", "\n": kind = nil
            case "(": kind = .open
            case ")": kind = .close
            case "\"": kind = .openText
            case "-", "_": kind = .word
            case ".": kind = isWithinNumber ? .word : .other
            case _ where scalar.properties.isAlphabetic || scalar.properties.numericType != nil: kind = .word
            default: kind = .other
            }
            if let kind {
                if joins, let last = tokens.last, last.kind == kind, kind == .word || kind == .other {
                    tokens[tokens.count - 1].text.unicodeScalars.append(scalar)
                    tokens[tokens.count - 1].range = last.range.lowerBound..<(offset + 1)
                } else {
                    let text = kind == .openText ? "" : String(scalar)
                    tokens.append(
                        ConditionToken(
                            kind: kind, text: text, line: line, column: column, range: offset..<(offset + 1)))
                }
            }
            joins = kind == .word || kind == .other
        }

        private var isWithinNumber: Bool {
            guard joins, let last = tokens.last, last.kind == .word else { return false }
            return last.text.utf8.first { $0 != UInt8(ascii: "-") }.map(ASCII.isDigit) ?? false
        }
    }
}
