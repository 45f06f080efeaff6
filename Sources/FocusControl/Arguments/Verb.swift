// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What `focusctl` can do. The help, the man page's check and the parser all read this one list.
enum Verb: String, CaseIterable {
    case status
    case why
    case modes
    case filters
    case sources
    case problems
    case doctor
    case report
    case next
    case preview
    case history
    case on
    case off
    case auto
    case hold
    case show
    case set
    case unset
    case options
    case resolve
    case describe
    case suggest
    case policy
    case create
    case delete
    case validate
    case watch
    case reload
    case help

    /// What follows the verb, as the help shows it.
    var operands: String {
        switch self {
        case .status, .why, .modes, .filters, .sources, .problems, .doctor, .report, .off, .auto, .watch, .reload,
            .next, .preview, .history:
            ""
        case .on, .show, .delete: "MODE"
        case .set: "MODE APP/FILTER [NAME=VALUE]…"
        case .unset: "MODE APP/FILTER"
        case .options: "APP/FILTER NAME [NAME=VALUE]…"
        case .resolve: "APP/FILTER NAME ID…"
        case .describe: "APP/FILTER [NAME=VALUE]…"
        case .suggest: "APP/FILTER"
        case .policy: "APP [NAME=BOOL]…"
        case .create: "MODE"
        case .hold: "MODE [-- COMMAND [ARGUMENT]…]"
        case .validate: "FILE"
        case .help: "[VERB]"
        }
    }

    /// The options that belong to the verb, besides ``Option/common``.
    var options: [Option] {
        switch self {
        case .on, .off: [.span, .until, .untilResumed]
        case .set: [.none, .toDefault]
        case .options: [.search]
        case .create: [.preset]
        case .validate: [.kind]
        case .doctor: [.flip]
        case .hold: [.reason]
        case .next, .history: [.count]
        case .preview: [.at, .fact]
        case .status, .why, .modes, .filters, .sources, .problems, .report, .auto, .show, .unset, .delete, .watch,
            .reload, .help, .resolve, .describe, .suggest, .policy:
            []
        }
    }

    /// One line for the list of verbs.
    var summary: String {
        switch self {
        case .status: "the mode, why it is on, the facts, the apps and what is wrong (the default)"
        case .why: "which conditions and facts decided, and which modes came next"
        case .modes: "the modes"
        case .filters: "the apps' filters, their values and parameters"
        case .sources: "what the desktop's state is known from"
        case .problems: "what is wrong and can be put right"
        case .doctor: "check what this machine tells, and what is missing"
        case .report: "tell facts from standard input"
        case .next: "how the mode will change by the clock alone"
        case .preview: "which mode would be on, and what apps would be told"
        case .history: "what happened, the newest first"
        case .on: "turn a mode on by hand"
        case .off: "turn every mode off by hand"
        case .auto: "end what was chosen by hand: the desktop decides again"
        case .hold: "have a mode on while a command runs"
        case .show: "how a mode is set up"
        case .set: "configure an app's filter in a mode"
        case .unset: "take an app's filter out of a mode"
        case .options: "what can be chosen for a filter's parameter"
        case .resolve: "what a parameter's values are called, if they exist"
        case .describe: "how an app presents its filter with certain values"
        case .suggest: "what an app suggests for its filter"
        case .policy: "show or change what an app may"
        case .create: "create a mode"
        case .delete: "delete a mode; one that the system brought is disabled"
        case .validate: "check a file without putting it in force"
        case .watch: "print every change as it happens, until interrupted"
        case .reload: "read all files again and list what is wrong with them"
        case .help: "explain a verb"
        }
    }

    /// What else there is to know, for the verb's own help.
    var details: String {
        switch self {
        case .on, .off:
            """
            Without an option it lasts until the next change that a schedule or the desktop's own Do Not Disturb switch
            causes.
            """
        case .hold:
            """
            The mode counts like one whose condition holds. Ends with the command's exit status, or 127 if there is no
            such command, 126 if it cannot be run; without a command, when it is interrupted. If the agent is started
            again meanwhile, the mode is held again.
            """
        case .set:
            """
            Parameters that are not named stay as they are configured; one that never was takes the app's default.
            A bool is true, false, yes, no, on or off. A date is as 2026-12-01T09:00:00Z. For a parameter that takes
            several values repeat NAME=VALUE; NAME=[] alone is the empty list. 'focusctl filters' shows the parameters.
            """
        case .options:
            """
            The app is asked, if its description does not say it. NAME=VALUE are other parameters' values on which the
            options may depend, in place of the present ones. Of an app that is not running, the last answer is shown.
            """
        case .describe:
            """
            NAME=VALUE are in place of the present values. Of an app that is not running, the last answer is shown, if
            it was about the same values.
            """
        case .policy:
            """
            share-mode: the app may know which mode is on; by default it may not. activate: the app may be started when
            its filters have something to perform, if it asks for that; by default it may.
            """
        case .validate:
            """
            FILE - is the standard input. Without --kind the file's name tells what it is: ID.mode, agent.conf or
            APP_ID.filters. Ends with 1 if anything is wrong.
            """
        case .preview:
            """
            What was chosen by hand does not count, and a fact that would be true counts as having been so for long.
            Nothing happens: focusctl preview --at 'Fri 18:30' --fact locked=true
            """
        case .watch:
            "It waits for an agent if none is running, and goes on when the agent is started again."
        case .create:
            "Then 'focusctl set' configures filters in it, and its file, which 'focusctl modes --json' names, its condition."
        case .doctor:
            """
            With --watch it then waits a minute for Do Not Disturb to be switched, and shows what came. Ends with 3 if no
            agent runs.
            """
        case .report:
            """
            Reads lines FACT=VALUE: camera=true, network=Office, battery=20; 'camera=' is unknown again. What was told
            stands until standard input ends, and replaces what the desktop says. For a program of yours:
            'my-camera-watch | focusctl report'.
            """
        case .status, .why, .modes, .filters, .sources, .problems, .next, .history, .auto, .show, .unset, .delete,
            .reload, .help, .resolve, .suggest:
            ""
        }
    }
}
