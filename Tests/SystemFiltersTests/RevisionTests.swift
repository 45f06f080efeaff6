// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import SystemFilters

/// Apps that come and go while a list of those that are allowed is in force.
@Suite struct RevisionTests {
    private static let apps = ["a", "b"]

    private static func knob(_ app: String) -> Knob { .muted(output: app) }

    private enum Step: CaseIterable {
        case silenceA, allowA, allowNone, end, firstComes, bothCome, userShowsA, userSilencesA, restart
    }

    /// The rules for one app, told briefly.
    private struct Model {
        var values = ["a": "true", "b": "true"]
        var request: AppNotifications?
        var known: Set<String> = []
        /// What we wrote, with what was there before.
        var held: [String: String] = [:]
        /// What was wanted when it was looked at last: the same again is not pursued again.
        var wished: Set<String> = []
        var looksAt: Set<String> = []

        mutating func settle() {
            let wishes = request?.silenced(among: known) ?? []
            for app in RevisionTests.apps where wishes.contains(app) != wished.contains(app) {
                looksAt.insert(app)
                if wishes.contains(app) {
                    guard values[app] == "true" else { continue }
                    held[app] = "true"
                    values[app] = "false"
                } else if let before = held.removeValue(forKey: app), values[app] == "false" {
                    values[app] = before
                }
            }
            wished = wishes
        }

        mutating func user(_ app: String, _ value: String) {
            if looksAt.contains(app), value != values[app] { held[app] = nil }
            values[app] = value
        }
    }

    private static func follow(_ steps: [Step]) {
        var bench = Bench(nil)
        for app in apps { bench.desktop[knob(app)] = KnobValue(text: "true", isDefault: true) }
        var model = Model()
        var token = 0
        func plan() -> Plan {
            let silenced = model.request?.silenced(among: model.known) ?? []
            return Plan(wishes: Dictionary(uniqueKeysWithValues: silenced.map { (knob($0), "false") }))
        }
        func perform(_ request: AppNotifications?) {
            guard model.request != request else { return }
            model.request = request
            token += 1
            model.settle()
            bench.caretaker.follow(request?.dependsOnKnownApps == true ? request : nil)
            let call = bench.perform(plan(), token: "\(token)", .notifications)
            if bench.answers[call] != .some(nil) { Issue.record("\(steps): not acknowledged") }
        }
        func come(_ known: Set<String>) {
            model.known = known
            guard bench.caretaker.state.following != nil else { return }
            model.settle()
            bench.take(bench.caretaker.revise(.notifications, plan().wishes))
        }
        for step in steps {
            bench.pass(.seconds(20))
            switch step {
            case .silenceA: perform(AppNotifications(silence: ["a"]))
            case .allowA: perform(AppNotifications(allow: ["a"]))
            case .allowNone: perform(AppNotifications(allow: []))
            case .end: perform(nil)
            case .firstComes: come(["a"])
            case .bothCome: come(["a", "b"])
            case .userShowsA, .userSilencesA:
                let value = step == .userShowsA ? "true" : "false"
                model.user("a", value)
                bench.turn(value, knob("a"))
            case .restart:
                model.looksAt = []
                bench.restart()
                // As the helper does at its start, by the request that it noted.
                if bench.caretaker.state.following != model.request, bench.caretaker.state.following != nil {
                    Issue.record("\(steps): it follows \(String(describing: bench.caretaker.state.following))")
                }
                come(model.known)
            }
            for app in apps where bench.desktop[knob(app)]?.text != model.values[app] {
                Issue.record("\(steps) at \(step): \(app) is \(bench.desktop[knob(app)]?.text ?? "-")")
            }
        }
        if bench.caretaker.isBusy { Issue.record("\(steps) does not come to rest") }
        if !bench.failures.isEmpty { Issue.record("\(steps): \(bench.failures)") }
    }

    @Test func allSequences_endAsTheRulesSay() {
        let all = Step.allCases
        for length in 1...4 {
            for number in 0..<(0..<length).reduce(1, { total, _ in total * all.count }) {
                var rest = number
                Self.follow(
                    (0..<length).map { _ in
                        defer { rest /= all.count }
                        return all[rest % all.count]
                    })
            }
        }
    }

    @Test func killedAfterAnyStep_restoresEachAppOnce() {
        for steps in 0..<24 {
            var bench = Bench(nil)
            for app in Self.apps { bench.desktop[Self.knob(app)] = KnobValue(text: "true", isDefault: true) }
            let request = AppNotifications(allow: [])
            func wishes(_ apps: [String]) -> [Knob: String] {
                Dictionary(uniqueKeysWithValues: apps.map { (Self.knob($0), "false") })
            }
            bench.stepsToLive = steps
            bench.caretaker.follow(request)
            bench.perform(Plan(wishes: wishes(["a"])), token: "1", .notifications)
            bench.take(bench.caretaker.revise(.notifications, wishes(["a", "b"])))
            bench.restart()
            bench.caretaker.follow(request)
            bench.perform(Plan(wishes: wishes(["a", "b"])), token: "1", .notifications)
            bench.take(bench.caretaker.revise(.notifications, wishes(["a", "b"])))
            for app in Self.apps { #expect(bench.desktop[Self.knob(app)]?.text == "false", "killed after \(steps)") }
            bench.stepsToLive = steps
            bench.caretaker.follow(nil)
            bench.perform(Plan(), token: "2", .notifications)
            bench.restart()
            bench.caretaker.follow(nil)
            bench.perform(Plan(), token: "2", .notifications)
            for app in Self.apps {
                #expect(bench.desktop[Self.knob(app)]?.text == "true", "killed after \(steps)")
                #expect(bench.desktop[Self.knob(app)]?.isDefault == true, "it is reset")
            }
            #expect(bench.disk.records == [:] && bench.disk.following == nil)
            #expect(bench.writes.filter { $0.text == "true" }.count == 2, "killed after \(steps): given back once each")
        }
    }

    @Test func whatFailsWithoutAPerform_isTold() {
        var bench = Bench()
        bench.caretaker.follow(AppNotifications(allow: []))
        bench.perform(Plan(), token: "1", .notifications)
        bench.take(bench.caretaker.revise(.notifications, [Self.knob("gone"): "false"]))
        #expect(bench.failures == ["muted gone: it is not there"])
        // Another attempt is to be made when the helper comes back.
        #expect(bench.disk.tokens[.notifications] == nil)
        bench.desktop[Self.knob("gone")] = KnobValue(text: "true")
        bench.restart()
        let again = bench.perform(Plan(wishes: [Self.knob("gone"): "false"]), token: "1", .notifications)
        #expect(bench.answers[again] == .some(nil))
        #expect(bench.desktop[Self.knob("gone")]?.text == "false")
    }
}
