// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// The machine and the clock: schedules, spans, delays, overrides.
struct TimeTests {
    static let work = Make.mode("work", schedule: "09:00-17:00")
    static let dnd = Make.mode("dnd", when: .fact(.doNotDisturb), priority: -100)

    /// At that local time of a day in May.
    private func bench(
        _ modes: [Mode], at time: String, agent: AgentRecord? = nil, _ readings: [Fact: FactValue] = [:],
        almanac: Almanac = Almanac()
    ) -> Bench {
        var bench = Bench(agent: agent)
        bench.now.realtime = Zones.instant("2024-05-02", time, almanac.local) * 1_000_000
        bench.send(.almanac(almanac))
        bench.send(.modes(modes))
        bench.send(.notificationServer(product: "shell"))
        bench.send(.source("shell", .reading(readings, isFirst: true)))
        #expect(bench.machine.isReady)
        return bench
    }

    private func seconds(from start: String, to end: String) -> Microseconds {
        .seconds(Zones.utc("2024-05-02", end) - Zones.utc("2024-05-02", start))
    }

    /// The machine slept until then: no timer rang.
    private func sleep(_ bench: inout Bench, _ span: Microseconds) -> [Action] {
        bench.now.realtime += span
        bench.now.boottime += span
        return bench.send(.timer)
    }

    // MARK: Schedules

    @Test func scheduleAlone_turnsTheModeOnAndOff() {
        var bench = bench([Self.work], at: "08:00")
        #expect(bench.machine.activeMode == nil)
        #expect(bench.machine.nextWakeup == Wakeup(realtime: bench.now.realtime + .seconds(3600)))
        bench.pass(.seconds(3600) - 1)
        #expect(bench.machine.activeMode == nil)
        bench.pass(1)
        #expect(bench.machine.activeMode == Self.work.id)
        #expect(
            bench.machine.reason == ModeReason(cause: .schedule, text: "the schedule says so: '09:00-17:00'", facts: [])
        )
        bench.pass(.seconds(8 * 3600) - 1)
        #expect(bench.machine.activeMode == Self.work.id)
        bench.pass(.milliseconds(100) + 1)
        #expect(bench.machine.activeMode == nil)
    }

    @Test func scheduleAndCondition_bothMustHold() {
        var bench = bench(
            [Make.mode("work", when: .not(.fact(.doNotDisturb)), schedule: "09:00-17:00")], at: "08:59",
            [.doNotDisturb: .bool(false)])
        bench.pass(.seconds(60))
        #expect(bench.machine.activeMode == Self.work.id)
        #expect(bench.machine.reason.cause == .condition)
        #expect(bench.machine.reason.facts == [.doNotDisturb])
        bench.change([.doNotDisturb: nil])
        bench.pass(.seconds(1))
        #expect(bench.machine.activeMode == nil, "unknown is not false")
    }

    @Test func e3_edgesPassedInSleep_areNotReplayed() {
        let start = bench([Self.work], at: "08:50")
        var early = start
        #expect(sleep(&early, .seconds(40 * 60)).properties.contains(.activeMode))
        #expect(early.machine.activeMode == Self.work.id)
        var late = start
        #expect(sleep(&late, .seconds(9 * 3600 + 20 * 60)).effects.isEmpty)
        #expect(late.machine.activeMode == nil)
        var timed = start
        timed.send(.activate(Self.work.id, .time(timed.now.realtime + .seconds(20 * 60)), RequestID(1)))
        let actions = sleep(&timed, .seconds(9 * 3600 + 20 * 60))
        #expect(actions.properties == [.activeMode, .since, .reason, .override])
        #expect(timed.machine.override == nil && timed.machine.activeMode == nil)
        #expect(timed.send(.timer).effects.isEmpty, "ended once")
    }

    @Test func e4_clockSteps_areLookedAtAtOnce() {
        var bench = bench([Self.work], at: "08:00")
        let wait = Make.mode("wait", when: .proposition(.lasting(.locked, .seconds(60))))
        bench.send(.modes([Self.work, wait]))
        bench.now.realtime += .seconds(14 * 86_400 + 7200)
        bench.send(.timer)
        #expect(bench.machine.activeMode == Self.work.id)
        // Back over the edge that was passed: off, and on again when it comes.
        bench.now.realtime -= .seconds(2 * 3600)
        bench.send(.timer)
        bench.pass(.milliseconds(100))
        #expect(bench.machine.activeMode == nil)
        let before = bench.send(.timer)
        #expect(before.effects.isEmpty)
        bench.now.realtime += .seconds(20)
        #expect(bench.send(.timer).effects.isEmpty)
        bench.pass(.seconds(3600))
        #expect(bench.machine.activeMode == Self.work.id)
    }

    @Test func e4_spans_areMeasuredOnTheOtherClock() {
        let away = Make.mode("away", when: .proposition(.lasting(.doNotDisturb, .seconds(60))))
        var bench = bench([away], at: "08:00", [.doNotDisturb: .bool(false)])
        bench.setDoNotDisturb(true)
        bench.now.realtime += .seconds(86_400)
        bench.send(.timer)
        #expect(bench.machine.activeMode == nil, "a step of the clock is no time that passed")
        bench.pass(.seconds(59))
        #expect(bench.machine.activeMode == nil)
        bench.pass(.seconds(1))
        #expect(bench.machine.activeMode == away.id)
    }

    @Test func e5_anotherZone_countsAtOnce() {
        var bench = bench([Self.work], at: "10:00", almanac: Almanac(local: Zones.paris))
        #expect(bench.machine.activeMode == Self.work.id)
        bench.send(.almanac(Almanac(local: Zones.newYork)))
        bench.pass(.milliseconds(100))
        #expect(bench.machine.activeMode == nil, "04:00 in New York")
        bench.pass(seconds(from: "04:00", to: "09:00"))
        #expect(bench.machine.activeMode == Self.work.id)
    }

    @Test func onlyTheNextEdge_isArmed() {
        let modes = (0..<200).map { Make.mode("m\($0)", schedule: "\(10 + $0 % 10):\(10 + $0 / 10)-23:00") }
        let bench = bench(modes, at: "08:00")
        #expect(bench.machine.nextWakeup == Wakeup(realtime: bench.now.realtime + .seconds(2 * 3600 + 600)))
    }

    // MARK: Overrides

    @Test func f2_whatTheUserChose_standsUntilTheNextEdge() {
        var bench = bench([Self.work], at: "09:30")
        bench.pass(seconds(from: "09:30", to: "10:00"))
        bench.send(.deactivate(.boundary, RequestID(1)))
        #expect(bench.machine.activeMode == nil)
        for _ in 0..<5 { bench.send(.timer) }
        _ = sleep(&bench, .seconds(1800))
        bench.send(.modes([Self.work]))
        // Neither does a lock, or anything else that is no edge, end it.
        bench.send(.modes([Self.work, Make.mode("film", when: .fact(.silenced))]))
        bench.change([.silenced: .bool(true)])
        bench.change([.silenced: .bool(false)])
        bench.pass(.seconds(1))
        #expect(bench.machine.override != nil)
        bench.pass(seconds(from: "10:30", to: "16:59") - .seconds(1))
        #expect(bench.machine.override != nil && bench.machine.activeMode == nil)
        let end = bench.pass(.seconds(61))
        #expect(bench.machine.override == nil && bench.machine.activeMode == nil)
        #expect(end.filter { if case .changed(let what) = $0 { what.contains(.activeMode) } else { false } }.isEmpty)
        bench.pass(seconds(from: "17:00", to: "23:00") + seconds(from: "00:00", to: "10:00"))
        #expect(bench.machine.activeMode == Self.work.id, "next day on again")
    }

    @Test func f2_boundaryPassesInSleep_endsTheOverride() {
        var bench = bench([Self.work], at: "09:30")
        bench.send(.deactivate(.boundary, RequestID(1)))
        // Asleep within the window: no boundary.
        _ = sleep(&bench, seconds(from: "09:30", to: "16:00"))
        #expect(bench.machine.override != nil)
        // From one day's window into the next one's: by itself the mode is on as before, and was off in between.
        _ = sleep(&bench, .seconds(18 * 3600))
        #expect(bench.machine.override == nil)
        #expect(bench.machine.activeMode == Self.work.id, "next day on again")
    }

    @Test func f2_untilResumed_outlivesEdges() {
        var bench = bench([Self.work], at: "10:00")
        bench.send(.deactivate(.resumed, RequestID(1)))
        bench.pass(.seconds(3 * 86_400))
        #expect(bench.machine.activeMode == nil)
        bench.send(.resume(RequestID(2)))
        #expect(bench.machine.activeMode == Self.work.id)
    }

    /// Whether a mode was on its way out or in: what the switch did before the choice does not end the choice.
    @Test(arguments: [true, false], [true, false])
    func choiceByHand_isNotEndedByWhatADelayHeldBack(leaving: Bool, repeated: Bool) {
        let quiet = Make.mode(
            "quiet", when: .fact(.doNotDisturb), enterDelay: leaving ? 0 : .seconds(5), leaveDelay: .seconds(5))
        var bench = bench([quiet, Self.work], at: "22:00")
        bench.change([.doNotDisturb: .bool(leaving)])
        if repeated { bench.send(.activate(Self.work.id, .boundary, RequestID(1))) }
        bench.change([.doNotDisturb: .bool(!leaving)])
        bench.pass(.seconds(2))
        bench.send(.activate(Self.work.id, .boundary, RequestID(2)))
        bench.pass(.seconds(60))
        #expect(bench.machine.activeMode == Self.work.id)
        // The next change is one.
        bench.change([.doNotDisturb: .bool(leaving)])
        bench.pass(.seconds(10))
        #expect(bench.machine.override == nil)
    }

    @Test func edgePassedWhileNoAgentRan_endsTheOverride() throws {
        var first = bench([Self.work], at: "10:00")
        first.send(.deactivate(.boundary, RequestID(1)))
        let record = try #require(first.actions.records.last)
        #expect(record.boundary?.edge == Zones.utc("2024-05-02", "17:00") * 1_000_000)
        #expect(bench([Self.work], at: "16:59", agent: record).machine.override != nil)
        #expect(bench([Self.work], at: "18:00", agent: record).machine.override == nil)
        // Also if it is as it was by now.
        var next = Bench(agent: record)
        next.now.realtime = Zones.utc("2024-05-04", "10:00") * 1_000_000
        next.send(.modes([Self.work]))
        next.send(.notificationServer(product: nil))
        next.send(.source("shell", .reading([:], isFirst: true)))
        #expect(next.machine.override == nil)
        #expect(next.machine.activeMode == Self.work.id)
    }

    @Test func edgeOfAModeThatDoesNotWin_endsNothing() {
        let low = Make.mode("low", schedule: "08:00-12:00", priority: -1)
        var bench = bench([Self.work, low], at: "10:00")
        bench.send(.deactivate(.boundary, RequestID(1)))
        bench.pass(seconds(from: "10:00", to: "13:00"))
        #expect(bench.machine.override != nil)
    }

    @Test func e6_untilThatIsOverAtStart_endsWithoutAFlash() {
        var record = AgentRecord(
            mode: Make.mode("focus"), since: 1, reason: ModeReason(cause: .override, text: "", facts: []))
        record.override = Override(
            mode: Make.mode("focus"), ends: .time(Zones.utc("2024-05-02", "14:00") * 1_000_000), since: 1)
        var late = Bench(agent: record)
        late.now.realtime = Zones.utc("2024-05-02", "14:10") * 1_000_000
        var actions = late.send(.modes([Make.mode("focus")]))
        actions += late.send(.notificationServer(product: nil))
        actions += late.send(.source("shell", .reading([:], isFirst: true)))
        #expect(late.machine.override == nil && late.machine.activeMode == nil)
        #expect(actions.performs.isEmpty)
        #expect(late.machine.history(9).map(\.kind) == [.mode, .override])
        // Year 9999 is not yet over; another zone does not move it.
        record.override?.ends = .time(Zones.utc("9999-12-31", "00:00") * 1_000_000)
        var far = bench([Make.mode("focus")], at: "14:10", agent: record)
        far.send(.almanac(Almanac(local: Zones.paris)))
        far.pass(.seconds(400 * 86_400))
        #expect(far.machine.activeMode == Make.mode("focus"))
    }

    // MARK: Delays

    @Test func b7_switchThroughNothing_isOneSwitch() {
        let x = Make.mode("x", when: .fact(.silenced))
        let y = Make.mode("y", when: .fact(.doNotDisturb))
        for nothingFirst in [true, false] {
            var bench = bench([x, y], at: "10:00", [.silenced: .bool(true), .doNotDisturb: .bool(false)])
            #expect(bench.machine.activeMode == x.id)
            var changes: [Action] = []
            if nothingFirst { changes += bench.change([.silenced: .bool(false)]) }
            changes += bench.pass(.milliseconds(40))
            changes += bench.change([.silenced: .bool(false), .doNotDisturb: .bool(true)])
            changes += bench.pass(.milliseconds(40))
            if !nothingFirst { changes += bench.change([.silenced: nil]) }
            changes += bench.pass(.seconds(1))
            let switches = changes.filter {
                if case .changed(let what) = $0 { what.contains(.activeMode) } else { false }
            }
            #expect(switches.count == 1, "nothing first: \(nothingFirst)")
            #expect(bench.machine.activeMode == y.id)
        }
    }

    @Test func enterDelay_isWaitedForOnce() {
        let film = Make.mode("film", when: .fact(.silenced), priority: 1, enterDelay: .seconds(5))
        var bench = bench([film, Self.dnd], at: "10:00", [.silenced: .bool(false), .doNotDisturb: .bool(true)])
        bench.change([.silenced: .bool(true)])
        bench.pass(.seconds(4))
        bench.change([.silenced: .bool(false)])
        bench.change([.silenced: .bool(true)])
        bench.pass(.milliseconds(4999))
        #expect(bench.machine.activeMode == Self.dnd.id)
        #expect(bench.machine.explain(at: bench.now).candidates.map(\.mode) == [Self.dnd.id])
        bench.pass(.milliseconds(1))
        #expect(bench.machine.activeMode == film.id)
        // While it is about to leave it comes back without waiting.
        bench.change([.silenced: .bool(false)])
        bench.pass(.milliseconds(50))
        bench.change([.silenced: .bool(true)])
        bench.pass(.seconds(1))
        #expect(bench.machine.activeMode == film.id)
        // An edit waits for nothing, and does not shorten what already waits.
        bench.change([.silenced: .bool(false)])
        bench.pass(.seconds(1))
        bench.change([.silenced: .bool(true)])
        bench.send(.modes([film, Self.dnd, Self.work]))
        #expect(bench.machine.activeMode != film.id)
        var other = film
        other.priority = 2
        bench.send(.modes([other, Self.dnd]))
        #expect(bench.machine.activeMode == film.id)
    }

    @Test func b8_restart_isNoEdge() throws {
        let away = Make.mode("away", when: .proposition(.lasting(.doNotDisturb, .seconds(600))))
        let film = Make.mode("film", when: .fact(.silenced), priority: -1, enterDelay: .seconds(60))
        var first = Bench.ready([away, film], agent: nil, readings: ["shell": [.silenced: .bool(false)]])
        first.change([.doNotDisturb: .bool(true), .silenced: .bool(true)])
        var records = first.actions.records
        records += first.pass(.seconds(300)).records
        var record = try #require(records.last)
        #expect(record.trueSince[.doNotDisturb] == first.now.boottime - .seconds(300))
        record = try StateText.agentRecord(StateText.text(of: record))
        func restarted(boot: String) -> Bench {
            var bench = Bench(agent: record)
            bench.now = first.now
            bench.machine = FocusMachine(
                sources: [Bench.dnd], desktops: ["Shell"], agent: record, apps: [:], boot: boot, at: bench.now)
            bench.send(.modes([away, film]))
            bench.send(.notificationServer(product: "shell"))
            bench.send(.source("shell", .reading([.doNotDisturb: .bool(true), .silenced: .bool(true)], isFirst: true)))
            return bench
        }
        var second = restarted(boot: "")
        #expect(second.machine.activeMode == film.id, "what holds at the start has waited")
        second.pass(.seconds(299))
        #expect(second.machine.activeMode == film.id)
        second.pass(.seconds(1))
        #expect(second.machine.activeMode == away.id, "ten minutes in all")
        // A source that comes back with the same value is no edge either.
        second.send(.source("shell", .ownerLost))
        second.pass(.seconds(2))
        second.send(.source("shell", .reading([.doNotDisturb: .bool(true), .silenced: .bool(true)], isFirst: true)))
        #expect(second.pass(.seconds(20)).effects.filter { if case .changed = $0 { true } else { false } }.isEmpty)
        // Since the machine was booted everything is new.
        var other = restarted(boot: "another")
        other.pass(.seconds(599))
        #expect(other.machine.activeMode == film.id)
        other.pass(.seconds(1))
        #expect(other.machine.activeMode == away.id)
    }

    // MARK: Other modes, apps

    @Test func k1_modeThatIsNotThere_isReportedWithNearNames() {
        let bench = bench(
            [Self.work, Make.mode("late", when: .not(.proposition(.mode(Make.mode("wrok")))))], at: "10:00")
        let problem = bench.machine.problems.map(\.problem)
        #expect(problem.map(\.subject) == ["late"])
        #expect(
            problem.first?.message == "When asks for mode(\"wrok\"), and there is no such mode; did you mean 'work'?")
        #expect(bench.machine.modeOverviews.first { $0.mode.id.text == "late" }?.condition == .unknown)
        var asked = bench
        asked.send(.activate(Make.mode("wrok"), .resumed, RequestID(1)))
        #expect(asked.actions.refusal == .unknownMode)
    }

    @Test func circles_areReportedWithTheirPath() {
        func asking(_ id: String, _ other: String) -> Mode {
            Make.mode(id, when: .or(.proposition(.mode(Make.mode(other))), .fact(.doNotDisturb)))
        }
        var bench = bench(
            [asking("a", "b"), asking("b", "c"), asking("c", "a"), asking("d", "c"), Self.dnd], at: "10:00")
        #expect(
            bench.machine.problems.map(\.problem.message) == [
                "modes ask for each other in a circle, and none of them comes on by itself: a → b → c → a"
            ])
        bench.setDoNotDisturb(true)
        #expect(bench.machine.activeMode == Make.mode("d"), "it is in no circle")
        bench.send(.modes([asking("a", "a")]))
        #expect(bench.machine.problems.count == 1)
        bench.send(.modes([Self.dnd]))
        #expect(bench.machine.problems.isEmpty)
        // However long the chain.
        let chain = (0..<3000).map { asking("m\($0)", "m\($0 + 1)") } + [Make.mode("m3000", when: .fact(.silenced))]
        bench.send(.modes(chain))
        bench.setDoNotDisturb(false)
        bench.change([.silenced: .bool(true)])
        #expect(bench.machine.activeMode == Make.mode("m0"))
    }

    @Test func appThatRuns_isKnownByItsName() {
        let totem = Make.app("org.gnome.Totem")
        var bench = Bench()
        bench.send(.modes([Make.mode("film", when: .proposition(.app(totem)))]))
        bench.send(.notificationServer(product: "shell"))
        bench.send(.source("shell", .reading([:], isFirst: true)))
        #expect(!bench.machine.isReady, "nobody has said yet whether it runs")
        #expect(bench.machine.watchedApps == [totem])
        bench.send(.owners([totem: true]))
        #expect(bench.machine.isReady && bench.machine.activeMode == Make.mode("film"))
        #expect(
            bench.machine.explain(at: bench.now).terms == [
                Explanation.Term(text: "app(\"org.gnome.Totem\")", value: .bool(true))
            ])
        bench.send(.owners([totem: false]))
        bench.pass(.seconds(1))
        #expect(bench.machine.activeMode == nil)
    }

    // MARK: What comes, what would be, what was

    @Test func coming_tellsTheNextChanges() {
        let lunch = Make.mode("lunch", schedule: "12:00-13:00", priority: 5)
        let away = Make.mode("away", when: .proposition(.lasting(.doNotDisturb, .seconds(1800))), priority: 9)
        var bench = bench([Self.work, lunch, away], at: "10:00", [.doNotDisturb: .bool(false)])
        func coming(_ count: Int) -> [String] {
            bench.machine.coming(count, at: bench.now).map {
                "\(($0.at - Zones.utc("2024-05-02", "00:00") * 1_000_000) / 60_000_000) \($0.mode?.text ?? "none")"
            }
        }
        #expect(coming(5) == ["720 lunch", "780 work", "1020 none", "1980 work", "2160 lunch"])
        #expect(coming(0).isEmpty)
        bench.send(.activate(Make.mode("lunch"), .resumed, RequestID(1)))
        #expect(coming(1) == ["720 lunch"], "what is chosen by hand does not count")
        bench.setDoNotDisturb(true)
        #expect(coming(9) == ["630 away"])
        #expect(self.bench([Self.dnd], at: "10:00").machine.coming(5, at: bench.now).isEmpty)
        #expect(bench.machine.coming(.max, at: Instant(realtime: .max, boottime: .max)).count <= 512)
        #expect(bench.machine.coming(9, at: Instant(realtime: .min, boottime: 0)).count <= 9)
    }

    @Test func preview_tellsWhatWouldBe() {
        let app = Make.app("org.example.Tasks")
        var work = Self.work
        work.filters = [Make.key("org.example.Tasks/UpNext"): [Make.id("level"): .int(3)]]
        let away = Make.mode("away", when: .proposition(.lasting(.locked, .seconds(1800))), priority: 9)
        var bench = bench([work, away], at: "08:00")
        bench.register(Make.registration(1, app, filters: [Make.filter("UpNext")]))
        func preview(_ facts: [Fact: FactValue?], _ time: String) -> Forecast {
            bench.machine.preview(facts, at: Zones.utc("2024-05-02", time) * 1_000_000, now: bench.now)
        }
        #expect(preview([:], "08:30").mode == nil && preview([:], "08:30").changes.isEmpty)
        #expect(preview([:], "10:00").mode == work.id)
        #expect(preview([:], "10:00").changes.map(\.values[Make.id("level")]) == [.int(3)])
        #expect(preview([.locked: .bool(true)], "10:00").mode == away.id)
        #expect(preview([.locked: nil], "10:00").mode == work.id)
        #expect(bench.machine.activeMode == nil && bench.machine.facts.isEmpty, "nothing has happened")
    }

    @Test func history_isTheNewestFirstAndBounded() {
        let app = Make.app("org.example.Tasks")
        var work = Self.work
        work.filters = [Make.key("org.example.Tasks/UpNext"): [Make.id("level"): .int(3)]]
        var bench = bench([work], at: "08:59")
        bench.register(Make.registration(1, app, filters: [Make.filter("UpNext")]))
        bench.pass(.seconds(60))
        let rows = bench.machine.history(9)
        #expect(rows.map(\.kind) == [.perform, .mode])
        #expect(rows.map(\.mode) == [nil, work.id])
        #expect(rows.first?.serial == bench.machine.filterOverviews.first?.serial)
        for _ in 0..<600 {
            bench.send(.deactivate(.resumed, RequestID(1)))
            bench.send(.resume(RequestID(2)))
        }
        #expect(bench.machine.history(.max).count == 512)
        #expect(bench.machine.history(3).count == 3)
        #expect(bench.machine.history(1).first?.mode == work.id)
    }

    @Test func sunWithoutAPlace_isReported() {
        let night = Make.mode("night", schedule: "sunset-sunrise")
        var bench = bench([night, Self.work], at: "23:00")
        #expect(bench.machine.problems.map(\.problem.subject) == ["night"])
        #expect(bench.machine.activeMode == nil)
        bench.send(.almanac(Almanac(place: Coordinates(latitude: 52.5, longitude: 13.4))))
        #expect(bench.machine.problems.isEmpty)
        #expect(bench.machine.activeMode == night.id)
    }
}
