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
        return [("leave", old.leave, old.seconds), ("enter", new.enter, new.seconds)].compactMap { phase, text, seconds in
            text.map { text in
                CommandRun(
                    command: text, environment: environment.merging(["FOCUS_PHASE": phase]) { $1 },
                    deadline: .seconds(seconds))
            }
        }
    }
}

/// Commands that run one after the other.
struct CommandLine {
    /// What is still to be started.
    var runs: [CommandRun]
    var failures: [String] = []

    init(runs: [CommandRun]) { self.runs = runs }
}
