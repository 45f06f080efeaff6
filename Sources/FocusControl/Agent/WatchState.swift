// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusInterfaces

/// What `watch` tells.
enum WatchEvent: Equatable {
    /// An agent is there, or gone.
    case agent(isRunning: Bool)
    case mode(id: String, reason: Row, override: Row)
    /// `before` is what was known; nil: unknown.
    case fact(name: String, value: Value?, before: Value?)
    /// A filter's row is new or other.
    case filter(Row)
    /// No app or descriptor file offers it any more.
    case filterGone(key: String)
    case problem(Row)
    case solved(Row)
}

/// What `watch` has told, so that it tells only what is new: also after the agent was started again.
struct WatchState {
    private var mode: String?
    private var reason: Row = [:]
    private var override: Row = [:]
    private var facts: Row = [:]
    private var filters: [String: Row] = [:]
    private var problems: [Row] = []
    private var isRunning: Bool?

    mutating func agent(isRunning: Bool) -> [WatchEvent] {
        guard isRunning != self.isRunning else { return [] }
        self.isRunning = isRunning
        return [.agent(isRunning: isRunning)]
    }

    /// What did not change is nil.
    mutating func take(_ properties: Control1.Properties) -> [WatchEvent] {
        var events: [WatchEvent] = []
        if let facts = properties.facts {
            for name in Set(facts.keys).union(self.facts.keys).byteOrdered() where facts[name] != self.facts[name] {
                events.append(.fact(name: name, value: facts[name], before: self.facts[name]))
            }
            self.facts = facts
        }
        let (mode, reason, override) = (
            properties.activeMode ?? mode ?? "", properties.reason ?? reason, properties.override ?? override
        )
        if mode != self.mode || reason != self.reason || override != self.override {
            (self.mode, self.reason, self.override) = (mode, reason, override)
            events.append(.mode(id: mode, reason: reason, override: override))
        }
        return events
    }

    mutating func take(filters rows: [Row]) -> [WatchEvent] {
        var now: [String: Row] = [:]
        for row in rows { now[FilterLines.key(row)] = row }
        var events: [WatchEvent] = []
        for key in Set(now.keys).union(filters.keys).byteOrdered() {
            if let row = now[key] {
                if filters[key].map(Told.init) != Told(row) { events.append(.filter(row)) }
            } else {
                events.append(.filterGone(key: key))
            }
        }
        filters = now
        return events
    }

    /// What a line about a filter tells: a new serial alone is nothing to see, nor is another order of the values.
    private struct Told: Equatable {
        let state: String?
        let isActive: Bool?
        let isSuspended: Bool?
        let values: Row

        init(_ row: Row) {
            typealias Key = Control1.FilterRowKey
            state = row[Key.state]
            isActive = row[Key.active]
            isSuspended = row[Key.suspended]
            values = row.row(Key.values)
        }
    }

    mutating func take(problems rows: [Row]) -> [WatchEvent] {
        let (now, before) = (rows.map(Self.lasting), problems.map(Self.lasting))
        let events =
            rows.filter { !before.contains(Self.lasting($0)) }.map(WatchEvent.problem)
            + problems.filter { !now.contains(Self.lasting($0)) }.map(WatchEvent.solved)
        problems = rows
        return events
    }

    /// A problem without its age, which begins anew with each agent.
    private static func lasting(_ problem: Row) -> Row { problem.filter { $0.key != Control1.ProblemKey.since.name } }

    /// A handler has still to answer: the agent does not signal when it has.
    var isWaiting: Bool { filters.values.contains { $0[Control1.FilterRowKey.state] == "waiting" } }
}
