// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusInterfaces
import FocusProcess
import Glibc

/// The program `focus-system-filters`.
public enum SystemFiltersMain {
    /// Runs it with the arguments after the program's name; returns the exit status, see focus-system-filters(1).
    public static func run(_ arguments: [String]) -> Int32 {
        StandardDescriptors.fill()
        switch Options.parse(arguments) {
        case .help:
            print(Options.help, terminator: "")
            return 0
        case .version:
            print("focus-system-filters \(Names.version)")
            return 0
        case .refused(let words):
            Log(program: program, threshold: .error).write(.error, words)
            return 2
        case .run(let options):
            // A peer that closes its socket is an error of write(2), not the end of the program.
            signal(SIGPIPE, SIG_IGN)
            // Files that it makes are the user's alone; what it runs gets the session's mask.
            let sessionMask = umask(0o077)
            let log = Log(program: program, threshold: options.logLevel)
            do {
                return try Helper(options: options, log: log, umask: sessionMask).run()
            } catch {
                log.write(.error, "\(error)")
                return 1
            }
        }
    }

    private static let program = "focus-system-filters"
}
