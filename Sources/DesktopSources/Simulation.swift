// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import FocusCore

/// Facts that a person or a test sets (`org.focusfilters.Simulation1`); takes the place of the real sources.
public struct Simulation: Hashable, Sendable {
    /// In charge of Do Not Disturb wherever it runs, for it runs alone.
    public let description = SourceDescription(id: "simulation", facts: Set(Fact.types.keys))

    /// What is set now.
    public private(set) var facts: [Fact: FactValue] = [:]

    public init() {}

    /// The first report: nothing is known.
    public func start() -> SourceReport { .reading([:], isFirst: true) }

    /// Merges `facts` into what is set; those in `unknown` become unknown. Refused whole if a value has a wrong type or
    /// a fact is named in both.
    public mutating func set(
        _ facts: [Fact: FactValue], unknown: Set<Fact>
    ) throws(FocusError) -> SourceReport {
        for (fact, value) in facts.sorted(by: { $0.key < $1.key }) {
            guard value.type == Fact.types[fact] else {
                throw FocusError(
                    .invalidValue, "the fact \(fact) is a \(Self.word(Fact.types[fact])), not a \(value.type)")
            }
            guard !unknown.contains(fact) else {
                throw FocusError(.invalidValue, "the fact \(fact) cannot be set and unknown at once")
            }
        }
        var change: [Fact: FactValue?] = [:]
        for (fact, value) in facts { change.updateValue(value, forKey: fact) }
        for fact in unknown { change.updateValue(nil, forKey: fact) }
        self.facts.merge(facts) { $1 }
        for fact in unknown { self.facts[fact] = nil }
        return .change(change)
    }

    private static func word(_ type: FactType?) -> String { type.map { "\($0)" } ?? "fact" }
}
