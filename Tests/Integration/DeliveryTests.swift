// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import TestSupport
import Testing

/// How Performs reach handlers that answer, fail, wait for ever or call back.
@Suite struct DeliveryTests {
    private static let app = "org.example.One"
    private static let others = ["org.example.Two", "org.example.Three", "org.example.Four"]
    private static var all: [String] { [app] + others }

    /// Two modes, one of which is always on, and each of which says something else to everybody.
    private static func alternating(_ apps: [String]) -> [String: String] {
        [
            "on": modeText("On", Dictionary(uniqueKeysWithValues: apps.map { ($0, "a") }), when: "do-not-disturb"),
            "off": modeText(
                "Off", Dictionary(uniqueKeysWithValues: apps.map { ($0, "b") }), when: "not do-not-disturb"),
        ]
    }

    private static func register(_ ids: [String], in scene: Scene) throws -> [App] {
        try ids.map { id in
            let app = try App(scene.bus, id)
            try app.register()
            return app
        }
    }

    @Test func g3_appThatNeverAnswers_failsAfterThreeDeadlinesAndIsToldOnContact() throws {
        let scene = try Scene(modes: Self.alternating(Self.all))
        try scene.disturb(false)
        let others = try Self.register(Self.others, in: scene)
        for other in others { #expect(try other.next().list == "b") }
        let silent = try App(scene.bus, Self.app, answers: [.never])
        try silent.register()
        let first = try silent.next()
        #expect(first.list == "b")

        for round in 1...3 {
            try scene.disturb(round % 2 == 1)
            for other in others { #expect(try other.next().list == (round % 2 == 1 ? "a" : "b")) }
        }
        #expect(silent.performed.pending.isEmpty)
        try scene.pass(seconds: 10)
        #expect(try silent.next().list == "a")
        for wait in [10.0, 1, 10, 10, 10, 10] { try scene.pass(seconds: wait) }
        #expect(try scene.filter(Self.app)?.text("state") == "failing")
        try scene.disturb(false)
        for other in others { #expect(try other.next().list == "b") }

        silent.answers(.atOnce)
        silent.performed.drain()
        try silent.call("GetStatus", .string(Self.app), .none)
        let told = try silent.next()
        #expect(told.list == "b")
        #expect(told.reason == "catch-up")
        try scene.disturb(true)
        #expect(try silent.next().list == "a")
        // The reply has passed when a later call is answered.
        _ = try silent.current()
        #expect(try scene.filter(Self.app)?.text("state") == "served")
    }

    @Test func g3_newValuesDoNotStartTheDeadlinesOfASilentAppAnew() throws {
        let scene = try Scene(modes: Self.alternating([Self.app]))
        try scene.disturb(false)
        let silent = try App(scene.bus, Self.app, answers: [.never])
        try silent.register()
        for round in 0..<8 {
            try scene.disturb(round % 2 == 0)
            try scene.pass(seconds: 10)
            try scene.pass(seconds: 10)
        }
        #expect(try scene.filter(Self.app)?.text("state") == "failing")
        #expect(silent.performed.drain().count == 3)
        silent.answers(.atOnce)
        _ = try silent.current()
        let told = try silent.next()
        #expect(told.reason == "catch-up")
        #expect(told.list == "b")
    }

    @Test func g3_appThatNeverReads_costsTheOthersNothingAndTheAgentNoMemory() throws {
        let scene = try Scene(modes: Self.alternating(Self.all), logLevel: "warning")
        try scene.disturb(false)
        let others = try Self.register(Self.others, in: scene)
        let silent = try App(scene.bus, "org.example.Silent", answers: [.never])
        try silent.register()
        let deaf = try App(scene.bus, Self.app)
        try deaf.register()
        #expect(try deaf.next().list == "b")
        // From here its loop turns no more, so that nothing is read from its socket.
        let mayRead = EventProbe<Bool>()
        deaf.client.perform { _ in _ = mayRead.waitForNext(until: .seconds(300)) }
        defer { mayRead.record(true) }

        try Self.flip(scene, times: 500)
        let before = try scene.residentBytes()
        // 5 MiB are allowed for 10 000 changes.
        try Self.flip(scene, times: 2500)
        try #expect(scene.residentBytes() - before < 5 << 18)
        // The flips ended with "off".
        for other in others { #expect(other.performed.waitForNext { $0.list == "b" && $0.serial > 2500 } != nil) }
        try scene.disturb(true)
        for other in others { #expect(other.performed.waitForNext { $0.list == "a" } != nil) }

        for wait in [10.0, 10, 10, 10, 10, 10] { try scene.pass(seconds: wait) }
        #expect(try scene.filter(Self.app)?.text("state") == "failing")
        mayRead.record(true)
        // What waited in its socket: no more than the attempts, and after them what is current.
        try deaf.call("GetStatus", .string(Self.app), .none)
        var calls = 1
        while try deaf.next().list != "a" { calls += 1 }
        #expect(calls <= 4)
    }

    /// Changes the mode that often, many changes under way at once; returns when the agent has taken in all.
    private static func flip(_ scene: Scene, times: Int) throws {
        for start in stride(from: 0, to: times, by: 50) {
            let done = EventProbe<Bool>()
            scene.tool.perform { connection in
                for index in start..<start + 50 {
                    connection.call(
                        Control1.busName, Control1.path, Simulation1.name, "SetFacts",
                        [["do-not-disturb": Value.boolean(index % 2 == 0)].busValue, [String]().busValue],
                        deadline: 60_000_000
                    ) { result in
                        if index == start + 49 { done.record((try? result.get()) != nil) }
                    }
                }
            }
            guard done.waitForNext() == true else { throw FixtureError("SetFacts fails: \(scene.log)") }
        }
    }

    @Test func errorReplies_areRetriedWithTheSameSerialAndToken() throws {
        let scene = try Scene(modes: ["work": modeText("Work", [Self.app: "a"])])
        let app = try App(scene.bus, Self.app, answers: [.error, .error, .atOnce])
        try app.register()
        try scene.activate("work")
        let first = try app.next()
        // The reply has passed when a later call of the app is answered.
        try app.call("GetStatus", .string(Self.app), .none)
        try scene.pass(seconds: 1)
        let second = try app.next()
        try app.call("GetStatus", .string(Self.app), .none)
        try scene.pass(seconds: 10)
        let third = try app.next()
        #expect(first == second)
        #expect(first == third)
        #expect(first.reason == "activated")
        try app.call("GetStatus", .string(Self.app), .none)
        try scene.pass(seconds: 60)
        try scene.deactivate()
        #expect(try app.next().reason == "ended")
    }

    @Test func lateReply_acknowledges() throws {
        let scene = try Scene(modes: ["work": modeText("Work", [Self.app: "a"])])
        let app = try App(scene.bus, Self.app, answers: [.never, .atOnce])
        try app.register()
        try scene.activate("work")
        let told = try app.next()
        try scene.pass(seconds: 10)
        app.answerKept()
        try app.call("GetStatus", .string(Self.app), .none)
        #expect(try scene.filter(Self.app)?.number("acknowledged") == told.serial)
        // A retry may have come before the reply, if the machine was busy for a second; none comes after it.
        app.performed.drain()
        try scene.pass(seconds: 1)
        try scene.deactivate()
        let end = try app.next()
        #expect(end.reason == "ended")
        #expect(end.transition.dictionary("previous")?.text("list") == "a")
    }

    @Test func newestValues_replaceWaitingOnes() throws {
        let modes = Dictionary(uniqueKeysWithValues: ["a", "b", "c"].map { ($0, modeText($0, [Self.app: $0])) })
        let scene = try Scene(modes: modes)
        let app = try App(scene.bus, Self.app, answers: [.never, .atOnce])
        try app.register()
        for mode in ["a", "b", "c"] { try scene.activate(mode) }
        #expect(try app.next().list == "a")
        app.answerKept()
        let second = try app.next()
        #expect(second.list == "c")
        #expect(second.transition.dictionary("previous")?.text("list") == "a")
    }

    @Test func equalValuesInTwoModes_causeNoCall() throws {
        let scene = try Scene(modes: [
            "work": modeText("Work", [Self.app: "a"]), "sleep": modeText("Sleep", [Self.app: "a"]),
        ])
        let app = try App(scene.bus, Self.app)
        try app.register()
        try scene.activate("work")
        #expect(try app.next().list == "a")
        try scene.activate("sleep")
        #expect(try scene.activeMode() == "sleep")
        try scene.deactivate()
        let end = try app.next()
        #expect(end.reason == "ended")
        #expect(end.transition.dictionary("previous")?.text("list") == "a")
    }

    @Test func j1_handlerThatNeverReturns_delaysNeitherOthersNorTheEnd() throws {
        let scene = try Scene(modes: Self.alternating(Self.all))
        try scene.disturb(false)
        let stuck = try App(scene.bus, Self.app, answers: [.never])
        // Who waited for the answer would wait for ten minutes.
        try stuck.register([App.lists().merging(["deadline": .uint64(600_000_000)]) { $1 }])
        #expect(try stuck.next().list == "b")
        let others = try Self.register(Self.others, in: scene)
        for isOn in [true, false, true] {
            try scene.disturb(isOn)
            for other in others { #expect(other.performed.waitForNext { $0.list == (isOn ? "a" : "b") } != nil) }
        }
        #expect(scene.agent.terminate() == .exited(0))
    }

    @Test func j2_appThatCallsBackWhileItPerforms_isAnswered() throws {
        let scene = try Scene(modes: ["work": modeText("Work", [Self.app: "a"]) + "[Filter org.example.One/Labels]\n"])
        let app = try App(scene.bus, Self.app)
        try app.register()
        let current = EventProbe<[String: Value]>()
        let registered = EventProbe<[String]>()
        app.answers(
            .after { connection, done in
                let deadline: Int64 = 20_000_000
                Focus1Client(connection).getCurrent(
                    appID: Self.app, filter: "Lists", options: [:], deadline: deadline
                ) { result in
                    current.record((try? result.get()) ?? [:])
                    Focus1Client(connection).registerFilters(
                        appID: Self.app, handler: App.handlerPath, filters: [App.lists(), App.lists("Labels")],
                        options: [:], deadline: deadline
                    ) { result in
                        registered.record(((try? result.get()) ?? [:]).keys.sorted())
                        done()
                    }
                }
            }, .atOnce)
        try scene.activate("work")
        let first = try app.next()
        #expect(first.filter == "Lists")
        let state = try #require(current.waitForNext())
        #expect(state.dictionary("values")?.text("list") == "a")
        #expect(state.number("serial") == first.serial)
        #expect(registered.waitForNext() == ["Labels", "Lists"])
        let second = try app.next()
        #expect(second.filter == "Labels")
        #expect(second.serial > first.serial)
        try scene.deactivate()
        let ends = [try app.next(), try app.next()]
        #expect(Set(ends.map(\.filter)) == ["Labels", "Lists"])
        #expect(ends.allSatisfy { $0.reason == "ended" && $0.serial > second.serial })
    }

    @Test func suspendedFilter_hasItsDefaultsUntilResumed() throws {
        let scene = try Scene(modes: ["work": modeText("Work", [Self.app: "a"])])
        let app = try App(scene.bus, Self.app)
        try app.register()
        #expect(errorName { try app.suspend(true) } == "NotActive")
        #expect(errorName { try app.suspend(true, "Nothing") } == "UnknownFilter")
        try scene.activate("work")
        #expect(try app.next().list == "a")
        try app.suspend(true)
        try app.suspend(true)
        let suspended = try app.next()
        #expect(suspended.reason == "suspended")
        #expect(suspended.list == "everything")
        #expect(suspended.transition.truth("active") == false)
        #expect(try app.current().truth("suspended") == true)
        #expect(try app.current().truth("active") == false)
        try app.suspend(false)
        #expect(try app.next().reason == "resumed")
        // An edit of the configuration lifts it; the edit is the reason.
        try app.suspend(true)
        #expect(try app.next().reason == "suspended")
        try scene.configure("work", Self.app, "Lists", ["list": .string("c")])
        let edited = try app.next()
        #expect(edited.list == "c")
        #expect(edited.reason == "activated" || edited.reason == "changed")
        #expect(try app.current().truth("suspended") == false)
    }

    @Test func modesName_isToldOnlyIfThePolicyAllows() throws {
        let scene = try Scene(
            modes: ["work": modeText("Work", [Self.app: "a"])],
            files: ["config/focus-filters/agent.conf": "[App org.example.Two]\nShareMode=true\n"])
        let apps = try Self.register([Self.app, "org.example.Two"], in: scene)
        try scene.activate("work")
        let told = try apps[0].next()
        #expect(told.transition["mode"] == nil)
        #expect(told.transition["mode-name"] == nil)
        // Not configured, but the mode's name is news.
        let shared = try apps[1].next()
        #expect(shared.transition.text("mode") == "work")
        #expect(shared.transition.text("mode-name") == "Work")
        #expect(shared.transition.truth("active") == false)
        let status = try apps.map { app in
            try app.call("GetStatus", .string(app.id), .none).first.flatMap([String: Value].init(_:)) ?? [:]
        }
        #expect(status[0] == ["focused": .boolean(true)])
        #expect(status[1] == ["focused": .boolean(true), "mode": .string("work"), "mode-name": .string("Work")])
    }

    @Test func appsCalls_areRefusedByName() throws {
        let scene = try Scene()
        let app = try App(scene.bus, Self.app)
        #expect(errorName { try app.current() } == "UnknownFilter")
        #expect(errorName { try app.suspend(true) } != nil)
        #expect(errorName { try app.call("InvalidateAppContext", .string("Lists"), .none) } == "UnknownFilter")
        #expect(errorName { try app.call("InvalidateAppContext", .string("9 lives"), .none) } == "InvalidId")
        #expect(errorName { try app.call("GetCurrent", .string("no-dot"), .string("Lists"), .none) } == "InvalidId")
        #expect(errorName { try app.register([App.filter("Lists", [["id": .string("list")]])]) } == "InvalidArgs")
        let open = App.filter("Lists", [["id": .string("list"), "type": .string("string")]])
        #expect(errorName { try app.register([open]) } == "InvalidDescriptor")
        #expect(errorName { try app.register([["id": .int64(1)]]) } == "InvalidArgs")
        try app.register()
        try app.call("InvalidateAppContext", .string("Lists"), .none)
        let status = try app.call("GetStatus", .string(Self.app), .none).first.flatMap([String: Value].init(_:))
        #expect(status == ["focused": .boolean(false)])
    }
}
