// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// Until each source has spoken the stored state stands, and a restart is not news (promise 5).
struct ReadyTests {
    static let modes: [Mode] = [
        Make.mode("dnd", when: .fact(.doNotDisturb), filters: ["org.example.Tasks/UpNext": ["level": .int(1)]]),
        Make.mode("work", filters: ["org.example.Tasks/UpNext": ["level": .int(2)]]),
    ]
    static let tasks = Make.app("org.example.Tasks")
    static let stored = AgentRecord(
        mode: Make.mode("dnd"), since: 1_600_000_000_000_000,
        reason: ModeReason(cause: .condition, text: "as it was", facts: [.doNotDisturb]), serialLimit: 4096)

    @Test
    func b8_restartWithTheSameMode_saysNothing() throws {
        var first = Bench.ready(Self.modes, readings: ["shell": [.doNotDisturb: .bool(true)]])
        first.register(Make.registration(1, Self.tasks, filters: [Make.filter("UpNext")]))
        let token = try #require(first.actions.performs.first?.transition.token)

        var bench = Bench(agent: Self.stored)
        bench.send(.modes(Self.modes))
        bench.send(.notificationServer(product: "shell"))
        #expect(bench.machine.activeMode == Make.mode("dnd"))
        bench.send(
            .register(
                Make.registration(
                    1, Self.tasks, filters: [Make.filter("UpNext")], performed: [Make.id("UpNext"): token]),
                RequestID(7)))
        #expect(bench.actions.isEmpty)
        bench.send(.source("shell", .reading([.doNotDisturb: .bool(true)], isFirst: true)))
        let effects = bench.actions.effects
        #expect(effects.contains(.ready))
        #expect(effects.performs.isEmpty)
        #expect(effects.properties.isEmpty)
        #expect(bench.machine.since == Self.stored.since)
        #expect(bench.machine.reason == Self.stored.reason)
        #expect(effects.records.map(\.mode) == [Make.mode("dnd")], "only the serials are reserved anew")
    }

    @Test
    func restartWithAnotherState_changesOnceWhenReady() {
        var bench = Bench(agent: Self.stored)
        bench.send(.notificationServer(product: "shell"))
        bench.send(.source("shell", .reading([.doNotDisturb: .bool(false)], isFirst: true)))
        #expect(bench.actions.isEmpty, "no modes yet")
        bench.send(.modes(Self.modes))
        #expect(bench.machine.activeMode == nil, "what fell while no agent ran does not linger")
        #expect(bench.actions.properties == [.activeMode, .since, .reason])
        #expect(bench.actions.records.map(\.mode) == [nil])
    }

    @Test
    func silentSource_isWaitedForHalfASecond() {
        var bench = Bench(agent: Self.stored)
        bench.send(.modes(Self.modes))
        #expect(!bench.pass(.milliseconds(499)).contains(.ready))
        #expect(bench.machine.activeMode == Make.mode("dnd"))
        #expect(bench.pass(.milliseconds(1)).contains(.ready))
        #expect(bench.machine.activeMode == nil)
        #expect(bench.machine.nextWakeup == Wakeup())
    }

    @Test
    func requests_waitInTheirOrder() {
        var bench = Bench()
        bench.send(.modes(Self.modes))
        bench.send(.activate(Make.mode("work"), .resumed, RequestID(1)))
        bench.register(Make.registration(1, Self.tasks, filters: [Make.filter("UpNext")]))
        bench.register(Make.registration(2, Make.app("org.example.Mail"), filters: [Make.filter("Inbox")]))
        bench.send(.vanished(Make.peer(2)))
        bench.send(.deactivate(.resumed, RequestID(2)))
        #expect(bench.actions.isEmpty)
        bench.pass(.milliseconds(500))
        let replies = bench.actions.compactMap { action in
            if case .reply(let request, _) = action { request.number } else { nil }
        }
        #expect(replies == [1, 1, 2])
        #expect(bench.actions.performs.isEmpty, "settled once, after all of them")
        #expect(bench.machine.override?.mode == nil)
        #expect(bench.machine.filterOverviews.map(\.key.app) == [Self.tasks])
    }

    @Test
    func noSources_readyWithTheModes() {
        var bench = Bench(sources: [])
        #expect(bench.send(.modes([])).contains(.ready))
    }

    @Test
    func e6_timePassedWhileDown_endsTheOverrideWithoutAFlash() {
        var record = Self.stored
        record.mode = Make.mode("work")
        record.override = Override(mode: Make.mode("work"), ends: .time(1_650_000_000_000_000), since: 0)
        let bench = Bench.ready(Self.modes, agent: record)
        #expect(bench.machine.activeMode == nil)
        #expect(bench.machine.override == nil)
        #expect(bench.actions.performs.isEmpty)
    }

    @Test
    func boundaryPassedWhileDown_endsTheOverride() {
        var record = Self.stored
        record.override = Override(mode: Make.mode("work"), ends: .boundary, since: 0)
        record.mode = Make.mode("work")
        record.boundary = BoundaryWatch(automatic: Make.mode("dnd"), doNotDisturb: true)
        let ended = Bench.ready(Self.modes, agent: record, readings: ["shell": [.doNotDisturb: .bool(false)]])
        #expect(ended.machine.override == nil)
        #expect(ended.machine.activeMode == nil)
        let kept = Bench.ready(Self.modes, agent: record, readings: ["shell": [.doNotDisturb: .bool(true)]])
        #expect(kept.machine.override != nil)
        #expect(kept.machine.activeMode == Make.mode("work"))
        let unknown = Bench.ready(Self.modes, agent: record)
        #expect(unknown.machine.override != nil)
    }

    @Test
    func overrideOfAModeThatIsGone_ends() {
        var record = Self.stored
        record.override = Override(mode: Make.mode("gone"), ends: .resumed, since: 0)
        record.mode = Make.mode("gone")
        let bench = Bench.ready(Self.modes, agent: record)
        #expect(bench.machine.override == nil)
        #expect(bench.machine.activeMode == nil)
    }

    @Test
    func suspension_survivesTheRestart() {
        var bench = Bench.ready(Self.modes, readings: ["shell": [.doNotDisturb: .bool(true)]])
        bench.register(Make.registration(1, Self.tasks, filters: [Make.filter("UpNext")]))
        bench.acknowledgeAll()
        bench.send(.suspend(Make.peer(1), Make.id("UpNext"), true, RequestID(9)))
        let record = bench.actions.appRecords[0]
        let token = bench.actions.performs[0].transition.token
        var again = Bench.ready(
            Self.modes, agent: Self.stored, apps: [Self.tasks: record],
            readings: ["shell": [.doNotDisturb: .bool(true)]])
        let registration = Make.registration(
            1, Self.tasks, filters: [Make.filter("UpNext")], performed: [Make.id("UpNext"): token])
        again.register(registration)
        #expect(again.actions.performs.isEmpty)
        #expect(again.machine.filterOverviews.map(\.isSuspended) == [true])

        // The configuration was edited while no agent ran.
        var edited = Self.modes
        edited[0].filters[FilterKey(app: Self.tasks, filter: Make.id("UpNext"))] = [Make.id("level"): .int(7)]
        var other = Bench.ready(
            edited, agent: Self.stored, apps: [Self.tasks: record], readings: ["shell": [.doNotDisturb: .bool(true)]])
        other.register(registration)
        #expect(other.actions.performs.map(\.values) == [[Make.id("level"): .int(7)]])
    }
}
