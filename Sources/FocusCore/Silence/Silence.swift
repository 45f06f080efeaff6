// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// How a source can be made to hold notifications back.
public enum Silencing: Hashable, Sendable {
    /// It can write the user's own switch, on and off. `isLasting`: the switch is kept in a store that outlives the
    /// component.
    case userSwitch(isLasting: Bool)
    /// It can ask the component to hold notifications back, beside the user's switch, which it cannot write.
    /// `outlivesUs`: the component keeps the inhibitor when our connection ends.
    case inhibitor(outlivesUs: Bool)

    fileprivate var isLasting: Bool {
        switch self {
        case .userSwitch(let isLasting): isLasting
        case .inhibitor: false
        }
    }
}

/// What a source is told to do with the desktop's Do Not Disturb.
public enum SilenceCommand: Hashable, Sendable {
    /// Write the user's switch.
    case set(Bool)
    /// Place our inhibitor. Placing it again does nothing.
    case inhibit
    /// Take our inhibitor back, and no other.
    case release
    /// An earlier process of ours placed our inhibitor, and it is there still.
    case adopt
}

/// What a source says about itself as one that can be written.
public enum SilencerReport: Hashable, Sendable {
    /// Which process keeps the switch or the inhibitors; nil: none now. Its identity must differ across boots.
    case keeper(String?)
    /// Our inhibitor is in place, or is not.
    case placed(Bool)
    /// The last command was refused, in words.
    case refused(String)
}

/// The desktop's Do Not Disturb as the agent holds it: through every source in charge, each with its own ownership.
struct Silence: Sendable {
    /// One step for the machine.
    enum Step: Hashable {
        case command(SourceID, SilenceCommand)
        /// The user changed the switch while it was ours; it is this now.
        case takenOver(SourceID, Bool)
    }

    private struct Holder: Sendable {
        let silencing: Silencing
        var ownership: Ownership<Bool>
        /// What is wanted cannot be done here.
        var isImpossible = false
    }

    private var holders: [SourceID: Holder] = [:]
    private var wanted: Bool?
    private var through: Set<SourceID> = []
    private(set) var hasBegun = false
    /// Records differ from what was last taken.
    private(set) var hasNewRecords = false

    init(_ sources: [SourceDescription], records: [SourceID: Ownership<Bool>.Record]) {
        for source in sources {
            guard let silencing = source.silencing, source.privateStore == nil else { continue }
            var record = records[source.id]
            // Nobody's hand can take our inhibitor away: one that is gone ended with the process that placed it.
            if case .inhibitor = silencing { record?.isInForce = false }
            holders[source.id] = Holder(
                silencing: silencing, ownership: Ownership(isLasting: silencing.isLasting, record: record))
        }
    }

    /// What is to be on disk.
    var records: [SourceID: Ownership<Bool>.Record] { holders.compactMapValues(\.ownership.record) }

    /// `CLOCK_BOOTTIME`, µs.
    var nextDue: Int64? { holders.values.lazy.compactMap(\.ownership.nextDue).min() }

    /// Something was written that has not read back.
    var isUnderWay: Bool { holders.values.contains(where: \.ownership.isUnderWay) }

    /// The user's own value of `do-not-disturb`, by source, where another stands because of us.
    var masks: [SourceID: Bool] {
        holders.compactMapValues { holder in
            guard case .userSwitch = holder.silencing else { return nil }
            return holder.ownership.masked
        }
    }

    /// Whether any of the sources could be written.
    func canSilence(through sources: Set<SourceID>) -> Bool { sources.contains { holders[$0] != nil } }

    /// What is wrong, by source, in words.
    var troubles: [(source: SourceID, words: String)] {
        holders.sorted { $0.key < $1.key }.compactMap { id, holder in
            if holder.isImpossible, through.contains(id) {
                return (id, "Do Not Disturb can be turned on through \(id), not off: turn it off by hand")
            }
            return holder.ownership.trouble.map { (id, $0.words(for: id)) }
        }
    }

    // MARK: What happens

    /// Do Not Disturb is to be so, through these sources; nil: as the user likes. To be said anew whenever a source said
    /// something: only then is written what that asks for.
    mutating func want(_ value: Bool?, through sources: Set<SourceID>, at now: Int64) -> [Step] {
        let isDue = holders.values.contains(where: \.ownership.isPursuitDue)
        guard isDue || value != wanted || sources != through || !hasBegun else { return [] }
        (wanted, through, hasBegun) = (value, sources, true)
        return holders.keys.sorted().flatMap { id in
            change(id) { holder in
                let isMeant = sources.contains(id)
                if case .inhibitor = holder.silencing { holder.isImpossible = value == false }
                return holder.ownership.want(isMeant && !holder.isImpossible ? value : nil, at: now)
            }
        }
    }

    /// A source said something about its facts.
    mutating func observe(_ report: SourceReport, from id: SourceID, at now: Int64) -> [Step] {
        guard case .userSwitch? = holders[id]?.silencing else { return [] }
        let value: Bool?
        switch report {
        case .reading(let reading, _): value = Truth(reading[.doNotDisturb]).known
        case .change(let change):
            guard let said = change[.doNotDisturb] else { return [] }
            value = Truth(said).known
        case .ownerLost, .absent, .failing: value = nil
        }
        return change(id) { $0.ownership.observe(value, at: now) }
    }

    /// A source said something about itself.
    mutating func take(_ report: SilencerReport, from id: SourceID, at now: Int64) -> [Step] {
        // Known before what the source reads.
        let adoption: [Step] = isPlacedBefore(report, id) ? [.command(id, .adopt)] : []
        return adoption
            + change(id) { holder in
                switch report {
                case .keeper(let keeper):
                    let outputs = holder.ownership.setKeeper(keeper)
                    guard case .inhibitor = holder.silencing, keeper != nil else { return outputs }
                    return outputs + holder.ownership.observe(!adoption.isEmpty, at: now)
                case .placed(let isPlaced): return holder.ownership.observe(isPlaced, at: now)
                case .refused(let words): return holder.ownership.refused(words)
                }
            }
    }

    /// What an earlier agent placed is still there if the same process keeps it.
    private func isPlacedBefore(_ report: SilencerReport, _ id: SourceID) -> Bool {
        guard case .keeper(let keeper?) = report, let holder = holders[id],
            case .inhibitor(outlivesUs: true) = holder.silencing, let record = holder.ownership.record
        else { return false }
        return record.keeper == keeper && !record.isOverruled
    }

    mutating func resumed(at now: Int64) {
        for id in holders.keys { holders[id]?.ownership.resumed(at: now) }
    }

    mutating func advance(to now: Int64) {
        for id in holders.keys { _ = change(id) { $0.ownership.advance(to: now) } }
    }

    /// There is something to look after.
    var isActive: Bool {
        wanted != nil
            || holders.values.contains {
                $0.ownership.record != nil || $0.ownership.trouble != nil || $0.ownership.isPursuitDue
            }
    }

    /// The records as they are to be stored, and that they were taken.
    mutating func takeRecords() -> [SourceID: Ownership<Bool>.Record] {
        hasNewRecords = false
        return records
    }

    private mutating func change(
        _ id: SourceID, _ body: (inout Holder) -> [Ownership<Bool>.Output]
    ) -> [Step] {
        guard var holder = holders[id] else { return [] }
        let outputs = body(&holder)
        holders[id] = holder
        return outputs.compactMap { output in
            switch output {
            case .record:
                hasNewRecords = true
                return nil
            case .write(let value):
                switch holder.silencing {
                case .userSwitch: return .command(id, .set(value))
                case .inhibitor: return .command(id, value ? .inhibit : .release)
                }
            case .takenOver(let value): return .takenOver(id, value)
            }
        }
    }
}

extension Ownership.Trouble {
    fileprivate func words(for source: SourceID) -> String {
        switch self {
        case .ineffective(let words): "Do Not Disturb is wanted otherwise and not effective through \(source): \(words)"
        case .contested: "another program keeps changing Do Not Disturb back through \(source): end one of the two"
        case .notGivenBack(let words): "Do Not Disturb could not be given back through \(source): \(words)"
        }
    }
}
