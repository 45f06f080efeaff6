// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// The desktop's Do Not Disturb in the machine's hand: class A of the field cases, and F2.
struct SilenceTests {
    static let shell = SourceDescription(
        id: "shell", facts: [.doNotDisturb, .silenced, .locked, .sleeping], products: ["shell"], desktops: ["Shell"],
        silencing: .userSwitch(isLasting: true))
    static let work = Make.mode("work", when: .fact(.locked), priority: 10, leaveDelay: 0, doNotDisturb: true)
    static let quiet = Make.mode("do-not-disturb", when: .fact(.doNotDisturb), priority: -100)

    /// A desktop that does what it is told, and says so.
    struct Desk {
        var bench: Bench
        var isOn: Bool
        var disk: AgentRecord?
        var writes: [Bool] = []
        var silent = false

        init(isOn: Bool, agent: AgentRecord? = nil, isLocked: Bool = false, modes: [Mode] = [work, quiet]) {
            self.isOn = isOn
            bench = Bench.ready(
                modes, sources: [shell], agent: agent,
                readings: ["shell": [.doNotDisturb: .bool(isOn), .locked: .bool(isLocked)]])
            disk = agent
            take(bench.actions)
        }

        mutating func take(_ first: [Action]) {
            var actions = first
            var next = 0
            while next < actions.count {
                let action = actions[next]
                next += 1
                switch action {
                case .storeAgent(let record, _): disk = record
                case .silence(_, .set(let value)):
                    #expect(disk?.silence["shell"] != nil, "written without a record")
                    writes.append(value)
                    guard !silent else { continue }
                    isOn = value
                    actions += bench.send(said(value))
                case .silence, .storeApp, .storeAnswers, .perform, .run, .start, .ask, .reply, .changed, .modesChanged,
                    .filtersChanged, .sourcesChanged, .problemsChanged, .ready, .log:
                    break
                }
            }
        }

        mutating func send(_ event: Event) { take(bench.send(event)) }
        mutating func pass(_ span: Microseconds) { take(bench.pass(span)) }

        mutating func turn(_ value: Bool) {
            isOn = value
            send(said(value))
        }

        private func said(_ value: Bool) -> Event {
            .source("shell", .change([.doNotDisturb: .bool(value), .silenced: .bool(value)]))
        }

        mutating func lock(_ isLocked: Bool) { send(.source("shell", .change([.locked: .bool(isLocked)]))) }

        var mode: String? { bench.machine.activeMode?.text }
        var userValue: FactValue? { bench.machine.facts[.doNotDisturb] }
    }

    @Test func modeHoldsTheSwitchAndGivesItBack() {
        var desk = Desk(isOn: false)
        desk.lock(true)
        #expect(desk.writes == [true])
        #expect(desk.mode == "work")
        #expect(desk.userValue == .bool(false), "the fact is the user's own switch")
        #expect(desk.bench.machine.facts[.silenced] == .bool(true))
        let told = desk.bench.machine.factOverviews(at: desk.bench.now).filter { $0.fact == .doNotDisturb }
        #expect(told.map(\.value) == [.bool(false)] && told.map(\.source) == ["shell"])
        #expect(told.map(\.isHeld) == [true] && told.map(\.against) == [[]])
        desk.lock(false)
        let later = desk.bench.machine.factOverviews(at: desk.bench.now)
        #expect(later.allSatisfy { !$0.isHeld })
        #expect(desk.writes == [true, false])
        #expect(desk.mode == nil)
        #expect(desk.disk?.silence.isEmpty == true)
    }

    @Test func a1_userHadItOn_nothingIsWritten() {
        var desk = Desk(isOn: true)
        desk.lock(true)
        desk.pass(.seconds(30))
        desk.lock(false)
        #expect(desk.writes.isEmpty)
        #expect(desk.mode == "do-not-disturb")
    }

    @Test func a2_killedWhileHolding_modeIsOver_givesBackOnce() {
        var desk = Desk(isOn: false)
        desk.lock(true)
        let again = Desk(isOn: true, agent: desk.disk)
        #expect(again.writes == [false])
        #expect(again.disk?.silence.isEmpty == true)
        #expect(again.mode == nil, "our own value is not taken for the user's")
        #expect(again.bench.machine.reason.cause == .none)
        let third = Desk(isOn: false, agent: again.disk)
        #expect(third.writes.isEmpty)
    }

    @Test func a2_killedWhileHolding_modeStillOn_isTakenUpWithoutAWrite() {
        var desk = Desk(isOn: false)
        desk.lock(true)
        var again = Desk(isOn: true, agent: desk.disk, isLocked: true)
        #expect(again.writes.isEmpty)
        #expect(again.userValue == .bool(false))
        again.lock(false)
        #expect(again.writes == [false])
    }

    @Test func a2_killedWhileHolding_userTurnedItOffMeanwhile_isLeftAlone() {
        var desk = Desk(isOn: false)
        desk.lock(true)
        var again = Desk(isOn: false, agent: desk.disk)
        #expect(again.writes.isEmpty)
        #expect(again.disk?.silence.isEmpty == true)
        again.pass(.seconds(60))
        #expect(again.writes.isEmpty)
    }

    @Test func a2_killedWhileHolding_modeStillOn_userTurnedItOffMeanwhile_theModeGivesWay() {
        var desk = Desk(isOn: false)
        desk.lock(true)
        var again = Desk(isOn: false, agent: desk.disk, isLocked: true)
        #expect(again.writes.isEmpty, "it does not fight the user")
        #expect(again.mode == nil)
        #expect(again.bench.machine.reason.cause == .desktopSwitch)
        again.pass(.seconds(60))
        // And another agent after it, whose record says so.
        let third = Desk(isOn: false, agent: again.disk, isLocked: true)
        #expect(third.writes.isEmpty)
        #expect(third.mode == nil)
    }

    @Test func a2_killedBetweenRecordAndWrite_isWrittenByTheNextAgent() throws {
        var desk = Desk(isOn: false)
        desk.silent = true
        desk.lock(true)
        let again = Desk(isOn: false, agent: desk.disk, isLocked: true)
        #expect(again.writes == [true])
        #expect(again.mode == "work")
    }

    @Test func a2_killedWhileGivingBack_isNobodysHand() throws {
        var desk = Desk(isOn: false)
        desk.lock(true)
        desk.silent = true
        desk.lock(false)
        #expect(desk.writes == [true, false])
        // It was written, and nobody saw it any more; meanwhile the mode is wanted again.
        let again = Desk(isOn: false, agent: desk.disk, isLocked: true)
        #expect(again.writes == [true])
        #expect(again.mode == "work")
    }

    @Test func sourceIsLostWhileHeld_ourValueIsNeverTheUsers() {
        var desk = Desk(isOn: false)
        desk.lock(true)
        desk.pass(.seconds(60))
        desk.send(.source("shell", .ownerLost))
        desk.send(.activate(Make.mode("do-not-disturb"), .resumed, desk.bench.request()))
        #expect(desk.userValue == .bool(false), "in the grace it is as it was")
        desk.pass(.seconds(4))
        #expect(desk.userValue == nil, "nobody knows any more")
        desk.send(.source("shell", .reading([.doNotDisturb: .bool(true), .locked: .bool(true)], isFirst: true)))
        #expect(desk.userValue == .bool(false))
        #expect(!desk.isOn, "given back as soon as it can be")
    }

    @Test func lostSourceReturns_andChangesTheMode_givesNothingBackForAMoment() {
        var desk = Desk(isOn: false)
        desk.lock(true)
        desk.pass(.seconds(60))
        desk.send(.source("shell", .ownerLost))
        desk.pass(.seconds(4))
        #expect(desk.mode == nil)
        desk.send(.source("shell", .reading([.doNotDisturb: .bool(true), .locked: .bool(true)], isFirst: true)))
        #expect(desk.mode == "work")
        #expect(desk.writes == [true], "the user would see it flicker")
        #expect(desk.userValue == .bool(false))
        desk.lock(false)
        #expect(desk.writes == [true, false])
        #expect(desk.disk?.silence.isEmpty == true)
    }

    @Test func lostSourceReturns_andEndsTheMode_isNotTurnedOnForAMoment() {
        let unsure = Make.mode("unsure", when: .not(.proposition(.known(.locked))), leaveDelay: 0, doNotDisturb: true)
        var desk = Desk(isOn: false, modes: [unsure])
        desk.send(.source("shell", .ownerLost))
        desk.pass(.seconds(4))
        #expect(desk.mode == "unsure")
        desk.send(.source("shell", .reading([.doNotDisturb: .bool(false), .locked: .bool(false)], isFirst: true)))
        #expect(desk.mode == nil)
        #expect(desk.writes.isEmpty)
        #expect(desk.disk?.silence.isEmpty != false)
    }

    @Test func a5_goneAfterResume_withTheModeThatWantedIt_isNotWritten() {
        var desk = Desk(isOn: false)
        desk.lock(true)
        desk.pass(.seconds(30))
        desk.send(.resumed)
        desk.isOn = false
        desk.send(.source("shell", .reading([.doNotDisturb: .bool(false), .locked: .bool(false)], isFirst: false)))
        #expect(desk.mode == nil)
        #expect(desk.writes == [true])
        #expect(desk.disk?.silence.isEmpty == true)
    }

    @Test func a2_recordIsLost_isLeftAsFound() {
        let desk = Desk(isOn: true)
        #expect(desk.writes.isEmpty)
        #expect(desk.mode == "do-not-disturb")
    }

    @Test func a5_goneAfterResume_isWrittenOnceMoreAndThenYields() {
        var desk = Desk(isOn: false)
        desk.lock(true)
        desk.pass(.seconds(30))
        desk.send(.resumed)
        desk.turn(false)
        #expect(desk.writes == [true, true])
        #expect(desk.mode == "work")
        desk.pass(.seconds(60))
        desk.turn(false)
        #expect(desk.writes == [true, true])
        #expect(desk.mode == nil, "now it is the user's hand")
    }

    @Test func a5_goneAfterResume_notOurs_isNotWritten() {
        var desk = Desk(isOn: true)
        desk.send(.resumed)
        desk.turn(false)
        desk.pass(.seconds(1))
        #expect(desk.writes.isEmpty)
        #expect(desk.mode == nil)
    }

    @Test func f2_userTurnsItOff_modeStaysOffUntilTheBoundary() {
        var desk = Desk(isOn: false)
        desk.lock(true)
        desk.pass(.seconds(600))
        desk.turn(false)
        #expect(desk.mode == nil)
        #expect(desk.bench.machine.reason.cause == .desktopSwitch)
        #expect(desk.bench.machine.override?.ends == .boundary)
        // Ticks, a resume, a reload: nothing puts it on again.
        desk.send(.resumed)
        desk.send(.timer)
        desk.send(.modes([Self.work, Self.quiet]))
        desk.pass(.seconds(3600))
        desk.lock(false)
        desk.lock(true)
        #expect(desk.writes == [true])
        #expect(desk.mode == nil)
        // What the user's own switch changes is a boundary.
        desk.lock(false)
        desk.turn(true)
        #expect(desk.mode == "do-not-disturb")
        desk.turn(false)
        desk.pass(.seconds(1))
        desk.lock(true)
        #expect(desk.mode == "work")
        #expect(desk.writes == [true, true])
    }

    @Test func switchBetweenTwoModesThatHoldIt_isNoWrite() {
        let other = Make.mode("other", when: .fact(.sleeping), priority: 20, leaveDelay: 0, doNotDisturb: true)
        var desk = Desk(isOn: false, modes: [Self.work, other])
        desk.lock(true)
        desk.send(.source("shell", .change([.sleeping: .bool(true)])))
        #expect(desk.mode == "other")
        desk.send(.source("shell", .change([.sleeping: .bool(false)])))
        #expect(desk.mode == "work")
        #expect(desk.writes == [true])
    }

    @Test func endOfTheAgent_givesBack() {
        var desk = Desk(isOn: false)
        desk.lock(true)
        desk.send(.end)
        #expect(desk.writes == [true, false])
        #expect(!desk.bench.machine.isSilenceUnderWay)
        #expect(desk.mode == "work", "the mode itself is for the next agent to go on with")
    }

    @Test func writeWithoutEffect_isListedAsAProblem() {
        var desk = Desk(isOn: false)
        desk.silent = true
        desk.lock(true)
        desk.pass(.seconds(2))
        #expect(desk.bench.machine.problems.map(\.problem.subject) == ["shell"])
        #expect(desk.mode == "work")
        desk.lock(false)
        #expect(desk.bench.machine.problems.isEmpty)
    }

    @Test func nothingThatCanBeWritten_isListedAsAProblem() {
        var bench = Bench.ready([Self.work], readings: ["shell": [.doNotDisturb: .bool(false)]])
        bench.send(.activate(Make.mode("work"), .resumed, bench.request()))
        #expect(bench.machine.problems.map(\.problem.kind) == [.mode])
    }

    @Test func switchThatTheModeTurnsOff_userTurnsItOnAgain_isJustTheFact() {
        let loud = Make.mode("loud", when: .fact(.locked), priority: 10, leaveDelay: 0, doNotDisturb: false)
        var desk = Desk(isOn: true, modes: [loud, Self.quiet])
        desk.lock(true)
        #expect(desk.writes == [false])
        #expect(desk.userValue == .bool(true))
        desk.pass(.seconds(60))
        desk.turn(true)
        #expect(desk.mode == "loud")
        #expect(desk.bench.machine.override == nil)
        desk.lock(false)
        #expect(desk.writes == [false])
        #expect(desk.mode == "do-not-disturb")
    }

    // MARK: Inhibitors

    static let tray = SourceDescription(
        id: "tray", facts: [.doNotDisturb, .silenced, .locked], products: ["shell"],
        silencing: .inhibitor(outlivesUs: true))

    @Test func a4_inhibitor_placesAndTakesBackOnlyOurOwn() {
        var bench = Bench.ready([Self.work], sources: [Self.tray], readings: ["tray": [.doNotDisturb: .bool(false)]])
        bench.send(.silencer("tray", .keeper("bus/:1.5")))
        bench.send(.source("tray", .change([.locked: .bool(true)])))
        #expect(bench.actions.silences == [.inhibit])
        bench.send(.silencer("tray", .placed(true)))
        #expect(bench.machine.facts[.doNotDisturb] == .bool(false))
        bench.send(.source("tray", .change([.locked: .bool(false)])))
        #expect(bench.actions.silences == [.release])
        bench.send(.silencer("tray", .placed(false)))
        #expect(!bench.machine.isSilenceUnderWay)
    }

    @Test func d3_componentRestartsWhileInhibited_isInhibitedOnceMore() {
        var bench = Bench.ready([Self.work], sources: [Self.tray], readings: ["tray": [.doNotDisturb: .bool(false)]])
        bench.send(.silencer("tray", .keeper("bus/:1.5")))
        bench.send(.source("tray", .change([.locked: .bool(true)])))
        bench.send(.silencer("tray", .placed(true)))
        bench.pass(.seconds(60))
        bench.send(.silencer("tray", .keeper(nil)))
        bench.send(.silencer("tray", .keeper("bus/:1.9")))
        #expect(bench.actions.silences == [.inhibit])
    }

    @Test(arguments: [true, false])
    func a2_killedWhileInhibiting_modeStillOn_isInhibitedStill(outlivesUs: Bool) {
        let source = SourceDescription(
            id: "tray", facts: Self.tray.facts, products: ["shell"], silencing: .inhibitor(outlivesUs: outlivesUs))
        let readings: [SourceID: [Fact: FactValue]] = ["tray": [.doNotDisturb: .bool(false), .locked: .bool(true)]]
        var first = Bench.ready([Self.work], sources: [source], readings: readings)
        first.send(.silencer("tray", .keeper("bus/:1.5")))
        first.send(.silencer("tray", .placed(true)))
        var again = Bench.ready(
            [Self.work], sources: [source], agent: first.actions.records.last, readings: readings)
        again.send(.silencer("tray", .keeper("bus/:1.5")))
        // An inhibitor that ended with the connection was not taken away by the user.
        #expect(again.actions.silences == [outlivesUs ? .adopt : .inhibit])
        #expect(again.machine.activeMode?.text == "work")
    }

    @Test func inhibitorCannotTurnOff_isSaid() {
        let loud = Make.mode("loud", when: .fact(.locked), doNotDisturb: false)
        var bench = Bench.ready([loud], sources: [Self.tray], readings: ["tray": [.locked: .bool(true)]])
        bench.send(.silencer("tray", .keeper("bus/:1.5")))
        #expect(bench.machine.problems.map(\.problem.subject) == ["tray"])
    }
}
