// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

/// The lines of a text, to look places up.
struct TextPlaces {
    private let lines: [[Unicode.Scalar]]

    init(_ text: String) {
        lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0) }
    }

    init(_ bytes: [UInt8]) { self.init(String(decoding: bytes, as: UTF8.self)) }

    /// What stands at a place.
    func text(line: Int, column: Int, count: Int) -> String? {
        guard lines.indices.contains(line - 1), column >= 1 else { return nil }
        return String(String.UnicodeScalarView(lines[line - 1].dropFirst(column - 1).prefix(count)))
    }

    /// An error lies within the text, or one past the end of a line, and is told in a few words.
    func check(_ error: TextError) throws(Finding) {
        try Finding.unless(
            lines.indices.contains(error.line - 1) && (1...lines[error.line - 1].count + 1).contains(error.column),
            "an error outside of the text: \(error)")
        try FuzzMessages.check(error.message)
    }

    func check(_ problem: Problem) throws(Finding) {
        try check(TextError(line: problem.line, column: problem.column, message: problem.message))
    }
}

/// What people are told.
enum FuzzMessages {
    /// A message is read by people, however long what it is about.
    static func check(_ message: String) throws(Finding) {
        try Finding.unless(!message.isEmpty && message.utf8.count <= 4096, "a message of \(message.utf8.count) bytes")
    }
}
