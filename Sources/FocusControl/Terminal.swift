// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore
import DBus
import Glibc

/// Where `focusctl` writes to.
struct Terminal {
    /// Whether colour fits standard output, when nobody chose.
    static var wantsColor: Bool {
        // https://no-color.org: set and not empty.
        if let value = getenv("NO_COLOR"), value.pointee != 0 { return false }
        if let value = getenv("TERM"), String(cString: value) == "dumb" { return false }
        return isatty(STDOUT_FILENO) != 0
    }

    static func style(_ choice: ColorChoice) -> Style {
        switch choice {
        case .auto: Style(isOn: wantsColor)
        case .always: Style(isOn: true)
        case .never: Style(isOn: false)
        }
    }

    static func print(_ report: Report, json: Bool) {
        write(json ? [report.json.line] : report.lines, to: STDOUT_FILENO)
    }

    /// Says on standard error what is wrong.
    static func complain(_ words: String) { write(["focusctl: \(words)"], to: STDERR_FILENO) }

    /// Writes all at once, so that lines of several processes do not mix.
    static func write(_ lines: [String], to descriptor: Int32) {
        write(text: lines.map { $0 + "\n" }.joined(), to: descriptor)
    }

    /// Why standard output is not complete, other than that nobody reads it any more; in words.
    static var lostOutput: String? { lost.withLock { $0 } }
    private static let lost = Locked<String?>(nil)

    /// Gives up if nobody reads: there is nobody to tell.
    static func write(text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                let code = errno
                if descriptor == STDOUT_FILENO, code != EPIPE {
                    lost.withLock { $0 = String(cString: strerror(code)) }
                }
                return
            }
        }
    }
}
