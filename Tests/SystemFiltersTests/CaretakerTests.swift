// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import SystemFilters

@Suite struct CaretakerTests {
    /// What happens, one thing after the other with time between.
    private enum Step: CaseIterable {
        case none, dark, light, userSetsDark, userSetsOther, restart
    }

    /// What the rules say, told as briefly as they can be.
    private struct Model {
        var value = "user"
        var wish: String?
        /// What we wrote, and what was there before.
        var held: (written: String, before: String)?
        /// This process has looked at the knob, so it hears of changes.
        var looks = false

        mutating func want(_ new: String?) {
            guard new != wish else { return }
            wish = new
            looks = true
            if let held, value == held.written {
                value = new ?? held.before
                self.held = new == nil || new == held.before ? nil : (value, held.before)
            } else {
                held = nil
                guard let new, new != value else { return }
                held = (new, value)
                value = new
            }
        }

        mutating func user(_ new: String) {
            if looks, new != value { held = nil }
            value = new
        }
    }

    private static func follow(_ steps: [Step]) -> (bench: Bench, model: Model) {
        var bench = Bench()
        var model = Model()
        var token = 0
        func want(_ wish: String?) {
            guard model.wish != wish else { return }
            token += 1
            let writes = bench.writes.count
            let before = model.value
            model.want(wish)
            let call = bench.perform(wish, token: "\(token)")
            if bench.answers[call] != .some(nil) { Issue.record("\(steps): not acknowledged") }
            if bench.writes.count - writes > (before == model.value ? 0 : 1) {
                Issue.record("\(steps): too many writes")
            }
        }
        for step in steps {
            bench.pass(.seconds(20))
            switch step {
            case .none: want(nil)
            case .dark: want("dark")
            case .light: want("light")
            case .userSetsDark:
                model.user("dark")
                bench.turn("dark")
            case .userSetsOther:
                model.user("other")
                bench.turn("other")
            case .restart:
                model.looks = false
                bench.restart()
            }
            if bench.value != model.value {
                Issue.record("\(steps) at \(step): \(bench.value ?? "-"), not \(model.value)")
                return (bench, model)
            }
        }
        return (bench, model)
    }

    @Test func allSequences_endAsTheRulesSay() {
        let all = Step.allCases
        for length in 1...5 {
            var indices = Array(repeating: 0, count: length)
            while true {
                let (bench, _) = Self.follow(indices.map { all[$0] })
                if bench.caretaker.isBusy { Issue.record("\(indices) does not come to rest") }
                guard let place = indices.lastIndex(where: { $0 + 1 < all.count }) else { break }
                indices[place] += 1
                for later in (place + 1)..<max(length, place + 1) { indices[later] = 0 }
            }
        }
    }

    @Test func killedAfterAnyStep_givesBackAllTheSame() {
        for steps in 0..<12 {
            for leavesAtOnce in [true, false] {
                var bench = Bench()
                bench.stepsToLive = steps
                bench.perform("dark", token: "1")
                bench.restart()
                if !leavesAtOnce {
                    bench.perform("dark", token: "1")
                    #expect(bench.value == "dark", "killed after \(steps)")
                    bench.stepsToLive = steps
                }
                bench.perform(nil, token: "2")
                bench.restart()
                bench.perform(nil, token: "2")
                #expect(bench.value == "user", "killed after \(steps)")
                #expect(bench.disk.records == [:])
            }
        }
    }

    @Test func whatNobodyHadSet_isReset() {
        var bench = Bench("user", isDefault: true)
        bench.perform("dark", token: "1")
        #expect(bench.desktop[Bench.knob]?.isDefault == false)
        bench.restart()
        bench.perform(nil, token: "2")
        #expect(bench.value == "user")
        #expect(bench.desktop[Bench.knob]?.isDefault == true)
    }

    @Test func sameTokenAgain_isAcknowledged_withoutALook() {
        var bench = Bench()
        bench.perform("dark", token: "1")
        bench.desktop = [:]
        #expect(bench.answers[bench.perform("dark", token: "1")] == .some(nil))
        bench.restart()
        #expect(bench.answers[bench.perform("dark", token: "1")] == .some(nil))
        #expect(bench.writes.count == 1)
    }

    @Test func missingKnob_isRefusedInWords_andNothingIsOwedForIt() {
        var bench = Bench(nil)
        let call = bench.perform("dark", token: "1")
        #expect(bench.answers[call] == .some(Refusal("power-profile: it is not there")))
        #expect(bench.disk.tokens == [:])
        #expect(bench.answers[bench.perform(nil, token: "2")] == .some(nil))
    }

    @Test func knobThatIsThereAtTheNextAttempt_isTurned() {
        var bench = Bench(nil)
        bench.perform("dark", token: "1")
        bench.desktop[Bench.knob] = KnobValue(text: "user")
        #expect(bench.answers[bench.perform("dark", token: "1")] == .some(nil))
        #expect(bench.value == "dark")
    }

    @Test func refusedWrite_isToldInWords_andTriedAgain() {
        var bench = Bench()
        bench.refusal = "locked"
        let call = bench.perform("dark", token: "1")
        #expect(bench.answers[call] == .some(Refusal("power-profile: locked")))
        #expect(bench.disk.records == [:])
        bench.refusal = nil
        #expect(bench.answers[bench.perform("dark", token: "1")] == .some(nil))
        #expect(bench.value == "dark")
    }

    @Test func writeWithoutEffect_isToldAfterASecond() {
        var bench = Bench()
        bench.isDeaf = true
        let call = bench.perform("dark", token: "1")
        #expect(bench.answers[call] == nil)
        #expect(bench.caretaker.isBusy)
        bench.pass(.seconds(1))
        #expect(bench.answers[call] == .some(Refusal("power-profile: it was written and did not change")))
        #expect(!bench.caretaker.isBusy)
    }

    @Test func whatCannotBeGivenBack_staysOwed_andIsTriedAtEachChance() {
        var bench = Bench()
        bench.perform("dark", token: "1")
        bench.pass(.seconds(20))
        let there = bench.desktop
        bench.desktop = [:]
        let call = bench.perform(nil, token: "2")
        #expect(bench.answers[call] == .some(Refusal("power-profile: it is not there")))
        #expect(bench.answers[bench.perform(nil, token: "2")] == .some(Refusal("power-profile: it is not there")))
        bench.restart()
        #expect(bench.disk.records[Bench.knob] != nil)
        bench.desktop = there
        bench.restart()
        #expect(bench.value == "user")
        #expect(bench.disk.records == [:])
    }

    @Test func newerValues_takeThePlaceOfThoseUnderWay() {
        var bench = Bench()
        bench.isDeaf = true
        let first = bench.perform("dark", token: "1")
        bench.isDeaf = false
        let second = bench.perform("light", token: "2")
        #expect(bench.answers[first] == .some(Refusal("newer values came meanwhile")))
        // Writes that cross are told apart only when both have had their time.
        bench.pass(.seconds(1))
        #expect(bench.answers[second] == .some(nil))
        #expect(bench.value == "light")
        bench.perform(nil, token: "3")
        #expect(bench.value == "user")
    }

    @Test func anotherProgram_isContradictedAFewTimes_thenLeftAlone() {
        var bench = Bench()
        bench.perform("dark", token: "1")
        for _ in 0..<5 { bench.turn("contest") }
        #expect(bench.value == "contest")
        #expect(bench.writes.count == 3)
        bench.perform(nil, token: "2")
        #expect(bench.value == "contest")
    }

    @Test func twoFiltersOfOneKnob_theLaterCounts_andTheLastToGoGivesBack() {
        var bench = Bench()
        bench.perform("dark", token: "1", .powerProfile)
        bench.perform("light", token: "2", .settings)
        #expect(bench.value == "light")
        bench.perform(nil, token: "3", .settings)
        #expect(bench.value == "dark")
        bench.perform(nil, token: "4", .powerProfile)
        #expect(bench.value == "user")
    }

    @Test func anotherKnob_isTurnedOnlyWhenTheFirstIsGivenBack() {
        let (first, second) = (Knob.muted(output: "a"), Knob.muted(output: "b"))
        var bench = Bench()
        bench.desktop = [first: KnobValue(text: "false"), second: KnobValue(text: "false")]
        bench.perform([first: "true"], token: "1", .sound)
        bench.perform([second: "true"], token: "2", .sound)
        #expect(bench.desktop[first]?.text == "false" && bench.desktop[second]?.text == "true")
        bench.perform([:], token: "3", .sound)
        #expect(bench.desktop[second]?.text == "false")
    }

    @Test func oneKnobThatFails_doesNotKeepTheOther() {
        let missing = Knob.muted(output: "gone")
        var bench = Bench()
        let call = bench.perform([Bench.knob: "dark", missing: "true"], token: "1", .settings)
        #expect(bench.value == "dark")
        #expect(bench.answers[call] == .some(Refusal("muted gone: it is not there")))
        bench.perform([:], token: "2", .settings)
        #expect(bench.value == "user")
    }

    @Test func whatCannotBe_isToldInWords_whenTheRestIsDone() {
        var bench = Bench()
        let plan = Plan(wishes: [Bench.knob: "dark"], refusals: [Refusal("no"), Refusal("nor this")])
        let call = bench.perform(plan, token: "1", .settings)
        #expect(bench.value == "dark")
        #expect(bench.answers[call] == .some(Refusal("no; nor this")))
        #expect(bench.disk.tokens == [:])
        // Values of which nothing can be done give back what older ones had set.
        let second = bench.perform(.refused("never"), token: "2", .settings)
        #expect(bench.answers[second] == .some(Refusal("never")))
        #expect(bench.value == "user")
    }
}
