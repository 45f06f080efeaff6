// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import SystemFilters

/// A desktop with knobs, a disk, and a helper that can be killed between any two of its steps.
struct Bench {
    static let knob = Knob.powerProfile

    var caretaker = Caretaker(SystemState())
    var disk = SystemState()
    /// What stands there; a knob without a value is not there.
    var desktop: [Knob: KnobValue]
    var now: Int64 = 0
    /// What the helper wrote.
    var writes: [KnobValue] = []
    var runs: [CommandRun] = []
    var answers: [Int: Refusal?] = [:]
    var takenOver = 0
    /// What failed without a Perform.
    var failures: [String] = []
    /// Writes are refused with these words.
    var refusal: String?
    /// Writes are taken, and do nothing.
    var isDeaf = false
    /// The helper is killed after so many steps.
    var stepsToLive = Int.max
    private(set) var calls = 0

    init(_ value: String? = "user", isDefault: Bool = false) {
        desktop = [:]
        if let value { desktop[Self.knob] = KnobValue(text: value, isDefault: isDefault) }
    }

    var value: String? { desktop[Self.knob]?.text }

    @discardableResult
    mutating func perform(_ wish: String?, token: String, _ filter: SystemFilter = .powerProfile) -> Int {
        perform(wish.map { [Self.knob: $0] } ?? [:], token: token, filter)
    }

    @discardableResult
    mutating func perform(_ wishes: [Knob: String], token: String, _ filter: SystemFilter) -> Int {
        perform(Plan(wishes: wishes), token: token, filter)
    }

    @discardableResult
    mutating func perform(_ plan: Plan, token: String, _ filter: SystemFilter) -> Int {
        calls += 1
        take(caretaker.perform(filter, token: token, plan, call: calls))
        return calls
    }

    @discardableResult
    mutating func command(_ pair: CommandPair, token: String) -> Int {
        calls += 1
        take(caretaker.perform(token: token, pair, environment: ["A": "b"], call: calls))
        return calls
    }

    /// Somebody turns a knob; whoever lives and has looked at it is told.
    mutating func turn(_ value: String, _ knob: Knob = Bench.knob) {
        desktop[knob] = KnobValue(text: value)
        take(caretaker.changed(knob))
    }

    mutating func pass(_ span: Microseconds) {
        now += span
        take(caretaker.advance(to: now))
    }

    /// A new process, with what is on disk.
    mutating func restart() {
        stepsToLive = .max
        caretaker = Caretaker(disk)
        take(caretaker.begin())
    }

    mutating func take(_ first: [Caretaker.Output]) {
        var outputs = first
        var isStoreDue = false
        while !outputs.isEmpty {
            let output = outputs.removeFirst()
            // As late as is allowed.
            if isStoreDue, output.needsStore {
                guard live() else { return }
                disk = caretaker.state
                isStoreDue = false
                outputs.removeAll { $0 == .store }
            }
            guard live() else { return }
            switch output {
            case .store: isStoreDue = true
            case .look(let knob, let wish):
                let look: Caretaker.Look =
                    desktop[knob].map { .value($0, wish: wish) } ?? .unusable("it is not there")
                outputs += caretaker.looked(knob, look, at: now)
            case .write(let knob, let value):
                #expect(disk.records[knob]?.written == value || disk.records[knob]?.before == value)
                #expect(desktop[knob] != value, "what is right already is not written")
                if refusal == nil {
                    writes.append(value)
                    if !isDeaf { desktop[knob] = value }
                }
                if !isDeaf { outputs += caretaker.wrote(knob, refusal: refusal, at: now) }
            case .run(let run): runs.append(run)
            case .answer(let call, let refusal):
                #expect(answers.updateValue(refusal, forKey: call) == nil, "answered twice")
            case .takenOver: takenOver += 1
            case .failed(let refusal): failures.append(refusal.words)
            }
        }
        if isStoreDue, live() { disk = caretaker.state }
    }

    /// Whether there is one more step to live.
    private mutating func live() -> Bool {
        guard stepsToLive > 0 else { return false }
        stepsToLive -= 1
        return true
    }
}

extension Caretaker.Output {
    fileprivate var needsStore: Bool {
        switch self {
        case .write, .run, .answer: true
        case .store, .look, .takenOver, .failed: false
        }
    }
}
