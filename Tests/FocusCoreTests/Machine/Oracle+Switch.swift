// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

@testable import FocusCore

extension Oracle {
    /// The desktop's own Do Not Disturb, in a store that outlives everybody: what it should be, and whose it is.
    struct Desk: Hashable {
        let source: SourceID
        /// As it should be now.
        var isOn = false
        /// As the user left it.
        var own = false
        /// The source says what it is, and can be told.
        var isReadable = true
        /// What the mode that is on wants it to be.
        var wanted: Bool?
        /// It is not the user's, but ours.
        var isHeld = false
        /// A hand moved it against what is wanted now.
        var isOverruled = false
        /// The agent is about to end.
        var isEnding = false
        /// The hand whose work the next report of the source tells.
        var hand: Bool?
        /// A hand moved it while it was ours and nobody looked.
        var isTakenMeanwhile = false
    }

    /// What a source says of a fact, as far as it is the user's own doing.
    func reported(_ fact: Fact, _ id: SourceID, _ source: Source) -> FactValue? {
        guard let value = source.values[fact] else { return nil }
        guard fact == .doNotDisturb, let desk, desk.source == id, desk.isHeld else { return value }
        return .bool(desk.own)
    }

    mutating func takeSwitch(_ report: SourceReport, from id: SourceID) {
        guard desk?.source == id else { return }
        switch report {
        case .reading(let reading, _): desk?.isReadable = reading[.doNotDisturb] != nil
        case .change(let change):
            if let said = change[.doNotDisturb] { desk?.isReadable = said != nil }
        case .ownerLost, .absent, .failing: desk?.isReadable = false
        }
        if let hand = desk?.hand { lendHand(hand) }
    }

    /// A hand moves the switch while the agent looks: what was wanted and in force gives way. Where it was ours, off says
    /// "not now" to the mode; else it is just the fact.
    private mutating func lendHand(_ value: Bool) {
        guard var desk else { return }
        desk.hand = nil
        let wasInForce = desk.wanted != nil && !desk.isOverruled && desk.isOn == desk.wanted
        (desk.isOn, desk.own) = (value, value)
        if wasInForce {
            if desk.isHeld, !value, active != nil { giveWay() }
            (desk.isOverruled, desk.isHeld) = (true, false)
        }
        self.desk = desk
    }

    private mutating func giveWay() {
        override = Override(mode: nil, ends: .boundary, since: now.realtime, isByDesktopSwitch: true)
        closeBoundaries()
    }

    /// After the mode is settled: the switch as it should be then.
    mutating func settleSwitch() {
        guard var desk else { return }
        let wanted = desk.isEnding ? nil : mode(active)?.doNotDisturb
        defer { self.desk = desk }
        if desk.isTakenMeanwhile, desk.isReadable {
            desk.isTakenMeanwhile = false
            if wanted != nil, wanted == desk.wanted {
                desk.isOverruled = true
                if !desk.own, active != nil { giveWay() }
                return
            }
        }
        if wanted != desk.wanted { (desk.wanted, desk.isOverruled) = (wanted, false) }
        guard desk.isReadable, !desk.isOverruled else { return }
        desk.isHeld = wanted != nil && wanted != desk.own
        let isOn = wanted ?? desk.own
        if isOn != desk.isOn {
            desk.isOn = isOn
            sources[desk.source]?.values[.doNotDisturb] = .bool(isOn)
        }
    }

    /// Why the mode that should be on is on.
    var cause: ModeReason.Cause {
        if let override { return override.isByDesktopSwitch ? .desktopSwitch : .override }
        guard let active else { return .none }
        if holds.contains(where: { $0.mode == active }) { return .hold }
        guard let mode = mode(active) else { return .none }
        return mode.condition != nil ? .condition : mode.schedule != nil ? .schedule : .none
    }

    /// Edges that passed without a look, as in sleep, end what lasts until the boundary, also when all is as before by
    /// now.
    mutating func endOverrideAtMissedBoundary(at now: Instant) {
        guard override?.ends == .boundary, self.now.realtime < now.realtime else { return }
        let winners = winners(from: self.now.realtime + 1, to: now)
        if winners.first == winners.last, Set(winners).count > 1 { override = nil }
    }

    // MARK: Instants at which time alone may change something

    /// The next one after `now`, on `CLOCK_BOOTTIME`, but for schedules.
    func nextDeadline(after now: Instant) -> Int64? {
        var due = sources.values.compactMap(\.graceEnd) + waiting.values.map(\.end) + [leaving?.end].compactMap { $0 }
        for mode in modes {
            for case .lasting(let fact, let span) in (mode.condition?.terms ?? []).map(\.proposition) {
                if let since = since[fact] { due.append(since + span) }
            }
        }
        if case .time(let end)? = override?.ends { due.append(now.boottime + end - now.realtime) }
        return due.filter { $0 > now.boottime }.min()
    }

    /// Whether another mode should be on, another override be in force or the switch be otherwise, if the time is `now`.
    func isOutOfDate(at now: Instant) -> Bool {
        var later = self
        later.take(.timer, at: now)
        return later.active != active || later.override != override || later.desk?.isOn != desk?.isOn
            || later.automatic != automatic
    }

    /// The instants, from the day before `now` to the second one after it, at which the clock on some wall shows a time
    /// that a schedule is written with, or jumps; µs since the Unix epoch, in order.
    func wallInstants(around now: Int64) -> [Int64] {
        var seconds: Set<Int64> = [0]
        for text in modes.compactMap(\.schedule?.text) { seconds.formUnion(Self.times(in: text)) }
        var instants: Set<Int64> = []
        for zone in [almanac.local] + almanac.zones.values {
            let today = zone.day(at: second(now))
            for day in (today - 1)...(today + 2) {
                for second in seconds {
                    let found = zone.instants(ofWall: day * 86_400 + second)
                    instants.formUnion([found.first, found.last])
                }
            }
            instants.formUnion(zone.transitions.map(\.at).filter { abs($0 - second(now)) < 3 * 86_400 })
        }
        return instants.sorted().map { $0 * 1_000_000 }
    }

    /// All `12:34` in a text, in seconds since midnight.
    private static func times(in text: String) -> [Int64] {
        text.split(whereSeparator: { !$0.isNumber && $0 != ":" }).compactMap { word in
            let parts = word.split(separator: ":").compactMap { Int64($0) }
            return parts.count == 2 ? parts[0] * 3600 + parts[1] * 60 : nil
        }
    }
}
