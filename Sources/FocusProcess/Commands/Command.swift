// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

package import FocusCore
import Glibc

/// A program to be run once, with what it is told.
package struct Command {
    /// Names the run for people, and its unit under systemd. Two commands of one name never run at the same time.
    package var name: String
    package var exec: ExecLine
    /// Added to this process's own environment.
    package var environment: [String: String]
    package var input: [UInt8]
    /// After which the program, and all that it started, is killed; µs.
    package var deadline: Microseconds

    package init(
        name: String, exec: ExecLine, environment: [String: String] = [:], input: [UInt8] = [], deadline: Microseconds
    ) {
        self.name = name
        self.exec = exec
        self.environment = environment
        self.input = input
        self.deadline = deadline
    }

    /// How a run ended.
    package enum Outcome: Equatable {
        case succeeded
        /// In words, without the command's name.
        case failed(String)

        /// Nil: it succeeded.
        package var failure: String? {
            switch self {
            case .succeeded: nil
            case .failed(let words): words
            }
        }
    }

    /// The program's absolute path, by `PATH` if it is a name; nil: there is none that may be executed.
    package var path: String? {
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
