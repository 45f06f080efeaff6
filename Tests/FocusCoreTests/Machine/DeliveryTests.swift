// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// One call in flight, the newest replaces waiting ones, and nothing is said twice.
struct DeliveryTests {
    static let tasks = Make.app("org.example.Tasks")
    static let upNext = Make.id("UpNext")
    static let key = "org.example.Tasks/UpNext"
    static let modes: [Mode] = [
        Make.mode("a", filters: [key: ["level": .int(1)]]), Make.mode("b", filters: [key: ["level": .int(2)]]),
        Make.mode("c", filters: [key: ["level": .int(2)]]), Make.mode("plain"),
    ]

    private func bench(active: String? = nil, policies: [AppID: AppPolicy] = [:]) -> Bench {
        var bench = Bench.ready(Self.modes, policies: policies)
        if let active { activate(active, &bench) }
        bench.register(Make.registration(1, Self.tasks, filters: [Make.filter("UpNext")]))
        return bench
    }

    @discardableResult
    private func activate(_ mode: String, _ bench: inout Bench) -> [Perform] {
        bench.send(.activate(Make.mode(mode), .resumed, bench.request()))
        return bench.actions.performs
    }

    private func level(_ perform: Perform?) -> ParameterValue? { perform?.values[Make.id("level")] }

    private func overview(_ bench: Bench) throws -> FilterOverview { try #require(bench.machine.filterOverviews.first) }

    @Test func f5_deadlinePassesInSleep_whatIsWantedByThenIsSent() {
        var bench = bench()
        let end = OverrideEnd.time(bench.now.realtime + .seconds(60))
        bench.send(.activate(Make.mode("a"), end, bench.request()))
        #expect(bench.actions.performs.count == 1)
        // It waits for the answer to the first.
        bench.send(.activate(Make.mode("b"), end, bench.request()))
        #expect(bench.actions.performs.isEmpty)
        bench.now.realtime += .seconds(600)
        bench.now.boottime += .seconds(600)
        bench.send(.timer)
        #expect(bench.actions.performs.map(\.transition.isActive) == [false], "by now no mode is on")
    }

    @Test
    func g2_processThatStartsInAMode_catchesUpOnce() throws {
        var bench = bench(active: "a")
        let perform = try #require(bench.actions.performs.first)
        #expect(bench.actions.performs.count == 1)
        #expect(perform.transition.reason == .catchUp)
        #expect(perform.transition.previous == nil)
        #expect(perform.handler == "/handler/1")
        let reply = bench.actions.replies.first
        #expect(
            reply
                == .registered([
                    Self.upNext: FilterState(
                        isActive: true, isSuspended: false, values: perform.values, serial: perform.transition.serial,
                        token: perform.transition.token)
                ]))
        #expect(try overview(bench).state == .waiting)
        bench.acknowledge(perform)
        #expect(try overview(bench).state == .served)
        bench.send(.resume(bench.request()))
        #expect(bench.actions.performs.map(\.transition.reason) == [.ended])
        #expect(bench.actions.performs.first?.transition.previous == perform.values)
        #expect(bench.actions.performs.first?.values == [Make.id("level"): .int(0)])
    }

    @Test
    func g2_processThatWasDownDuringChanges_getsTheCurrentOneOnly() {
        var bench = bench(active: "a")
        bench.acknowledgeAll()
        bench.send(.vanished(Make.peer(1)))
        for mode in ["b", "plain", "c"] { #expect(activate(mode, &bench).isEmpty) }
        bench.register(Make.registration(2, Self.tasks, filters: [Make.filter("UpNext")]))
        #expect(bench.actions.performs.map(level) == [.int(2)])
    }

    @Test
    func freshProcess_withoutModeOrMark_isLeftAlone() {
        var bench = bench()
        #expect(bench.actions.performs.isEmpty)
        #expect(activate("plain", &bench).isEmpty)
        #expect(activate("a", &bench).map(\.transition.reason) == [.activated])
    }

    @Test
    func freshProcess_ofATouchedFilter_isToldTheDefaults() {
        var bench = Bench.ready(Self.modes, apps: [Self.tasks: AppRecord(touched: [Self.upNext])])
        bench.register(Make.registration(1, Self.tasks, filters: [Make.filter("UpNext")]))
        #expect(bench.actions.performs.map(\.transition.reason) == [.catchUp])
        bench.acknowledgeAll()
        #expect(bench.actions == [.storeApp(Self.tasks, AppRecord(), isAhead: false)])
    }

    @Test
    func mark_isOnDiskBeforeTheFirstPerform() {
        var bench = bench()
        activate("a", &bench)
        let stages = bench.actions.compactMap { action -> String? in
            switch action {
            case .storeApp(_, let record, isAhead: true): "mark \(record.touched)"
            case .perform: "perform"
            case .reply: "reply"
            default: nil
            }
        }
        #expect(stages == ["mark [UpNext]", "perform", "reply"])
        bench.acknowledgeAll()
        activate("b", &bench)
        #expect(bench.actions.appRecords.isEmpty, "marked once")
    }

    @Test
    func equalValues_causeNoCall() {
        var bench = bench(active: "b")
        bench.acknowledgeAll()
        #expect(activate("c", &bench).isEmpty)
        #expect(bench.actions.properties.contains(.activeMode))
        #expect(!bench.actions.contains { if case .filtersChanged = $0 { true } else { false } })
    }

    @Test
    func newest_replacesWaitingOnes() {
        var bench = bench(active: "a")
        let first = bench.actions.performs[0]
        for mode in ["b", "plain", "c", "plain"] { #expect(activate(mode, &bench).isEmpty) }
        bench.acknowledge(first)
        #expect(bench.actions.performs.map(\.transition.reason) == [.ended])
        #expect(bench.actions.performs.map(\.transition.previous) == [first.values])
    }

    @Test
    func thereAndBackWhileInFlight_saysNothingMore() throws {
        var bench = bench(active: "a")
        let first = bench.actions.performs[0]
        activate("b", &bench)
        activate("a", &bench)
        #expect(bench.acknowledge(first).performs.isEmpty)
        let overview = try overview(bench)
        #expect(overview.state == .served)
        #expect(overview.serial == overview.acknowledgedSerial)
        #expect(bench.machine.nextWakeup == Wakeup())
    }

    @Test
    func thereAndBackAfterAFailure_isSent() {
        // The failed call may have been performed all the same.
        var bench = bench(active: "a")
        bench.acknowledgeAll()
        let toB = activate("b", &bench)[0]
        #expect(bench.acknowledge(toB, succeeded: false).performs.isEmpty)
        #expect(activate("a", &bench).map(level) == [.int(1)])
    }

    @Test
    func failures_areRetriedAfterOneAndTenSeconds() {
        var bench = bench(active: "a")
        let first = bench.actions.performs[0]
        #expect(bench.acknowledge(first, succeeded: false).performs.isEmpty)
        #expect(bench.pass(.milliseconds(999)).performs.isEmpty)
        let second = bench.pass(.milliseconds(1)).performs[0]
        #expect(second.attempt == 2)
        #expect(second.transition == first.transition)
        // Nobody answers this one: its deadline is 10 s.
        #expect(bench.pass(.milliseconds(19_999)).performs.isEmpty)
        let third = bench.pass(.milliseconds(1)).performs[0]
        #expect(third.attempt == 3)
        #expect(third.transition == first.transition)
        #expect(bench.machine.problems.isEmpty)
        bench.acknowledge(third, succeeded: false)
        #expect(bench.machine.filterOverviews.map(\.state) == [.failing])
        #expect(bench.pass(.seconds(3600)).effects.isEmpty)
        #expect(bench.machine.nextWakeup == Wakeup())
    }

    @Test
    func failingHandler_isAProblemUntilItAcknowledges() throws {
        var bench = bench(active: "a")
        bench.acknowledge(bench.actions.performs[0], failure: "it answers: the disk is full")
        #expect(try overview(bench).failure == "it answers: the disk is full")
        bench.pass(.seconds(1))
        #expect(bench.machine.problems.isEmpty)
        bench.pass(.seconds(1000))
        let since = try #require(bench.machine.problems.first?.since)
        #expect(since < bench.now.realtime)
        #expect(bench.machine.problems.map(\.problem.subject) == ["org.example.Tasks/UpNext"])
        #expect(bench.machine.problems.map(\.problem.kind) == [.filter])
        #expect(bench.machine.problems[0].problem.message.contains("it does not answer within 10s"))
        // Told again, it says something else: that is the same problem in other words.
        bench.send(.contact(Make.peer(1)))
        let told = bench.actions.performs[0]
        #expect(!bench.actions.contains(.problemsChanged))
        #expect(bench.acknowledge(told, failure: "it answers: no").contains(.problemsChanged))
        #expect(bench.machine.problems[0].problem.message.contains("it answers: no"))
        #expect(bench.machine.problems.map(\.since) == [since])
        let retry = bench.pass(.seconds(1)).performs[0]
        #expect(bench.acknowledge(retry).contains(.problemsChanged))
        #expect(bench.machine.problems.isEmpty)
        #expect(try overview(bench).failure == nil)
    }

    @Test
    func failingHandlerThatLeaves_isNoProblem() {
        var bench = bench(active: "a")
        bench.pass(.seconds(1000))
        #expect(bench.machine.problems.count == 1)
        #expect(bench.send(.vanished(Make.peer(1))).contains(.problemsChanged))
        #expect(bench.machine.problems.isEmpty)
    }

    @Test
    func failingFilterThatIsWithdrawn_isNoProblem() {
        var bench = bench(active: "a")
        bench.pass(.seconds(1000))
        bench.register(Make.registration(1, Self.tasks, filters: [Make.filter("Other")]))
        // What is left is what modes configure for it.
        #expect(bench.machine.problems.allSatisfy { $0.problem.message.contains("offers no such filter") })
    }

    @Test
    func wordsOfAHandler_areShortAndPlain() throws {
        var bench = bench(active: "a")
        let words = "red \u{1B}[31m\u{202E}\n" + String(repeating: "x\u{300}", count: 100_000)
        bench.acknowledge(bench.actions.performs[0], failure: words)
        let failure = try #require(try overview(bench).failure)
        #expect(failure.hasPrefix("red [31m "))
        #expect(failure.unicodeScalars.count <= Problem.maximumWords + 1)
        #expect(failure.hasSuffix("…"))
    }

    @Test
    func g3_failingHandler_isToldOnContact_theThenCurrentValues() {
        var bench = bench(active: "a")
        bench.pass(.seconds(60))
        #expect(bench.machine.filterOverviews.map(\.state) == [.failing])
        #expect(activate("b", &bench).isEmpty)
        bench.send(.contact(Make.peer(2)))
        #expect(bench.actions.isEmpty)
        bench.send(.contact(Make.peer(1)))
        #expect(bench.actions.performs.map(level) == [.int(2)])
        #expect(bench.actions.performs.map(\.transition.reason) == [.catchUp])
        #expect(bench.actions.performs.map(\.attempt) == [1])
        bench.acknowledgeAll()
        #expect(bench.send(.contact(Make.peer(1))).isEmpty)
    }

    /// What it refused is not sent again; other values, and above all the end of the mode, it may take.
    @Test
    func handlerThatRefusesOneState_isToldTheNext() {
        var bench = bench(active: "a")
        bench.acknowledge(bench.actions.performs[0], succeeded: false)
        bench.acknowledge(bench.pass(.seconds(1)).performs[0], succeeded: false)
        bench.acknowledge(bench.pass(.seconds(10)).performs[0], succeeded: false)
        #expect(bench.machine.filterOverviews.map(\.state) == [.failing])
        #expect(bench.pass(.seconds(3600)).performs.isEmpty)
        let next = activate("b", &bench)
        #expect(next.map(level) == [.int(2)])
        bench.acknowledge(next[0])
        #expect(bench.machine.filterOverviews.map(\.state) == [.served])
        #expect(bench.machine.problems.isEmpty)
    }

    @Test
    func failingHandler_isToldWhenItAcknowledgesAnotherFilter() {
        var bench = Bench.ready(
            [Make.mode("a", filters: ["org.example.Tasks/UpNext": ["level": .int(1)]])])
        bench.register(Make.registration(1, Self.tasks, filters: [Make.filter("UpNext"), Make.filter("Other")]))
        bench.send(.activate(Make.mode("a"), .resumed, RequestID(1)))
        bench.pass(.seconds(60))
        #expect(bench.machine.problems.map(\.problem.subject) == ["org.example.Tasks/UpNext"])
        let both = Make.mode(
            "a",
            filters: [
                "org.example.Tasks/UpNext": ["level": .int(1)], "org.example.Tasks/Other": ["level": .int(3)],
            ])
        let other = bench.send(.modes([both])).performs
        #expect(other.map(\.filter) == [Make.id("Other")])
        #expect(bench.acknowledge(other[0]).performs.map(\.filter) == [Self.upNext])
    }

    @Test
    func g3_deadReader_getsOneCallForTenThousandChanges_othersAreServed() {
        var bench = bench(active: "a")
        let mail = Make.app("org.example.Mail")
        bench.register(Make.registration(2, mail, filters: [Make.filter("UpNext")]))
        var modes = Self.modes
        for index in modes.indices {
            modes[index].filters[FilterKey(app: mail, filter: Self.upNext)] = [Make.id("level"): .int(Int64(index))]
        }
        bench.send(.modes(modes))
        bench.acknowledgeAll()
        var toDead = 0
        for index in 0..<10_000 {
            activate(index % 2 == 0 ? "b" : "a", &bench)
            let performs = bench.actions.performs
            toDead += performs.filter { $0.peer == Make.peer(1) }.count
            let alive = performs.filter { $0.peer == Make.peer(2) }
            #expect(alive.count == 1)
            bench.acknowledge(alive[0])
        }
        #expect(toDead <= 1)
        #expect(bench.machine.courier.timers.count == 1)
    }

    @Test
    func newValues_cutARetryShort() {
        var bench = bench(active: "a")
        bench.acknowledge(bench.actions.performs[0], succeeded: false)
        let next = activate("b", &bench)
        #expect(next.map(level) == [.int(2)])
        #expect(next.map(\.attempt) == [1])
        bench.acknowledge(next[0])
        #expect(bench.pass(.seconds(30)).performs.isEmpty)
    }

    @Test
    func newValuesDuringTheCall_replaceTheRetry() {
        var bench = bench(active: "a")
        let first = bench.actions.performs[0]
        activate("b", &bench)
        #expect(bench.acknowledge(first, succeeded: false).performs.map(level) == [.int(2)])
    }

    @Test
    func lateReplyToEitherAttempt_acknowledges() throws {
        var bench = bench(active: "a")
        let first = bench.actions.performs[0]
        let second = bench.pass(.seconds(11)).performs[0]
        #expect(second.attempt == 2)
        bench.acknowledge(first)
        #expect(try overview(bench).acknowledgedSerial == first.transition.serial)
        // Still one call in flight: what is new waits for the second attempt.
        #expect(activate("b", &bench).isEmpty)
        #expect(bench.acknowledge(second, succeeded: false).performs.map(level) == [.int(2)])
    }

    @Test
    func lateReplyWhileWaiting_endsTheRetries() {
        var bench = bench(active: "a")
        let first = bench.actions.performs[0]
        bench.pass(.milliseconds(10_500))
        bench.acknowledge(first)
        #expect(bench.pass(.seconds(60)).performs.isEmpty)
        #expect(bench.machine.filterOverviews.map(\.state) == [.served])
    }

    @Test
    func lateReplyToAnOlderCall_doesNotAcknowledgeTheNewer() throws {
        var bench = bench(active: "a")
        let old = bench.actions.performs[0]
        bench.pass(.milliseconds(10_500))
        let new = activate("b", &bench)[0]
        bench.acknowledge(old)
        #expect(try overview(bench).state == .waiting)
        bench.acknowledge(new)
        #expect(try overview(bench).state == .served)
        let next = activate("plain", &bench)
        #expect(next.map(\.transition.previous) == [new.values])
    }

    @Test
    func lateReplyOfAFailingHandler_bringsItBack() {
        var bench = bench(active: "a")
        let first = bench.actions.performs[0]
        bench.pass(.seconds(60))
        activate("b", &bench)
        #expect(bench.acknowledge(first).performs.map(level) == [.int(2)])
    }

    @Test
    func strangeReports_areIgnored() {
        var bench = bench(active: "a")
        let first = bench.actions.performs[0]
        for (peer, filter, serial, attempt) in [
            (9, "UpNext", first.transition.serial, 1), (1, "Other", first.transition.serial, 1),
            (1, "UpNext", 999_999, 1), (1, "UpNext", first.transition.serial, -7),
        ] {
            bench.send(
                .performed(Make.peer(peer), Make.id(filter), serial: serial, attempt: attempt, failure: "no"))
            #expect(bench.actions.isEmpty)
        }
        bench.send(.vanished(Make.peer(9)))
        bench.send(.contact(Make.peer(9)))
        #expect(bench.actions.isEmpty)
    }

    @Test
    func deadline_isTheFilters() {
        var bench = Bench.ready(Self.modes)
        activate("a", &bench)
        bench.register(Make.registration(1, Self.tasks, filters: [Make.filter("UpNext", deadline: .seconds(30))]))
        #expect(bench.machine.nextWakeup.boottime == bench.now.boottime + .seconds(30))
        var endless = Bench.ready(Self.modes)
        activate("a", &endless)
        endless.register(Make.registration(1, Self.tasks, filters: [Make.filter("UpNext", deadline: .max)]))
        #expect(endless.machine.nextWakeup.boottime == .max)
    }

    // MARK: What an app may know

    @Test
    func mode_isGivenOnlyToTheAllowed() {
        var bench = bench(active: "a")
        #expect(bench.actions.performs.map(\.transition.mode) == [nil])
        #expect(bench.machine.status(of: Self.tasks) == AppStatus(isFocused: true, mode: nil))
        bench.acknowledgeAll()
        bench.send(.policies([Self.tasks: AppPolicy(shareMode: true)]))
        #expect(bench.actions.performs.map(\.transition.mode) == [SharedMode(id: "a", name: "A")])
        #expect(bench.actions.performs.map(\.transition.reason) == [.changed])
        #expect(bench.machine.status(of: Self.tasks).mode?.id == "a")
        bench.acknowledgeAll()
        bench.send(.resume(bench.request()))
        #expect(bench.actions.performs.map(\.transition.mode) == [SharedMode(id: "", name: "")])
        bench.acknowledgeAll()
        #expect(activate("plain", &bench).map(\.transition.mode?.id) == ["plain"], "the name is news by itself")
        bench.acknowledgeAll()
        bench.send(.policies([:]))
        #expect(bench.actions.performs.map(\.transition.mode) == [nil])
    }

    @Test
    func renamedMode_isNewsForTheAllowedOnly() {
        var renamed = Self.modes
        renamed[3].name = "Other"
        var bench = bench(active: "plain", policies: [Self.tasks: AppPolicy(shareMode: true)])
        bench.acknowledgeAll()
        bench.send(.modes(renamed))
        #expect(bench.actions.performs.map(\.transition.mode?.name) == ["Other"])
        var discreet = self.bench(active: "plain")
        discreet.send(.modes(renamed))
        #expect(discreet.actions.performs.isEmpty)
    }

    // MARK: Suspension

    @Test
    func suspension_givesTheDefaultsUntilSomethingChanges() {
        var bench = bench(active: "a")
        bench.acknowledgeAll()
        bench.send(.suspend(Make.peer(1), Self.upNext, true, bench.request()))
        #expect(bench.actions.performs.map(\.transition.reason) == [.suspended])
        #expect(bench.actions.performs.map(level) == [.int(0)])
        #expect(bench.actions.performs.map(\.transition.isActive) == [false])
        bench.acknowledgeAll()
        bench.send(.suspend(Make.peer(1), Self.upNext, true, RequestID(50)))
        #expect(bench.actions == [.reply(RequestID(50), .done)])
        let current = try? bench.machine.current(peer: Make.peer(1), app: Self.tasks, filter: Self.upNext).get()
        #expect(current?.isSuspended == true)
        #expect(current?.isActive == false)
        bench.send(.suspend(Make.peer(1), Self.upNext, false, bench.request()))
        #expect(bench.actions.performs.map(\.transition.reason) == [.resumed])
        bench.acknowledgeAll()
        bench.send(.suspend(Make.peer(1), Self.upNext, true, bench.request()))
        bench.acknowledgeAll()
        #expect(activate("b", &bench).map(\.transition.reason) == [.changed])
        bench.acknowledgeAll()
        bench.send(.suspend(Make.peer(1), Self.upNext, true, bench.request()))
        bench.acknowledgeAll()
        #expect(activate("plain", &bench).isEmpty, "the defaults are there already")
        #expect(bench.machine.filterOverviews.map(\.isSuspended) == [false])
        #expect(activate("b", &bench).map(\.transition.reason) == [.activated])
    }

    @Test
    func suspension_isLiftedByAnEditOfItsConfigurationOnly() {
        var bench = bench(active: "a")
        bench.acknowledgeAll()
        bench.send(.suspend(Make.peer(1), Self.upNext, true, bench.request()))
        bench.acknowledgeAll()
        var modes = Self.modes
        modes[1].filters = [:]
        bench.send(.modes(modes))
        #expect(bench.actions.performs.isEmpty)
        modes[0].filters[FilterKey(app: Self.tasks, filter: Self.upNext)] = [Make.id("level"): .int(5)]
        bench.send(.modes(modes))
        #expect(bench.actions.performs.map(level) == [.int(5)])
        #expect(bench.actions.performs.map(\.transition.reason) == [.changed])
    }

    @Test
    func suspension_refusals() {
        var bench = bench()
        bench.send(.suspend(Make.peer(1), Self.upNext, true, bench.request()))
        #expect(bench.actions.refusal == .notActive)
        bench.send(.suspend(Make.peer(1), Make.id("UpNexr"), true, bench.request()))
        #expect(bench.actions.refusal == .unknownFilter)
        bench.send(.suspend(Make.peer(8), Self.upNext, true, bench.request()))
        #expect(bench.actions.refusal == .unknownApp)
    }

    @Test
    func edit_isPerformedAtOnce() {
        var bench = bench(active: "a")
        bench.acknowledgeAll()
        var modes = Self.modes
        modes[0].filters[FilterKey(app: Self.tasks, filter: Self.upNext)] = [Make.id("level"): .int(8)]
        bench.send(.modes(modes))
        #expect(bench.actions.performs.map(level) == [.int(8)])
        #expect(bench.actions.performs.map(\.transition.reason) == [.changed])
        #expect(
            bench.actions.effects.dropFirst() == [
                .modesChanged([Make.mode("a")]), .filtersChanged([FilterKey(app: Self.tasks, filter: Self.upNext)]),
            ])
    }

    @Test
    func serials_areReservedInBlocks() throws {
        let bench = bench(active: "a")
        #expect(bench.actions.records.last?.serialLimit == Serials.blockSize)
        var serials = Serials(limit: 4096, blockSize: 1024)
        #expect((0..<2000).map { _ in serials.next() } == Array(4097...6096))
        #expect(serials.limit == 4096 + 2048)
    }
}
