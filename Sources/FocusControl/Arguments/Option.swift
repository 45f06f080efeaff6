// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// An option of `focusctl`, by its name on the command line.
enum Option: String, CaseIterable {
    case json = "--json"
    case color = "--color"
    case help = "--help"
    case version = "--version"
    case span = "--for"
    case until = "--until"
    case untilResumed = "--until-resumed"
    case none = "--none"
    case toDefault = "--default"
    case preset = "--preset"
    case kind = "--kind"
    case count = "--count"
    case at = "--at"
    case fact = "--fact"
    case search = "--search"
    case flip = "--watch"
    case reason = "--reason"

    /// Options that every verb takes.
    static let common: [Option] = [.json, .color, .help]

    /// What its value is called in the help; nil if it takes none.
    var value: String? {
        switch self {
        case .json, .help, .version, .untilResumed, .flip: nil
        case .color: "WHEN"
        case .span: "SPAN"
        case .until: "TIME"
        case .none, .toDefault: "NAME"
        case .preset: "PRESET"
        case .kind: "KIND"
        case .count: "NUMBER"
        case .at: "TIME"
        case .fact: "NAME=VALUE"
        case .search: "WORDS"
        case .reason: "TEXT"
        }
    }

    /// Whether it may be given more than once.
    var repeats: Bool {
        switch self {
        case .none, .toDefault, .fact: true
        case .json, .color, .help, .version, .span, .until, .untilResumed, .preset, .kind, .count, .at, .search, .flip,
            .reason:
            false
        }
    }

    /// One line for the help.
    var summary: String {
        switch self {
        case .json: "print JSON, one object in a line; instants and spans in microseconds"
        case .color: "auto (the default: on a terminal, unless NO_COLOR is set), always or never"
        case .help: "explain the verb"
        case .version: "print the version"
        case .span: "for this long: \(Self.spanExamples)"
        case .until: "until this local time: \(Self.timeExamples)"
        case .untilResumed: "until 'focusctl auto', or until something else is chosen"
        case .none: "the parameter is to have no value; may be repeated"
        case .toDefault: "the parameter is to have the app's default again; may be repeated"
        case .preset: "begin with this preset, such as work or sleep"
        case .kind: "what the file is: mode, agent, filters, condition or schedule"
        case .count: "at most so many; by default 10"
        case .at: "at this local time, by default now: \(Self.timeExamples)"
        case .fact: "with this fact so, such as locked=true or battery=15; may be repeated"
        case .search: "only what these words are found in"
        case .flip: "then wait for one flip of the desktop's Do Not Disturb switch"
        case .reason: "why, for people: 'focusctl why' shows it"
        }
    }

    /// As it is written in the help.
    var synopsis: String { value.map { "\(rawValue) \($0)" } ?? rawValue }

    static let spanExamples = "90s, 45min, 1h, 1h 30min, 2d"
    static let timeExamples = "17:00 (the next), 'Fri 18:30', 2026-12-01T09:00"
}
