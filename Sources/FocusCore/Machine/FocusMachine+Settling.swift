// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Brings everything in line with what is known, once at the end of each event.
extension FocusMachine {
    /// Brings the mode in line with the facts, the time and the override, and every app in line with the mode.
    mutating func settle() {
        settleMode()
        pursueSilence(isEnding ? nil : activeModeEntry?.doNotDisturb)
        // A hand on the switch, found out about now, may have turned the mode off.
        guard needsDecision else { return }
        settleMode()
        pursueSilence(isEnding ? nil : activeModeEntry?.doNotDisturb)
    }

    /// The mode, and what it is to the apps.
    mutating func settleMode() {
        takeInNews(lingers: true)
        if let end = override?.endTime, end <= courier.now.realtime { endOverride("its time has come") }
        if needsDecision || !stale.isEmpty { decide(isStart: false) }
    }

    /// Takes in facts, names and the almanac as they are now, and what the time brings.
    mutating func takeInNews(lingers: Bool) {
        let changes = desktop.takeChangedFacts()
        if !changes.isEmpty {
            courier.outbox.properties.insert(.facts)
            let wasDisturbed = changes[.doNotDisturb].flatMap { Truth($0).known }
            news.isBoundary = wasDisturbed != nil && desktop.effective[.doNotDisturb] != nil
            news.facts = changes.keys.sorted()
        }
        guard
            !changes.isEmpty || !news.apps.isEmpty || !news.holds.isEmpty || news.calendar
                || resolution.isDue(at: courier.now)
        else {
            return
        }
        let outcome = resolution.advance(news, surroundings, lingers: lingers)
        news = ModeTable.News()
        if !outcome.modes.isEmpty || !changes.isEmpty && resolution.winner != nil { needsDecision = true }
        courier.outbox.modes.formUnion(outcome.modes)
        if lingers { notice(outcome.change) }
    }

    private mutating func notice(_ change: Resolution.Change) {
        switch change {
        case .none: break
        case .changed(let isBoundary):
            needsDecision = true
            if isBoundary, override?.ends == .boundary { endOverride("a schedule or do-not-disturb changed") }
        }
    }

    /// An override whose end came while no agent ran, or whose mode is gone.
    mutating func endOverrideIfOver() {
        guard let override else { return }
        if let mode = override.mode, resolution.modes[mode]?.mode.isEnabled != true {
            endOverride("its mode is gone")
        } else if let end = override.endTime, end <= courier.now.realtime {
            endOverride("its time has come")
        } else if override.ends == .boundary, let watch = boundaryWatch {
            if let was = watch.doNotDisturb, let known = desktop.truth(of: .doNotDisturb).known, was != known,
                watch.automatic != resolution.winner
            {
                endOverride("do-not-disturb changed")
            } else if let edge = watch.edge, edge <= courier.now.realtime, hasChangedBySchedule(since: edge) {
                endOverride("a schedule changed while no agent ran")
            }
        }
    }

    mutating func decide(isStart: Bool) {
        needsDecision = false
        let target = override.map(\.mode) ?? resolution.winner
        let newReason = reasonNow(target)
        if target != activeMode {
            switchMode(to: target, newReason, isStart: isStart)
        } else if newReason != reason, !isStart || newReason.cause != reason.cause {
            reason = newReason
            courier.outbox.properties.insert(.reason)
        }
        let mode = target.flatMap { resolution.modes[$0]?.mode }
        if !stale.isEmpty { switched.append(stale.sorted()) }
        stale = []
        for id in merged(switched) { apps[id]?.refresh(mode, &courier) }
        switched = []
    }

    private mutating func switchMode(to target: ModeID?, _ newReason: ModeReason, isStart: Bool) {
        let old = activeMode.flatMap { resolution.modes[$0] }
        let new = target.flatMap { resolution.modes[$0] }
        courier.outbox.log(
            .notice, "mode: \(activeMode?.text ?? "none") → \(target?.text ?? "none"): \(newReason.text)")
        note(.mode, target, newReason.text)
        activeMode = target
        since = courier.now.realtime
        courier.outbox.properties.formUnion([.activeMode, .since])
        if newReason != reason {
            reason = newReason
            courier.outbox.properties.insert(.reason)
        }
        switched += [old?.apps, new?.apps, confidants].compactMap(\.self).filter { !$0.isEmpty }
        // At the start the stored mode may be older than a suspension: what was suspended tells by its own token.
        if isStart { return }
        for id in suspending { apps[id]?.liftSuspensions(&courier) }
        stale.formUnion(suspending)
        suspending = []
    }
}
