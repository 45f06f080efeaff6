// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import FocusCore
internal import FocusInterfaces

/// Every reader of the wire, on every argument; what was read is written and read again.
enum WireReaders {
    static func read(_ arguments: [Value]) throws(Finding) {
        let names = arguments.lazy.compactMap([String].init).first ?? []
        for argument in arguments {
            if let text = String(argument) { try read(text) }
            if let dictionary = [String: Value](argument) { try read(dictionary, names: names) }
            if let rows = [[String: Value]](argument) {
                try readFilters(rows)
                for row in rows { try read(row, names: names) }
            }
            if let states = [String: [String: Value]](argument) {
                for state in states.values { try read(state, names: names) }
            }
            if let pair = Pair<String, Value>(argument) { _ = try attempt { () throws(WireError) in try Icon(pair) } }
            _ = try attempt { () throws(WireError) in try Identifier.list(wire: names, of: "a filter") }
        }
    }

    private static func read(_ text: String) throws(Finding) {
        _ = try attempt { () throws(WireError) in try AppID(wire: text) }
        _ = try attempt { () throws(WireError) in try ModeID(wire: text) }
        _ = try attempt { () throws(WireError) in try FilterKey(wire: text) }
        _ = try attempt { () throws(WireError) in try Identifier(wire: text, of: "a parameter") }
    }

    private static func readFilters(_ rows: [[String: Value]]) throws(Finding) {
        guard let filters = try attempt({ () throws(WireError) in try FilterDescriptor.list(wire: rows) }) else {
            return
        }
        let again = try attempt { () throws(WireError) in try FilterDescriptor.list(wire: filters.map(\.wire)) }
        try Finding.unlessEqual(again, filters, "filters, written and read")
    }

    private static func read(_ wire: [String: Value], names: [String]) throws(Finding) {
        try roundTrip("values", { () throws(WireError) in try WireValues.read(wire) }, { WireValues.dictionary($0) }) {
            wire throws(WireError) in try WireValues.read(wire)
        }
        try roundTrip("an item", { () throws(WireError) in try Item(wire: wire) }, \.wire) { wire throws(WireError) in
            try Item(wire: wire)
        }
        try roundTrip("options", { () throws(WireError) in try RegistrationOptions(wire: wire) }, \.wire) {
            wire throws(WireError) in try RegistrationOptions(wire: wire)
        }
        try roundTrip("a clock", { () throws(WireError) in try ClockSetting(wire: wire) }, \.wire) {
            wire throws(WireError) in try ClockSetting(wire: wire)
        }
        try roundTrip("a status", { () throws(WireError) in try FocusStatus(wire: wire) }, \.wire) {
            wire throws(WireError) in try FocusStatus(wire: wire)
        }
        try roundTrip("a state", { () throws(WireError) in try FilterState(wire: wire) }, { $0.wire() }) {
            wire throws(WireError) in try FilterState(wire: wire)
        }
        try roundTrip("a transition", { () throws(WireError) in try Transition(wire: wire) }, { $0.wire() }) {
            wire throws(WireError) in try Transition(wire: wire)
        }
        for now in [Int64.min, 0, .max - 1, .max] {
            let end = try attempt { () throws(WireError) in try OverrideEnd(wire: wire, now: now) }
            if case .time(let instant)? = end {
                try Finding.unless(instant > now, "an override that ended at \(instant), before \(now)")
            }
        }
        _ = try attempt { () throws(WireError) in try ModeChanges(wire: wire) }
        _ = try attempt { () throws(WireError) in try WireConfiguration.read(values: wire, options: wire) }
        _ = try attempt { () throws(WireError) in try WireConfiguration.read(values: wire, none: names) }
        _ = try attempt { () throws(WireError) in try WireFacts.read(set: wire, unknown: names) }
        for (name, value) in wire {
            if let fact = Fact(named: name) {
                _ = try attempt { () throws(WireError) in try FactValue(wire: value, of: fact) }
            }
            _ = try attempt { () throws(WireError) in try ParameterValue(value) }
        }
    }

    private static func roundTrip<Content: Equatable>(
        _ what: String, _ read: () throws(WireError) -> Content, _ write: (Content) -> [String: Value],
        _ readAgain: ([String: Value]) throws(WireError) -> Content
    ) throws(Finding) {
        guard let content = try attempt(read) else { return }
        let wire = write(content)
        let again = try attempt { () throws(WireError) in try readAgain(wire) }
        try Finding.unlessEqual(again, content, "\(what), written and read")
    }

    /// What was read; a refusal has a message that people can read.
    private static func attempt<Content>(_ read: () throws(WireError) -> Content) throws(Finding) -> Content? {
        do throws(WireError) {
            return try read()
        } catch {
            try FuzzMessages.check(error.message)
            return nil
        }
    }
}
