// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// Every sequence of events over a small alphabet, and long random ones, against the oracle.
struct SequencesTests {
    static let tasks = Make.app("org.example.Tasks")
    static let filter = Make.filter("UpNext")
    static let modes: [Mode] = [
        Make.mode(
            "dnd", when: .fact(.doNotDisturb), priority: -100,
            filters: ["org.example.Tasks/UpNext": ["level": .int(1)]]),
        Make.mode("work", filters: ["org.example.Tasks/UpNext": ["level": .int(2)]]),
    ]
    static let source = SourceDescription(id: "shell", facts: [.doNotDisturb, .fullscreen])

    /// The letters of the alphabet.
    enum Letter: CaseIterable {
        case on, off, unknown, register, vanish, succeed, fail, sleep, activate, resume, suspend, unsuspend
    }

    @Test(arguments: [Letter.on, .off, .unknown, .register, .sleep, .activate, .resume])
    func everySequenceOfFive_keepsThePromises(first: Letter) {
        var world = World(modes: Self.modes, sources: [Self.source])
        Self.apply(first, to: &world)
        var exploration = Exploration(means: { letter, world, _ in Self.means(letter, in: world) }, apply: Self.apply)
        exploration.explore(world, [first], depth: 4)
        #expect(exploration.faults.isEmpty, "\(exploration.faults.prefix(5))")
        #expect(exploration.count > 1)
    }

    private static func means(_ letter: Letter, in world: World) -> Bool {
        switch letter {
        case .succeed, .fail: !world.calls.isEmpty
        case .vanish: !world.processes.isEmpty
        case .suspend, .unsuspend: !world.processes.isEmpty && world.oracle.active != nil
        case .on, .off, .unknown, .register, .sleep, .activate, .resume: true
        }
    }

    private static func apply(_ letter: Letter, to world: inout World) {
        switch letter {
        case .on: world.send(.source("shell", .change([.doNotDisturb: .bool(true)])))
        case .off: world.send(.source("shell", .change([.doNotDisturb: .bool(false)])))
        case .unknown: world.send(.source("shell", .change([.doNotDisturb: nil])))
        case .register: world.register(1, tasks, rank: .owner, [filter], standby: false)
        case .vanish: world.send(.vanished(Make.peer(1)))
        case .succeed: world.answer(0, succeeded: true, isApplied: true)
        case .fail: world.answer(0, succeeded: false, isApplied: world.now.boottime % 2 == 0)
        case .sleep: world.pass(world.machine.nextWakeup.boottime.map { $0 - world.now.boottime + 1 } ?? 1)
        case .activate: world.send(.activate(Make.mode("work"), .boundary, world.request()))
        case .resume: world.send(.resume(world.request()))
        case .suspend: world.send(.suspend(Make.peer(1), filter.id, true, world.request()))
        case .unsuspend: world.send(.suspend(Make.peer(1), filter.id, false, world.request()))
        }
    }
}
