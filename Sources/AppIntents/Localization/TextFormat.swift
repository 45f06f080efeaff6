// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Puts arguments into a text with formats.
enum TextFormat {
    /// Replaces `%@`, `%d`, `%lld`, `%lf` and the like by `arguments` in their order, `%2$@` by the second, and `%%` by a
    /// percent sign. A format without an argument stays as it is.
    ///
    /// `isVerbatim`: the text has no formats.
    static func fill(_ text: String, with arguments: [String], isVerbatim: Bool) -> String {
        guard !isVerbatim, text.utf8.contains(UInt8(ascii: "%")) else { return text }
        var result = ""
        var rest = Substring(text)
        var next = 0
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            if rest.first == "%" {
                result += "%"
                rest = rest.dropFirst()
                continue
            }
            guard let format = Format(&rest) else {
                result += "%"
                continue
            }
            let index = format.position.map { $0 - 1 } ?? next
            if format.position == nil { next += 1 }
            result += arguments.indices.contains(index) ? arguments[index] : "%\(format.text)"
        }
        return result + rest
    }

    /// What follows a percent sign: `[n$][flags][width][.precision][length]conversion`.
    private struct Format {
        var position: Int?
        var text: Substring

        /// Takes the format off the front of `rest`; leaves it as it is if there is none.
        init?(_ rest: inout Substring) {
            var tail = rest
            let digits = tail.prefix { $0.isASCII && $0.isNumber }
            if !digits.isEmpty, tail.dropFirst(digits.count).first == "$" {
                position = Int(digits)
                tail = tail.dropFirst(digits.count + 1)
            }
            tail = tail.drop { "0123456789.-+#".contains($0) }
            tail = tail.drop { "hlqLzjt".contains($0) }
            guard let conversion = tail.first, "@dDiuUxXoOfFeEgGcCsSaA".contains(conversion) else { return nil }
            tail = tail.dropFirst()
            text = rest[..<tail.startIndex]
            rest = tail
        }
    }
}
