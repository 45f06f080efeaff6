// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// Every sequence of events around an app that is not running, against the oracle.
struct BackgroundSequencesTests {
    static let tasks = Make.app("org.example.Tasks")
    static let filter = Make.filter("UpNext")
    static let modes: [Mode] = [
        Make.mode(
            "dnd", when: .fact(.doNotDisturb), leaveDelay: 0,
            filters: ["org.example.Tasks/UpNext": ["level": .int(1)]]),
        Make.mode("work", filters: ["org.example.Tasks/UpNext": ["level": .int(2)]]),
    ]
    static let source = SourceDescription(id: "shell", facts: [.doNotDisturb])

    enum Kind: CaseIterable {
        case helper, program
    }

    enum Letter: CaseIterable {
        case on, off, work, register, vanish, succeed, fail, starts, startFails, startIsSilent, sleep, forbid, allow
        case restart
    }

    static func world(_ kind: Kind) throws -> World {
        let background: AppDescriptor.Background =
            switch kind {
            case .helper: .activate
            case .program: .exec(try ExecLine("/usr/bin/true"))
            }
        return World(
            modes: modes, sources: [source],
            descriptors: [AppDescriptor(id: tasks, background: background, filters: [filter])])
    }

    @Test(arguments: Kind.allCases)
    func everySequenceOfFour_keepsThePromises(kind: Kind) throws {
        var exploration = Exploration(means: Self.means, apply: Self.apply)
        exploration.explore(try Self.world(kind), [], depth: 4)
        #expect(exploration.faults.isEmpty, "\(exploration.faults.prefix(3))")
        #expect(exploration.count > 1000)
    }

    private static func means(_ letter: Letter, in world: World, after last: Letter?) -> Bool {
        switch letter {
        case .succeed, .fail: !world.calls.isEmpty
        case .starts, .startFails, .startIsSilent: !world.background.starts.isEmpty
        case .vanish: !world.oracle.serving.isEmpty
        case .sleep: world.machine.nextWakeup.boottime != nil
        case .on, .off, .work, .register, .forbid, .allow, .restart: letter != last
        }
    }

    private static func apply(_ letter: Letter, to world: inout World) {
        switch letter {
        case .on: world.send(.source("shell", .change([.doNotDisturb: .bool(true)])))
        case .off: world.send(.source("shell", .change([.doNotDisturb: .bool(false)])))
        case .work: world.send(.activate(Make.mode("work"), .resumed, world.request()))
        case .register: world.register(1, tasks, rank: .owner, [filter], standby: false)
        case .vanish:
            world.send(.vanished(Make.peer(1)))
            world.helperLeaves(tasks)
        case .succeed: world.answer(0, succeeded: true, isApplied: true)
        case .fail: world.answer(0, succeeded: false, isApplied: world.now.boottime % 2 == 0)
        case .starts: world.answerStart(0, .registers)
        case .startFails: world.answerStart(0, .fails)
        case .startIsSilent: world.answerStart(0, .staysSilent)
        case .sleep: world.pass(world.machine.nextWakeup.boottime.map { $0 - world.now.boottime + 1 } ?? 1)
        case .forbid: world.allow(tasks, false)
        case .allow: world.allow(tasks, true)
        case .restart: world.restart()
        }
    }
}
