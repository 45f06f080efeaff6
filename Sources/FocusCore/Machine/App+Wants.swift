// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What each filter should have, and its suspension.
extension App {
    /// Works out again what each filter should have, and sends what is news.
    mutating func refresh(_ mode: Mode?, _ courier: inout Courier, resumed: Identifier? = nil) {
        let shared = sharesMode ? SharedMode(mode) : nil
        for index in slots.indices {
            updateWant(index, mode, shared, &courier, isResumed: slots[index].key.filter == resumed)
            let isProgram = isServedByProgram
            let order = slots[index].drive { isProgram ? $0.wantChangedForProgram($1) : $0.wantChanged($1) }
            if let order { obey(order, index, &courier) }
        }
        noteStrays(mode?.id, &courier.outbox)
        askNext(&courier)
    }

    /// Of a filter that nobody has described only this is known: whether the mode that is on configures it.
    private mutating func noteStrays(_ mode: ModeID?, _ outbox: inout Outbox) {
        guard mode != straysMode, !strays.isEmpty else {
            straysMode = mode
            return
        }
        for filter in Set(strays.map(\.filter)).sorted() {
            let isNow = strays.contains { $0.mode == mode && $0.filter == filter }
            let wasBefore = strays.contains { $0.mode == straysMode && $0.filter == filter }
            if isNow != wasBefore { outbox.filters.append(FilterKey(app: id, filter: filter)) }
        }
        straysMode = mode
    }

    mutating func updateWant(
        _ index: Int, _ mode: Mode?, _ shared: SharedMode?, _ courier: inout Courier, isResumed: Bool = false
    ) {
        let (filter, old) = (slots[index].key.filter, slots[index].want)
        let suspended = record.suspended[filter]
        var want = slots[index].want(in: mode, suspendedConfiguration: suspended, shared: shared)
        if suspended != nil, !want.isSuspended {
            record.suspended[filter] = nil
            courier.outbox.store(record, of: id, isAhead: false)
        }
        let isNews = want.token != old.token && slots[index].delivery != nil
        want.serial = isNews ? courier.serials.next() : old.serial
        want.isResumed = isResumed || (old.isResumed && want.token == old.token)
        // Equal tokens mean equal values.
        let isOther = want.token != old.token && want.values != old.values
        if isOther || (want.isActive, want.isSuspended) != (old.isActive, old.isSuspended) {
            courier.outbox.filters.append(slots[index].key)
        }
        slots[index].want = want
        slots[index].tokenByFile = want.token
        if isActivatable, let described = file?.filters.first(where: { $0.id == filter }) {
            slots[index].tokenByFile = state(of: described, in: mode).token
        }
        if hasBackground { courier.background.insert(id) }
    }

    // MARK: Suspension

    /// The app wants its filter to have the defaults for now, or no longer.
    mutating func suspend(
        _ filter: Identifier, _ isOn: Bool, in mode: Mode?, _ courier: inout Courier
    ) throws(FocusError) {
        guard let index = place(named: filter) else {
            let hint = suggestion(for: filter.text, among: slots.lazy.map(\.key.filter.text))
            throw FocusError(.unknownFilter, "\(id) offers no filter '\(filter)'\(hint)")
        }
        let slot = slots[index]
        guard let mode, let configured = slot.configured[mode.id] else {
            throw FocusError(.notActive, "no mode that is on configures \(slot.key); there is nothing to suspend")
        }
        guard isOn != slot.want.isSuspended else { return }
        record.suspended[slot.key.filter] = isOn ? configured.configurationToken : nil
        courier.outbox.store(record, of: id, isAhead: true)
        refresh(mode, &courier, resumed: isOn ? nil : slot.key.filter)
    }

    /// Another mode is on: that ends every suspension, also of filters that nobody has described yet.
    mutating func liftSuspensions(_ courier: inout Courier) {
        guard !record.suspended.isEmpty else { return }
        record.suspended = [:]
        courier.outbox.store(record, of: id, isAhead: false)
    }
}
