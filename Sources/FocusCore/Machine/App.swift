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
    var serving: Registrant?
    /// Not in order; see ``Registrant/precedes(_:)``.
    var line: [Registrant] = []
    /// By id of the filter.
    var slots: [FilterSlot] = []
    private(set) var problems = ProblemGroup()
    /// The app's helper does not work, or filters fail. Since when does not depend on the words.
    var failures = ProblemGroup(isBySubject: true)
    var activation = Activation()
    private var configurations: [ModeTable.Configuration] = []
    /// What modes configure for filters that nobody has described; and the mode that this was last looked at for.
    var strays: Set<ModeTable.Configuration.Place> = []
    var straysMode: ModeID?
    var isAnyFailing = false
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
        if !failures.since.isEmpty { courier.background.insert(id) }
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
}
