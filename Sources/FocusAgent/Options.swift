// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusProcess

/// The command line of `focus-agent`.
struct Options: Equatable {
    var simulates = false
    var replaces = false
    var logLevel: Log.Level?
    /// Of the session, for the commands that the agent runs.
    var umask: UInt32 = 0o022

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
            case "--simulate": options.simulates = true
            case "--replace": options.replaces = true
            case "-h", "--help": return .help
            case "--version": return .version
            case "--log-level":
                guard let name = rest.popFirst() else { return .refused("--log-level wants a level: \(Self.levels)") }
                guard let level = Log.Level(name: name) else {
                    return .refused("no log level '\(name)'; there are \(Self.levels)")
                }
                options.logLevel = level
            default:
                return .refused("no option '\(argument)'; 'focus-agent --help' lists them")
            }
        }
        return .run(options)
    }

    private static var levels: String { Log.Level.allCases.map(\.name).joined(separator: ", ") }

    /// For people.
    static let help = """
        Usage: focus-agent [OPTION]…

        Follows Do Not Disturb and the session's state, and gives apps the parameters of their focus filters.

          --replace           take over from an agent that is running
          --simulate          take facts and clocks from org.focusfilters.Simulation1 instead of the desktop
          --log-level LEVEL   debug, info, notice (the default), warning or error
          --version           print the version
          -h, --help          print this

        It ends with 0 when it was told to stop or an agent is already running, 1 when it cannot do its work, and 2 when
        an option is wrong. SIGHUP reads the files again; SIGTERM ends it.

        """
}
