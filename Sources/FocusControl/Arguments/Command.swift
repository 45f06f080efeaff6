// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// A command line that was understood.
struct Invocation: Equatable {
    var command: Command
    /// JSON instead of text.
    var json = false
    var color = ColorChoice.auto
}

/// Whether to use colour.
enum ColorChoice: String, CaseIterable {
    case auto
    case always
    case never
}

/// What is to be done.
enum Command: Equatable {
    case status
    case why
    case modes
    case filters
    case sources
    case problems
    case doctor(awaitsFlip: Bool)
    case report
    case next(count: UInt32)
    case preview(at: LocalTime?, facts: [Fact: FactValue])
    case history(count: UInt32)
    case activate(mode: String, Ending)
    case deactivate(Ending)
    case resume
    /// `command`: with its arguments; empty: until interrupted.
    case hold(mode: String, reason: String, command: [String])
    case show(mode: String)
    case configure(mode: String, FilterKey, Changes)
    case unconfigure(mode: String, FilterKey)
    case create(mode: String, preset: String)
    case delete(mode: String)
    case options(FilterKey, parameter: String, search: String, Changes)
    case resolve(FilterKey, parameter: String, ids: [String])
    case describe(FilterKey, Changes)
    case suggest(FilterKey)
    case policy(AppID, PolicyChange)
    case validate(file: String, kind: FileKind)
    case watch
    case reload
    case help(Verb?)
    case version
}

/// When what was chosen by hand ends.
enum Ending: Equatable {
    /// At the next change that a schedule or the desktop's switch causes.
    case boundary
    /// After this long.
    case span(Microseconds)
    case time(LocalTime)
    case resumed
}

/// What `set` changes in one filter's configuration.
struct Changes: Equatable {
    /// In the order of the command line; a name that comes more than once makes a list.
    var assignments: [Assignment] = []
    /// Parameters that are to be nil.
    var none: [String] = []
    /// Parameters that are to have their default again.
    var toDefault: [String] = []

    struct Assignment: Equatable {
        var name: String
        var value: String
    }
}

/// What `policy` changes; nil: as it is.
struct PolicyChange: Equatable {
    var shareMode: Bool?
    var activate: Bool?
}

/// What `validate` takes a text for.
enum FileKind: String, CaseIterable {
    case mode
    case agent
    case filters
    case condition
    case schedule

    /// As a file's name tells; nil if it does not.
    init?(path: String) {
        let parts = path.split(separator: "/").suffix(2)
        let name = parts.last ?? ""
        if name.hasSuffix(".mode") {
            self = .mode
        } else if name.hasSuffix(".filters") {
            self = .filters
        } else if name.hasSuffix(".conf") {
            self = parts.first?.hasSuffix(".mode.d") == true ? .mode : .agent
        } else {
            return nil
        }
    }
}

/// A command line that cannot be understood; in words, with the cure.
struct UsageError: Error, Equatable {
    var message: String
    init(_ message: String) { self.message = message }
}
