// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusInterfaces
import FocusProcess
import Glibc

/// The program `focus-agent`.
public enum FocusAgentMain {
    /// Runs it with the arguments after the program's name; returns the exit status, see focus-agent(1).
    public static func run(_ arguments: [String]) -> Int32 {
        StandardDescriptors.fill()
        switch Options.parse(arguments) {
        case .help:
            print(Options.help, terminator: "")
            return 0
        case .version:
            print("focus-agent \(Names.version)")
            return 0
        case .refused(let words):
            write(to: STDERR_FILENO, "focus-agent: \(words)\n")
            return 2
        case .run(let options):
            return run(options)
        }
    }

    private static func run(_ options: Options) -> Int32 {
        // A peer that closes its socket is an error of write(2), not the end of the agent.
        signal(SIGPIPE, SIG_IGN)
        ResidentMemory.limit()
        // Files that the agent makes are the user's alone.
        var options = options
        options.umask = umask(0o077)
        let log = Log(program: "focus-agent", threshold: options.logLevel ?? .notice)
        do {
            return try Agent(options: options, log: log).run()
        } catch {
            log.write(.error, "\(error); the agent needs the session bus of the user's desktop")
            return 1
        }
    }

    private static func write(to descriptor: Int32, _ text: String) {
        var text = text
        text.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}
