// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import FocusCore

/// What programs of the user's report by `ReportFacts`: each report stands while its program stays, and replaces what
/// sources say.
public struct FactReports: Sendable {
    public static let description = SourceDescription(
        id: "reports", facts: Set(Fact.types.keys),
        weights: Dictionary(uniqueKeysWithValues: Fact.types.keys.map { ($0, .reported) }))

    /// The first report: nobody reports anything.
    public static let start = SourceReport.reading([:], isFirst: true)

    /// How many programs may report at a time.
    public static let maximumCount = 64

    /// In the order in which they began.
    private var programs: [(peer: PeerID, facts: [Fact: FactValue])] = []
    private var ledger = FactLedger()

    public init() { _ = ledger.reading([:]) }

    /// Takes over what `peer` reports; `nil` is unknown. What there is to report then, if anything; false if too many
    /// programs report.
    public mutating func take(_ change: [Fact: FactValue?], from peer: PeerID) -> Result<SourceReport?, TooMany> {
        var index = programs.firstIndex { $0.peer == peer }
        if index == nil {
            guard programs.count < Self.maximumCount else { return .failure(TooMany()) }
            programs.append((peer, [:]))
            index = programs.count - 1
        }
        guard let index else { return .success(nil) }
        for (fact, value) in change { programs[index].facts[fact] = value }
        if programs[index].facts.isEmpty { programs.remove(at: index) }
        return .success(report)
    }

    /// The program left.
    public mutating func forget(_ peer: PeerID) -> SourceReport? {
        guard let index = programs.firstIndex(where: { $0.peer == peer }) else { return nil }
        programs.remove(at: index)
        return report
    }

    /// Too many programs report.
    public struct TooMany: Error {}

    private var report: SourceReport? {
        mutating get {
            var facts: [Fact: FactValue] = [:]
            for program in programs {
                for (fact, value) in program.facts where facts[fact] == nil || value == .bool(true) {
                    facts[fact] = value
                }
            }
            guard case .report(let report)? = ledger.change(to: facts) else { return nil }
            return report
        }
    }
}
