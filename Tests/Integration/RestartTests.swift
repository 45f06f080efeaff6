// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import Foundation
import TestSupport
import Testing

/// What another agent on the same bus and state goes on with.
@Suite struct RestartTests {
    private static let app = "org.example.One"
    private static let modes = [
        "work": modeText("Work", [app: "a"]), "sleep": modeText("Sleep", [app: "b"]),
    ]

    /// How an agent gives way to the next.
    enum Way: CaseIterable, Sendable {
        case killed
        case terminated
        case replaced

        func happen(to scene: Scene) throws {
            switch self {
            case .killed:
                scene.agent.kill()
                try scene.start()
            case .terminated:
                guard scene.agent.terminate() == .exited(0) else { throw FixtureError("no orderly end: \(scene.log)") }
                try scene.start()
            case .replaced: try scene.replace()
            }
        }
    }

    @Test(arguments: Way.allCases)
    func b8_restartIsNoChange(_ way: Way) throws {
        let scene = try Scene(modes: Self.modes)
        let app = try App(scene.bus, Self.app)
        try app.register()
        try scene.activate("work")
        let told = try app.next()
        #expect(told.list == "a")
        // The reply has passed when a later call is answered.
        let state = try app.current()
        let before = try scene.properties()

        let changes = EventProbe<[String]>()
        try scene.tool.listen(MatchRule(path: Control1.path, member: "PropertiesChanged")) { arguments in
            changes.record([String: Value](arguments[1])?.keys.sorted() ?? [])
        }
        try way.happen(to: scene)
        #expect(try scene.properties() == before)
        let again = try app.register(performed: ["Lists": told.token])["Lists"] ?? [:]
        #expect(again.truth("active") == true)
        #expect(again.text("token") == state.text("token"))
        #expect(again.number("serial") ?? 0 > told.serial)

        try scene.deactivate()
        let end = try app.next()
        #expect(end.reason == "ended")
        #expect(end.serial > told.serial)
        #expect(changes.waitForNext() == ["ActiveMode", "Override", "Reason", "Since"])
    }

    @Test(arguments: Way.allCases)
    func processWithAnotherToken_catchesUpOnce(_ way: Way) throws {
        let scene = try Scene(modes: Self.modes)
        let app = try App(scene.bus, Self.app)
        try app.register()
        try scene.activate("work")
        let told = try app.next()
        try way.happen(to: scene)
        try scene.activate("sleep")
        try app.register(performed: ["Lists": told.token])
        let caught = try app.next()
        #expect(caught.list == "b")
        #expect(caught.reason == "catch-up")
        try scene.deactivate()
        #expect(try app.next().reason == "ended")
    }

    @Test func killedBetweenPerformAndReply_theAppIsBroughtBackToItsDefaults() throws {
        let scene = try Scene(modes: Self.modes)
        let app = try App(scene.bus, Self.app, answers: [.never])
        try app.register()
        try scene.activate("work")
        #expect(try app.next().list == "a")
        scene.agent.kill()
        try app.leave(scene)
        try scene.start()
        try scene.deactivate()
        // It may have written "a" down before it went.
        let fresh = try App(scene.bus, Self.app)
        try fresh.register()
        let told = try fresh.next()
        #expect(told.list == "everything")
        #expect(told.reason == "catch-up")
        #expect(told.transition.truth("active") == false)
    }

    @Test func override_survivesAnAgentThatIsKilled() throws {
        let scene = try Scene(modes: Self.modes)
        let hour: UInt64 = 3_600_000_000
        try scene.control("Activate", .string("work"), ["for": Value.uint64(hour)].busValue)
        let override = try scene.properties()["Override"]
        scene.agent.kill()
        try scene.start()
        #expect(try scene.properties()["Override"] == override)
        #expect(try scene.activeMode() == "work")
        let end = try #require(override?["until"].flatMap(Int64.init(_:)))
        try scene.call(Simulation1.name, "SetClock", [["realtime": Value.int64(end + 1)].busValue])
        #expect(try scene.activeMode() == "")
    }

    @Test func suspension_survivesAndIsNotPerformedAgain() throws {
        let scene = try Scene(modes: Self.modes)
        let app = try App(scene.bus, Self.app)
        try app.register()
        try scene.activate("work")
        #expect(try app.next().list == "a")
        try app.suspend(true)
        let suspended = try app.next()
        scene.agent.kill()
        try scene.start()
        let state = try app.register(performed: ["Lists": suspended.token])["Lists"] ?? [:]
        #expect(state.truth("suspended") == true)
        try app.suspend(false)
        let resumed = try app.next()
        #expect(resumed.reason == "resumed")
        #expect(resumed.list == "a")
    }

    @Test func damagedState_isReportedAndStartedWithout() throws {
        let scene = try Scene(modes: Self.modes)
        try scene.activate("work")
        #expect(scene.agent.terminate() == .exited(0))
        try scene.write("", to: "state/focus-filters/agent")
        try scene.start()
        #expect(try scene.activeMode() == "")
        #expect(scene.log.contains("focus-filters/agent"))
    }

    @Test func replacedUnderLoad_everyAppEndsRightAndIsNeverToldTheSameTwice() throws {
        let ids = (1...8).map { "org.example.App\($0)" }
        let scene = try Scene(modes: [
            "work": modeText("Work", Dictionary(uniqueKeysWithValues: ids.map { ($0, "a") })),
            "sleep": modeText("Sleep", Dictionary(uniqueKeysWithValues: ids.map { ($0, "b") })),
        ])
        let apps = try ids.map { try App(scene.bus, $0) }
        for app in apps { try app.register() }
        var told: [String: [App.Performed]] = [:]
        for _ in 0..<3 {
            let load = try BusClient(scene.bus.address)
            load.perform { connection in
                for turn in 0..<100 {
                    // Some of them meet no agent, or one that is about to leave.
                    Control1Client(connection).activate(
                        mode: turn % 2 == 0 ? "work" : "sleep", options: [:], deadline: 20_000_000
                    ) { _ in }
                }
            }
            try scene.replace()
            for app in apps {
                // What the old agent told it has arrived when the bus answers.
                try app.client.call(.bus, .bus, .bus, "GetId")
                told[app.id, default: []] += app.performed.drain()
                let last = told[app.id]?.last
                try app.register(performed: last.map { [$0.filter: $0.token] } ?? [:])
            }
        }
        try scene.activate("work")
        try scene.activate("sleep")
        for app in apps {
            // The app has been told everything when its own later call is answered.
            _ = try app.current()
            while told[app.id]?.last?.list != "b" || !app.performed.pending.isEmpty {
                told[app.id, default: []].append(try app.next())
            }
            let tokens = told[app.id, default: []].map(\.token)
            #expect(zip(tokens, tokens.dropFirst()).allSatisfy { $0 != $1 }, "\(app.id): \(tokens)")
        }
    }
}
