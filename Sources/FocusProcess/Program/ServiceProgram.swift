// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusInterfaces
import Glibc

/// A program that serves on the bus: what the command line and the start of each have in common.
package struct ServiceProgram {
    package var name: String
    /// Its own options, such as `--replace`; none takes a value.
    package var flags: [String]
    /// For people.
    package var help: String

    /// What the command line says.
    package struct Arguments: Equatable {
        /// Those of the program's own options that were given.
        package var flags: Set<String> = []
        /// Nil: it is not given.
        package var logLevel: Log.Level?
    }

    /// What the command line asks for.
    enum Request: Equatable {
        case run(Arguments)
        case help
        case version
        case refused(String)
    }

    package init(name: String, flags: [String], help: String) {
        self.name = name
        self.flags = flags
        self.help = help
    }

    /// Answers what the command line asks for, or does the program's `work`; returns the exit status, 2 for a command
    /// line that is wrong. `sessionMask`: the umask that commands of the user's get; the program's own files are the
    /// user's alone.
    package func run(
        _ arguments: [String], _ work: (_ arguments: Arguments, _ log: Log, _ sessionMask: UInt32) -> Int32
    ) -> Int32 {
        StandardDescriptors.fill()
        switch parse(arguments) {
        case .help:
            print(help, terminator: "")
            return 0
        case .version:
            print("\(name) \(Names.version)")
            return 0
        case .refused(let words):
            Log(program: name, threshold: .error).write(.error, words)
            return 2
        case .run(let arguments):
            // A peer that closes its socket is an error of write(2), not the end of the program.
            signal(SIGPIPE, SIG_IGN)
            return work(arguments, Log(program: name, threshold: arguments.logLevel ?? .notice), umask(0o077))
        }
    }

    func parse(_ words: [String]) -> Request {
        var arguments = Arguments()
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "-h", "--help": return .help
            case "--version": return .version
            case "--log-level":
                let levels = Log.Level.allCases.map(\.name).joined(separator: ", ")
                guard let name = rest.popFirst() else { return .refused("--log-level wants a level: \(levels)") }
                guard let level = Log.Level(name: name) else {
                    return .refused("no log level '\(name)'; there are \(levels)")
                }
                arguments.logLevel = level
            default:
                guard flags.contains(word) else { return .refused("no option '\(word)'; '\(name) --help' lists them") }
                arguments.flags.insert(word)
            }
        }
        return .run(arguments)
    }
}
