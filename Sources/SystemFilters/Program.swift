// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusProcess

/// The program `focus-system-filters`.
public enum SystemFiltersMain {
    /// Runs it with the arguments after the program's name; returns the exit status, see focus-system-filters(1).
    public static func run(_ arguments: [String]) -> Int32 {
        program.run(arguments) { arguments, log, sessionMask in
            do {
                return try Helper(restores: arguments.flags.contains(restore), log: log, umask: sessionMask).run()
            } catch {
                log.write(.error, "\(error)")
                return 1
            }
        }
    }

    private static let restore = "--restore"

    private static let program = ServiceProgram(
        name: "focus-system-filters", flags: [restore],
        help: """
            Usage: focus-system-filters [OPTION]…

            Performs the focus filters that come with Focus Filters: appearance, wallpaper, night light, power profile, sound,
            single apps' notifications, settings and commands. The agent starts it when one of them has something to do; it
            leaves when it is idle.

              --restore           give back what filters have changed, and leave
              --log-level LEVEL   debug, info, notice (the default), warning or error
              --version           print the version
              -h, --help          print this

            """)
}
