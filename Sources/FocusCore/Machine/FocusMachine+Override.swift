// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

extension FocusMachine {
    mutating func activate(_ mode: ModeID, _ end: OverrideEnd, _ request: RequestID) {
        do throws(FocusError) {
            try requireUsable(mode)
        } catch {
            courier.outbox.reply(request, .refused(error))
            return
        }
        setOverride(to: mode, end, request)
    }

    /// The mode exists and is enabled.
    func requireUsable(_ mode: ModeID) throws(FocusError) {
        guard let entry = resolution.modes[mode] else {
            let hint = suggestion(for: mode.text, among: resolution.modes.entries.lazy.map(\.mode.id.text))
            throw FocusError(.unknownMode, "there is no mode '\(mode)'\(hint)")
        }
        guard entry.mode.isEnabled else {
            throw FocusError(.unknownMode, "mode '\(mode)' is disabled; set Enabled=true in its file first")
        }
    }

    mutating func setOverride(to mode: ModeID?, _ end: OverrideEnd, _ request: RequestID) {
        if case .time(let time) = end, time <= courier.now.realtime {
            courier.outbox.reply(
                request, .refused(FocusError(.invalidValue, "the end of the override is already over")))
            return
        }
        courier.outbox.reply(request, .done)
        guard override?.mode != mode || override?.ends != end || override == nil else {
            // Said once more, it is a choice of now.
            return resolution.closeBoundaries()
        }
        note(.override, mode, "\(mode == nil ? "turned off" : "turned on") by hand, \(end.words)")
        begin(Override(mode: mode, ends: end, since: courier.now.realtime))
    }

    mutating func begin(_ new: Override) {
        override = new
        resolution.closeBoundaries()
        courier.outbox.properties.insert(.override)
        needsDecision = true
    }

    mutating func resume(_ request: RequestID) {
        courier.outbox.reply(request, .done)
        if override != nil { endOverride("the user resumed") }
    }

    mutating func endOverride(_ why: String) {
        courier.outbox.log(.notice, "the override of \(override?.mode?.text ?? "no mode") ends: \(why)")
        note(.override, override?.mode, "no longer by hand: \(why)")
        override = nil
        courier.outbox.properties.insert(.override)
        needsDecision = true
    }

    /// Why `target` is to be on.
    func reasonNow(_ target: ModeID?) -> ModeReason {
        if let override, override.isByDesktopSwitch {
            return ModeReason(
                cause: .desktopSwitch,
                text: "Do Not Disturb was turned off on the desktop, \(override.ends.words)", facts: [.doNotDisturb])
        }
        if let override {
            let what = override.mode == nil ? "turned off" : "turned on"
            return ModeReason(cause: .override, text: "\(what) by hand, \(override.ends.words)", facts: [])
        }
        return reasonByItself(target)
    }

    mutating func note(_ kind: HistoryRow.Kind, _ mode: ModeID?, _ text: String) {
        courier.history.add(HistoryRow(kind, at: courier.now.realtime, mode: mode, text: text))
    }

    /// Why a mode is, or would be, on without the override.
    func reasonByItself(_ target: ModeID?) -> ModeReason { reasonByItself(target, in: resolution) }

    func reasonByItself(_ target: ModeID?, in resolution: Resolution) -> ModeReason {
        guard let target, let entry = resolution.modes[target] else { return .nothingHolds }
        if let hold = holds.first(of: target) {
            let words = hold.reason.isEmpty ? "" : ": \(hold.reason)"
            return ModeReason(cause: .hold, text: "\(hold.peer) holds it\(words)", facts: [])
        }
        let (condition, schedule) = (entry.mode.condition, entry.mode.schedule)
        guard let what = condition.map({ "'\($0.text)'" }) ?? schedule.map({ "'\($0.text)'" }) else {
            return .nothingHolds
        }
        let cause: ModeReason.Cause = condition == nil ? .schedule : .condition
        guard entry.holds else {
            // It lingers: what made it true is past.
            if activeMode == target, reason.cause == cause { return reason }
            return ModeReason(cause: cause, text: "\(what) has just stopped being true", facts: [])
        }
        guard let condition else {
            return ModeReason(cause: cause, text: "the schedule says so: \(what)", facts: [])
        }
        let support = condition.expression.support(of: true, resolution.modes.answer(to:))
        let within = schedule.map { " within the schedule '\($0.text)'" } ?? ""
        return ModeReason(
            cause: cause, text: "\(what) is true\(within)", facts: Set(support.compactMap(\.fact)).sorted())
    }
}

extension Override {
    /// µs since the Unix epoch; nil if it does not end at a time.
    var endTime: Int64? {
        switch ends {
        case .time(let time): time
        case .boundary, .resumed: nil
        }
    }
}

extension OverrideEnd {
    /// For people.
    var words: String {
        switch self {
        case .boundary: "until Do Not Disturb or a schedule changes it"
        case .time: "until a set time"
        case .resumed: "until resumed"
        }
    }
}

extension ModeReason {
    static let nothingHolds = ModeReason(cause: .none, text: "no mode's condition is true", facts: [])
}
