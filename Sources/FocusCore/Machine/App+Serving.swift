// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Who serves the filters.
extension App {
    /// Lets a process serve the app. `memory`: what it was told before, by filter.
    mutating func serve(
        _ registrant: Registrant, memory: [Identifier: Delivery], _ configurations: [ModeTable.Configuration],
        _ mode: Mode?, _ courier: inout Courier
    ) {
        let isReplacement = serving?.registration.peer == registrant.registration.peer
        if !isReplacement { endLookup(&courier) }
        serving = registrant
        describe(configurations, &courier)
        let shared = sharesMode ? SharedMode(mode) : nil
        for index in slots.indices {
            updateWant(index, mode, shared, &courier)
            let filter = slots[index].key.filter
            guard registrant.filters.contains(where: { $0.id == filter }) else { continue }
            if isReplacement, let order = slots[index].drive({ $0.wantChanged($1) }) {
                obey(order, index, &courier)
                continue
            }
            slots[index].want.serial = courier.serials.next()
            courier.outbox.filters.append(slots[index].key)
            begin(index, named: registrant.named[filter], memory: memory[filter], &courier)
        }
        serving?.named = [:]
        lookUpEntities { slot in registrant.filters.contains { $0.id == slot.key.filter } }
        askNext(&courier)
    }

    private mutating func begin(_ index: Int, named: Token?, memory: Delivery?, _ courier: inout Courier) {
        let (filter, want) = (slots[index].key.filter, slots[index].want)
        if var delivery = memory {
            let order = delivery.resume(want)
            slots[index].delivery = delivery
            obey(order, index, &courier)
            if case .inFlight = delivery.phase, slots[index].timer == nil { arm(index, &courier) }
            if delivery.isDone(want) { remember(want, of: filter, &courier) }
            return
        }
        var delivery = Delivery(
            performed: named.map(Delivery.Performed.token) ?? .nothing, want: want,
            atDefaults: !record.touched.contains(filter))
        let order = delivery.wantChanged(want)
        slots[index].delivery = delivery
        if delivery.isDone(want) {
            if want.isDefault { untouch(filter, &courier) }
            remember(want, of: filter, &courier)
        }
        obey(order, index, &courier)
    }

    /// The process no longer serves the filters for which `isGone` holds; returns what it was told, by filter.
    mutating func release(
        _ courier: inout Courier, where isGone: (Identifier) -> Bool
    ) -> [Identifier: Delivery] {
        var memory: [Identifier: Delivery] = [:]
        for index in slots.indices where slots[index].delivery != nil && isGone(slots[index].key.filter) {
            memory[slots[index].key.filter] = slots[index].delivery
            if let words = slots[index].delivery?.failure { activation.lastAnswer = words }
            slots[index].delivery = nil
            if let timer = slots[index].timer { courier.timers.cancel(timer) }
            slots[index].timer = nil
            courier.outbox.filters.append(slots[index].key)
        }
        if !failures.since.isEmpty { courier.background.insert(id) }
        lookup.keep(Set(slots.lazy.filter { $0.delivery != nil }.map(\.key.filter)))
        return memory
    }

    /// Nobody serves the app any more.
    mutating func vacate(_ courier: inout Courier) {
        serving = nil
        endLookup(&courier)
    }
}
