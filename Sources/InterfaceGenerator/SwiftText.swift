// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Swift source text, laid out as swift-format leaves it: 4 spaces, 120 columns.
struct SwiftText {
    private(set) var lines: [String] = []
    private var depth = 0

    static let width = 120

    var text: String { lines.joined(separator: "\n") + "\n" }

    mutating func line(_ text: String = "") {
        lines.append(text.isEmpty ? "" : String(repeating: " ", count: 4 * depth) + text)
    }

    /// `head {`, the body, `}`.
    mutating func block(_ head: String, _ body: (inout SwiftText) -> Void) {
        line(head + " {")
        indented(body)
        line("}")
    }

    /// The body one step further in, as after a `case`.
    mutating func indented(_ body: (inout SwiftText) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// A declaration or call with a list in parentheses, broken as swift-format breaks it: `head(items)tail`; the tail
    /// follows the closing parenthesis.
    mutating func list(_ head: String, _ items: [String], tail: String = "", _ body: ((inout SwiftText) -> Void)? = nil)
    {
        let end = body == nil ? tail : tail + " {"
        let single = "\(head)(\(items.joined(separator: ", ")))\(end)"
        if fits(single) {
            line(single)
        } else {
            line(head + "(")
            depth += 1
            fill(items.enumerated().map { $0.offset == items.count - 1 ? $0.element : $0.element + "," })
            depth -= 1
            line(")" + end)
        }
        guard let body else { return }
        indented(body)
        line("}")
    }

    /// A guard, on one line if there is room.
    mutating func require(_ condition: String, else leave: String) {
        let single = "guard \(condition) else { \(leave) }"
        if fits(single) { return line(single) }
        block("guard \(condition) else") { $0.line(leave) }
    }

    /// A documentation comment; each paragraph wrapped, list items (`- …`) without empty lines between them.
    mutating func documentation(_ paragraphs: [String]) {
        var wasItem = false
        for paragraph in paragraphs {
            let isItem = paragraph.hasPrefix("- ")
            if paragraph != paragraphs.first, !(isItem && wasItem) { line("///") }
            comment(paragraph)
            wasItem = isItem
        }
    }

    /// One paragraph, or list item whose further lines stand under its first word.
    mutating func comment(_ paragraph: String) {
        let hanging = paragraph.hasPrefix("- ") ? "  " : ""
        var current = ""
        for word in paragraph.split(separator: " ") {
            if !current.isEmpty, 4 * depth + 4 + current.count + 1 + word.count > Self.width {
                line("/// " + current)
                current = hanging + word
            } else {
                current += current.isEmpty ? String(word) : " " + word
            }
        }
        line("/// " + current)
    }

    private mutating func fill(_ items: [String]) {
        var current = ""
        for item in items {
            if !current.isEmpty, !fits(current + " " + item) {
                line(current)
                current = item
            } else {
                current += current.isEmpty ? item : " " + item
            }
        }
        line(current)
    }

    private func fits(_ text: String) -> Bool { 4 * depth + text.count <= Self.width }
}
