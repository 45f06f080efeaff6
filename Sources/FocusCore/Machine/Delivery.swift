// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What a filter should have now.
struct Want: Hashable, Sendable {
    /// The active mode configures the filter.
    var isConfigured = false
    var isSuspended = false
    var values: [Identifier: ParameterValue] = [:]
    /// Not active, and the values are the defaults.
    var isDefault = true
    var token = Token("")
    /// The active mode, if the app may know it.
    var mode: SharedMode?
    /// Grows with each new token.
    var serial: UInt64 = 0
    /// The app itself ended the suspension, and nothing else has changed since.
    var isResumed = false

    var isActive: Bool { isConfigured && !isSuspended }
}

/// Brings one filter's wanted state to one process: one call in flight, the newest state replaces a waiting one.
///
/// What the process performed last is known only while no call is unanswered: a call that failed or timed out may
/// have been performed all the same. So from the moment a Perform is sent until its reply, every token differs.
struct Delivery: Sendable {
    /// What happens now.
    enum Phase: Hashable, Sendable {
        /// Nothing to do: what the process performed last is what is wanted.
        case settled
        /// A call waits for its reply or its deadline. `isAcknowledged`: an earlier attempt's late reply said that the
        /// same state was performed; still the next call waits for this one.
        case inFlight(attempt: Int, isAcknowledged: Bool)
        /// The call failed; the same goes out again, as this attempt.
        case waiting(attempt: Int)
        /// All attempts failed; the process gets the then current state when it is heard of.
        case failing
    }

    /// What the process performed last, for all that is known.
    enum Performed: Hashable, Sendable {
        /// It has just started, and has the defaults.
        case nothing
        case token(Token)
        /// A Perform of this serial was sent and not acknowledged.
        case unsettled(serial: UInt64, Token)
    }

    /// What to do about it.
    enum Order: Hashable, Sendable {
        case none
        /// Send the wanted state, as a first attempt.
        case send(PerformReason)
        case waitAndRetry(after: Microseconds)
        /// Nothing more is sent until the process is heard of.
        case giveUp
    }

    /// The pauses before the second and third attempt.
    static let retryDelays: [Microseconds] = [.seconds(1), .seconds(10)]

    private(set) var phase = Phase.settled
    private(set) var performed: Performed
    /// The newest state that was sent.
    private(set) var sent: Want?
    /// As it was sent; a retry repeats it.
    private(set) var transition: Transition?
    /// The state that was sent before `sent`, while neither was acknowledged.
    private var superseded: Want?
    /// What the process acknowledged last.
    private(set) var acknowledged: Want?
    /// The state that reasons are told from: what was sent last, or what the process had when it registered.
    private var base: Want
    /// Calls in a row that failed. Newer values do not start the count anew: a process that never answers gets no more
    /// calls while the values change than while they stay.
    private var failures = 0
    /// What the last attempt came to, in words, from the first that fails until something is acknowledged.
    private(set) var failure: String?
    /// The last attempt that failed was answered: the process is there, and refuses what it got.
    private var isRefused = false
    /// All attempts failed at some time, and nothing was acknowledged since.
    private(set) var hasGivenUp = false
    /// The next Perform catches up, whatever changed meanwhile.
    private var catchesUp = true

    /// The process has just registered. `atDefaults`: it may be taken to have the defaults if it performed nothing yet.
    init(performed: Performed, want: Want, atDefaults: Bool) {
        self.performed = performed
        base = Want()
        switch performed {
        case .nothing where atDefaults && !want.isActive, .token(want.token):
            self.performed = .token(want.token)
            base = want
            catchesUp = false
        case .nothing, .token, .unsettled: break
        }
    }

    /// Everything that was wanted is acknowledged.
    func isDone(_ want: Want) -> Bool { phase == .settled && performed == .token(want.token) }

    /// Does a step in place.
    mutating func take(_ want: Want, _ step: (inout Delivery, Want) -> Order) -> Order { step(&self, want) }

    /// Another state is wanted, or the process has just registered.
    mutating func wantChanged(_ want: Want) -> Order {
        switch phase {
        case .settled where performed != .token(want.token): return .send(reason(for: want))
        case .settled:
            base = want
            catchesUp = false
            return .none
        // The failed call may have been performed: even the state from before it is news.
        case .waiting where sent?.token != want.token: return .send(reason(for: want))
        // Who refuses one state may take another. Who answers nothing is told when it is next heard of.
        case .failing where isRefused && sent?.token != want.token: return heard(want: want)
        case .waiting, .inFlight, .failing: return .none
        }
    }

    /// The same for a program that the agent runs: between runs nothing is heard of it, so another state is another try.
    mutating func wantChangedForProgram(_ want: Want) -> Order {
        phase == .failing && sent?.token != want.token ? heard(want: want) : wantChanged(want)
    }

    /// The process registers once more, and says itself what it performed last. That may be from before it got a call
    /// that it has not answered yet.
    mutating func named(_ token: Token) {
        switch phase {
        case .settled: performed = .token(token)
        case .inFlight, .waiting, .failing: break
        }
    }

    /// The filter is withdrawn. Only what may matter when it comes back is kept, since there may be many such filters.
    mutating func withdraw() {
        guard phase == .settled else { return }
        sent = nil
        superseded = nil
        acknowledged = nil
        transition = nil
        forgetFailures()
        base = Want()
    }

    /// The process is served again after it had to wait or had unregistered. A call that it has not answered still
    /// counts as in flight.
    mutating func resume(_ want: Want) -> Order {
        catchesUp = true
        switch phase {
        case .inFlight, .settled: break
        case .waiting, .failing: phase = .settled
        }
        forgetFailures()
        return wantChanged(want)
    }

    /// The first attempt at `want` goes out, with this reason.
    mutating func didSend(_ want: Want, _ reason: PerformReason) {
        transition = Transition(
            serial: want.serial, token: want.token, reason: reason, isActive: want.isActive,
            previous: acknowledged?.values, mode: want.mode)
        if case .unsettled = performed { superseded = sent } else { superseded = nil }
        sent = want
        base = want
        catchesUp = false
        performed = .unsettled(serial: want.serial, want.token)
        phase = .inFlight(attempt: 1, isAcknowledged: false)
    }

    /// The pause is over: the same state goes out once more, as the attempt that is returned.
    mutating func retry() -> Int? {
        guard case .waiting(let attempt) = phase else { return nil }
        phase = .inFlight(attempt: attempt, isAcknowledged: false)
        return attempt
    }

    /// A reply came, however late. `failure`: in words; nil: it acknowledges.
    mutating func replied(serial: UInt64, attempt: Int, failure: String?, want: Want) -> Order {
        if let failure {
            guard sent?.serial == serial else { return .none }
            return failed(failure, attempt: attempt, isRefused: true, want: want)
        }
        if let sent, sent.serial == serial { return didPerform(sent, attempt: attempt, want: want) }
        guard let late = superseded, late.serial == serial, let sent else { return .none }
        superseded = nil
        // The calls are performed in the order in which they were sent, so the newer one is still to come.
        guard late.token == sent.token else {
            acknowledged = late
            return .none
        }
        return didPerform(sent, attempt: nil, want: want)
    }

    /// The call's deadline passed; `failure` says so in words.
    mutating func timedOut(_ failure: String, want: Want) -> Order {
        guard case .inFlight(let attempt, _) = phase else { return .none }
        return failed(failure, attempt: attempt, isRefused: false, want: want)
    }

    /// The process sent a message.
    mutating func heard(want: Want) -> Order {
        guard phase == .failing else { return .none }
        phase = .settled
        failures = 0
        catchesUp = true
        return .send(reason(for: want))
    }

    private mutating func didPerform(_ state: Want, attempt: Int?, want: Want) -> Order {
        acknowledged = state
        performed = .token(state.token)
        superseded = nil
        forgetFailures()
        switch phase {
        case .inFlight(let current, _) where attempt != current:
            phase = .inFlight(attempt: current, isAcknowledged: true)
            return .none
        case .failing:
            catchesUp = true
        case .inFlight, .waiting, .settled: break
        }
        phase = .settled
        return wantChanged(want)
    }

    private mutating func forgetFailures() {
        failures = 0
        failure = nil
        hasGivenUp = false
    }

    private mutating func failed(_ words: String, attempt: Int, isRefused: Bool, want: Want) -> Order {
        guard case .inFlight(attempt, let isAcknowledged) = phase else { return .none }
        self.isRefused = isRefused
        if isAcknowledged {
            phase = .settled
            return wantChanged(want)
        }
        failure = words
        failures += 1
        guard failures <= Self.retryDelays.count else {
            phase = .failing
            hasGivenUp = true
            return .giveUp
        }
        if sent?.token != want.token {
            phase = .settled
            return .send(reason(for: want))
        }
        phase = .waiting(attempt: attempt + 1)
        return .waitAndRetry(after: Self.retryDelays[failures - 1])
    }

    private func reason(for want: Want) -> PerformReason {
        if catchesUp { return .catchUp }
        if want.isSuspended, !base.isSuspended { return .suspended }
        if want.isResumed, base.isSuspended { return .resumed }
        return switch (base.isConfigured, want.isConfigured) {
        case (false, true): .activated
        case (true, false): .ended
        case (true, true), (false, false): .changed
        }
    }
}
