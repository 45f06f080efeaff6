// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// One run of a command that the user configured.
struct CommandRun: Hashable, Sendable {
    /// For a shell.
    var command: String
    /// Added to the session's.
    var environment: [String: String]
    var deadline: Microseconds

    /// What is to be run when one mode's commands take the place of another's, in order. The same command to enter is not
    /// run again.
    static func between(_ old: CommandPair, _ new: CommandPair, environment: [String: String]) -> [CommandRun] {
        let wasOn = old.enter != nil || old.leave != nil
        let isOn = new.enter != nil || new.leave != nil
        if wasOn, isOn, old.enter == new.enter { return [] }
        func run(_ phase: String, _ command: String?, _ seconds: Int64) -> CommandRun? {
            command.map {
                CommandRun(
                    command: $0, environment: environment.merging(["FOCUS_PHASE": phase]) { $1 },
                    deadline: .seconds(seconds))
            }
        }
        return [run("leave", old.leave, old.seconds), run("enter", new.enter, new.seconds)].compactMap(\.self)
    }
}

/// Commands that run one after the other.
struct CommandLine {
    /// What is still to be started.
    var runs: [CommandRun]
    var failures: [String] = []

    init(runs: [CommandRun]) { self.runs = runs }
}
