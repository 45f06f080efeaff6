// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import CGLib
package import FocusCore
import Glibc

/// Lines for people, to standard error. Under systemd, which reads standard error into the journal, each line carries
/// its level as `<N>` (sd-daemon(3)); elsewhere it is plain.
///
/// Levels: `debug`, each event and decision; `info`, what the program does; `notice`, the mode changed; `warning`,
/// something a person can put right; `error`, the program cannot do its work. Never a parameter's value.
package final class Log {
    /// The least level that is written.
    package var threshold: Level
    private let program: String
    private let prefixesLevels: Bool
    private let descriptor: Int32

    /// In rising order.
    package enum Level: Int, Comparable, CaseIterable {
        case debug = 7
        case info = 6
        case notice = 5
        case warning = 4
        case error = 3

        package init?(name: String) {
            guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
            self = level
        }

        package var name: String {
            switch self {
            case .debug: "debug"
            case .info: "info"
            case .notice: "notice"
            case .warning: "warning"
            case .error: "error"
            }
        }

        package static func < (left: Self, right: Self) -> Bool { left.rawValue > right.rawValue }
    }

    /// `program`: what lines begin with outside the journal. `descriptor`: by default standard error.
    package init(program: String, threshold: Level, descriptor: Int32? = nil) {
        let descriptor = descriptor ?? STDERR_FILENO
        self.program = program
        self.threshold = threshold
        self.descriptor = descriptor
        prefixesLevels = Self.isJournal(descriptor)
    }

    /// `$JOURNAL_STREAM` names the device and inode of the stream that systemd connected to the journal.
    private static func isJournal(_ descriptor: Int32) -> Bool {
        guard let variable = Environment["JOURNAL_STREAM"] else { return false }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        return variable == "\(status.st_dev):\(status.st_ino)"
    }

    /// Writes one line; a line break or control byte in `message` is written as a space, so that nothing from outside
    /// can forge a line.
    package func write(_ level: Level, _ message: @autoclosure () -> String) {
        guard level >= threshold else { return }
        var line = prefixesLevels ? "<\(level.rawValue)>" : "\(program): "
        for scalar in message().unicodeScalars {
            line.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar)
        }
        line.append("\n")
        line.withUTF8 { bytes in
            // A log that cannot be written is not worth a failure.
            _ = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        }
    }

    /// Writes what the core decided.
    package func write(_ entry: LogEntry) {
        let level: Level =
            switch entry.level {
            case .debug: .debug
            case .info: .info
            case .notice: .notice
            case .warning: .warning
            }
        write(level, entry.message)
    }
}
