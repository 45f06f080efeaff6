// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Starting the background helper of an app that nobody serves: once per change of its values, never in a loop.
struct Activation: Sendable {
    enum Phase: Sendable {
        case idle
        /// The bus was asked to start the helper, which has to register until the timer fires.
        case starting(TimerHeap<Deadline>.Handle)
        /// The last start failed; the next one is not before the timer fires.
        case pausing(TimerHeap<Deadline>.Handle)
    }

    /// How long a helper may take from the request to start it until it registers.
    static let patience: Microseconds = .seconds(30)
    /// The first pause after a start that failed; each further one is twice as long, up to the cap.
    static let firstPause: Microseconds = .seconds(1)
    static let pauseCap: Microseconds = .seconds(300)

    var phase = Phase.idle
    /// What all filters should have had by the descriptor file when the helper was started last; empty: something has
    /// changed since. Without a change it is not started again, whoever came and went meanwhile.
    var attempted: [Identifier: Token] = [:]
    /// Starts in a row that failed.
    var failures = 0
    /// Why the helper does not serve what it was started for, in words.
    var failure: String?
    /// What a helper that has left answered last instead of acknowledging.
    var lastAnswer: String?
    /// Names the start that is under way.
    var number: UInt64 = 0

    var isStarting: Bool { if case .starting = phase { true } else { false } }

    /// The pause after so many failures in a row.
    static func pause(after failures: Int) -> Microseconds {
        min(pauseCap, firstPause << Microseconds(min(max(failures - 1, 0), 16)))
    }
}

extension App {
    /// The one-shot program that its descriptor file names.
    var program: ExecLine? {
        switch file?.background {
        case .exec(let line)?: line
        case .activate?, AppDescriptor.Background.none?, nil: nil
        }
    }

    /// The app has a helper to start or a program to run.
    var hasBackground: Bool { isActivatable || program != nil }

    var isActivatable: Bool { file?.background == .activate }
    var isServedByProgram: Bool { serving?.registration.rank == .program }

    /// Whether the app may lack what the filter should have now, for all that it acknowledged when it was served last.
    func isOwed(_ slot: FilterSlot) -> Bool {
        let filter = slot.key.filter
        if let acknowledged = record.acknowledged[filter] { return acknowledged != slot.tokenByFile }
        return slot.want.isActive || record.touched.contains(filter)
    }

    // MARK: What was acknowledged

    /// Keeps what the app has now for the time when nobody serves it.
    mutating func remember(_ want: Want, of filter: Identifier, _ courier: inout Courier) {
        // A program is told by its own runs only, whatever a process of the app has performed meanwhile.
        guard isServedByProgram || isActivatable else { return }
        setAcknowledged(want, of: filter, byProgram: isServedByProgram, &courier)
    }

    /// A run ended well while a process had taken over from the program.
    mutating func rememberLateRun(_ want: Want, of filter: Identifier, _ courier: inout Courier) {
        setAcknowledged(want, of: filter, byProgram: true, &courier)
    }

    private mutating func setAcknowledged(
        _ want: Want, of filter: Identifier, byProgram: Bool, _ courier: inout Courier
    ) {
        // That a program has the defaults is kept too: the mark may be a process's.
        let token = want.isDefault && want.mode == nil && !byProgram ? nil : tokenByFile(want, of: filter)
        guard record.acknowledged[filter] != token else { return }
        record.acknowledged[filter] = token
        // A run costs more than a write, and a process says itself what it performed.
        courier.outbox.store(record, of: id, isAhead: byProgram)
    }

    /// A process may describe its filter otherwise than the descriptor file does: who has what is wanted now is owed
    /// nothing when it leaves.
    private func tokenByFile(_ want: Want, of filter: Identifier) -> Token {
        guard let index = place(of: filter), slots[index].want.token == want.token else { return want.token }
        return slots[index].tokenByFile
    }

    /// Before a Perform goes out: from now on nobody knows what the app has until the acknowledgement, unless the app
    /// had the same before.
    mutating func unsettle(_ filter: Identifier, _ courier: inout Courier) {
        guard isServedByProgram || isActivatable, record.acknowledged[filter] != .unsettled,
            // A program's mark comes off when a process of the app has performed the defaults.
            isServedByProgram || record.acknowledged[filter] != nil || !record.touched.contains(filter),
            let index = place(of: filter), isServedByProgram || isOwed(slots[index])
        else { return }
        record.acknowledged[filter] = .unsettled
        courier.outbox.store(record, of: id, isAhead: true)
    }

    /// Without helper and program nobody asks for it.
    mutating func forgetAcknowledged(_ courier: inout Courier) {
        guard !hasBackground, !record.acknowledged.isEmpty else { return }
        record.acknowledged = [:]
        courier.outbox.store(record, of: id, isAhead: false)
    }

    // MARK: Starting

    /// Has the helper started if the app is owed something new.
    mutating func considerStart(isAllowed: Bool, _ courier: inout Courier) {
        guard isActivatable, isAllowed else { return resetActivation(&courier) }
        let owed = slots.filter { isOwed($0) }
        // What has changed meanwhile is news, even if it changes back.
        if activation.attempted != tokensByFile { activation.attempted = [:] }
        guard serving == nil else {
            endPhase(&courier)
            activation.failures = 0
            activation.failure = nil
            return
        }
        if owed.isEmpty { activation.failure = nil }
        guard case .idle = activation.phase, !owed.isEmpty else { return }
        if activation.attempted.isEmpty {
            start(&courier)
        } else if activation.failure == nil {
            activation.failure =
                activation.lastAnswer.map { "it did not take the values, and left: \($0)" }
                ?? "the helper left before it acknowledged the values"
        }
    }

    /// Of the filters that the descriptor file offers.
    private var tokensByFile: [Identifier: Token] {
        var tokens: [Identifier: Token] = [:]
        for filter in file?.filters ?? [] {
            if let index = place(of: filter.id) { tokens[filter.id] = slots[index].tokenByFile }
        }
        return tokens
    }

    private mutating func start(_ courier: inout Courier) {
        guard let file else { return }
        activation.attempted = tokensByFile
        activation.number &+= 1
        (activation.failure, activation.lastAnswer) = (nil, nil)
        activation.phase = .starting(
            courier.timers.insert(.start(id), due: courier.now.boottime.later(by: Activation.patience)))
        courier.outbox.start(HelperStart(app: id, busName: file.busName, number: activation.number))
        courier.outbox.log(.info, "\(id): starting \(file.busName)")
    }

    /// Has the helper started because somebody asks it something. False: it has none, serves already, or failed lately.
    mutating func startToAsk(_ courier: inout Courier) -> Bool {
        guard isActivatable, serving == nil else { return false }
        switch activation.phase {
        case .starting: return true
        case .pausing: return false
        case .idle:
            start(&courier)
            return true
        }
    }

    /// The bus has answered. `failure`: in words; nil: the helper runs, and has to register.
    mutating func startEnded(_ number: UInt64, failure: String?, _ courier: inout Courier) {
        guard activation.isStarting, activation.number == number, let failure else { return }
        startFailed(failure, &courier)
    }

    /// A helper did not register in time, or a pause is over.
    mutating func startTimerFired(_ courier: inout Courier) {
        courier.background.insert(id)
        switch activation.phase {
        case .idle: break
        case .pausing: activation.phase = .idle
        case .starting:
            activation.phase = .idle
            let seconds = Activation.patience / .seconds(1)
            startFailed("it was started, but registered no filters within \(seconds) s", &courier)
        }
    }

    private mutating func startFailed(_ words: String, _ courier: inout Courier) {
        endPhase(&courier)
        activation.failures = min(activation.failures + 1, 64)
        activation.failure = words
        let pause = Activation.pause(after: activation.failures)
        activation.phase = .pausing(courier.timers.insert(.start(id), due: courier.now.boottime.later(by: pause)))
        courier.background.insert(id)
        courier.outbox.log(.warning, "\(id): \(file?.busName.text ?? id.text): \(words)")
    }

    /// Forgets all starts, so that what is owed counts as news.
    mutating func resetActivation(_ courier: inout Courier) {
        endPhase(&courier)
        let number = activation.number
        activation = Activation()
        activation.number = number
    }

    private mutating func endPhase(_ courier: inout Courier) {
        switch activation.phase {
        case .idle: break
        case .starting(let timer), .pausing(let timer): courier.timers.cancel(timer)
        }
        activation.phase = .idle
    }

    // MARK: Telling of it

    /// How far a filter that nobody serves is.
    func absentState(_ slot: FilterSlot) -> FilterOverview.State {
        guard isActivatable, serving == nil, isOwed(slot) else { return .absent }
        if activation.isStarting { return .waiting }
        return activation.failure == nil ? .absent : .failing
    }
}

extension Token {
    /// Stands for a state that nobody knows; no state has it.
    static let unsettled = Token("")
}
