// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import SystemFilters

@Suite struct CommandTests {
    private static func pair(_ enter: String?, _ leave: String?, seconds: Int64 = 5) -> CommandPair {
        var pair = CommandPair()
        (pair.enter, pair.leave, pair.seconds) = (enter, leave, seconds)
        return pair
    }

    private static func ran(_ bench: Bench) -> [String] {
        bench.runs.map { "\($0.environment["FOCUS_PHASE"] ?? "-") \($0.command)" }
    }

    @Test func each_isRunOnce_inOrder_andOneAtATime() {
        var bench = Bench()
        let first = bench.command(Self.pair("a", "b"), token: "1")
        #expect(Self.ran(bench) == ["enter a"])
        #expect(bench.runs[0].deadline == .seconds(5) && bench.runs[0].environment["A"] == "b")
        #expect(bench.answers[first] == nil)
        bench.take(bench.caretaker.ran(failure: nil))
        #expect(bench.answers[first] == .some(nil))
        let second = bench.command(Self.pair("c", "d"), token: "2")
        #expect(Self.ran(bench) == ["enter a", "leave b"])
        bench.take(bench.caretaker.ran(failure: nil))
        #expect(Self.ran(bench) == ["enter a", "leave b", "enter c"])
        #expect(bench.answers[second] == nil)
        bench.take(bench.caretaker.ran(failure: nil))
        #expect(bench.answers[second] == .some(nil))
        bench.command(CommandPair(), token: "3")
        #expect(Self.ran(bench).last == "leave d")
        bench.take(bench.caretaker.ran(failure: nil))
        #expect(!bench.caretaker.isBusy)
    }

    @Test func retry_runsNothingAgain() {
        var bench = Bench()
        let first = bench.command(Self.pair("a", nil), token: "1")
        let retry = bench.command(Self.pair("a", nil), token: "1")
        bench.take(bench.caretaker.ran(failure: "exit status 3"))
        #expect(bench.answers[first] == .some(Refusal("exit status 3")))
        #expect(bench.answers[retry] == .some(Refusal("exit status 3")))
        #expect(bench.answers[bench.command(Self.pair("a", nil), token: "1")] == .some(Refusal("exit status 3")))
        bench.restart()
        #expect(bench.answers[bench.command(Self.pair("a", nil), token: "1")] == .some(Refusal("exit status 3")))
        #expect(Self.ran(bench) == ["enter a"])
        #expect(bench.disk.tokens[.command] == nil)
    }

    @Test func failedCommand_leavesNothingOfBeforePerformed() {
        var bench = Bench()
        bench.command(CommandPair(), token: "defaults")
        bench.command(Self.pair("a", "b"), token: "1")
        bench.take(bench.caretaker.ran(failure: "exit status 3"))
        // The next helper names no token of before the mode, or the mode's end would be no news to it.
        #expect(bench.disk.tokens[.command] == nil)
        bench.restart()
        bench.command(CommandPair(), token: "defaults")
        #expect(Self.ran(bench) == ["enter a", "leave b"])
    }

    @Test func killedHelper_runsNothingAgain_andLeavesAllTheSame() {
        var bench = Bench()
        bench.command(Self.pair("a", "b"), token: "1")
        bench.restart()
        let answer = bench.answers[bench.command(Self.pair("a", "b"), token: "1")]
        #expect(answer??.words.contains("interrupted") == true)
        bench.command(CommandPair(), token: "2")
        #expect(Self.ran(bench) == ["enter a", "leave b"])
    }

    @Test func onlyTheLeavingCommandChanges_runsNothing() {
        var bench = Bench()
        bench.command(Self.pair("a", "b"), token: "1")
        bench.take(bench.caretaker.ran(failure: nil))
        #expect(bench.answers[bench.command(Self.pair("a", "c"), token: "2")] == .some(nil))
        bench.command(CommandPair(), token: "3")
        #expect(Self.ran(bench) == ["enter a", "leave c"])
    }

    @Test func newerChange_waitsForWhatRuns() {
        var bench = Bench()
        let first = bench.command(Self.pair("a", "b"), token: "1")
        let second = bench.command(CommandPair(), token: "2")
        #expect(bench.answers[first] == .some(Refusal("newer values came meanwhile")))
        #expect(Self.ran(bench) == ["enter a"])
        bench.take(bench.caretaker.ran(failure: nil))
        bench.take(bench.caretaker.ran(failure: nil))
        #expect(Self.ran(bench) == ["enter a", "leave b"])
        #expect(bench.answers[second] == .some(nil))
    }

    @Test func nothingConfigured_runsNothing() {
        var bench = Bench()
        #expect(bench.answers[bench.command(CommandPair(), token: "1")] == .some(nil))
        #expect(bench.runs == [])
    }
}
