// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// Helpers that are started and programs that are run.
struct BackgroundTests {
    static let tasks = Make.app("org.example.Tasks")
    static let helper = Make.app("org.example.Tasks.Helper")
    static let key = "org.example.Tasks/UpNext"
    static let modes: [Mode] = [
        Make.mode("a", filters: [key: ["level": .int(1)]]), Make.mode("b", filters: [key: ["level": .int(2)]]),
        Make.mode("c", filters: [key: ["level": .int(2)]]),
    ]

    private static func descriptor(_ background: AppDescriptor.Background) -> AppDescriptor {
        AppDescriptor(id: tasks, busName: helper, background: background, filters: [Make.filter("UpNext")])
    }

    private func helperBench(apps: [AppID: AppRecord] = [:], policies: [AppID: AppPolicy] = [:]) -> Bench {
        Bench.ready(Self.modes, apps: apps, policies: policies, descriptors: [Self.descriptor(.activate)])
    }

    private func programBench(apps: [AppID: AppRecord] = [:]) throws -> Bench {
        Bench.ready(Self.modes, apps: apps, descriptors: [Self.descriptor(.exec(try ExecLine("run it")))])
    }

    private func activate(_ mode: String, _ bench: inout Bench) {
        bench.send(.activate(Make.mode(mode), .resumed, bench.request()))
    }

    private func helperRegisters(_ number: Int, _ bench: inout Bench) {
        bench.register(
            Make.registration(number, Self.tasks, rank: .helper, filters: [Make.filter("UpNext")], standby: true))
        bench.acknowledgeAll()
    }

    private func state(_ bench: Bench) -> FilterOverview.State? { bench.machine.filterOverviews.first?.state }

    // MARK: Questions

    private static let order = Make.id("order")

    private func questionBench(policies: [AppID: AppPolicy] = [:]) -> Bench {
        Bench.ready(
            Self.modes, policies: policies,
            descriptors: [
                AppDescriptor(
                    id: Self.tasks, busName: Self.helper, background: .activate, filters: [Self.choosy()])
            ])
    }

    private static func choosy() -> FilterDescriptor {
        var filter = Make.filter("UpNext")
        filter.parameters.append(
            ParameterDescriptor(id: order, type: .string, isOptional: true, options: .dynamic))
        return filter
    }

    /// Asks what there is to choose; returns the request.
    private func ask(_ bench: inout Bench) -> RequestID {
        let request = bench.request()
        bench.send(
            .ask(
                FilterKey(app: Self.tasks, filter: Make.id("UpNext")),
                .options(parameter: Self.order, OptionsQuery()), request))
        return request
    }

    private func answer(_ sections: [ItemSection], _ bench: inout Bench) throws {
        let inquiry = try #require(bench.actions.inquiries.last)
        bench.send(.answered(inquiry.id, of: Self.tasks, .success(.sections(sections))))
    }

    @Test
    func helper_isStartedToBeAsked_onceForAll() throws {
        let sections = [ItemSection(items: [Item(value: .string("x"), title: "X")])]
        var bench = questionBench()
        let first = ask(&bench)
        #expect(bench.actions.starts.count == 1)
        let second = ask(&bench)
        #expect(bench.actions.starts.isEmpty && bench.actions.replies.isEmpty)
        bench.register(Make.registration(1, Self.tasks, rank: .helper, filters: [Self.choosy()]))
        #expect(bench.actions.inquiries.count == 2)
        for (inquiry, request) in zip(bench.actions.inquiries, [first, second]) {
            bench.send(.answered(inquiry.id, of: Self.tasks, .success(.sections(sections))))
            #expect(bench.actions.reply(to: request) == .sections(sections, asOf: nil))
        }
        // Nothing was owed, so it may leave, and comes again for the next question.
        bench.send(.vanished(Make.peer(1)))
        #expect(bench.actions.starts.isEmpty && bench.machine.problems.isEmpty)
        _ = ask(&bench)
        #expect(bench.actions.starts.count == 1)
    }

    @Test(arguments: ["fails", "is silent", "is not allowed", "leaves"])
    func helperThatDoesNotAnswer_isNotWaitedFor(how: String) throws {
        let isAllowed = how != "is not allowed"
        var bench = questionBench(policies: isAllowed ? [:] : [Self.tasks: AppPolicy(activate: false)])
        for isKnown in [false, true] {
            let sections = [ItemSection(items: [Item(value: .string("x"), title: "X")])]
            if isKnown {
                bench.pass(.seconds(1000))
                bench.register(Make.registration(1, Self.tasks, rank: .helper, filters: [Self.choosy()]))
                _ = ask(&bench)
                try answer(sections, &bench)
                bench.send(.vanished(Make.peer(1)))
            }
            let asOf = bench.machine.apps[Self.tasks]?.answers.options.values.first?.asOf
            let request = ask(&bench)
            #expect(bench.actions.starts.count == (isAllowed ? 1 : 0))
            if let number = bench.actions.starts.first?.number {
                #expect(bench.actions.reply(to: request) == nil)
                switch how {
                case "fails": bench.send(.helperStart(Self.tasks, number: number, failure: "no such service"))
                case "leaves":
                    bench.register(Make.registration(2, Self.tasks, rank: .helper, filters: [Self.choosy()]))
                    bench.send(.vanished(Make.peer(2)))
                default: bench.pass(QuestionDesk.startPatience)
                }
            }
            switch bench.actions.reply(to: request) {
            case .sections(let told, asOf: let time): #expect(isKnown && told == sections && time == asOf)
            case .refused(let error): #expect(!isKnown && error.code == .appUnavailable)
            case let other: Issue.record("\(how): \(String(describing: other))")
            }
            #expect(bench.machine.desk.waiting.isEmpty && bench.machine.desk.open.isEmpty)
        }
    }

    @Test
    func manyQuestions_areNotKept() {
        var bench = questionBench()
        for _ in 0..<QuestionDesk.openLimit { _ = ask(&bench) }
        let request = ask(&bench)
        guard case .refused(let error)? = bench.actions.reply(to: request) else {
            Issue.record("it is not refused")
            return
        }
        #expect(error.code == .limitExceeded)
    }

    // MARK: Helpers

    @Test
    func helper_isStartedOncePerChange_andMayLeave() {
        var bench = helperBench()
        #expect(bench.actions.starts.isEmpty)
        activate("a", &bench)
        #expect(bench.actions.starts.map(\.busName) == [Self.helper])
        #expect(state(bench) == .waiting)
        bench.send(.helperStart(Self.tasks, number: 1, failure: nil))
        helperRegisters(1, &bench)
        #expect(state(bench) == .served)
        bench.send(.vanished(Make.peer(1)))
        #expect(bench.actions.starts.isEmpty)
        #expect(state(bench) == .absent)
        activate("b", &bench)
        #expect(bench.actions.starts.count == 1)
        helperRegisters(2, &bench)
        bench.send(.vanished(Make.peer(2)))
        activate("c", &bench)
        #expect(bench.actions.starts.isEmpty, "equal values")
        bench.send(.resume(bench.request()))
        #expect(bench.actions.starts.count == 1, "the end of a mode is a change")
    }

    @Test
    func helperThatCrashesOnEveryPerform_isNotStartedAgainUntilTheNextChange() {
        var bench = helperBench()
        activate("a", &bench)
        bench.register(Make.registration(1, Self.tasks, rank: .helper, filters: [Make.filter("UpNext")]))
        #expect(bench.actions.performs.count == 1)
        bench.send(.vanished(Make.peer(1)))
        #expect(bench.actions.starts.isEmpty)
        #expect(bench.pass(.seconds(1000)).starts.isEmpty)
        #expect(state(bench) == .failing)
        #expect(bench.machine.problems.map(\.problem.kind) == [.app])
        activate("b", &bench)
        #expect(bench.actions.starts.count == 1)
    }

    @Test
    func startThatFails_isTriedAgainAtTheNextChangeAndNotTooSoon() {
        var bench = helperBench()
        activate("a", &bench)
        bench.send(.helperStart(Self.tasks, number: 1, failure: "no such service"))
        #expect(state(bench) == .failing)
        #expect(bench.machine.problems.first?.problem.message.contains("no such service") == true)
        #expect(bench.pass(.seconds(1000)).starts.isEmpty)
        activate("b", &bench)
        #expect(bench.actions.starts.count == 1)
        bench.send(.helperStart(Self.tasks, number: 2, failure: "no such service"))
        activate("a", &bench)
        #expect(bench.actions.starts.isEmpty, "within the pause")
        activate("b", &bench)
        activate("a", &bench)
        #expect(bench.pass(.seconds(3)).starts.count == 1, "once, for the newest values")
        helperRegisters(1, &bench)
        #expect(bench.machine.problems.isEmpty)
    }

    @Test
    func helperThatNeverRegisters_fails() {
        var bench = helperBench()
        activate("a", &bench)
        bench.send(.helperStart(Self.tasks, number: 1, failure: nil))
        #expect(bench.pass(.seconds(29)).isEmpty)
        #expect(bench.pass(.seconds(2)).contains(.problemsChanged))
        #expect(state(bench) == .failing)
        // A late one is served all the same.
        helperRegisters(1, &bench)
        #expect(state(bench) == .served)
        #expect(bench.machine.problems.isEmpty)
    }

    @Test
    func answerToAnEarlierStart_meansNothing() {
        var bench = helperBench()
        activate("a", &bench)
        bench.pass(.seconds(40))
        activate("b", &bench)
        bench.send(.helperStart(Self.tasks, number: 1, failure: "late"))
        #expect(state(bench) == .waiting)
    }

    @Test
    func policy_forbidsAndAllows() {
        var bench = helperBench(policies: [Self.tasks: AppPolicy(activate: false)])
        activate("a", &bench)
        #expect(bench.actions.starts.isEmpty)
        #expect(state(bench) == .absent)
        bench.send(.policies([:]))
        #expect(bench.actions.starts.count == 1)
    }

    /// Its filter has another default than the file says, so what it is told has another token.
    @Test(arguments: [true, false])
    func helperThatKnowsItsFilterBetterThanTheFile_isStartedOncePerChange(acknowledges: Bool) throws {
        var bench = helperBench()
        for mode in ["a", "b"] {
            activate(mode, &bench)
            #expect(bench.actions.starts.count == 1)
            for number in 1...2 {
                bench.register(
                    Make.registration(
                        number, Self.tasks, rank: .helper,
                        filters: [Make.filter("UpNext", level: 7, hasLists: true)]))
                #expect(bench.actions.performs.count == 1)
                if acknowledges { bench.acknowledgeAll() }
                bench.send(.vanished(Make.peer(number)))
                #expect(bench.actions.starts.isEmpty)
            }
            #expect(state(bench) == (acknowledges ? .absent : .failing))
        }
    }

    @Test
    func processThatLeavesWithWhatTheHelperAcknowledged_isNoChange() {
        var bench = helperBench()
        activate("a", &bench)
        helperRegisters(1, &bench)
        bench.send(.vanished(Make.peer(1)))
        bench.register(Make.registration(2, Self.tasks, filters: [Make.filter("UpNext")]))
        #expect(bench.actions.performs.count == 1)
        bench.send(.vanished(Make.peer(2)))
        #expect(bench.actions.starts.isEmpty)
        #expect(state(bench) == .absent)
    }

    @Test
    func agentStart_startsOnlyWhatIsOwed() throws {
        var bench = helperBench()
        activate("a", &bench)
        bench.register(Make.registration(1, Self.tasks, rank: .helper, filters: [Make.filter("UpNext")]))
        let perform = try #require(bench.actions.performs.first)
        bench.acknowledge(perform)
        let record = try #require(bench.actions.appRecords.last)
        #expect(record.acknowledged == [perform.filter: perform.transition.token])
        let agent = AgentRecord(
            mode: Make.mode("a"), override: Override(mode: Make.mode("a"), ends: .resumed, since: 0))
        let again = Bench.ready(
            Self.modes, agent: agent, apps: [Self.tasks: record], descriptors: [Self.descriptor(.activate)])
        #expect(again.actions.starts.isEmpty, "it has these values")
        var unsettled = record
        unsettled.acknowledged[perform.filter] = .unsettled
        let unsure = Bench.ready(
            Self.modes, agent: agent, apps: [Self.tasks: unsettled], descriptors: [Self.descriptor(.activate)])
        #expect(unsure.actions.starts.count == 1)
        #expect(helperBench(apps: [Self.tasks: AppRecord(touched: [perform.filter])]).actions.starts.count == 1)
    }

    // MARK: Programs

    @Test
    func program_isRunPerChangeAndStandsBehindProcesses() throws {
        var bench = try programBench()
        #expect(bench.actions.runs.isEmpty)
        activate("a", &bench)
        let run = try #require(bench.actions.runs.first)
        #expect(run.run.exec.arguments == ["run", "it"])
        #expect(run.perform.values[Make.id("level")] == .int(1))
        let mark = bench.actions.firstIndex { if case .storeApp(_, _, isAhead: true) = $0 { true } else { false } }
        let start = bench.actions.firstIndex { if case .run = $0 { true } else { false } }
        #expect(try #require(mark) < #require(start))
        activate("b", &bench)
        #expect(bench.actions.runs.isEmpty, "one at a time")
        bench.acknowledge(run.perform)
        #expect(bench.actions.runs.map { $0.perform.values[Make.id("level")] } == [.int(2)])
        bench.acknowledge(bench.actions.runs[0].perform)
        activate("c", &bench)
        #expect(bench.actions.runs.isEmpty, "equal values")
        bench.register(Make.registration(1, Self.tasks, filters: [Make.filter("UpNext")]))
        #expect(bench.actions.performs.map(\.transition.reason) == [.catchUp])
        bench.acknowledgeAll()
        bench.send(.resume(bench.request()))
        #expect(bench.actions.runs.isEmpty && bench.actions.performs.count == 1)
        bench.acknowledgeAll()
        bench.send(.vanished(Make.peer(1)))
        #expect(bench.actions.runs.map(\.perform.transition.isActive) == [false])
    }

    @Test
    func programThatIsForbidden_isNotToldWhatElseChangesWithThat() throws {
        var bench = try programBench()
        activate("a", &bench)
        bench.acknowledge(try #require(bench.actions.runs.first?.perform))
        // That it may know the mode is news for it.
        bench.send(.policies([Self.tasks: AppPolicy(shareMode: true, activate: false)]))
        #expect(bench.actions.runs.isEmpty)
        bench.send(.policies([Self.tasks: AppPolicy(shareMode: true)]))
        #expect(bench.actions.runs.map(\.perform.transition.mode?.id) == ["a"])
    }

    @Test
    func programThatFails_isRunThriceAndAtTheNextChange() throws {
        var bench = try programBench()
        activate("a", &bench)
        var serials: Set<UInt64> = []
        for pause: Microseconds in [.seconds(1), .seconds(10)] {
            let perform = try #require(bench.actions.runs.first?.perform)
            serials.insert(perform.transition.serial)
            #expect(bench.acknowledge(perform, succeeded: false).runs.isEmpty)
            bench.pass(pause)
        }
        let last = try #require(bench.actions.runs.first?.perform)
        #expect(last.attempt == 3 && serials == [last.transition.serial])
        bench.acknowledge(last, succeeded: false)
        #expect(bench.actions.contains(.problemsChanged))
        #expect(state(bench) == .failing)
        #expect(bench.pass(.seconds(1000)).runs.isEmpty)
        activate("b", &bench)
        bench.acknowledge(try #require(bench.actions.runs.first?.perform))
        #expect(state(bench) == .served)
        #expect(bench.machine.problems.isEmpty)
    }

    @Test
    func longRun_isLeftToItsRunner() throws {
        var bench = try programBench()
        activate("a", &bench)
        let run = try #require(bench.actions.runs.first)
        #expect(run.run.deadline == FilterDescriptor.defaultDeadline)
        #expect(bench.pass(.seconds(1000)).runs.isEmpty)
        bench.acknowledge(run.perform)
        #expect(state(bench) == .served)
    }

    @Test
    func anotherProgramInTheFile_isTriedAtOnce() throws {
        var bench = try programBench()
        activate("a", &bench)
        bench.acknowledge(try #require(bench.actions.runs.first?.perform), succeeded: false)
        for pause: Microseconds in [.seconds(1), .seconds(10)] {
            bench.pass(pause)
            bench.acknowledge(try #require(bench.actions.runs.first?.perform), succeeded: false)
        }
        #expect(state(bench) == .failing)
        bench.send(.descriptors([Self.descriptor(.exec(try ExecLine("/opt/other")))]))
        #expect(bench.actions.runs.map(\.run.exec.program) == ["/opt/other"])
        bench.send(.descriptors([]))
        #expect(state(bench) == .absent)
    }
}

extension [Action] {
    func reply(to request: RequestID) -> Reply? {
        for case .reply(request, let reply) in self { return reply }
        return nil
    }
    var starts: [HelperStart] {
        compactMap {
            if case .start(let start) = $0 { start } else { nil }
        }
    }
    var runs: [(perform: Perform, run: ProgramRun)] {
        compactMap {
            if case .run(let perform, let run) = $0 { (perform, run) } else { nil }
        }
    }
}
