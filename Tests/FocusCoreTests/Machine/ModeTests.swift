// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// Which mode is on: entering, leaving, edits and overrides.
struct ModeTests {
    static let dnd = Make.mode("dnd", when: .fact(.doNotDisturb), priority: -100)
    static let away = Make.mode("away", when: .fact(.locked), priority: -200)
    static let film = Make.mode("film", when: .fact(.fullscreen), priority: 10)
    static let source = SourceDescription(id: "shell", facts: [.doNotDisturb, .locked, .fullscreen])

    private func bench(_ modes: [Mode] = [dnd, away, film], _ reading: [Fact: FactValue] = [:]) -> Bench {
        Bench.ready(modes, sources: [Self.source], readings: ["shell": reading])
    }

    @Test
    func entering_isImmediate_leavingIsCalm() {
        var bench = bench()
        bench.setDoNotDisturb(true)
        #expect(bench.actions.properties == [.activeMode, .since, .reason, .facts])
        #expect(bench.actions.contains(.modesChanged([Self.dnd.id])))
        #expect(bench.machine.since == bench.now.realtime)
        #expect(bench.machine.reason.facts == [.doNotDisturb])
        bench.setDoNotDisturb(false)
        #expect(bench.machine.activeMode == Self.dnd.id)
        #expect(bench.machine.nextWakeup.boottime == bench.now.boottime + .milliseconds(100))
        bench.pass(.milliseconds(99))
        #expect(bench.machine.activeMode == Self.dnd.id)
        bench.pass(.milliseconds(1))
        #expect(bench.machine.activeMode == nil)
        #expect(bench.machine.reason == .nothingHolds)
    }

    @Test
    func f4_flappingFullscreen_entersOnceAndLeavesOnce() {
        var bench = bench()
        var changes: [ModeID?] = []
        for index in 0..<100 {
            bench.change([.fullscreen: .bool(index % 2 == 0)])
            if bench.actions.properties.contains(.activeMode) { changes.append(bench.machine.activeMode) }
            bench.pass(.milliseconds(300))
            if bench.actions.properties.contains(.activeMode) { changes.append(bench.machine.activeMode) }
        }
        #expect(changes == [Self.film.id])
        bench.pass(.milliseconds(2800))
        #expect(bench.machine.activeMode == nil)
    }

    @Test(arguments: [true, false])
    func b7_bothOrdersPerformOnce(noneFirst: Bool) {
        let tasks = Make.app("org.example.Tasks")
        let key = "org.example.Tasks/UpNext"
        let modes = [
            Make.mode("x", when: .fact(.locked), filters: [key: ["level": .int(1)]]),
            Make.mode("y", when: .fact(.doNotDisturb), filters: [key: ["level": .int(2)]]),
        ]
        var bench = bench(modes, [.locked: .bool(true)])
        bench.register(Make.registration(1, tasks, filters: [Make.filter("UpNext")]))
        bench.acknowledgeAll()
        var performs: [Perform] = []
        let x: [Fact: FactValue?] = [.locked: .bool(false)]
        let y: [Fact: FactValue?] = [.doNotDisturb: .bool(true)]
        for change in noneFirst ? [x, y] : [y, x] {
            bench.change(change)
            performs += bench.actions.performs
            bench.acknowledgeAll()
            bench.pass(.milliseconds(40))
            performs += bench.actions.performs
            bench.acknowledgeAll()
        }
        bench.pass(.seconds(10))
        performs += bench.actions.performs
        #expect(performs.map(\.values) == [[Make.id("level"): .int(2)]])
        #expect(performs.map(\.transition.reason) == [.changed])
        #expect(bench.machine.activeMode == Make.mode("y"))
    }

    @Test
    func lingeringMode_yieldsToOneThatBegins_whateverItsPriority() {
        var bench = bench()
        bench.setDoNotDisturb(true)
        bench.setDoNotDisturb(false)
        bench.change([.locked: .bool(true)])
        #expect(bench.machine.activeMode == Self.away.id)
        bench.setDoNotDisturb(true)
        #expect(bench.machine.activeMode == Self.dnd.id)
        // In the same event.
        bench.change([.doNotDisturb: .bool(false), .locked: .bool(false), .fullscreen: .bool(true)])
        #expect(bench.machine.activeMode == Self.film.id)
    }

    @Test
    func lingeringMode_beatsTheOnesThatHeldAlready() {
        var bench = bench([Self.dnd, Self.away], [.doNotDisturb: .bool(true), .locked: .bool(true)])
        bench.setDoNotDisturb(false)
        #expect(bench.machine.activeMode == Self.dnd.id)
        bench.pass(.milliseconds(100))
        #expect(bench.machine.activeMode == Self.away.id)
    }

    @Test
    func modeThatWasNotOn_neverLingersIntoBeingOn() {
        var short = Self.film
        short.leaveDelay = 0
        var bench = bench([short, Self.dnd], [.fullscreen: .bool(true), .doNotDisturb: .bool(true)])
        bench.change([.fullscreen: .bool(false), .doNotDisturb: .bool(false)])
        #expect(bench.machine.activeMode == nil)
    }

    @Test
    func leaveDelay_restlessOnlyIfTheTermThatFellIs() {
        let both = Make.mode("both", when: .and(.fact(.fullscreen), .not(.fact(.locked))))
        var bench = bench([both], [.fullscreen: .bool(true), .locked: .bool(false)])
        var copy = bench
        bench.change([.fullscreen: nil])
        #expect(bench.machine.nextWakeup.boottime == bench.now.boottime + .seconds(3))
        copy.change([.locked: .bool(true)])
        #expect(copy.machine.nextWakeup.boottime == copy.now.boottime + .milliseconds(100))
        var own = Make.mode("both", when: .fact(.fullscreen), leaveDelay: .seconds(60))
        own.priority = 3
        var third = self.bench([own], [.fullscreen: .bool(true)])
        third.change([.fullscreen: .bool(false)])
        #expect(third.machine.nextWakeup.boottime == third.now.boottime + .seconds(60))
    }

    @Test
    func edits_neverWait() {
        var bench = bench([Self.dnd, Self.away], [.doNotDisturb: .bool(true), .locked: .bool(true)])
        var disabled = Self.dnd
        disabled.isEnabled = false
        bench.send(.modes([disabled, Self.away]))
        #expect(bench.machine.activeMode == Self.away.id)
        #expect(bench.actions.contains(.modesChanged([Self.dnd.id])))
        var raised = Self.dnd
        raised.priority = 900
        bench.send(.modes([raised]))
        #expect(bench.machine.activeMode == Self.dnd.id)
        #expect(bench.actions.contains(.modesChanged([Self.away.id, Self.dnd.id])))
        bench.setDoNotDisturb(false)
        bench.send(.modes([]))
        #expect(bench.machine.activeMode == nil)
        #expect(bench.machine.nextWakeup == Wakeup())
        #expect(bench.send(.modes([])).isEmpty)
    }

    @Test
    func ties_goToTheSmallerID() {
        let modes = ["b", "a-1", "a"].map { Make.mode($0, when: .fact(.locked)) }
        #expect(bench(modes, [.locked: .bool(true)]).machine.activeMode == Make.mode("a"))
        #expect(
            bench(modes, [.locked: .bool(true)]).machine.explain(at: Instant(realtime: 0, boottime: 0)).candidates
                .map(\.mode.text) == ["a", "a-1", "b"])
    }

    // MARK: Override

    @Test
    func k1_unknownMode_isRefusedWithNearNames() {
        var bench = bench()
        bench.send(.activate(Make.mode("fi1m"), .boundary, RequestID(1)))
        #expect(bench.actions.refusal == .unknownMode)
        #expect(
            bench.actions.replies == [
                .refused(FocusError(.unknownMode, "there is no mode 'fi1m'; did you mean 'film'?"))
            ])
        #expect(bench.machine.override == nil)
    }

    @Test
    func disabledMode_isNeitherTurnedOnNorKeptOnByHand() {
        var bench = bench([Make.mode("work", isEnabled: false)])
        bench.send(.activate(Make.mode("work"), .resumed, RequestID(1)))
        #expect(
            bench.actions.replies == [
                .refused(
                    FocusError(.unknownMode, "mode 'work' is disabled; set Enabled=true in its file first"))
            ])
        bench.send(.modes([Make.mode("work")]))
        bench.send(.activate(Make.mode("work"), .resumed, RequestID(2)))
        #expect(bench.machine.activeMode == Make.mode("work"))
        bench.send(.modes([Make.mode("work", isEnabled: false)]))
        #expect(bench.machine.activeMode == nil)
        #expect(bench.machine.override == nil)
    }

    @Test
    func override_beatsEverythingAndIsStoredFirst() {
        var bench = bench([Self.dnd, Self.away, Self.film, Make.mode("work")])
        bench.change([.fullscreen: .bool(true)])
        bench.send(.activate(Make.mode("work"), .resumed, RequestID(1)))
        #expect(bench.machine.activeMode == Make.mode("work"))
        #expect(bench.machine.reason.cause == .override)
        guard case .storeAgent(let record, isAhead: true)? = bench.actions.first else {
            Issue.record("the record does not come first")
            return
        }
        #expect(record.override?.mode == Make.mode("work"))
        #expect(bench.actions.properties == [.activeMode, .since, .reason, .override])
        bench.send(.activate(Make.mode("work"), .resumed, RequestID(2)))
        #expect(bench.actions == [.reply(RequestID(2), .done)])
        bench.send(.deactivate(.resumed, RequestID(3)))
        #expect(bench.machine.activeMode == nil)
        bench.send(.resume(RequestID(4)))
        #expect(bench.machine.activeMode == Self.film.id)
        #expect(bench.send(.resume(RequestID(5))) == [.reply(RequestID(5), .done)])
    }

    @Test
    func override_ofTheModeThatIsOn_keepsItsSince() {
        var bench = bench()
        bench.change([.fullscreen: .bool(true)])
        let since = bench.machine.since
        bench.pass(.seconds(5))
        bench.send(.activate(Self.film.id, .resumed, RequestID(1)))
        #expect(bench.actions.properties == [.reason, .override])
        #expect(bench.machine.since == since)
    }

    @Test
    func boundary_endsWithDoNotDisturb_notWithOthers() {
        var bench = bench([Self.dnd, Self.away, Self.film, Make.mode("work")], [.doNotDisturb: .bool(false)])
        bench.send(.activate(Make.mode("work"), .boundary, RequestID(1)))
        bench.change([.locked: .bool(true)])
        bench.change([.fullscreen: .bool(true)])
        #expect(bench.machine.activeMode == Make.mode("work"))
        bench.setDoNotDisturb(true)
        #expect(bench.machine.override != nil, "film wins before and after: no change of the automatic winner")
        bench.change([.fullscreen: .bool(false)])
        bench.pass(.seconds(3))
        bench.setDoNotDisturb(false)
        #expect(bench.machine.override != nil, "it lingers")
        bench.pass(.milliseconds(100))
        #expect(bench.machine.override == nil)
        #expect(bench.machine.activeMode == Self.away.id)
    }

    @Test
    func boundary_isNotReachedByTheUnknown() {
        var bench = bench([Self.dnd, Make.mode("work")], [.doNotDisturb: .bool(true)])
        bench.send(.activate(Make.mode("work"), .boundary, RequestID(1)))
        bench.change([.doNotDisturb: nil])
        bench.pass(.seconds(5))
        bench.setDoNotDisturb(true)
        #expect(bench.machine.override != nil)
        bench.setDoNotDisturb(false)
        bench.pass(.seconds(5))
        #expect(bench.machine.override == nil)
    }

    @Test
    func time_endsOnTheRealClock_alsoWhenItIsSet() {
        var bench = bench([Make.mode("work")])
        bench.send(.activate(Make.mode("work"), .time(bench.now.realtime + .seconds(60)), RequestID(1)))
        #expect(bench.machine.nextWakeup == Wakeup(realtime: bench.now.realtime + .seconds(60)))
        var stepped = bench
        bench.pass(.seconds(59))
        #expect(bench.machine.activeMode != nil)
        bench.pass(.seconds(1))
        #expect(bench.machine.activeMode == nil)
        stepped.now.realtime += .seconds(3600)
        stepped.send(.timer)
        #expect(stepped.machine.override == nil)
        stepped.send(.activate(Make.mode("work"), .time(stepped.now.realtime), RequestID(2)))
        #expect(stepped.actions.refusal == .invalidValue)
    }

    @Test
    func deletingTheMode_endsTheOverride() {
        var bench = bench([Self.dnd, Make.mode("work")])
        bench.send(.activate(Make.mode("work"), .resumed, RequestID(1)))
        bench.send(.modes([Self.dnd]))
        #expect(bench.machine.override == nil)
        #expect(bench.machine.activeMode == nil)
        #expect(bench.actions.properties == [.activeMode, .since, .reason, .override])
    }

    // MARK: Cost

    @Test
    func thousandModes_onlyThoseThatNameTheFactAreLookedAt() {
        let others: [Fact] = [.idle, .onBattery, .docked, .camera, .microphone]
        let modes = (0..<1000).map { index in
            var expression = Condition.Expression.fact(others[index % 5])
            for term in 1..<10 { expression = .or(expression, .not(.fact(others[(index + term) % 5]))) }
            if index % 100 == 0 { expression = .or(expression, .fact(.locked)) }
            return Make.mode("m\(index)", when: expression)
        }
        var surroundings = Surroundings(now: Instant(realtime: 0, boottime: 0))
        for fact in others { surroundings.values[fact] = .bool(true) }
        var table = ModeTable(modes, surroundings)
        #expect(table.dependentCount(of: .locked) == 10)
        surroundings.values[.locked] = .bool(true)
        let outcome = table.advance(ModeTable.News(facts: [.locked]), surroundings)
        #expect(outcome.changed.isEmpty, "true already")
        surroundings.values[.battery] = .number(3)
        #expect(table.advance(ModeTable.News(facts: [.battery]), surroundings).changed.isEmpty)
    }
}
