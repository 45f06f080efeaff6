// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// Who serves an app, who waits, and what they offer.
struct RegistryTests {
    static let tasks = Make.app("org.example.Tasks")
    static let mail = Make.app("org.example.Mail")
    static let upNext = Make.filter("UpNext")
    static let modes: [Mode] = [
        Make.mode(
            "a",
            filters: ["org.example.Tasks/UpNext": ["level": .int(1)], "org.example.Tasks/Quiet": ["level": .int(4)]])
    ]

    private func bench(descriptors: [AppDescriptor] = []) -> Bench {
        var bench = Bench.ready(Self.modes, descriptors: descriptors)
        bench.send(.activate(Make.mode("a"), .resumed, bench.request()))
        return bench
    }

    private func register(
        _ number: Int, _ bench: inout Bench, rank: Registration.Rank = .owner, standby: Bool = false,
        filters: [FilterDescriptor] = [upNext]
    ) {
        bench.register(Make.registration(number, Self.tasks, rank: rank, filters: filters, standby: standby))
    }

    @Test
    func g1_vanishedProcess_leavesNothingBehind() {
        var bench = Bench.ready([])
        register(1, &bench, filters: [Self.upNext, Make.filter("Quiet")])
        #expect(bench.machine.filterOverviews.map(\.state) == [.served, .served])
        bench.send(.vanished(Make.peer(1)))
        #expect(bench.machine.filterOverviews.isEmpty)
        #expect(bench.machine.apps.isEmpty)
        #expect(bench.machine.peers.isEmpty)
        #expect(bench.machine.courier.timers.count == 0)
        #expect(
            bench.actions.contains(
                .filtersChanged([
                    FilterKey(app: Self.tasks, filter: Make.id("Quiet")),
                    FilterKey(app: Self.tasks, filter: Make.id("UpNext")),
                ])))
    }

    @Test
    func g1_vanishedProcessOfAConfiguredApp_isAbsent() {
        var bench = bench()
        register(1, &bench)
        bench.send(.vanished(Make.peer(1)))
        #expect(bench.machine.filterOverviews.map(\.state) == [.absent, .absent])
        #expect(bench.machine.filterOverviews.map(\.isActive) == [true, true])
        #expect(bench.machine.filterOverviews.map { $0.descriptor != nil } == [false, true])
        #expect(bench.machine.nextWakeup == Wakeup())
    }

    @Test
    func g4_identicalRegistration_isANoOp() {
        var bench = bench()
        register(1, &bench)
        bench.acknowledgeAll()
        register(1, &bench)
        #expect(bench.actions.effects.count == 1)
        guard case .registered(let states)? = bench.actions.replies.first else {
            Issue.record("refused")
            return
        }
        #expect(states.keys.map(\.text) == ["UpNext"])
    }

    @Test
    func g4_changedRegistration_replacesAndPerformsOnce() {
        var bench = bench()
        register(1, &bench)
        bench.acknowledgeAll()
        // The new version wants another type: the value falls back to the default and is reported.
        var changed = Self.upNext
        changed.parameters = [
            ParameterDescriptor(id: Make.id("level"), type: .string, defaultValue: .string("low")),
            ParameterDescriptor(id: Make.id("extra"), type: .bool, defaultValue: .bool(true)),
        ]
        register(1, &bench, filters: [changed])
        #expect(
            bench.actions.performs.map(\.values) == [[Make.id("level"): .string("low"), Make.id("extra"): .bool(true)]])
        #expect(bench.actions.performs.map(\.transition.reason) == [.changed])
        #expect(bench.actions.contains(.problemsChanged))
        #expect(
            bench.machine.problems.map(\.problem.subject) == ["org.example.Tasks/Quiet", "org.example.Tasks/UpNext"])
        #expect(bench.machine.problems.last?.problem.file == "/modes/a.mode")
        bench.acknowledgeAll()
        register(1, &bench)
        #expect(bench.actions.performs.count == 1)
        #expect(bench.machine.problems.count == 1)
    }

    @Test
    func g4_secondProcess_isRefusedOrWaits() {
        var bench = bench()
        register(1, &bench)
        bench.acknowledgeAll()
        register(2, &bench)
        #expect(bench.actions.refusal == .alreadyRegistered)
        register(3, &bench, standby: true)
        #expect(bench.actions.refusal == nil)
        #expect(bench.actions.performs.isEmpty)
        bench.send(.vanished(Make.peer(1)))
        #expect(bench.actions.performs.map(\.peer) == [Make.peer(3)])
        #expect(bench.actions.performs.map(\.transition.reason) == [.catchUp])
    }

    @Test
    func higherRank_displaces_andTheDisplacedComesBackUntold() {
        var bench = bench()
        register(1, &bench, rank: .unowned)
        bench.acknowledgeAll()
        register(2, &bench, rank: .helper)
        #expect(bench.actions.performs.map(\.peer) == [Make.peer(2)])
        bench.acknowledgeAll()
        register(3, &bench, rank: .owner)
        bench.acknowledgeAll()
        #expect(bench.machine.servingPeer(of: Self.tasks) == Make.peer(3))
        register(4, &bench, rank: .unowned, standby: true)
        bench.send(.vanished(Make.peer(3)))
        #expect(bench.machine.servingPeer(of: Self.tasks) == Make.peer(2))
        #expect(bench.actions.performs.isEmpty, "it performed that token before it was displaced")
        bench.send(.vanished(Make.peer(2)))
        #expect(bench.machine.servingPeer(of: Self.tasks) == Make.peer(1), "it came before the fourth")
        #expect(bench.actions.performs.isEmpty)
    }

    @Test
    func displacedProcess_catchesUpWithWhatItMissed() {
        var bench = bench()
        register(1, &bench, rank: .unowned)
        bench.acknowledgeAll()
        register(2, &bench, rank: .owner)
        bench.acknowledgeAll()
        bench.send(.resume(bench.request()))
        #expect(bench.actions.performs.map(\.peer) == [Make.peer(2)])
        bench.acknowledgeAll()
        bench.send(.vanished(Make.peer(2)))
        #expect(bench.actions.performs.map(\.peer) == [Make.peer(1)])
        #expect(bench.actions.performs.map(\.transition.reason) == [.catchUp])
    }

    @Test
    func callInFlightAtDisplacement_stillCounts() {
        var bench = bench()
        register(1, &bench, rank: .unowned)
        let open = bench.actions.performs[0]
        register(2, &bench, rank: .owner)
        bench.acknowledgeAll()
        bench.send(.vanished(Make.peer(2)))
        #expect(bench.actions.performs.isEmpty, "one call in flight")
        bench.acknowledge(open)
        #expect(bench.actions.performs.isEmpty)
        #expect(bench.machine.filterOverviews.last?.state == .served)
    }

    @Test
    func oneConnection_oneApp() {
        var bench = bench()
        register(1, &bench)
        bench.register(Make.registration(1, Self.mail, filters: [Make.filter("Inbox")]))
        #expect(bench.actions.refusal == .alreadyRegistered)
        bench.send(.unregister(Make.peer(1), [], bench.request()))
        bench.register(Make.registration(1, Self.mail, filters: [Make.filter("Inbox")]))
        #expect(bench.actions.refusal == nil)
        #expect(bench.machine.app(of: Make.peer(1)) == Self.mail)
    }

    @Test
    func unregister_namedOrAll() {
        var bench = bench()
        register(1, &bench, filters: [Self.upNext, Make.filter("Quiet")])
        bench.send(.unregister(Make.peer(1), [Make.id("UpNex")], bench.request()))
        #expect(bench.actions.refusal == .unknownFilter)
        bench.send(.unregister(Make.peer(1), [Make.id("UpNext")], bench.request()))
        #expect(bench.machine.filterOverviews.map(\.state) == [.waiting, .absent])
        bench.send(.unregister(Make.peer(1), [], bench.request()))
        #expect(bench.machine.filterOverviews.map(\.state) == [.absent, .absent])
        #expect(bench.send(.unregister(Make.peer(1), [], RequestID(99))) == [.reply(RequestID(99), .done)])
    }

    @Test
    func namedToken_isHonoured() {
        var first = bench()
        register(1, &first)
        let perform = first.actions.performs[0]
        var second = bench()
        second.register(
            Make.registration(
                1, Self.tasks, filters: [Self.upNext], performed: [perform.filter: perform.transition.token]))
        #expect(second.actions.performs.isEmpty)
        second.send(.resume(second.request()))
        #expect(second.actions.performs.map(\.transition.reason) == [.ended])
        var third = bench()
        third.register(
            Make.registration(1, Self.tasks, filters: [Self.upNext], performed: [perform.filter: Token("other")]))
        #expect(third.actions.performs.map(\.transition.reason) == [.catchUp])
        // A process that names the token of the defaults is told nothing, and the mark goes.
        second.acknowledgeAll()
        let ended = try? second.machine.current(peer: Make.peer(1), app: Self.tasks, filter: perform.filter).get()
        var fourth = Bench.ready(Self.modes, apps: [Self.tasks: AppRecord(touched: [perform.filter])])
        fourth.register(
            Make.registration(
                1, Self.tasks, filters: [Self.upNext], performed: [perform.filter: ended?.token ?? Token("")]))
        #expect(fourth.actions.performs.isEmpty)
        #expect(fourth.actions.appRecords == [AppRecord()])
    }

    @Test
    func descriptorFile_servesWhoNamesNoFilters() {
        let file = AppDescriptor(id: Self.tasks, filters: [Self.upNext])
        var bench = bench(descriptors: [file])
        #expect(bench.machine.filterOverviews.map(\.state) == [.absent, .absent])
        register(1, &bench, filters: [])
        #expect(bench.actions.performs.map(\.filter.text) == ["UpNext"])
        bench.acknowledgeAll()
        var changed = file
        changed.filters = [Self.upNext, Make.filter("Quiet")]
        bench.send(.descriptors([changed]))
        #expect(bench.actions.performs.map(\.filter.text) == ["Quiet"])
        bench.acknowledgeAll()
        bench.send(.descriptors([]))
        #expect(bench.machine.filterOverviews.map(\.state) == [.served, .served], "what was offered stays offered")
        var none = self.bench()
        register(1, &none, filters: [])
        #expect(none.actions.refusal == .unknownApp)
    }

    @Test
    func j2_registrationFromWithinAPerform_losesNothing() {
        var bench = bench()
        register(1, &bench)
        let open = bench.actions.performs[0]
        register(1, &bench, filters: [Self.upNext, Make.filter("Quiet")])
        #expect(bench.actions.performs.map(\.filter.text) == ["Quiet"])
        bench.acknowledgeAll()
        let current = bench.machine.current(peer: Make.peer(1), app: Self.tasks, filter: Make.id("UpNext"))
        #expect((try? current.get())?.serial == open.transition.serial)
        bench.acknowledge(open)
        #expect(bench.machine.filterOverviews.map(\.state) == [.served, .served])
    }

    @Test
    func rankThatFell_letsTheBetterOneServe() {
        var bench = bench()
        register(1, &bench, rank: .owner)
        bench.acknowledgeAll()
        register(2, &bench, rank: .helper, standby: true)
        register(1, &bench, rank: .unowned)
        #expect(bench.machine.servingPeer(of: Self.tasks) == Make.peer(2))
        #expect(bench.actions.performs.map(\.peer) == [Make.peer(2)])
    }

    @Test
    func aliases_findConfigurationAndFilter() {
        var bench = Bench.ready(Self.modes)
        bench.send(.activate(Make.mode("a"), .resumed, bench.request()))
        register(1, &bench, filters: [Make.filter("Next", aliases: ["UpNext"]), Make.filter("Quiet")])
        #expect(bench.actions.performs.map(\.values) == [[Make.id("level"): .int(1)], [Make.id("level"): .int(4)]])
        bench.acknowledgeAll()
        #expect(bench.machine.problems.isEmpty)
        #expect(bench.machine.filterOverviews.map(\.modes) == [[Make.mode("a")], [Make.mode("a")]])
        let current = bench.machine.current(peer: Make.peer(1), app: Self.tasks, filter: Make.id("UpNext"))
        #expect((try? current.get())?.isActive == true)
        bench.send(.suspend(Make.peer(1), Make.id("UpNext"), true, bench.request()))
        #expect(bench.actions.performs.map(\.filter.text) == ["Next"])
    }

    @Test
    func oneMessageOfOneApp_costsNothingOfTheOthers() {
        var bench = Bench.ready(Self.modes)
        for index in 0..<300 {
            let app = Make.app("org.example.App\(index)")
            bench.register(Make.registration(index + 10, app, filters: [Self.upNext]))
        }
        register(1, &bench)
        #expect(bench.machine.stale.isEmpty)
        bench.send(.activate(Make.mode("a"), .resumed, bench.request()))
        #expect(bench.actions.performs.count == 1)
        #expect(bench.machine.filterOverviews.count == 302)
    }
}
