// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

extension FocusMachine {
    mutating func hold(_ id: HoldID, _ peer: PeerID, _ mode: ModeID, _ reason: String, _ request: RequestID) {
        do throws(FocusError) {
            try requireUsable(mode)
            try holds.add(id, peer, mode, reason: reason)
            courier.outbox.reply(request, .held(id))
            courier.outbox.log(.info, "\(peer) holds mode \(mode)")
            holdChanged(mode)
        } catch {
            courier.outbox.reply(request, .refused(error))
        }
    }

    mutating func release(_ id: HoldID, _ peer: PeerID, _ request: RequestID) {
        guard let mode = holds.remove(id, of: peer) else {
            courier.outbox.reply(
                request, .refused(FocusError(.invalidValue, "this connection has no hold of that number")))
            return
        }
        courier.outbox.reply(request, .done)
        holdChanged(mode)
    }

    /// What a connection held is over with it.
    mutating func releaseAll(of peer: PeerID) {
        guard !holds.isEmpty else { return }
        let modes = holds.removeAll(of: peer)
        guard !modes.isEmpty else { return }
        for mode in modes { holdChanged(mode) }
        settleMode()
    }

    private mutating func holdChanged(_ mode: ModeID) {
        news.holds[mode] = holds.isHeld(mode)
        if mode == activeMode { needsDecision = true }
    }
}
