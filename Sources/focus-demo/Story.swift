// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What the demonstration says, on standard output.
enum Story {
    static var isOnTerminal: Bool { isatty(STDOUT_FILENO) != 0 }

    private static var hasColor: Bool { isOnTerminal && (Desktop.environment["NO_COLOR"] ?? "").isEmpty }

    /// Stands out on a terminal.
    static func strong(_ text: String) -> String { hasColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    static func say(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

    static func complain(_ text: String) { write("focus-demo: \(text)\n", to: STDERR_FILENO) }

    /// A text of several lines, set in; empty lines are left out.
    static func show(_ text: String) {
        for line in text.split(separator: "\n") { say("      \(line)") }
    }

    /// `840 µs`, `1.3 ms`, `102 ms`.
    static func span(_ microseconds: Int64) -> String {
        if microseconds < 1000 { return "\(max(0, microseconds)) µs" }
        let tenths = (microseconds + 50) / 100
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10) ms" : "\((microseconds + 500) / 1000) ms"
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                // Nobody reads: there is nobody to tell.
                return
            }
        }
    }
}
