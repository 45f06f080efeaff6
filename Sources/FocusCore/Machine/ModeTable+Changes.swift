// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Taking in what is new.
extension ModeTable {
    /// What re-evaluation found.
    struct Outcome {
        var changed: [ModeID] = []
        /// A mode became a candidate.
        var hasBegun = false
        /// Candidates that hold no longer.
        var fallen: [ModeID] = []
        /// Those of them that fell because nobody holds them any more.
        var released: Set<ModeID> = []
        /// A schedule's edge had part in it, now or when the enter delay began.
        var isBoundary = false
    }

    /// What is new, besides the time.
    struct News {
        var facts: [Fact] = []
        var apps: [AppID] = []
        /// Whether programs hold these modes, of which that may have changed.
        var holds: [ModeID: Bool] = [:]
        /// Another almanac.
        var calendar = false
        /// It counts as the change of a schedule.
        var isBoundary = false
    }

    /// Takes in what is new and what the time brings. Looks only at the modes that it concerns.
    /// - Parameters:
    ///   - lingering: A mode that is still a candidate although it fell; it need not wait again.
    ///   - delays: Whether modes wait for their enter delay.
    mutating func advance(
        _ news: News, _ surroundings: Surroundings, lingering: ModeID? = nil, delays: Bool = true
    ) -> Outcome {
        var affected = PlaceSet()
        for fact in news.facts { mark(propositions.update(fact, surroundings), &affected) }
        for app in news.apps { mark(propositions.update(app, surroundings), &affected) }
        mark(propositions.advance(surroundings), &affected)
        let edges = news.calendar ? schedules.lookAtAll(surroundings) : schedules.advance(surroundings)
        for place in edges { affected.insert(turns[place]) }
        var outcome = Outcome(isBoundary: news.isBoundary || !edges.isEmpty)
        for (id, isHeld) in news.holds { setHeld(id, isHeld, &outcome, &affected, surroundings.now.boottime) }
        var turn = 0
        while let next = affected.takeFirst(from: turn) {
            turn = next
            let place = order[next]
            let new = truth(at: place)
            guard new != entries[place].truth else { continue }
            let held = entries[place].holds
            entries[place].truth = new
            outcome.changed.append(entries[place].mode.id)
            if let number = tell(of: place) { mark([number], &affected) }
            switch (held, entries[place].holds) {
            case (false, true):
                begin(
                    place, &outcome, mayWait: delays && entries[place].mode.id != lingering, surroundings.now.boottime)
            case (true, false): end(place, &outcome)
            case (true, true), (false, false): break
            }
        }
        while let place = waiting.popDue(at: surroundings.now.boottime) {
            if waits.removeValue(forKey: place)?.isBoundary == true { outcome.isBoundary = true }
            candidates.insert(place)
            outcome.hasBegun = true
        }
        return outcome
    }

    /// What a wait leads to is the work of no boundary any more.
    mutating func closeBoundaries() { for place in waits.keys { waits[place]?.isBoundary = false } }

    /// What programs ask for never waits.
    private mutating func setHeld(
        _ id: ModeID, _ isHeld: Bool, _ outcome: inout Outcome, _ affected: inout PlaceSet, _ now: Int64
    ) {
        guard let place = places[id], entries[place].isHeld != isHeld else { return }
        let held = entries[place].holds
        entries[place].isHeld = isHeld
        if let number = tell(of: place) { mark([number], &affected) }
        switch (held, entries[place].holds) {
        case (false, true): begin(place, &outcome, mayWait: false, now)
        case (true, true):
            guard let wait = waits.removeValue(forKey: place) else { break }
            waiting.cancel(wait.handle)
            begin(place, &outcome, mayWait: false, now)
        case (true, false):
            outcome.released.insert(id)
            end(place, &outcome)
        case (false, false): break
        }
    }

    /// Has modes wait on that waited in `old` and are the same.
    mutating func keepWaits(of old: ModeTable) {
        for (oldPlace, wait) in old.waits {
            let mode = old.entries[oldPlace].mode
            guard let place = places[mode.id], entries[place].mode == mode, entries[place].holds, !entries[place].isHeld
            else { continue }
            candidates.remove(place)
            let handle = waiting.insert(place, due: wait.end)
            waits[place] = Wait(handle: handle, end: wait.end, isBoundary: wait.isBoundary)
        }
    }

    private mutating func begin(_ place: Int, _ outcome: inout Outcome, mayWait: Bool, _ now: Int64) {
        if mayWait, let delay = entries[place].mode.enterDelay, delay > 0 {
            let end = now.later(by: delay)
            let handle = waiting.insert(place, due: end)
            waits[place] = Wait(handle: handle, end: end, isBoundary: outcome.isBoundary)
        } else {
            candidates.insert(place)
            outcome.hasBegun = true
        }
    }

    private mutating func end(_ place: Int, _ outcome: inout Outcome) {
        if let wait = waits.removeValue(forKey: place) {
            waiting.cancel(wait.handle)
        } else {
            candidates.remove(place)
            outcome.fallen.append(entries[place].mode.id)
        }
    }

    private func mark(_ numbers: [Int], _ affected: inout PlaceSet) {
        for number in numbers { for place in propositions.askers[number] { affected.insert(turns[place]) } }
    }

    /// The ids of modes that differ from those in `other`, or are in only one of the two.
    func differences(from other: ModeTable) -> (overviews: Set<ModeID>, filters: Set<FilterKey>) {
        var overviews: Set<ModeID> = []
        var filters: Set<FilterKey> = []
        func compare(_ new: Entry?, _ old: Entry?) {
            guard let mode = new?.mode ?? old?.mode, new?.mode != old?.mode || new?.truth != old?.truth else { return }
            overviews.insert(mode.id)
            let (newFilters, oldFilters) = (new?.mode.filters ?? [:], old?.mode.filters ?? [:])
            guard newFilters != oldFilters || new?.mode.file != old?.mode.file else { return }
            for key in newFilters.keys where oldFilters[key] != newFilters[key] { filters.insert(key) }
            for key in oldFilters.keys where newFilters[key] == nil { filters.insert(key) }
            if new?.mode.file != old?.mode.file { filters.formUnion(newFilters.keys) }
        }
        for entry in entries { compare(entry, other[entry.mode.id]) }
        for entry in other.entries where self[entry.mode.id] == nil { compare(nil, entry) }
        return (overviews, filters)
    }
}
