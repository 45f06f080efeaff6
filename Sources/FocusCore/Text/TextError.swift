// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Why a text is refused, and where in it.
public struct TextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    public var line: Int
    /// In Unicode scalar values, from 1; one past the line's end when something is missing there.
    public var column: Int
    /// What is wrong and what to do, without the place.
    public var message: String

    public init(line: Int = 1, column: Int, message: String) {
        self.line = line
        self.column = column
        self.message = message.shortened(to: TextError.maximumMessage)
    }

    /// In Unicode scalar values: messages quote what is wrong, which may be a whole file on one line.
    static let maximumMessage = 1000

    public var description: String { "line \(line), column \(column): \(message)" }
}

/// A file's text with the path that problems name.
public struct TextFile: Hashable, Sendable {
    public var path: String
    public var bytes: [UInt8]

    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}

/// Why a file is refused as a whole.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    public var path: String
    public var error: TextError

    public init(path: String, error: TextError) {
        self.path = path
        self.error = error
    }

    /// As a list of problems shows it.
    public var problem: Problem {
        Problem(
            kind: .file, subject: path, message: error.message, file: path, line: error.line, column: error.column)
    }

    public var description: String { "\(path):\(error.line):\(error.column): \(error.message)" }
}

/// Text that equals another only if the bytes do; `String` holds composed and decomposed letters for equal.
struct ExactText: Hashable {
    let text: String
    init(_ text: String) { self.text = text }

    static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}

extension String {
    /// At most `count` Unicode scalar values.
    func shortened(to count: Int) -> String {
        let start = unicodeScalars.prefix(count)
        return start.endIndex == endIndex ? self : String(start) + "…"
    }

    /// Whether the bytes are the same.
    func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Sequence<UInt8> {
    /// How many Unicode scalar values these bytes of valid UTF-8 are.
    var scalarCount: Int { reduce(0) { count, byte in byte & 0xC0 == 0x80 ? count : count + 1 } }
}
