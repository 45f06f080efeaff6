// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// The value of a knob.
struct KnobValue: Hashable, Sendable {
    var text: String
    /// Nobody set it, so that to give it back is to reset it.
    var isDefault = false

    // Where a value comes from makes it no other value.
    static func == (left: Self, right: Self) -> Bool { left.text == right.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// What must survive the helper, which leaves when it is idle.
struct SystemState: Hashable, Sendable {
    /// What was performed last, by filter.
    var tokens: [SystemFilter: String] = [:]
    var wishes: [SystemFilter: [Knob: String]] = [:]
    /// What is to be given back.
    var records: [Knob: Ownership<KnobValue>.Record] = [:]
    /// What the filter Notifications was asked for last, if it matters for that which apps there are.
    var following: AppNotifications?
    var command = CommandState()

    /// The value that a knob is to have; nil: whatever the user likes. Where two filters name one knob, the later counts.
    func wish(for knob: Knob) -> String? {
        SystemFilter.allCases.reversed().lazy.compactMap { wishes[$0]?[knob] }.first
    }

    /// What is to be given back though no filter asks for it any more.
    var orphans: Set<Knob> { Set(records.keys).filter { wish(for: $0) == nil } }
}

/// How far the filter Command is.
struct CommandState: Hashable, Sendable {
    /// What was run on entering, and what is to be run on leaving.
    var entered = CommandPair()
    /// The change for which commands were run last.
    var token: String?
    /// What became of them: empty if they ended well, words if not, nil if nobody knows yet.
    var outcome: String?
}

/// The commands of one mode, and how many seconds each may take.
struct CommandPair: Hashable, Sendable {
    var enter: String?
    var leave: String?
    var seconds: Int64 = 30

    init() {}

    init(_ values: [String: ParameterValue]) {
        enter = values.text("enter")
        leave = values.text("leave")
        seconds = min(max(values.int("timeout") ?? 30, 1), 60)
    }
}
