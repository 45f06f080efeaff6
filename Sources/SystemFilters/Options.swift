// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusProcess

/// The command line of `focus-system-filters`.
struct Options: Equatable {
    /// Give everything back, and leave.
    var restores = false
    var logLevel = Log.Level.notice

    /// What the command line asks for.
    enum Request: Equatable {
        case run(Options)
        case help
        case version
        case refused(String)
    }

    /// Reads the arguments without the program's name.
    static func parse(_ arguments: [String]) -> Request {
        var options = Options()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--restore": options.restores = true
            case "-h", "--help": return .help
            case "--version": return .version
            case "--log-level":
                guard let level = rest.popFirst().flatMap({ Log.Level(name: $0) }) else {
                    return .refused(
                        "--log-level wants a level: \(Log.Level.allCases.map(\.name).joined(separator: ", "))")
                }
                options.logLevel = level
            default:
                return .refused("no option '\(argument)'; 'focus-system-filters --help' lists them")
            }
        }
        return .run(options)
    }

    /// For people.
    static let help = """
        Usage: focus-system-filters [OPTION]…

        Performs the focus filters that come with Focus Filters: appearance, wallpaper, night light, power profile, sound,
        single apps' notifications, settings and commands. The agent starts it when one of them has something to do; it
        leaves when it is idle.

          --restore           give back what filters have changed, and leave
          --log-level LEVEL   debug, info, notice (the default), warning or error
          --version           print the version
          -h, --help          print this

        """
}
