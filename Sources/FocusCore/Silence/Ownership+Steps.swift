// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What follows from what happened.
extension Ownership {
    mutating func pursue(at now: Int64) -> [Output] {
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
            let isLeaving = isUnderWay && ledger.last?.value != wanted
            guard wanted == record.written, !isLeaving else {
                if isLeaving || value == earlier?.written {
                    // What is there is still ours, and what was written since is to come.
                    return begin(Record(before: record.before, written: wanted, keeper: keeper), at: now)
                }
                phase = .content
                return forget()
            }
            guard !isUnderWay || !ledger.isTurbulent(at: now) else { return [] }
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
        ledger.note(new.written, at: now)
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
            ledger.note(record.before, at: now)
            guard record.isInForce else { return [.write(record.before)] }
            // Killed between the two, an agent must not take what it wrote itself for somebody's hand.
            self.record?.isInForce = false
            return [.record(self.record), .write(record.before)]
        }
        return done()
    }

    /// A process before us left a record. Unless that was overruled, it is to be pursued what is wanted.
    mutating func recover(_ value: Value) -> [Output] {
        isRecovering = false
        guard let record else { return [] }
        let isKept = isLasting || record.keeper == keeper
        if isKept, value == record.written {
            phase = .held
            return noteInForce()
        }
        guard isKept, record.isInForce, wanted == record.written else {
            phase = .waiting
            return forget()
        }
        return overrule(record) + [.takenOver(value)]
    }

    mutating func observeAtRest(_ value: Value, at now: Int64) -> [Output] {
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
        guard !isPending, value != earlier?.written, !ledger.isEcho(value, at: now) else { return [] }
        // Somebody else's, and what was ours before is not there any more.
        settleForOthers(value)
        return forget()
    }

    /// What could not be written may be there now, by somebody else.
    private mutating func settleForOthers(_ value: Value) {
        if wanted == value { (phase, trouble) = (.content, nil) }
    }

    mutating func observeOurs(_ value: Value, _ isFromNewKeeper: Bool, at now: Int64) -> [Output] {
        guard let record else { return [] }
        if !isFromNewKeeper, ledger.isEcho(value, at: now) {
            if let crossingEnd = ledger.crossingEnd { phase = .writing(until: crossingEnd) }
            return []
        }
        if value == record.written { return hold() }
        if isFromNewKeeper {
            isPursuitDue = true
            return []
        }
        if case .writing = phase, value == record.before || value == earlier?.written { return [] }
        if let resumeEnd, now <= resumeEnd {
            (self.resumeEnd, isPursuitDue) = (nil, true)
            return []
        }
        if let last = ledger.last, now <= last.time.later(by: Self.programQuickness) {
            if ledger.count(at: now) < Self.writeLimit {
                isPursuitDue = true
                return []
            }
            trouble = .contested
            return overrule(record)
        }
        return overrule(record) + [.takenOver(value)]
    }

    mutating func overrule(_ ours: Record) -> [Output] {
        (phase, isPursuitDue) = (.resting, false)
        record = ours
        record?.isOverruled = true
        return [.record(record)]
    }

    mutating func observeReturn(_ value: Value, at now: Int64) -> [Output] {
        guard let record, value != record.written else { return [] }
        if case .givingBack(.some) = phase, ledger.isTurbulent(at: now), value == record.before { return [] }
        return done()
    }

    /// The value is the user's again.
    mutating func done() -> [Output] {
        trouble = nil
        phase = wanted == nil ? .resting : wanted == value ? .content : .resting
        return forget()
    }

    mutating func forget() -> [Output] {
        (earlier, isUncertain) = (nil, false)
        guard record != nil else { return [] }
        record = nil
        return [.record(nil)]
    }

    /// The value is as wanted, by us.
    mutating func hold() -> [Output] {
        phase = .held
        (trouble, earlier, isUncertain) = (nil, nil, false)
        return noteInForce()
    }

    private mutating func noteInForce() -> [Output] {
        guard record?.isInForce == false else { return [] }
        record?.isInForce = true
        return [.record(record)]
    }
}
