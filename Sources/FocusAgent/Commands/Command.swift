// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Glibc

/// A program to be run once, with what it is told.
struct Command {
    /// Names the run for people, and its unit under systemd. Two commands of one name never run at the same time.
    var name: String
    var exec: ExecLine
    /// Added to the agent's own environment.
    var environment: [String: String] = [:]
    var input: [UInt8] = []
    /// After which the program, and all that it started, is killed; µs.
    var deadline: Microseconds

    /// How a run ended.
    enum Outcome: Equatable {
        case succeeded
        /// In words, without the command's name.
        case failed(String)
    }

    /// The program's absolute path, by `PATH` if it is a name; nil: there is none that may be executed.
    var path: String? {
        let program = exec.program
        if program.utf8.first == UInt8(ascii: "/") { return Self.isExecutable(program) ? program : nil }
        let folders = (Environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        return folders.lazy.filter { $0.utf8.first == UInt8(ascii: "/") }.map { "\($0)/\(program)" }
            .first { Self.isExecutable($0) }
    }

    private static func isExecutable(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}
