// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// Decides what the helper does: values in, outputs out; no I/O, no clock.
///
/// Each knob is looked at first, then turned by the rules of ``Ownership``, and looked at again. A Perform is answered when
/// all knobs that it concerns have come to rest, or its commands have ended.
struct Caretaker {
    /// What is to be done, in order.
    enum Output: Hashable, Sendable {
        /// The state is another: it goes to disk before anything is written, run or answered.
        case store
        /// Read a knob, and bring what it is to have into the form in which it is read.
        case look(Knob, wish: String?)
        /// Turn a knob, and tell by ``wrote(_:refusal:at:)`` when that may have taken effect.
        case write(Knob, KnobValue)
        /// Run a command, and tell by ``ran(failure:)``.
        case run(CommandRun)
        /// Answer a Perform; nil: the values are in effect.
        case answer(Int, Refusal?)
        /// Somebody else changed what a filter had set: it is left to them.
        case takenOver(Knob)
        /// Something could not be done, in words, and no Perform waits for it.
        case failed(Refusal)
    }

    /// What a look at a knob shows.
    enum Look: Hashable, Sendable {
        /// `wish`: in the form in which it is read.
        case value(KnobValue, wish: String?)
        /// In words: there is no such knob here, or it takes no such value.
        case unusable(String)
    }

    /// A filter whose Perform is under way.
    private struct Job {
        /// Nil: what is done when it ends well is not all that was asked for.
        var token: String?
        var calls: [Int]
        /// What has yet to come to rest.
        var knobs: Set<Knob>
        var failures: [String] = []
    }

    private(set) var state: SystemState
    private var jobs: [SystemFilter: Job] = [:]
    /// What a filter has turned, or should have, without having been able to say that all is well.
    private var unfinished: [SystemFilter: Set<Knob>] = [:]
    /// The wish with which each look was asked for that is under way.
    private var looks: [Knob: String?] = [:]
    private var owners: [Knob: Ownership<KnobValue>] = [:]
    private var commands: CommandLine?

    /// `state`: as an earlier process left it.
    init(_ state: SystemState) { self.state = state }

    /// Something is under way.
    var isBusy: Bool {
        !jobs.isEmpty || !looks.isEmpty || commands != nil || owners.values.contains { $0.isUnderWay }
    }

    /// When ``advance(to:)`` has something to do, on the clock that is given with all else; µs.
    var nextDue: Int64? { owners.values.compactMap(\.nextDue).min() }

    /// The knobs that were touched since the start: news of others do not matter.
    var known: Set<Knob> { Set(owners.keys) }

    // MARK: What is asked for

    /// Gives back what an earlier process could not.
    mutating func begin() -> [Output] { state.orphans.sorted { $0.text < $1.text }.flatMap { look($0) } }

    /// Knobs are to have other values. `call`: to be answered once, by the plan's refusals if it has any.
    mutating func perform(_ filter: SystemFilter, token: String, _ plan: Plan, call: Int) -> [Output] {
        if state.tokens[filter] == token, jobs[filter] == nil { return [.answer(call, nil)] }
        if jobs[filter]?.token == token {
            jobs[filter]?.calls.append(call)
            return []
        }
        var outputs = supersede(filter)
        let old = state.wishes[filter] ?? [:]
        state.wishes[filter] = plan.wishes.isEmpty ? nil : plan.wishes
        state.tokens[filter] = nil
        let concerned = Set(old.keys).union(plan.wishes.keys).union(unfinished[filter] ?? [])
        unfinished[filter] = concerned
        jobs[filter] = Job(token: token, calls: [call], knobs: concerned, failures: plan.refusals.map(\.words))
        outputs.append(.store)
        for knob in concerned.sorted(by: { $0.text < $1.text }) { outputs += look(knob) }
        return outputs + finishIfDone(filter)
    }

    /// Which apps' notifications are held back as long as it matters which apps there are; to be noted with what follows.
    mutating func follow(_ request: AppNotifications?) { state.following = request }

    /// What was performed last asks for other wishes, though no Perform said so: the desktop is another.
    mutating func revise(_ filter: SystemFilter, _ wishes: [Knob: String]) -> [Output] {
        let old = state.wishes[filter] ?? [:]
        let concerned = Set(old.keys).union(wishes.keys).filter { old[$0] != wishes[$0] }
        guard !concerned.isEmpty else { return [] }
        state.wishes[filter] = wishes.isEmpty ? nil : wishes
        unfinished[filter, default: []].formUnion(concerned)
        // Not performed as long as it is not finished, should this program end meanwhile.
        var job = jobs[filter] ?? Job(token: state.tokens.removeValue(forKey: filter), calls: [], knobs: [])
        job.knobs.formUnion(concerned)
        jobs[filter] = job
        return [.store] + concerned.sorted { $0.text < $1.text }.flatMap { look($0) }
    }

    /// Commands are to be run. `environment`: what they are told, beside which of the two they are.
    mutating func perform(
        token: String, _ pair: CommandPair, environment: [String: String], call: Int
    ) -> [Output] {
        let filter = SystemFilter.command
        if jobs[filter]?.token == token {
            jobs[filter]?.calls.append(call)
            return []
        }
        if state.command.token == token {
            // Nothing is run twice for one change, whatever became of it.
            let words = state.command.outcome ?? "it was interrupted when this program ended, and is not run again"
            return [.answer(call, words.isEmpty ? nil : Refusal(words))]
        }
        var outputs = supersede(filter)
        let runs = CommandRun.between(state.command.entered, pair, environment: environment)
        state.command = CommandState(entered: pair, token: token, outcome: nil)
        // Whatever becomes of it, what was performed before is over.
        state.tokens[filter] = nil
        jobs[filter] = Job(token: token, calls: [call], knobs: [])
        outputs.append(.store)
        // What runs already is for an older change, and comes first.
        let isIdle = commands == nil
        commands = CommandLine(runs: (commands?.runs ?? []) + runs)
        if isIdle { outputs += nextRun() }
        return outputs
    }

    // MARK: What happens

    mutating func looked(_ knob: Knob, _ look: Look, at now: Int64) -> [Output] {
        guard let asked = looks.removeValue(forKey: knob) else { return [] }
        let wish = state.wish(for: knob)
        guard asked == wish else { return self.look(knob) }
        switch look {
        case .unusable(let words):
            owners[knob] = nil
            // Without a wish and without anything to give back, all is well.
            return rest(knob, wish == nil && state.records[knob] == nil ? nil : words)
        case .value(let value, let wish):
            var owner = owners[knob] ?? Ownership(isLasting: true, record: state.records[knob])
            let wanted = wish.map { KnobValue(text: $0) }
            let outputs = owner.observe(value, at: now) + owner.want(wanted, at: now)
            owners[knob] = owner
            return take(outputs, knob)
        }
    }

    /// A write may have taken effect, or was refused, in words.
    mutating func wrote(_ knob: Knob, refusal: String?, at now: Int64) -> [Output] {
        guard let refusal else { return look(knob) }
        guard var owner = owners[knob] else { return [] }
        let outputs = owner.refused(refusal)
        owners[knob] = owner
        return take(outputs, knob)
    }

    /// A knob may have been turned, by whomever.
    mutating func changed(_ knob: Knob) -> [Output] { owners[knob] == nil ? [] : look(knob) }

    /// A command has ended; `failure`: in words.
    mutating func ran(failure: String?) -> [Output] {
        guard commands != nil else { return [] }
        if let failure { commands?.failures.append(failure) }
        return nextRun()
    }

    mutating func advance(to now: Int64) -> [Output] {
        var outputs: [Output] = []
        for (knob, owner) in owners.sorted(by: { $0.key.text < $1.key.text }) {
            guard let due = owner.nextDue, due <= now else { continue }
            owners[knob]?.advance(to: now)
            outputs += take([], knob)
        }
        return outputs
    }

    // MARK: Steps

    private mutating func look(_ knob: Knob) -> [Output] {
        guard looks[knob] == nil else { return [] }
        // A new attempt at what failed begins afresh.
        if owners[knob]?.trouble != nil { owners[knob] = nil }
        let wish = state.wish(for: knob)
        looks.updateValue(wish, forKey: knob)
        return [.look(knob, wish: wish)]
    }

    private mutating func take(_ steps: [Ownership<KnobValue>.Output], _ knob: Knob) -> [Output] {
        var outputs: [Output] = []
        for step in steps {
            switch step {
            case .record(let record):
                state.records[knob] = record
                outputs.append(.store)
            case .write(let value): outputs.append(.write(knob, value))
            case .takenOver: outputs.append(.takenOver(knob))
            }
        }
        guard let owner = owners[knob], !owner.isUnderWay else { return outputs }
        return outputs + rest(knob, owner.trouble.map { Self.words($0) })
    }

    private static func words(_ trouble: Ownership<KnobValue>.Trouble) -> String {
        switch trouble {
        case .ineffective(let words): words
        case .contested: "another program keeps setting it otherwise"
        case .notGivenBack(let words): "it cannot be given back: \(words)"
        }
    }

    /// A knob has come to rest.
    private mutating func rest(_ knob: Knob, _ failure: String?) -> [Output] {
        var outputs: [Output] = []
        for filter in SystemFilter.allCases where jobs[filter]?.knobs.remove(knob) != nil {
            if let failure { jobs[filter]?.failures.append("\(knob.text): \(failure)") }
            outputs += finishIfDone(filter)
        }
        return outputs
    }

    private mutating func finishIfDone(_ filter: SystemFilter) -> [Output] {
        guard let job = jobs[filter], job.knobs.isEmpty else { return [] }
        jobs[filter] = nil
        guard job.failures.isEmpty else {
            let refusal = Refusal(job.failures.joined(separator: "; "))
            return job.calls.isEmpty ? [.failed(refusal)] : job.calls.map { .answer($0, refusal) }
        }
        if let token = job.token {
            unfinished[filter] = nil
            state.tokens[filter] = token
        }
        return [.store] + job.calls.map { .answer($0, nil) }
    }

    /// Newer values take the place of older ones that are still under way.
    private mutating func supersede(_ filter: SystemFilter) -> [Output] {
        guard let job = jobs.removeValue(forKey: filter) else { return [] }
        return job.calls.map { .answer($0, Refusal("newer values came meanwhile")) }
    }

    private mutating func nextRun() -> [Output] {
        guard var line = commands else { return [] }
        if !line.runs.isEmpty {
            let run = line.runs.removeFirst()
            commands = line
            return [.run(run)]
        }
        commands = nil
        let words = line.failures.joined(separator: "; ")
        state.command.outcome = words
        let job = jobs.removeValue(forKey: .command)
        if words.isEmpty { state.tokens[.command] = state.command.token }
        return [.store] + (job?.calls ?? []).map { .answer($0, words.isEmpty ? nil : Refusal(words)) }
    }
}
