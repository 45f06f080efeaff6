// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Whose one setting of the desktop is: the user's, or for a while ours.
///
/// Values in, outputs out; no I/O, no clock. The rules:
/// - A value that is already as wanted is not written, and so is not given back either: it is the user's.
/// - Before a write the ``Record`` goes to disk. A write counts when the value reads back.
/// - The value is given back once, when nothing is wanted any more, and only if it is still the one that was written.
/// - What somebody else writes while the setting is ours makes it theirs. Within a second of a write of ours that is no
///   human hand but another program: it is contradicted, with at most ``writeLimit`` writes in ten seconds.
/// - Where another value was written before the last one had read back, what reads back may be any of them, and nothing
///   is made of it until a second after the last.
/// - What was in force when an earlier process ended, and is not any more, was changed by hand meanwhile: it is theirs.
/// - A component that starts anew while something is wanted is told again. So is one that changes the setting on its own
///   just after the machine woke up, once.
public struct Ownership<Value: Hashable & Sendable>: Sendable {
    /// What must not be forgotten over a crash.
    public struct Record: Hashable, Sendable {
        /// To be given back.
        public var before: Value
        /// What we wrote.
        public var written: Value
        /// Who keeps the value in memory, such as a daemon's unique name; empty for a store that outlives everybody.
        public var keeper: String
        /// Somebody else changed it since: it is not ours, and what was wanted then is not written again.
        public var isOverruled: Bool
        /// It has read back, and is not being given back.
        public var isInForce: Bool

        public init(
            before: Value, written: Value, keeper: String, isOverruled: Bool = false, isInForce: Bool = false
        ) {
            self.isInForce = isInForce
            self.before = before
            self.written = written
            self.keeper = keeper
            self.isOverruled = isOverruled
        }
    }

    /// What is to be done, in order.
    public enum Output: Hashable, Sendable {
        /// Put this on disk before what follows; nil: nothing is ours.
        case record(Record?)
        case write(Value)
        /// Somebody else changed the value while it was ours; theirs is this.
        case takenOver(Value)
    }

    /// Why the wanted value is not in force.
    public enum Trouble: Hashable, Sendable {
        /// The write was refused, in words, or did not read back.
        case ineffective(String)
        /// Another program keeps writing the opposite.
        case contested
        /// The value from before could not be given back, in words.
        case notGivenBack(String)
    }

    private enum Phase: Hashable {
        /// Nothing to do: nothing is wanted, or the value is not ours to pursue until something else is wanted.
        case resting
        /// The value is not known.
        case waiting
        /// The wanted value is there, and not by us.
        case content
        /// `until`, `CLOCK_BOOTTIME` µs: by then it must have read back.
        case writing(until: Int64)
        case held
        case givingBack(until: Int64?)

        var isWriting: Bool { if case .writing = self { true } else { false } }
    }

    /// How long a write may take to read back.
    public static var effectPatience: Microseconds { .seconds(1) }
    /// A change so soon after a write of ours is another program's.
    static var programQuickness: Microseconds { .seconds(1) }
    /// How many writes there may be within ``writeWindow``.
    static var writeLimit: Int { 3 }
    static var writeWindow: Microseconds { .seconds(10) }
    /// How long after waking up a component may still be putting its state in order.
    static var resumeWindow: Microseconds { .seconds(5) }

    /// What is on disk.
    public private(set) var record: Record?
    public private(set) var trouble: Trouble?

    private let isLasting: Bool
    private var phase = Phase.resting
    private var wanted: Value?
    private var value: Value?
    private var keeper = ""
    private var isKeeperNew = false
    private var isRecovering: Bool
    /// It was said what is wanted: before, nothing is written.
    private var hasBegun = false
    private var writes: [(time: Int64, value: Value)] = []
    private var hasReadBack = true
    /// Writes crossed; until then it is not known which of them is seen.
    private var crossingEnd: Int64?
    /// What was in force, and ours, when another value was written last.
    private var earlier: Record?
    /// A write did not read back in time and may still take effect.
    private var isUncertain = false
    private var resumeEnd: Int64?

    /// `isLasting`: the value outlives the component that keeps it. `record`: as stored by an earlier process.
    public init(isLasting: Bool, record: Record? = nil) {
        self.isLasting = isLasting
        self.record = record
        isRecovering = record != nil
    }

    /// The user's own value, while another stands there because of us.
    public var masked: Value? {
        guard let record, !record.isOverruled else { return nil }
        // What is not known now may be seen again as it was.
        let mayStand = value == nil || value == record.written
        if isRecovering { return mayStand ? record.before : nil }
        switch phase {
        case .writing, .held, .givingBack: return record.before
        case .resting, .waiting, .content: return mayStand ? record.before : nil
        }
    }

    /// A write has not read back yet.
    public var isUnderWay: Bool { nextDue != nil }

    /// `CLOCK_BOOTTIME`, µs: when ``advance(to:)`` has something to do.
    public var nextDue: Int64? {
        switch phase {
        case .writing(let until): until
        case .givingBack(let until): until
        case .resting, .waiting, .content, .held: nil
        }
    }

    // MARK: What happens

    /// From now on this is to be the value; nil: whatever the user likes. The same again is nothing new.
    public mutating func want(_ value: Value?, at now: Int64) -> [Output] {
        guard value != wanted || !hasBegun else { return [] }
        hasBegun = true
        wanted = value
        trouble = nil
        if let record, record.isOverruled {
            let isStill = isRecovering && record.written == value
            isRecovering = false
            phase = .resting
            return isStill ? [] : forget() + pursue(at: now)
        }
        if isRecovering, let value = self.value { return recover(value, at: now) }
        return pursue(at: now)
    }

    /// Who keeps the value from now on; nil: nobody.
    public mutating func setKeeper(_ keeper: String?) -> [Output] {
        guard !isLasting else {
            isKeeperNew = keeper != nil
            return []
        }
        guard keeper != self.keeper || keeper == nil else { return [] }
        self.keeper = keeper ?? ""
        isKeeperNew = keeper != nil
        value = nil
        isUncertain = false
        guard keeper == nil, wanted == nil, record != nil, !isRecovering else { return [] }
        // What it kept is gone with it.
        phase = .resting
        return forget()
    }

    /// The value as it is now; nil: unknown.
    public mutating func observe(_ value: Value?, at now: Int64) -> [Output] {
        self.value = value
        guard let value else { return [] }
        if value == writes.last?.value { hasReadBack = true }
        let isFromNewKeeper = isKeeperNew
        isKeeperNew = false
        guard hasBegun else { return [] }
        if isRecovering { return recover(value, at: now) }
        if isFromNewKeeper, !isLasting, let record, !record.isOverruled {
            // What it starts with is the user's; what the one before it kept is gone.
            return forget() + pursue(at: now)
        }
        if isFromNewKeeper, record == nil, wanted != nil {
            // Nobody's hand moved it, and what an earlier one refused this one may do.
            trouble = nil
            return pursue(at: now)
        }
        switch phase {
        case .waiting: return pursue(at: now)
        case .content:
            guard let wanted, value != wanted else { return [] }
            return overrule(Record(before: wanted, written: wanted, keeper: keeper))
        case .resting: return observeAtRest(value, at: now)
        case .writing, .held: return observeOurs(value, isFromNewKeeper, at: now)
        case .givingBack: return observeReturn(value, at: now)
        }
    }

    /// The last write was refused, in words.
    public mutating func refused(_ words: String) -> [Output] {
        switch phase {
        case .writing:
            trouble = .ineffective(words)
            phase = .resting
            guard let earlier else { return forget() }
            // What stands there is still ours.
            record = earlier
            self.earlier = nil
            return [.record(earlier)]
        case .givingBack:
            trouble = .notGivenBack(words)
            phase = .givingBack(until: nil)
            return []
        case .resting, .waiting, .content, .held: return []
        }
    }

    /// The machine woke up.
    public mutating func resumed(at now: Int64) { resumeEnd = now.later(by: Self.resumeWindow) }

    /// Time passed.
    @discardableResult
    public mutating func advance(to now: Int64) -> [Output] {
        switch phase {
        case .writing(let until) where until <= now:
            if let record, value == record.written { return hold() }
            // The record stays: what was written may still show.
            trouble = .ineffective("it was written and did not change")
            isUncertain = true
            phase = .resting
        case .givingBack(let until?) where until <= now:
            // Two writes may be one change, or none.
            if value == record?.before { return done() }
            trouble = .notGivenBack("it was written and did not change")
            phase = .givingBack(until: nil)
        case .resting, .waiting, .content, .writing, .held, .givingBack: break
        }
        return []
    }

    // MARK: Steps

    private mutating func pursue(at now: Int64) -> [Output] {
        guard !isRecovering else { return [] }
        guard let wanted else { return giveBack(at: now) }
        guard let value else {
            phase = .waiting
            return []
        }
        guard let record else {
            if value == wanted {
                phase = .content
                return []
            }
            return begin(Record(before: value, written: wanted, keeper: keeper), at: now)
        }
        if wanted == record.before { return giveBack(at: now) }
        if value == wanted {
            let isLeaving = isUnderWay && writes.last?.value != wanted
            guard wanted == record.written, !isLeaving else {
                if isLeaving || value == earlier?.written {
                    // What is there is still ours, and what was written since is to come.
                    return begin(Record(before: record.before, written: wanted, keeper: keeper), at: now)
                }
                phase = .content
                return forget()
            }
            guard !isUnderWay || !isTurbulent(at: now) else { return [] }
            phase = .held
            return noteInForce()
        }
        return begin(Record(before: record.before, written: wanted, keeper: keeper), at: now)
    }

    private mutating func begin(_ new: Record, at now: Int64) -> [Output] {
        var new = new
        if let record, (new.before, new.written, new.keeper) == (record.before, record.written, record.keeper) {
            new.isInForce = record.isInForce
        }
        let isNew = record != new
        // Also if that is still under way.
        if isNew {
            earlier = record?.written == value || phase.isWriting ? record : nil
        } else if !phase.isWriting {
            earlier = nil
        }
        record = new
        phase = .writing(until: now.later(by: Self.effectPatience))
        noteWrite(new.written, at: now)
        return (isNew ? [.record(new)] : []) + [.write(new.written)]
    }

    private mutating func giveBack(at now: Int64) -> [Output] {
        guard let record else {
            phase = .resting
            return []
        }
        // It is being given back already.
        if case .givingBack(.some) = phase, value != nil, value != record.written { return [] }
        let isUnderWay = phase.isWriting
        guard let value else {
            phase = .waiting
            return []
        }
        if value == record.written || isUnderWay || isUncertain || value == earlier?.written {
            phase = .givingBack(until: now.later(by: Self.effectPatience))
            noteWrite(record.before, at: now)
            guard record.isInForce else { return [.write(record.before)] }
            // Killed between the two, an agent must not take what it wrote itself for somebody's hand.
            self.record?.isInForce = false
            return [.record(self.record), .write(record.before)]
        }
        return done()
    }

    /// A process before us left a record.
    private mutating func recover(_ value: Value, at now: Int64) -> [Output] {
        isRecovering = false
        guard let record else { return [] }
        let isKept = isLasting || record.keeper == keeper
        if isKept, value == record.written {
            phase = .held
            return noteInForce() + pursue(at: now)
        }
        guard isKept, record.isInForce, wanted == record.written else { return forget() + pursue(at: now) }
        return overrule(record) + [.takenOver(value)]
    }

    private mutating func observeAtRest(_ value: Value, at now: Int64) -> [Output] {
        guard let record else {
            settleForOthers(value)
            return []
        }
        guard !record.isOverruled else { return [] }
        if value == record.written {
            // A write that did not seem to take effect may do so late.
            return wanted == value ? hold() : []
        }
        let isPending = isUncertain && value == record.before
        guard !isPending, value != earlier?.written, !isEcho(value, at: now) else { return [] }
        // Somebody else's, and what was ours before is not there any more.
        settleForOthers(value)
        return forget()
    }

    /// What could not be written may be there now, by somebody else.
    private mutating func settleForOthers(_ value: Value) {
        if wanted == value { (phase, trouble) = (.content, nil) }
    }

    private mutating func observeOurs(_ value: Value, _ isFromNewKeeper: Bool, at now: Int64) -> [Output] {
        guard let record else { return [] }
        if !isFromNewKeeper, isEcho(value, at: now) {
            if let crossingEnd { phase = .writing(until: crossingEnd) }
            return []
        }
        if value == record.written { return hold() }
        if isFromNewKeeper {
            return begin(Record(before: record.before, written: record.written, keeper: keeper), at: now)
        }
        if case .writing = phase, value == record.before || value == earlier?.written { return [] }
        if let resumeEnd, now <= resumeEnd {
            self.resumeEnd = nil
            return begin(record, at: now)
        }
        if let last = writes.last, now <= last.time.later(by: Self.programQuickness) {
            if writes.count(where: { now < $0.time.later(by: Self.writeWindow) }) < Self.writeLimit {
                return begin(record, at: now)
            }
            trouble = .contested
            return overrule(record)
        }
        return overrule(record) + [.takenOver(value)]
    }

    private mutating func overrule(_ ours: Record) -> [Output] {
        phase = .resting
        record = ours
        record?.isOverruled = true
        return [.record(record)]
    }

    private mutating func observeReturn(_ value: Value, at now: Int64) -> [Output] {
        guard let record, value != record.written else { return [] }
        if case .givingBack(.some) = phase, isTurbulent(at: now), value == record.before { return [] }
        return done()
    }

    /// The value is the user's again.
    private mutating func done() -> [Output] {
        trouble = nil
        phase = wanted == nil ? .resting : wanted == value ? .content : .resting
        return forget()
    }

    private mutating func forget() -> [Output] {
        (earlier, isUncertain) = (nil, false)
        guard record != nil else { return [] }
        record = nil
        return [.record(nil)]
    }

    /// The value is as wanted, by us.
    private mutating func hold() -> [Output] {
        phase = .held
        (trouble, earlier, isUncertain) = (nil, nil, false)
        return noteInForce()
    }

    private mutating func noteInForce() -> [Output] {
        guard record?.isInForce == false else { return [] }
        record?.isInForce = true
        return [.record(record)]
    }

    private mutating func noteWrite(_ value: Value, at now: Int64) {
        writes.removeAll { $0.time.later(by: Self.writeWindow) <= now }
        if let last = writes.last, !hasReadBack, last.value != value, now < last.time.later(by: Self.effectPatience) {
            crossingEnd = now.later(by: Self.effectPatience)
        } else if isTurbulent(at: now) {
            crossingEnd = now.later(by: Self.effectPatience)
        }
        hasReadBack = false
        writes.append((now, value))
    }

    /// Whether that may be what reads back of an earlier one of several writes.
    private func isEcho(_ value: Value, at now: Int64) -> Bool {
        isTurbulent(at: now) && writes.contains { $0.value == value }
    }

    /// Writes crossed a moment ago.
    private func isTurbulent(at now: Int64) -> Bool { crossingEnd.map { now < $0 } ?? false }
}
