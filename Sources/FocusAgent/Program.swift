// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusProcess

/// The program `focus-agent`.
public enum FocusAgentMain {
    /// Runs it with the arguments after the program's name; returns the exit status, see focus-agent(1).
    public static func run(_ arguments: [String]) -> Int32 {
        program.run(arguments) { arguments, log, sessionMask in
            ResidentMemory.limit()
            let options = Options(
                simulates: arguments.flags.contains(simulate), replaces: arguments.flags.contains(replace),
                logLevel: arguments.logLevel, umask: sessionMask)
            do {
                return try Agent(options: options, log: log).run()
            } catch {
                log.write(.error, "\(error); the agent needs the session bus of the user's desktop")
                return 1
            }
        }
    }

    private static let simulate = "--simulate"
    private static let replace = "--replace"

    private static let program = ServiceProgram(
        name: "focus-agent", flags: [simulate, replace],
        help: """
            Usage: focus-agent [OPTION]…

            Follows Do Not Disturb and the session's state, and gives apps the parameters of their focus filters.

              --replace           take over from an agent that is running
              --simulate          take facts and clocks from org.focusfilters.Simulation1 instead of the desktop
              --log-level LEVEL   debug, info, notice (the default), warning or error
              --version           print the version
              -h, --help          print this

            It ends with 0 when it was told to stop or an agent is already running, 1 when it cannot do its work, and 2 when
            an option is wrong. SIGHUP reads the files again; SIGTERM ends it.

            """)
}
