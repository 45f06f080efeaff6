// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Puts what a program writes into the log, line by line, as far as the bounds go.
package struct OutputLog {
    /// Lines of one run.
    package static let maximumLines = 50
    /// Bytes of one line.
    package static let maximumLine = 400

    private let name: String
    private let log: Log
    private var line: [UInt8] = []
    private var lines = 0
    private var omitted = 0

    package init(name: String, log: Log) {
        self.name = name
        self.log = log
    }

    package mutating func take(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                endLine()
            } else if lines < Self.maximumLines, line.count < Self.maximumLine {
                line.append(byte)
            } else {
                omitted += 1
            }
        }
    }

    /// The program has ended.
    package mutating func end() {
        endLine()
        if omitted > 0 { log.write(.notice, "\(name): \(omitted) more bytes of output are left out") }
    }

    private mutating func endLine() {
        defer { line.removeAll(keepingCapacity: true) }
        guard !line.isEmpty else { return }
        lines += 1
        log.write(.notice, "\(name): \(String(decoding: line, as: UTF8.self))")
    }
}
