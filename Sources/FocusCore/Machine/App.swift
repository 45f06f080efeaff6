// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A process in its place: serving an app, or in line.
struct Registrant: Sendable {
    var registration: Registration
    /// The filters that it offers, with those of the descriptor file if it named none.
    var filters: [FilterDescriptor]
    /// When it came, as a number that grows.
    let arrival: UInt64
    /// The token that it says it performed last, by filter; used up when it is served.
    var named: [Identifier: Token]

    init(_ registration: Registration, filters: [FilterDescriptor], arrival: UInt64) {
        self.registration = registration
        self.filters = filters
        self.arrival = arrival
        named = registration.performed
    }

    /// Whether it is served before `other`.
    func precedes(_ other: Registrant) -> Bool {
        (registration.rank.rawValue, arrival) < (other.registration.rank.rawValue, other.arrival)
    }
}

/// One app: its filters, the process that serves them, and who waits in line.
struct App: Sendable {
    let id: AppID
    var record: AppRecord
    var file: AppDescriptor?
    var sharesMode = false
    private(set) var serving: Registrant?
    /// Not in order; see ``Registrant/precedes(_:)``.
    var line: [Registrant] = []
    /// By id of the filter.
    private(set) var slots: [FilterSlot] = []
    private(set) var problems = ProblemGroup()
    private var configurations: [ModeTable.Configuration] = []
    /// What modes configure for filters that nobody has described; and the mode that this was last looked at for.
    private var strays: Set<ModeTable.Configuration.Place> = []
    private var straysMode: ModeID?
    private var isAnyFailing = false
    /// What is kept of what the app said.
    var answers = AppAnswers()
    var lookup = EntityLookup()

    init(id: AppID, record: AppRecord = AppRecord()) {
        self.id = id
        self.record = record
    }

    /// Nothing is left to remember.
    var isForgettable: Bool {
        serving == nil && line.isEmpty && file == nil && configurations.isEmpty && record == AppRecord()
    }

    func place(of filter: Identifier) -> Int? {
        // By index, since a closure would be given a copy of each slot.
        for index in slots.indices where slots[index].key.filter == filter { return index }
        return nil
    }

    /// The slot of this filter or, failing that, of the one with this alias.
    func place(named filter: Identifier) -> Int? {
        place(of: filter) ?? slots.firstIndex { $0.descriptor.aliases.contains(filter) }
    }

    /// The state of one filter, also as a process in line describes it.
    func state(of filter: FilterDescriptor, in mode: Mode?) -> FilterState {
        let known = place(of: filter.id).map { slots[$0] }
        if let known, known.descriptor == filter { return known.state }
        var slot = FilterSlot(key: FilterKey(app: id, filter: filter.id), descriptor: filter)
        slot.configure(
            configurations.filter { slot.names.contains($0.filter) }, unknown: answers.unknown(of: filter.id))
        let shared = sharesMode ? SharedMode(mode) : nil
        slot.want = slot.want(in: mode, suspendedConfiguration: record.suspended[filter.id], shared: shared)
        slot.want.serial = known?.want.serial ?? 0
        return slot.state
    }

    // MARK: Filters

    /// Takes in new descriptions or configurations. The caller refreshes the wants after it.
    mutating func describe(_ configurations: [ModeTable.Configuration], _ courier: inout Courier) {
        let isReconfigured =
            configurations.map(\.filter) != self.configurations.map(\.filter)
            || zip(configurations, self.configurations).contains {
                $0.mode != $1.mode || $0.values != $1.values || $0.file != $1.file
            }
        self.configurations = configurations
        let old = slots
        slots = descriptors(old).map { descriptor in
            let known = old.first { $0.key.filter == descriptor.id }
            if let known, known.descriptor == descriptor { return known }
            var slot = FilterSlot(key: FilterKey(app: id, filter: descriptor.id), descriptor: descriptor)
            if let known { slot.takeOver(known) }
            courier.outbox.filters.append(slot.key)
            return slot
        }
        let entities = Dictionary(old.map { ($0.key.filter, $0.entities) }) { first, _ in first }
        let isUnchanged = slots.map(\.descriptor) == old.map(\.descriptor)
        for slot in old where place(of: slot.key.filter) == nil {
            if let timer = slot.timer { courier.timers.cancel(timer) }
            courier.outbox.filters.append(slot.key)
        }
        guard isReconfigured || !isUnchanged else { return }
        configure(courier.now, &courier.outbox)
        lookUpEntities { $0.entities != entities[$0.key.filter] }
    }

    /// Every filter that is known: the serving process's, the descriptor file's, and of an app that is away, but
    /// configured, those that it last offered.
    private func descriptors(_ old: [FilterSlot]) -> [FilterDescriptor] {
        var descriptors: [Identifier: FilterDescriptor] = [:]
        if serving == nil, file == nil, !configurations.isEmpty {
            for slot in old { descriptors[slot.key.filter] = slot.descriptor }
        }
        for filter in file?.filters ?? [] { descriptors[filter.id] = filter }
        for filter in serving?.filters ?? [] { descriptors[filter.id] = filter }
        return descriptors.values.sorted { $0.id < $1.id }
    }

    /// Fits again what the modes configure.
    mutating func configure(_ now: Instant, _ outbox: inout Outbox) {
        var found: [Problem] = []
        var meant: Set<ModeTable.Configuration.Place> = []
        let byPlace = Dictionary(configurations.map { ($0.place, $0) }, uniquingKeysWith: { first, _ in first })
        let modes = configurations.map(\.mode)
        let distinctModes = zip(modes, [nil] + modes.map(Optional.some)).filter { $0.0 != $0.1 }.map(\.0)
        for index in slots.indices {
            let names = slots[index].names
            let own = distinctModes.compactMap { mode in
                names.lazy.compactMap { byPlace[ModeTable.Configuration.Place(mode: mode, filter: $0)] }.first
            }
            slots[index].configure(own, unknown: answers.unknown(of: slots[index].key.filter))
            found += slots[index].problems
            for configuration in own { meant.insert(configuration.place) }
        }
        strays = Set(configurations.map(\.place)).subtracting(meant)
        if !slots.isEmpty {
            for configuration in configurations where !meant.contains(configuration.place) {
                let hint = suggestion(for: configuration.filter.text, among: slots.lazy.map(\.key.filter.text))
                found.append(
                    Problem(
                        kind: .filter, subject: "\(id)/\(configuration.filter)",
                        message: "mode '\(configuration.mode)' configures it, but the app offers no such filter\(hint)",
                        file: configuration.file))
            }
        }
        if problems.replace(with: found, at: now) { outbox.haveProblemsChanged = true }
    }

    // MARK: Wants

    /// Works out again what each filter should have, and sends what is news.
    mutating func refresh(_ mode: Mode?, _ courier: inout Courier, resumed: Identifier? = nil) {
        let shared = sharesMode ? SharedMode(mode) : nil
        for index in slots.indices {
            updateWant(index, mode, shared, &courier, isResumed: slots[index].key.filter == resumed)
            if let order = slots[index].drive({ $0.wantChanged($1) }) { obey(order, index, &courier) }
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

    private mutating func updateWant(
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

    // MARK: Serving

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
            return
        }
        var delivery = Delivery(
            performed: named.map(Delivery.Performed.token) ?? .nothing, want: want,
            atDefaults: !record.touched.contains(filter))
        let order = delivery.wantChanged(want)
        slots[index].delivery = delivery
        if delivery.isDone(want), want.isDefault { untouch(filter, &courier) }
        obey(order, index, &courier)
    }

    /// The process no longer serves the filters for which `isGone` holds; returns what it was told, by filter.
    mutating func release(
        _ courier: inout Courier, where isGone: (Identifier) -> Bool
    ) -> [Identifier: Delivery] {
        var memory: [Identifier: Delivery] = [:]
        for index in slots.indices where slots[index].delivery != nil && isGone(slots[index].key.filter) {
            memory[slots[index].key.filter] = slots[index].delivery
            slots[index].delivery = nil
            if let timer = slots[index].timer { courier.timers.cancel(timer) }
            slots[index].timer = nil
            courier.outbox.filters.append(slots[index].key)
        }
        lookup.keep(Set(slots.lazy.filter { $0.delivery != nil }.map(\.key.filter)))
        return memory
    }

    /// Nobody serves the app any more.
    mutating func vacate(_ courier: inout Courier) {
        serving = nil
        endLookup(&courier)
    }

    // MARK: Delivery

    /// What became of a Perform; false if the process does not serve the filter now.
    mutating func performed(
        _ peer: PeerID, _ filter: Identifier, serial: UInt64, attempt: Int, succeeded: Bool, _ courier: inout Courier
    ) -> Bool {
        guard serving?.registration.peer == peer, let index = place(of: filter), slots[index].delivery != nil else {
            return false
        }
        let order = slots[index].drive {
            $0.replied(serial: serial, attempt: attempt, succeeded: succeeded, want: $1)
        }
        if let delivery = slots[index].delivery, let acknowledged = delivery.acknowledged, acknowledged.isDefault,
            delivery.performed == .token(acknowledged.token)
        {
            untouch(filter, &courier)
        }
        if let order { obey(order, index, &courier) }
        return true
    }

    /// A deadline or a pause is over.
    mutating func timerFired(_ filter: Identifier, _ courier: inout Courier) {
        guard let index = place(of: filter) else { return }
        slots[index].timer = nil
        if let attempt = slots[index].delivery?.retry() {
            send(index, attempt: attempt, &courier)
        } else if let order = slots[index].drive({ $0.timedOut(want: $1) }) {
            obey(order, index, &courier)
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

    private mutating func obey(_ order: Delivery.Order, _ index: Int, _ courier: inout Courier) {
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
            slots[index].delivery?.didSend(want, reason)
            send(index, attempt: 1, &courier)
        case .waitAndRetry(let pause):
            disarm(index, &courier)
            slots[index].timer = courier.timers.insert(
                .delivery(slots[index].key), due: courier.now.boottime.later(by: pause))
        case .giveUp:
            disarm(index, &courier)
            isAnyFailing = true
            courier.outbox.log(.warning, "\(slots[index].key) does not answer; it is told when it is next heard of")
        }
    }

    private mutating func send(_ index: Int, attempt: Int, _ courier: inout Courier) {
        guard let serving, let transition = slots[index].delivery?.transition, let sent = slots[index].delivery?.sent
        else { return }
        arm(index, &courier)
        courier.outbox.perform(
            Perform(
                peer: serving.registration.peer, app: id, filter: slots[index].key.filter,
                handler: serving.registration.handler, values: sent.values, transition: transition, attempt: attempt))
    }

    private mutating func arm(_ index: Int, _ courier: inout Courier) {
        disarm(index, &courier)
        let due = courier.now.boottime.later(by: slots[index].descriptor.deadline)
        slots[index].timer = courier.timers.insert(.delivery(slots[index].key), due: due)
    }

    private mutating func disarm(_ index: Int, _ courier: inout Courier) {
        if let timer = slots[index].timer { courier.timers.cancel(timer) }
        slots[index].timer = nil
    }

    private mutating func untouch(_ filter: Identifier, _ courier: inout Courier) {
        guard record.touched.remove(filter) != nil else { return }
        courier.outbox.store(record, of: id, isAhead: false)
    }
}
