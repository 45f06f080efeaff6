// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

@testable import FocusCore

extension World {
    /// The desktop's own Do Not Disturb, as it is.
    struct Desk {
        let source: SourceID
        var isOn = false
        /// What the source has not told yet.
        var news: [Bool] = []
        /// `CLOCK_BOOTTIME`, µs: of the last write, or of the end of sleep; after them a hand is not known for one.
        var disturbedAt: Int64 = .min
        var writes = 0
    }

    mutating func plugInDesk() {
        for source in sources where source.silencing != nil {
            desk = Desk(source: source.id)
            oracle.desk = Oracle.Desk(source: source.id)
            oracle.sources[source.id]?.values[.doNotDisturb] = .bool(false)
        }
    }

    // MARK: What happens

    /// What a reading of the source says of the switch, whatever else it says.
    mutating func report(_ source: SourceID, _ reading: [Fact: FactValue], isFirst: Bool) {
        var reading = reading
        if let desk, desk.source == source { reading[.doNotDisturb] = .bool(desk.isOn) }
        send(.source(source, .reading(reading, isFirst: isFirst)))
    }

    /// The user's hand on the switch, as long after anything that a program did as a hand takes.
    mutating func lendHand() {
        guard var desk, let own = oracle.desk, own.isReadable else { return }
        for _ in 0..<20 where now.boottime - (self.desk?.disturbedAt ?? .min).clamped < 7_000_000 { pass(.seconds(7)) }
        desk = self.desk ?? desk
        guard now.boottime - desk.disturbedAt.clamped >= 7_000_000 else { return }
        let value = !desk.isOn
        remember("\(now.boottime): the user turns the switch \(value ? "on" : "off")")
        self.desk?.isOn = value
        oracle.desk?.hand = value
        send(.source(desk.source, .change([.doNotDisturb: .bool(value)])))
    }

    /// The desktop has lost on resume what was there before.
    mutating func desktopForgets() {
        guard let desk, let own = oracle.desk, own.isReadable, own.isHeld, own.isOn == desk.isOn else { return }
        remember("\(now.boottime): the desktop puts the switch back on resume")
        self.desk?.isOn.toggle()
        send(.source(desk.source, .change([.doNotDisturb: .bool(!desk.isOn)])))
    }

    /// The machine sleeps, and no timer rings.
    mutating func sleep(_ span: Microseconds) {
        remember("\(now.boottime): sleep for \(span / 1_000_000) s")
        step(to: now.boottime + span)
        desk?.disturbedAt = now.boottime
        send(.resumed)
    }

    /// While no agent runs.
    mutating func lendHandMeanwhile(_ value: Bool) {
        guard let desk, value != desk.isOn, var own = oracle.desk, oracle.sources[desk.source]?.isPresent == true else {
            return
        }
        remember("the user turns the switch \(value ? "on" : "off") meanwhile")
        self.desk?.isOn = value
        if own.isHeld { own.isTakenMeanwhile = true }
        (own.isOn, own.own, own.isHeld) = (value, value, false)
        oracle.desk = own
        oracle.sources[desk.source]?.values[.doNotDisturb] = .bool(value)
        oracle.sources[desk.source]?.waitingReading?[.doNotDisturb] = .bool(value)
    }

    /// The agent was killed amidst its actions. What it had put on disk and written is so; what it had told is told.
    mutating func crash() {
        remember("    killed amidst that")
        if oracle.override != agentOnDisk?.override {
            // It is the one from before the event.
            if agentOnDisk?.override != overrideBefore { fault("an override that nobody chose is on disk") }
            oracle.override = agentOnDisk?.override
        }
        // A suspension lasts until its end is on disk, unless another mode is on by then.
        oracle.active = activeBefore
        oracle.suspended = suspendedBefore.filter { appsOnDisk[$0.key.app]?.suspended[$0.key.filter] != nil }
        for call in calls where call.order % 2 == 0 && processes[call.perform.peer]?.rank != .program {
            apply(call)
        }
        doubtAfterCrash()
        if let desk, var own = oracle.desk {
            let record = agentOnDisk?.silence[desk.source]
            own.isOn = desk.isOn
            own.isOverruled = record?.isOverruled ?? false
            if own.isOverruled { own.wanted = record?.written }
            own.isHeld = !own.isOverruled && desk.isOn != own.own
            if own.isHeld, record == nil { fault("the switch was written without a record") }
            oracle.desk = own
            oracle.sources[desk.source]?.values[.doNotDisturb] = .bool(desk.isOn)
            self.desk?.news = []
        }
        restart()
    }

    /// What the source sees of what was written.
    mutating func tellOfSwitch() {
        // Of writes that cross, the source sees the last.
        guard let desk, let value = desk.news.last else { return }
        self.desk?.news = []
        send(.source(desk.source, .change([.doNotDisturb: .bool(value)])))
    }

    // MARK: Judgement

    /// One event moves the switch once: the user would see it flicker.
    mutating func judgeSilence(_ actions: [Action]) {
        var moved: Set<SourceID> = []
        for case .silence(let source, _) in actions where !moved.insert(source).inserted {
            fault("\(source) is told twice in one event")
        }
    }

    mutating func judge(_ command: SilenceCommand, to source: SourceID) {
        guard case .set(let value) = command, let desk, desk.source == source else {
            return fault("\(command) for \(source), which cannot do that")
        }
        remember("    → switch \(value ? "on" : "off")")
        if value == desk.isOn { fault("the switch is written as it is") }
        if let own = oracle.desk, value != own.own, agentOnDisk?.silence[source]?.written != value {
            fault("the switch is written without a record")
        }
        self.desk?.isOn = value
        self.desk?.news.append(value)
        self.desk?.disturbedAt = now.boottime
        self.desk?.writes += 1
    }

    func faultOfSwitch() -> String? {
        guard let desk, let own = oracle.desk else { return nil }
        if desk.isOn != own.isOn { return "the switch is \(desk.isOn ? "on" : "off"): \(own)" }
        if machine.facts[.doNotDisturb] != oracle.value(of: .doNotDisturb) {
            return "do-not-disturb is \(machine.facts[.doNotDisturb], default: "unknown"): \(own)"
        }
        return nil
    }

    mutating func compareSwitch() { if let words = faultOfSwitch() { fault(words) } }

    mutating func compareHolds() {
        let held = Set(oracle.holds.map(\.mode))
        if Set(machine.holds.modes) != held { fault("holds of \(machine.holds.modes), not of \(held)") }
        for mode in held
        where machine.holds.first(of: mode)?.peer != oracle.holds.first(where: { $0.mode == mode })?.peer {
            fault("\(mode) is held by another")
        }
    }

    /// Each filter whose process acknowledged what it was told last holds what it should.
    mutating func compareApps() {
        for overview in machine.filterOverviews where overview.state == .served {
            guard overview.serial == overview.acknowledgedSerial, let peer = oracle.serving[overview.key.app],
                let filter = oracle.filters(servedBy: peer).first(where: { $0.id == overview.key.filter })
            else { continue }
            let values = oracle.values(overview.key, filter)
            if processes[peer]?.held[filter.id] != values, processes[peer]?.certain[filter.id] != nil {
                fault("\(overview.key): \(peer) holds \(processes[peer]?.held[filter.id] ?? [:]), not \(values)")
            }
        }
    }

    /// The instants that schedules name, as far as they are looked up.
    struct Instants {
        private var found: [Int64] = []
        private var place = 0
        private var last = Int64.min
        private var span = 0..<Int64(0)
        private var texts: [String] = []
        private var almanac = Almanac()

        /// The first one after `now`; µs since the Unix epoch.
        mutating func next(after now: Int64, _ oracle: Oracle) -> Int64? {
            let texts = oracle.modes.compactMap(\.schedule?.text)
            if !span.contains(now) || texts != self.texts || almanac != oracle.almanac {
                (self.texts, almanac) = (texts, oracle.almanac)
                let day: Int64 = 86_400_000_000
                found = texts.isEmpty ? [] : oracle.wallInstants(around: now)
                span = now..<(now + day)
                place = 0
            }
            // The clock was set back.
            if now < last { place = 0 }
            last = now
            while place < found.count, found[place] <= now { place += 1 }
            // After the last one it is time to look further.
            return place < found.count ? found[place] : found.last.flatMap { $0 > now ? $0 : nil }
        }

        /// Nothing changes there. False: it was the last one.
        mutating func pass() -> Bool {
            place += 1
            return place < found.count
        }
    }
}

extension Int64 {
    /// As far back as differences can be told.
    fileprivate var clamped: Int64 { Swift.max(self, -1 << 60) }
}
