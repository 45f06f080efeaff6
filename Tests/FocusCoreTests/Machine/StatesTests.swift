// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// Every small desktop state, in every order of reports, with every kind of override, against the oracle.
struct StatesTests {
    static let facts: [Fact] = [.doNotDisturb, .locked, .idle, .fullscreen]
    static let values: [Bool?] = [true, false, nil]

    static let ruleSets: [[Mode]] = [
        [Make.mode("dnd", when: .fact(.doNotDisturb))],
        [
            Make.mode("a", when: .and(.fact(.doNotDisturb), .not(.fact(.locked))), priority: 1),
            Make.mode("b", when: .or(.fact(.idle), .fact(.fullscreen))),
            Make.mode("c", when: .not(.fact(.idle)), priority: -1),
        ],
        [
            Make.mode("b", when: .fact(.fullscreen)), Make.mode("a", when: .fact(.locked)),
            Make.mode("off", when: .fact(.doNotDisturb), priority: 9, isEnabled: false),
            Make.mode("z", when: .or(.not(.and(.fact(.idle), .fact(.locked))), .fact(.doNotDisturb)), priority: -5),
        ],
    ]

    static var states: [[Bool?]] {
        var states: [[Bool?]] = [[]]
        for _ in facts { states = states.flatMap { state in values.map { state + [$0] } } }
        return states
    }

    @Test(arguments: 0..<3)
    func everyState_hasTheRightMode(rules: Int) {
        let modes = Self.ruleSets[rules]
        let source = SourceDescription(id: "all", facts: Set(Self.facts))
        for state in Self.states {
            let reading = Dictionary(
                uniqueKeysWithValues: zip(Self.facts, state).compactMap { fact, value in
                    value.map { (fact, FactValue.bool($0)) }
                })
            for override in [nil, .some(ModeID?.none), .some(modes[0].id)] as [ModeID??] {
                var world = World(modes: modes, sources: [source])
                world.send(.source("all", .reading(reading, isFirst: true)))
                switch override {
                case .some(let mode?): world.send(.activate(mode, .resumed, world.request()))
                case .some(nil): world.send(.deactivate(.resumed, world.request()))
                case nil: break
                }
                #expect(world.faults.isEmpty, "\(state), \(String(describing: override)): \(world.faults)")
                if override == nil, let active = world.machine.activeMode {
                    let condition = modes.first { $0.id == active }?.condition?.expression
                    #expect(condition.map(world.oracle.worth) == 2, "on without a true condition in \(state)")
                }
            }
        }
    }

    /// From each state to each other: what is on at rest depends on the new state only.
    @Test
    func fromEveryStateToEveryOther_theOldOneLeavesNoTrace() {
        let source = SourceDescription(id: "all", facts: Set(Self.facts))
        let readings = Self.states.map { state in
            Dictionary(
                uniqueKeysWithValues: zip(Self.facts, state).compactMap { fact, value in
                    value.map { (fact, FactValue.bool($0)) }
                })
        }
        var fresh: [ModeID?] = []
        for reading in readings {
            fresh.append(
                Bench.ready(Self.ruleSets[1], sources: [source], readings: ["all": reading]).machine.activeMode)
        }
        for old in readings.indices {
            let start = Bench.ready(Self.ruleSets[1], sources: [source], readings: ["all": readings[old]])
            for new in readings.indices {
                var bench = start
                bench.send(.source("all", .reading(readings[new], isFirst: false)))
                bench.pass(.seconds(4))
                #expect(bench.machine.activeMode == fresh[new], "\(readings[old]) → \(readings[new])")
            }
        }
    }

    @Test
    func orderOfReports_doesNotMatter() {
        let sources = [
            SourceDescription(id: "one", facts: [.doNotDisturb], products: ["shell"]),
            SourceDescription(id: "two", facts: [.doNotDisturb, .locked]),
            SourceDescription(id: "three", facts: [.locked, .idle]),
        ]
        let reports: [Event] = [
            .source("one", .reading([.doNotDisturb: .bool(false)], isFirst: true)),
            .source("two", .reading([.doNotDisturb: .bool(true), .locked: .bool(false)], isFirst: true)),
            .source("three", .reading([.locked: .bool(true)], isFirst: true)),
            .notificationServer(product: "shell"),
            .source("three", .change([.idle: .bool(true)])),
        ]
        let modes = [
            Make.mode("dnd", when: .fact(.doNotDisturb), priority: 5), Make.mode("locked", when: .fact(.locked)),
            Make.mode("idle", when: .fact(.idle), priority: -5),
        ]
        var results: Set<[Fact: FactValue]> = []
        for order in permutations(Array(reports.indices)) {
            // The change is about a reading that came before it.
            guard let reading = order.firstIndex(of: 2), let change = order.firstIndex(of: 4), reading < change else {
                continue
            }
            var bench = Bench(sources: sources)
            bench.send(.modes(modes))
            for index in order { bench.send(reports[index]) }
            bench.pass(.seconds(1))
            results.insert(bench.machine.facts)
            #expect(bench.machine.activeMode == Make.mode("locked"), "\(order)")
        }
        #expect(results == [[.doNotDisturb: .bool(false), .locked: .bool(true), .idle: .bool(true)]])
    }

    private func permutations(_ items: [Int]) -> [[Int]] {
        guard items.count > 1 else { return [items] }
        return items.flatMap { first in permutations(items.filter { $0 != first }).map { [first] + $0 } }
    }
}
