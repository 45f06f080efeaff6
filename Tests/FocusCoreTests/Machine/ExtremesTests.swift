// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// Clocks, deadlines and delays at the ends of what their types hold.
struct ExtremesTests {
    private static let app = Make.app("org.example.App")
    private static let source = SourceDescription(id: "source", facts: [.locked])

    private struct Run {
        var machine: FocusMachine
        var request: UInt64 = 0

        init(at now: Instant, leaveDelay: Microseconds = .max, serialLimit: UInt64 = .max) {
            machine = FocusMachine(
                sources: [source], desktops: [],
                agent: AgentRecord(since: .min, serialLimit: serialLimit), apps: [:], at: now)
            let mode = Make.mode(
                "work", when: .fact(.locked), leaveDelay: leaveDelay,
                filters: ["org.example.App/F": ["level": .value(.int(5))]])
            _ = send(.modes([mode]), now)
            _ = send(.source("source", .reading([.locked: .bool(false)], isFirst: true)), now)
        }

        mutating func send(_ event: Event, _ now: Instant) -> [Perform] {
            machine.handle(event, at: now).compactMap { if case .perform(let perform) = $0 { perform } else { nil } }
        }

        mutating func ask(_ make: (RequestID) -> Event, _ now: Instant) -> [Perform] {
            request += 1
            return send(make(RequestID(request)), now)
        }
    }

    private static let clocks: [Instant] = [Int64.min, -1, 0, .max - 1, .max].flatMap { realtime in
        [Int64.min, 0, .max - 1, .max].map { Instant(realtime: realtime, boottime: $0) }
    }

    @Test(arguments: clocks)
    func everyClock_servesAnApp(now: Instant) {
        var run = Run(at: now)
        let filter = Make.filter("F", deadline: .seconds(600))
        _ = run.ask({ .register(Make.registration(1, Self.app, filters: [filter]), $0) }, now)
        let performs = run.send(.source("source", .change([.locked: .bool(true)])), now)
        #expect(run.machine.activeMode == Make.mode("work"))
        // At the end of time every deadline is over at once, and its retries with it.
        #expect(!performs.isEmpty && performs.count <= 3)
        _ = run.send(.source("source", .change([.locked: .bool(false)])), now)
        _ = run.ask({ .activate(Make.mode("work"), .time(.max), $0) }, now)
        _ = run.send(.source("source", .ownerLost), now)
        _ = run.ask({ .deactivate(.time(.min), $0) }, now)
        for boottime in [now.boottime, 0, .max] where boottime >= now.boottime {
            let later = Instant(realtime: .min, boottime: boottime)
            _ = run.send(.timer, later)
            _ = run.machine.explain(at: later)
            _ = run.machine.nextWakeup
        }
    }

    @Test func clockThatJumpsToTheEnd_endsEveryDelay() {
        var run = Run(at: Instant(realtime: 0, boottime: 0))
        let filter = Make.filter("F", deadline: .milliseconds(1))
        _ = run.ask(
            { .register(Make.registration(1, Self.app, filters: [filter]), $0) }, Instant(realtime: 0, boottime: 1))
        _ = run.send(.source("source", .change([.locked: .bool(true)])), Instant(realtime: 0, boottime: 2))
        _ = run.send(.source("source", .change([.locked: .bool(false)])), Instant(realtime: 0, boottime: 3))
        #expect(run.machine.activeMode != nil)
        _ = run.send(.timer, Instant(realtime: .max, boottime: .max))
        #expect(run.machine.activeMode == nil)
        #expect(run.machine.nextWakeup == Wakeup())
    }
}
