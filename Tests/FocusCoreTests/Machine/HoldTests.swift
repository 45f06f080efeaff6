// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// Holds: the mode that is on follows from those that are alive.
struct HoldTests {
    static let modes = [
        Make.mode("schedule", priority: 10), Make.mode("share", priority: 50), Make.mode("manual", priority: 90),
        Make.mode("off", isEnabled: false),
    ]

    private static func hold(_ number: UInt64) -> HoldID {
        guard let id = HoldID(number) else { preconditionFailure("0") }
        return id
    }

    private static func held() -> Bench {
        var bench = Bench.ready(modes)
        for (number, mode) in ["schedule", "share", "manual"].enumerated() {
            bench.send(
                .hold(
                    hold(UInt64(number + 1)), Make.peer(number + 1), Make.mode(mode), reason: "a test",
                    bench.request()))
        }
        return bench
    }

    @Test(arguments: [[1, 2, 3], [3, 1, 2], [2, 3, 1], [1, 3, 2], [3, 2, 1], [2, 1, 3]])
    func a3_releasedInAnyOrder_theHighestLiveHoldWins(order: [Int]) {
        var bench = Self.held()
        let names = [1: "schedule", 2: "share", 3: "manual"]
        var live = Set(names.keys)
        #expect(bench.machine.activeMode?.text == "manual")
        for number in order {
            // The second leaves the bus instead of saying so.
            if number == 2 {
                bench.send(.vanished(Make.peer(2)))
            } else {
                bench.send(.release(Self.hold(UInt64(number)), Make.peer(number), bench.request()))
            }
            live.remove(number)
            #expect(bench.machine.activeMode?.text == live.max().flatMap { names[$0] })
        }
        #expect(bench.machine.reason.cause == .none)
    }

    @Test func holderThatServesAndLeaves_isNotToldAndItsHeirIsToldOnce() {
        let app = Make.app("org.example.Tasks")
        let filters = [Make.filter("UpNext")]
        var bench = Bench.ready([
            Make.mode("low", filters: ["org.example.Tasks/UpNext": ["level": .int(1)]]),
            Make.mode("high", priority: 1, filters: ["org.example.Tasks/UpNext": ["level": .int(2)]]),
        ])
        for (number, mode) in [(1, "high"), (2, "low")] {
            bench.register(Make.registration(number, app, filters: filters, standby: true))
            bench.send(
                .hold(Self.hold(UInt64(number)), Make.peer(number), Make.mode(mode), reason: "", bench.request()))
            bench.acknowledgeAll()
        }
        bench.send(.vanished(Make.peer(1)))
        #expect(bench.actions.performs.map(\.peer) == [Make.peer(2)])
        #expect(bench.actions.performs.map { $0.values[Make.id("level")] } == [.int(1)])
    }

    @Test func h5_foreignUnknownOrSpentHold_isRefusedAndNothingChanges() {
        var bench = Self.held()
        #expect(HoldID(0) == nil)
        for (number, peer) in [(UInt64(1), 2), (99, 1), (UInt64(UInt32.max), 1)] {
            bench.send(.release(Self.hold(number), Make.peer(peer), bench.request()))
            #expect(bench.actions.refusal == .invalidValue)
            #expect(bench.machine.activeMode?.text == "manual")
        }
        bench.send(.release(Self.hold(3), Make.peer(3), bench.request()))
        #expect(bench.actions.replies == [.done])
        bench.send(.release(Self.hold(3), Make.peer(3), bench.request()))
        #expect(bench.actions.refusal == .invalidValue)
    }

    @Test func g1_holderVanishes_onlyItsHoldsEnd() {
        var bench = Self.held()
        bench.send(.hold(Self.hold(7), Make.peer(3), Make.mode("share"), reason: "", bench.request()))
        bench.send(.vanished(Make.peer(3)))
        #expect(bench.machine.activeMode?.text == "share")
        bench.send(.vanished(Make.peer(2)))
        #expect(bench.machine.activeMode?.text == "schedule")
    }

    @Test func k1_unknownOrDisabledMode_isRefusedWithNearNames() {
        var bench = Bench.ready(Self.modes)
        bench.send(.hold(Self.hold(1), Make.peer(1), Make.mode("shar"), reason: "", bench.request()))
        guard case .refused(let error)? = bench.actions.replies.first else { return #expect(Bool(false)) }
        #expect(error.code == .unknownMode)
        #expect(error.message.contains("share"))
        bench.send(.hold(Self.hold(1), Make.peer(1), Make.mode("off"), reason: "", bench.request()))
        #expect(bench.actions.refusal == .unknownMode)
    }

    @Test func limits_perConnection() {
        var bench = Bench.ready(Self.modes)
        for number in 1...64 {
            bench.send(.hold(Self.hold(UInt64(number)), Make.peer(1), Make.mode("share"), reason: "", bench.request()))
            #expect(bench.actions.refusal == nil)
        }
        bench.send(.hold(Self.hold(65), Make.peer(1), Make.mode("share"), reason: "", bench.request()))
        #expect(bench.actions.refusal == .limitExceeded)
        bench.send(.hold(Self.hold(66), Make.peer(2), Make.mode("share"), reason: "", bench.request()))
        #expect(bench.actions.refusal == nil)
    }

    @Test func editedAway_andBack_theHoldStillCounts() {
        var bench = Self.held()
        bench.send(.modes(Array(Self.modes.prefix(2))))
        #expect(bench.machine.activeMode?.text == "share")
        bench.send(.modes(Self.modes))
        #expect(bench.machine.activeMode?.text == "manual")
        #expect(bench.machine.reason.cause == .hold)
        #expect(bench.machine.reason.text.contains("a test"))
    }

    @Test func overrideBeatsAHold_andDoesNotEndByOne() {
        var bench = Self.held()
        bench.send(.deactivate(.boundary, bench.request()))
        #expect(bench.machine.activeMode == nil)
        bench.send(.vanished(Make.peer(3)))
        #expect(bench.machine.override != nil)
        bench.send(.resume(bench.request()))
        #expect(bench.machine.activeMode?.text == "share")
    }
}
