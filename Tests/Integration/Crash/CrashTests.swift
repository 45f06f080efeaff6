// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import TestSupport
import Testing

/// The agent dies at any instant, and another one goes on with the same state folder.
@Suite struct CrashTests {
    private static let apps = (1...5).map { "org.example.Crash\($0)" }
    private static let kills = 200

    /// SplitMix64: the same points for the same seed, as far as the machine's own timing allows.
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }
    }

    /// Two modes by condition, of which the second gives three apps the first one's values and the others none; and one
    /// by hand.
    private static var modes: [String: String] {
        func lists(_ apps: some Sequence<String>, _ list: (String) -> String) -> [String: String] {
            Dictionary(uniqueKeysWithValues: apps.map { ($0, list($0)) })
        }
        return [
            "work": modeText("Work", lists(apps) { _ in "work" }, when: "do-not-disturb", more: ["LeaveDelay=1ms"]),
            "away": modeText(
                "Away", lists(apps.prefix(3)) { _ in "work" }, when: "locked", more: ["Priority=5", "LeaveDelay=1ms"]),
            "sleep": modeText("Sleep", lists(apps) { "sleep of \($0)" }),
        ]
    }

    /// One change of the stream, sent without waiting for what comes of it.
    private static func change(_ stage: CrashStage, _ random: inout Random, _ count: Int) {
        let truth = Value.boolean(Bool.random(using: &random))
        let untilResumed = ["ends": Value.string("resumed")].busValue
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: stage.send(Simulation1.name, "SetFacts", [["do-not-disturb": truth].busValue, [String]().busValue])
        case 2, 3: stage.send(Simulation1.name, "SetFacts", [["locked": truth].busValue, [String]().busValue])
        case 4: stage.send(Control1.name, "Activate", [.string("sleep"), untilResumed])
        case 5: stage.send(Control1.name, "Deactivate", [untilResumed])
        case 6: stage.send(Control1.name, "Resume", [])
        default:
            let app = apps[Int.random(in: 0..<apps.count, using: &random)]
            stage.send(Control1.name, "Configure", configuration(["work", "sleep"][count % 2], app, "edit \(count)"))
        }
    }

    private static func configuration(_ mode: String, _ app: String, _ list: String) -> [Value] {
        [.string(mode), .string(app), .string("Lists"), ["list": Value.string(list)].busValue, .none]
    }

    /// Waits until `fits` holds, which is asked now and after each event.
    private static func wait(for app: CrashApp, _ stage: CrashStage, until fits: () throws -> Bool) throws {
        while try !fits() {
            guard app.news.waitForNext() != nil else {
                throw FixtureError("\(app.id) stays \(app.state). The agent says: \(stage.agent.errors)")
            }
        }
    }

    @Test(arguments: [1]) func killedAtRandomPoints_everyAppEndsWithTheRightValues(_ seed: UInt64) throws {
        var random = Random(state: seed)
        let stage = try CrashStage(modes: Self.modes)
        let apps = try Self.apps.map { try CrashApp(stage.bus.address, $0) }
        for number in 1...Self.kills {
            // How far it gets: nowhere, to its names, or to the registration of an app; then some changes, and some more
            // time, counted in answers of the bus.
            let app = apps[Int.random(in: 0..<apps.count, using: &random)]
            let reach = Int.random(in: 0..<8, using: &random)
            if reach > 0 { try stage.waitForNames() }
            if reach > 1 { #expect(app.news.waitForNext { $0 == "registered" } != nil, "\(app.state)") }
            if reach > 0 {
                for step in 0..<Int.random(in: 0...6, using: &random) {
                    Self.change(stage, &random, number * 10 + step)
                }
            }
            if Int.random(in: 0..<6, using: &random) == 0 { try app.restart(waitForEnd: stage.waitForEnd) }
            for _ in 0..<Int.random(in: 0...(reach > 4 ? 120 : 40), using: &random) { try stage.tool.call(.bus, .bus, .bus, "GetId") }
            if reach > 6 { try stage.call(Control1.name, "ListModes") }
            for app in apps { app.news.drain() }
            try stage.replaceByForce()
        }

        // The last agent knows what the apps have, before anything else happens.
        for app in apps {
            _ = app.news.waitForNext { $0 == "registered" }
            try Self.wait(for: app, stage) { try stage.wanted(app.id) == app.state.list }
        }
        // And they get what we know to be right.
        try stage.call(Control1.name, "Resume")
        for app in apps {
            for mode in ["work", "sleep"] {
                try stage.call(Control1.name, "Configure", Self.configuration(mode, app.id, "\(mode) at last"))
            }
        }
        let facts = ["do-not-disturb": Value.boolean(true), "locked": .boolean(false)]
        try stage.call(Simulation1.name, "SetFacts", [facts.busValue, [String]().busValue])
        for app in apps { try Self.wait(for: app, stage) { app.state.list == "work at last" } }
        try stage.call(Control1.name, "Activate", [.string("sleep"), .none])
        for app in apps { try Self.wait(for: app, stage) { app.state.list == "sleep at last" } }
        try stage.call(Control1.name, "Deactivate", [.none])
        for app in apps { try Self.wait(for: app, stage) { app.state.list == "everything" } }
        #expect(apps.flatMap(\.state.repeats) == [])
        #expect(apps.flatMap(\.state.refusals) == [])
        // The stream was one: many agents came far enough to tell an app something.
        #expect(apps.map(\.state.count).reduce(0, +) > Self.kills / 2)
    }
}
