// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Whose one setting of the desktop is: the user's, or for a while ours.
///
/// Values in, outputs out; no I/O, no clock. The rules:
/// - What is seen is judged at once; what that asks to be written waits until it is said again what is wanted, for the same
///   news may have changed it, and nobody should see one value right after the other.
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

    enum Phase: Hashable {
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
    /// How many writes there may be within ``WriteLedger/window``.
    static var writeLimit: Int { 3 }
    /// How long after waking up a component may still be putting its state in order.
    static var resumeWindow: Microseconds { .seconds(5) }

    /// What is on disk.
    public internal(set) var record: Record?
    public internal(set) var trouble: Trouble?

    let isLasting: Bool
    var phase = Phase.resting
    var wanted: Value?
    var value: Value?
    var keeper = ""
    private var isKeeperNew = false
    var isRecovering: Bool
    /// It was said what is wanted: before, nothing is written.
    private var hasBegun = false
    var ledger = WriteLedger<Value>()
    /// What was in force, and ours, when another value was written last.
    var earlier: Record?
    /// A write did not read back in time and may still take effect.
    var isUncertain = false
    var resumeEnd: Int64?
    /// What was seen asks for more than to be noted, by the next ``want(_:at:)``.
    public internal(set) var isPursuitDue = false

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

    /// From now on this is to be the value; nil: whatever the user likes. The same again is nothing new, unless something
    /// was seen since.
    public mutating func want(_ value: Value?, at now: Int64) -> [Output] {
        let isNew = value != wanted || !hasBegun
        guard isNew || isPursuitDue else { return [] }
        isPursuitDue = false
        guard isNew else { return pursue(at: now) }
        hasBegun = true
        wanted = value
        trouble = nil
        if let record, record.isOverruled {
            let isStill = isRecovering && record.written == value
            isRecovering = false
            phase = .resting
            return isStill ? [] : forget() + pursue(at: now)
        }
        guard isRecovering, let value = self.value else { return pursue(at: now) }
        let outputs = recover(value)
        return record?.isOverruled == true ? outputs : outputs + pursue(at: now)
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

    /// The value as it is now; nil: unknown. Writes nothing: call ``want(_:at:)`` next.
    public mutating func observe(_ value: Value?, at now: Int64) -> [Output] {
        self.value = value
        guard let value else { return [] }
        ledger.readBack(value)
        let isFromNewKeeper = isKeeperNew
        isKeeperNew = false
        guard hasBegun else { return [] }
        if isRecovering {
            let outputs = recover(value)
            isPursuitDue = record?.isOverruled != true
            return outputs
        }
        if isFromNewKeeper, !isLasting, let record, !record.isOverruled {
            // What it starts with is the user's; what the one before it kept is gone.
            (phase, isPursuitDue) = (.waiting, true)
            return forget()
        }
        if isFromNewKeeper, record == nil, wanted != nil {
            // Nobody's hand moved it, and what an earlier one refused this one may do.
            (trouble, isPursuitDue) = (nil, true)
            return []
        }
        switch phase {
        case .waiting:
            isPursuitDue = true
            return []
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
        guard !isPursuitDue else { return [] }
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
}
