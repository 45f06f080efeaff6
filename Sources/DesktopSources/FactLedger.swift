// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

/// What a source has reported, so that a change is reported once however often it is signalled.
struct FactLedger: Hashable, Sendable {
    private var reported: [Fact: FactValue] = [:]
    /// A complete reading from the present peer was reported.
    private(set) var hasReading = false

    /// A complete reading.
    mutating func reading(_ facts: [Fact: FactValue]) -> SourceOutput {
        defer { hasReading = true }
        reported = facts
        return .report(.reading(facts, isFirst: !hasReading))
    }

    /// What is different now, if anything. Before the first reading a missing fact is not known yet, not unknown.
    mutating func change(to facts: [Fact: FactValue]) -> SourceOutput? {
        var changes: [Fact: FactValue?] = [:]
        for (fact, value) in facts where reported[fact] != value { changes.updateValue(value, forKey: fact) }
        if hasReading {
            for fact in reported.keys where facts[fact] == nil { changes.updateValue(nil, forKey: fact) }
            reported = facts
        } else {
            reported.merge(facts) { $1 }
        }
        return changes.isEmpty ? nil : .report(.change(changes))
    }

    /// The peer left, or nothing is known any more.
    mutating func forget() {
        reported = [:]
        hasReading = false
    }
}
