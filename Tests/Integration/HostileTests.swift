// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import TestSupport
import Testing

/// Peers that send too much, and limits of the bus.
@Suite struct HostileTests {
    private static let app = "org.example.One"

    /// How many match rules the agent's two connections have.
    private static func ruleCounts(_ scene: Scene) throws -> [UInt32] {
        try [Control1.busName, Focus1.busName].map { name in
            let reply = try scene.tool.call(
                .bus, .bus, "org.freedesktop.DBus.Debug.Stats", "GetConnectionStats", [.string(name.text)])
            guard let statistics = reply.first.flatMap([String: Value].init(_:)),
                let count = statistics["MatchRules"].flatMap(UInt32.init(_:))
            else { throw FixtureError("the bus counts no match rules: \(reply)") }
            return count
        }
    }

    @Test func h1_registrationsAndReloads_addNoMatchRules() throws {
        let scene = try Scene(
            modes: ["work": modeText("Work", [Self.app: "a"])], limits: ["max_match_rules_per_connection": 64],
            logLevel: "warning", simulates: false)
        let app = try App(scene.bus, Self.app)
        try app.register()
        try scene.reload()
        let before = try Self.ruleCounts(scene)
        #expect(before.allSatisfy { (1...64).contains($0) })
        for _ in 0..<100 {
            let done = EventProbe<Bool>()
            app.client.perform { connection in
                let client = Focus1Client(connection)
                for turn in 0..<50 {
                    client.registerFilters(
                        appID: Self.app, handler: App.handlerPath, filters: [App.lists()], options: [:],
                        deadline: 60_000_000
                    ) { _ in }
                    client.unregisterFilters(filters: [], options: [:], deadline: 60_000_000) { result in
                        if turn == 49 { done.record((try? result.get()) != nil) }
                    }
                }
            }
            #expect(done.waitForNext() == true)
        }
        // Whole connections too, which come and go with their names.
        for _ in 0..<20 {
            let other = try App(scene.bus, "org.example.Two")
            try other.register()
            try other.leave(scene)
        }
        for turn in 0..<200 {
            try scene.write(modeText("Work \(turn)", [Self.app: "\(turn)"]), to: Scene.modeFile("work"))
            try scene.reload()
        }
        #expect(try Self.ruleCounts(scene) == before)
        #expect(!scene.log.contains("LimitsExceeded"))
        try app.register()
        try scene.activate("work")
        #expect(try app.next().list == "199")
    }

    /// A value inside that many variants.
    private static func nested(_ depth: Int) -> Value {
        (0..<depth).reduce(.string("deep")) { value, _ in .variant(value) }
    }

    /// What is too much, each with a few words.
    private static func hugeFilters() -> [(String, [[String: Value]])] {
        let long = String(repeating: "x", count: 20 << 20)
        func many(_ count: Int) -> [[String: Value]] {
            (0..<count).map { App.parameter("p\($0)", "bool", .boolean(true)) }
        }
        return [
            ("a title of 20 MiB", [App.lists().merging(["title": .string(long)]) { $1 }]),
            ("an unknown key of 20 MiB", [App.lists().merging(["x-more": .string(long)]) { $1 }]),
            ("100 000 parameters", [App.filter("Lists", many(100_000))]),
            ("257 parameters", [App.filter("Lists", many(257))]),
            ("257 filters", (0..<257).map { App.lists("F\($0)") }),
            ("a default in 40 variants", [App.filter("Lists", [App.parameter("list", "string", nested(40))])]),
            ("an unknown key in 40 variants", [App.lists().merging(["x-more": nested(40)]) { $1 }]),
            (
                "a default of 65 KiB",
                [App.filter("Lists", [App.parameter("list", "string", .string(String(long.prefix(65 << 10))))])]
            ),
        ]
    }

    @Test func h2_hugeValues_areRefusedAndLeaveNothingBehind() throws {
        let scene = try Scene(modes: ["work": modeText("Work", [Self.app: "a"])], logLevel: "warning")
        let app = try App(scene.bus, Self.app)
        try app.register()
        let hostile = try App(scene.bus, "org.example.Hostile")
        // What the first use of anything costs is no growth.
        #expect(errorName { try hostile.register([["id": .string("?")]]) } == "InvalidId")
        let before = try scene.residentBytes()
        for (what, filters) in Self.hugeFilters() {
            #expect(errorName { try hostile.register(filters) } == "LimitExceeded", "\(what)")
        }
        let long = Value.string(String(repeating: "x", count: 20 << 20))
        #expect(errorName { try scene.control("Validate", .string("mode"), long) } == "LimitExceeded")
        let values = ["list": Value.string(String(repeating: "x", count: 65 << 10))]
        #expect(errorName { try scene.configure("work", Self.app, "Lists", values) } == "LimitExceeded")

        #expect(try scene.filter("org.example.Hostile") == nil)
        try scene.activate("work")
        #expect(try app.next().list == "a")
        #expect(try scene.isSmall(before + (5 << 20)))
        // Who asked for too much is not shut out.
        try hostile.register()
    }

    @Test func hostileTextsInCalls_areNamedErrors() throws {
        let scene = try Scene(modes: ["work": modeText("Work")])
        for mode in ["", "../work", "Work", "work.mode", String(repeating: "w", count: 65), "wörk", "work\n"] {
            #expect(errorName { try scene.activate(mode) } == "InvalidId", "\(mode)")
            #expect(errorName { try scene.control("DeleteMode", .string(mode)) } == "InvalidId", "\(mode)")
            #expect(errorName { try scene.control("CreateMode", .string(mode), .string(""), .none) } == "InvalidId")
        }
        let endings: [[String: Value]] = [
            ["for": .string("1h")], ["for": .uint64(0)], ["for": .uint64(.max)], ["until": .int64(.min)],
            ["ends": .string("never")], ["until": .int64(1)], ["for": .uint64(1), "until": .int64(1)],
        ]
        for options in endings {
            let error = errorName { try scene.control("Activate", .string("work"), options.busValue) }
            #expect(error == "InvalidArgs" || error == "InvalidValue", "\(options): \(error ?? "no error")")
        }
        #expect(try scene.activeMode() == "")
        let settings: [[String: Value]] = [
            ["when": .string("do-not-distrub")], ["color": .string("red")], ["priority": .int32(1001)],
            ["priority": .string("1")],
        ]
        let before = try scene.read(Scene.modeFile("work"))
        for change in settings {
            let error = errorName { try scene.control("SetMode", .string("work"), change.busValue) }
            #expect(error == "InvalidArgs" || error == "InvalidValue", "\(change): \(error ?? "no error")")
        }
        #expect(try scene.read(Scene.modeFile("work")) == before)
        // A line break in a name is written so that it stays one.
        try scene.control("SetMode", .string("work"), ["name": Value.string("a\n[Filter x/y]\nb")].busValue)
        #expect(try scene.rows("ListModes").first?.text("name") == "a\n[Filter x/y]\nb")
        #expect(try scene.problems().isEmpty)
    }
}
