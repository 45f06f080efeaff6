// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A comment in the form of gtk-doc: the symbol, one block per argument, paragraphs, errors, since when.
///
/// A line `'key' (signature): text` documents one key of a dictionary; it belongs to the argument above it or, in an
/// interface's comment, to the dictionary that a line `Name:` of its own opens.
public struct Documentation: Hashable, Sendable {
    /// What is documented.
    public var symbol: String = ""
    public var summary: String?
    public var arguments: [Argument] = []
    public var paragraphs: [String] = []
    public var dictionaries: [DocumentedDictionary] = []
    public var errors: [ErrorReturn] = []
    public var since: Int?

    /// One argument's block.
    public struct Argument: Hashable, Sendable {
        public var name: String
        public var text: String
        public var keys: [DocumentedKey]
    }

    /// An error that a method answers with.
    public struct ErrorReturn: Hashable, Sendable {
        public var name: String
        public var text: String
    }

    /// Reads a comment; `nil` if it does not begin with a symbol.
    init?(comment: String) {
        var blocks = Self.blocks(of: comment)
        guard !blocks.isEmpty, let symbol = blocks[0].first?.opened else { return nil }
        self.symbol = symbol
        blocks[0].removeFirst()
        for line in blocks.removeFirst() { addToHead(line.text) }
        for block in blocks { add(block) }
    }

    /// The comment's paragraphs, as lines without indentation at either end.
    private static func blocks(of comment: String) -> [[Line]] {
        comment.split(separator: "\n", omittingEmptySubsequences: false)
            .map { Line(text: $0.trimmed) }
            .split(whereSeparator: \.text.isEmpty)
            .map(Array.init)
    }

    private struct Line {
        var text: String
        /// The name in a line that is nothing but `Name:`.
        var opened: String? {
            guard text.hasSuffix(":"), !text.contains(" ") else { return nil }
            return String(text.dropLast())
        }
    }

    private mutating func addToHead(_ line: String) {
        if line.hasPrefix("@"), let (name, text) = line.dropFirst().divided(by: ": ") {
            if name == "short_description" {
                summary = text
            } else {
                arguments.append(Argument(name: name, text: text, keys: []))
            }
        } else if let last = arguments.indices.last {
            if let key = DocumentedKey(line: line) {
                arguments[last].keys.append(key)
            } else if let lastKey = arguments[last].keys.indices.last {
                arguments[last].keys[lastKey].text += " " + line
            } else {
                arguments[last].text += " " + line
            }
        }
    }

    private mutating func add(_ block: [Line]) {
        if block[0].opened == "Errors" {
            for line in block.dropFirst() {
                if let (name, text) = line.text.divided(by: ": "), name.hasPrefix("org."), !name.contains(" ") {
                    errors.append(ErrorReturn(name: name, text: text))
                } else if let last = errors.indices.last {
                    errors[last].text += " " + line.text
                }
            }
        } else if let name = block[0].opened {
            var keys: [DocumentedKey] = []
            for line in block.dropFirst() {
                if let key = DocumentedKey(line: line.text) {
                    keys.append(key)
                } else if let last = keys.indices.last {
                    keys[last].text += " " + line.text
                }
            }
            dictionaries.append(DocumentedDictionary(name: name, keys: keys))
        } else if let (word, number) = block[0].text.divided(by: ": "), word == "Since" {
            since = Int(number)
        } else {
            paragraphs.append(block.map(\.text).joined(separator: " "))
        }
    }
}

extension DocumentedKey {
    /// Reads `'key' (signature): text`.
    init?(line: String) {
        guard line.hasPrefix("'"), let (name, rest) = line.dropFirst().divided(by: "' ("),
            let (signature, text) = rest.divided(by: "): "), !signature.contains(" ")
        else { return nil }
        self.init(name: name, signature: signature, text: text)
    }
}

extension Substring {
    /// Without spaces at either end.
    var trimmed: String {
        let start = drop { $0 == " " || $0 == "\t" }
        return String(start.reversed().drop { $0 == " " || $0 == "\t" || $0 == "\r" }.reversed())
    }
}

extension StringProtocol {
    /// What stands before and after the first `separator`.
    func divided(by separator: String) -> (String, String)? {
        var index = startIndex
        while index < endIndex {
            if self[index...].hasPrefix(separator) {
                return (String(self[..<index]), String(self[self.index(index, offsetBy: separator.count)...]))
            }
            index = self.index(after: index)
        }
        return nil
    }
}
