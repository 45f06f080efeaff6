// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// How far the wanted state of each filter is brought to who serves it.
extension App {
    /// What became of a Perform; false if the process does not serve the filter now.
    mutating func performed(
        _ peer: PeerID, _ filter: Identifier, serial: UInt64, attempt: Int, failure: String?, _ courier: inout Courier
    ) -> Bool {
        guard serving?.registration.peer == peer, let index = place(of: filter), slots[index].delivery != nil else {
            return false
        }
        let order = slots[index].drive {
            $0.replied(serial: serial, attempt: attempt, failure: failure, want: $1)
        }
        if let delivery = slots[index].delivery, let acknowledged = delivery.acknowledged,
            delivery.performed == .token(acknowledged.token)
        {
            if acknowledged.isDefault { untouch(filter, &courier) }
            remember(acknowledged, of: filter, &courier)
        }
        if hasBackground { courier.background.insert(id) }
        if let order { obey(order, index, &courier) }
        return true
    }

    /// A deadline or a pause is over.
    mutating func timerFired(_ filter: Identifier, _ courier: inout Courier) {
        guard let index = place(of: filter) else { return }
        slots[index].timer = nil
        if let attempt = slots[index].delivery?.retry() {
            send(index, attempt: attempt, &courier)
        } else {
            let words = "it does not answer within \(TimeSpan.text(of: slots[index].descriptor.deadline))"
            if let order = slots[index].drive({ $0.timedOut(words, want: $1) }) { obey(order, index, &courier) }
        }
    }

    /// The process sent a message.
    mutating func heard(_ peer: PeerID, _ courier: inout Courier) {
        guard isAnyFailing || lookup.isSilent, serving?.registration.peer == peer else { return }
        if lookup.isSilent {
            lookup.heard()
            askNext(&courier)
        }
        guard isAnyFailing else { return }
        isAnyFailing = false
        for index in slots.indices where slots[index].delivery?.phase == .failing {
            slots[index].want.serial = courier.serials.next()
            if let order = slots[index].drive({ $0.heard(want: $1) }) { obey(order, index, &courier) }
        }
    }

    mutating func obey(_ order: Delivery.Order, _ index: Int, _ courier: inout Courier) {
        if !failures.since.isEmpty || slots[index].delivery?.hasGivenUp == true { courier.background.insert(id) }
        switch order {
        case .none:
            switch slots[index].delivery?.phase {
            case .settled?, .failing?, nil: disarm(index, &courier)
            case .inFlight?, .waiting?: break
            }
        case .send(let reason):
            let want = slots[index].want
            if !want.isDefault, record.touched.insert(slots[index].key.filter).inserted {
                courier.outbox.store(record, of: id, isAhead: true)
            }
            unsettle(slots[index].key.filter, &courier)
            slots[index].delivery?.didSend(want, reason)
            send(index, attempt: 1, &courier)
        case .waitAndRetry(let pause):
            disarm(index, &courier)
            slots[index].timer = courier.timers.insert(
                .delivery(slots[index].key), due: courier.now.boottime.later(by: pause))
        case .giveUp:
            disarm(index, &courier)
            isAnyFailing = true
            let words = slots[index].delivery?.failure ?? ""
            courier.outbox.log(.warning, "\(slots[index].key) does not acknowledge: \(words); \(hope)")
            courier.history.add(
                HistoryRow(
                    .failing, at: courier.now.realtime, mode: nil, text: words, filter: slots[index].key,
                    serial: slots[index].want.serial))
        }
    }

    private mutating func send(_ index: Int, attempt: Int, _ courier: inout Courier) {
        guard let serving, let transition = slots[index].delivery?.transition, let sent = slots[index].delivery?.sent
        else { return }
        let perform = Perform(
            peer: serving.registration.peer, app: id, filter: slots[index].key.filter,
            handler: serving.registration.handler, values: sent.values, transition: transition, attempt: attempt)
        if isServedByProgram {
            guard let program else { return }
            disarm(index, &courier)
            courier.perform(
                perform, run: ProgramRun(exec: program, deadline: slots[index].descriptor.deadline))
        } else {
            arm(index, &courier)
            courier.perform(perform)
        }
    }

    /// A run has its deadline from who runs it.
    mutating func arm(_ index: Int, _ courier: inout Courier) {
        guard !isServedByProgram else { return }
        disarm(index, &courier)
        let due = courier.now.boottime.later(by: slots[index].descriptor.deadline)
        slots[index].timer = courier.timers.insert(.delivery(slots[index].key), due: due)
    }

    private mutating func disarm(_ index: Int, _ courier: inout Courier) {
        if let timer = slots[index].timer { courier.timers.cancel(timer) }
        slots[index].timer = nil
    }

    mutating func untouch(_ filter: Identifier, _ courier: inout Courier) {
        guard record.touched.remove(filter) != nil else { return }
        courier.outbox.store(record, of: id, isAhead: false)
    }
}
