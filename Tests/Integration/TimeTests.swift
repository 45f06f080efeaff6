// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import Foundation
import TestSupport
import Testing

/// The real agent and the clock, which is set by hand.
@Suite struct TimeTests {
    private static let hour: Int64 = 3_600_000_000
    /// Thursday, 2024-05-02 00:00 UTC, in µs since the Unix epoch.
    private static let thursday: Int64 = 1_714_608_000_000_000

    private static func at(_ time: String, _ day: Int64 = thursday) -> Int64 {
        let parts = time.split(separator: ":").compactMap { Int64($0) }
        return day + parts[0] * hour + parts[1] * 60_000_000
    }

    private static func mode(_ lines: String) -> String { "[Mode]\n\(lines)\n" }
    private static let work = ["work": mode("Schedule=09:00-17:00\nLeaveDelay=0s")]

    /// Every mode that comes on, from now on.
    private static func follow(_ scene: Scene) throws -> EventProbe<String> {
        let modes = EventProbe<String>()
        try scene.tool.listen(MatchRule(path: Control1.path, member: "PropertiesChanged")) { arguments in
            if let mode = [String: Value](arguments[1])?["ActiveMode"].flatMap(String.init(_:)) { modes.record(mode) }
        }
        return modes
    }

    @Test func e1_windowOverMidnight() throws {
        let scene = try Scene(modes: ["night": Self.mode("Schedule=Wed 22:00-07:00")])
        let wednesday = Self.thursday - 24 * Self.hour
        try scene.setClock(Self.at("01:00", wednesday))
        #expect(try scene.activeMode() == "")
        let modes = try Self.follow(scene)
        for (time, day) in [
            ("22:00", wednesday), ("23:59", wednesday), ("00:00", Self.thursday), ("06:59", Self.thursday),
        ] {
            try scene.setClock(Self.at(time, day))
            #expect(try scene.activeMode() == "night", "\(time)")
        }
        #expect(modes.waitForNext() == "night")
        try scene.setClock(Self.at("07:00"))
        #expect(modes.waitForNext() == "")
        try scene.setClock(Self.at("22:00"))
        try scene.setClock(Self.at("22:00", wednesday + 7 * 24 * Self.hour))
        #expect(modes.waitForNext() == "night")
        let refusal = try scene.control("Validate", .string("schedule"), .string("Wed 22:00-22:00"))
        #expect(refusal.first.flatMap([[String: Value]].init(_:))?.first?["column"] == .uint32(5))
    }

    @Test func focusctl_tellsTheTimeOfASimulatedAgent() throws {
        let scene = try Scene(modes: Self.work, variables: ["TZ": "Asia/Tokyo"])
        // 08:50 in Berlin, on a day that no machine's clock shows any more.
        try scene.setClock(Self.at("06:50"), zone: "Europe/Berlin")
        func focusctl(_ arguments: String...) throws -> String {
            let result = try ChildProcess.run(
                [try TestProgram.path("focusctl")] + arguments, environment: scene.environment)
            #expect(result.status == .exited(0), "\(result.errors)")
            return result.output
        }
        #expect(try focusctl("next").contains(" 09:00 (in 9 min "))
        // The clock runs on: each is to be within the minute.
        try scene.setClock(Self.at("06:50"))
        let outcome = try focusctl("on", "work", "--until", "12:00")
        #expect(outcome.contains(" 08:50 (just now), until ") && outcome.contains(" 12:00 (in 3 h 9 min)"))
        try scene.setClock(Self.at("06:50"))
        let watch = try ChildProcess(
            [try TestProgram.path("focusctl"), "watch"], environment: scene.environment)
        #expect(watch.waitForLine { $0.hasPrefix("08:50:") && $0.hasSuffix("agent    is running") } != nil)
        try scene.setClock(Self.at("10:30"))
        #expect(watch.waitForLine { $0.hasPrefix("12:30:") && $0.contains("mode     work") } != nil)
        watch.kill()
    }

    @Test func e2_hourThatDoesNotCome() throws {
        let scene = try Scene(modes: [
            "early": Self.mode("Schedule=02:30-06:00"), "skipped": Self.mode("Schedule=02:10-02:50"),
        ])
        // 2024-03-31 00:50 UTC is 01:50 in Paris, ten minutes before the jump.
        let before: Int64 = 1_711_846_200_000_000
        try scene.setClock(before, zone: "Europe/Paris")
        #expect(try scene.activeMode() == "")
        let coming = try scene.control("Next", .uint32(3)).first.flatMap([[String: Value]].init(_:)) ?? []
        let jump = before + 600_000_000
        let expected: [Int64] = [jump, jump + 3 * Self.hour, jump + 23 * Self.hour + 600_000_000]
        #expect(coming.compactMap { $0["at"].flatMap { Int64($0) } } == expected)
        #expect(coming.map { $0.text("mode") } == ["early", "", "skipped"])
        try scene.setClock(before + 600_000_000)
        #expect(try scene.activeMode() == "early")
    }

    @Test func e3_edgesPassedInSleep() throws {
        let scene = try Scene(modes: Self.work)
        try scene.setClock(Self.at("08:50"))
        // What the clock before brought has been told when this is answered.
        #expect(try scene.activeMode() == "")
        let modes = try Self.follow(scene)
        // Over the whole window: nothing comes of it.
        try scene.setClock(Self.at("18:10"), sleeps: 9 * Self.hour)
        try scene.setClock(Self.at("08:50", Self.thursday + 24 * Self.hour))
        try scene.control("Activate", .string("work"), ["for": Value.uint64(1_500_000_000)].busValue)
        try scene.setClock(Self.at("18:10", Self.thursday + 24 * Self.hour), sleeps: 9 * Self.hour)
        #expect(modes.waitForNext() == "work")
        #expect(modes.waitForNext() == "")
        #expect(try scene.property("Override") == [String: Value]().busValue)
        // Into the window.
        try scene.setClock(Self.at("08:50", Self.thursday + 48 * Self.hour))
        try scene.setClock(Self.at("09:30", Self.thursday + 48 * Self.hour), sleeps: 40 * 60_000_000)
        #expect(modes.waitForNext() == "work")
    }

    @Test func e4_clockThatIsSet() throws {
        let scene = try Scene(modes: Self.work)
        // As a machine without a battery for its clock starts.
        try scene.setClock(0)
        #expect(try scene.activeMode() == "")
        try scene.setClock(Self.at("10:00"))
        #expect(try scene.activeMode() == "work")
        let modes = try Self.follow(scene)
        try scene.setClock(Self.at("08:30"))
        #expect(modes.waitForNext() == "")
        // The edge comes by itself: no call makes it.
        try scene.setClock(Self.at("09:00") - 300_000)
        #expect(modes.waitForNext() == "work")
        try scene.setClock(Self.at("17:00") - 300_000)
        #expect(modes.waitForNext() == "")
    }

    @Test func e5_anotherTimeZone() throws {
        let scene = try Scene(modes: Self.work, variables: ["TZ": "Asia/Tokyo"])
        try scene.setClock(Self.at("10:00"))
        #expect(try scene.activeMode() == "work", "a variable is no time zone")
        let modes = try Self.follow(scene)
        try scene.setClock(Self.at("10:00"), zone: "America/New_York")
        #expect(modes.waitForNext() == "")
        try scene.setClock(Self.at("13:00"))
        #expect(modes.waitForNext() == "work")
        #expect(throws: (any Error).self) { try scene.setClock(Self.at("10:00"), zone: "Nowhere/Land") }
    }

    @Test func e6_untilThatPassedMeanwhile() throws {
        let scene = try Scene(modes: ["focus": Self.mode("Name=Focus")])
        // A new agent's clock is the machine's own again, and so is the end.
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let now = Int64(time.tv_sec) * 1_000_000
        try scene.setClock(now - Self.hour)
        try scene.control("Activate", .string("focus"), ["until": Value.int64(now - 60_000_000)].busValue)
        let app = try App(scene.bus, "org.example.One")
        scene.agent.kill()
        let modes = EventProbe<String>()
        try scene.tool.listen(MatchRule(path: Control1.path, member: "PropertiesChanged")) { arguments in
            if let mode = [String: Value](arguments[1])?["ActiveMode"].flatMap(String.init(_:)) { modes.record(mode) }
        }
        try scene.start()
        try app.register()
        #expect(try scene.activeMode() == "")
        #expect(try scene.property("Override") == [String: Value]().busValue)
        func ends() -> Int { scene.log.split(separator: "\n").count { $0.contains("its time has come") } }
        #expect(comes { ends() > 0 } && ends() == 1)
        // Beyond any calendar: as good as until resumed; and a restart changes nothing of it.
        try scene.control("Activate", .string("focus"), ["until": Value.int64(253_402_300_799_000_000)].busValue)
        try scene.replace()
        #expect(try scene.activeMode() == "focus")
        try scene.control("Resume")
        // What the first agent left on was taken off once, before anything else.
        #expect(modes.waitForNext() == "")
        #expect(modes.waitForNext() == "focus")
        #expect(modes.waitForNext() == "")
    }

    @Test func f2_whatTheUserChose_standsUntilTheNextEdge() throws {
        let scene = try Scene(modes: Self.work)
        try scene.setClock(Self.at("10:00"))
        #expect(try scene.activeMode() == "work")
        let modes = try Self.follow(scene)
        try scene.deactivate()
        #expect(modes.waitForNext() == "")
        try scene.setClock(Self.at("10:30"), sleeps: 30 * 60_000_000)
        try scene.reload()
        try scene.set(["locked": .boolean(true)])
        #expect(try scene.activeMode() == "")
        try scene.setClock(Self.at("17:00"))
        try scene.pass(seconds: 1)
        #expect(try scene.property("Override") == [String: Value]().busValue)
        try scene.setClock(Self.at("09:00", Self.thursday + 24 * Self.hour))
        #expect(modes.waitForNext() == "work")
    }

    @Test func b7_switchThroughNothing_isOneSwitch() throws {
        let scene = try Scene(modes: [
            "x": "[Mode]\nWhen=silenced\nLeaveDelay=10min\n[Filter org.example.One/Lists]\nlist='x'\n",
            "y": "[Mode]\nWhen=do-not-disturb\nPriority=5\n[Filter org.example.One/Lists]\nlist='y'\n",
        ])
        try scene.set(["silenced": .boolean(true), "do-not-disturb": .boolean(false)])
        let app = try App(scene.bus, "org.example.One")
        try app.register()
        #expect(try app.next().list == "x")
        try scene.set(["silenced": .boolean(false)])
        try scene.set(["do-not-disturb": .boolean(true)])
        #expect(try app.next().list == "y")
        try scene.pass(seconds: 601)
        try scene.set(["do-not-disturb": .boolean(false)])
        try scene.pass(seconds: 1)
        #expect(try app.next().reason == "ended")
    }

    @Test func b8_spanThatAConditionAsksFor_outlivesARestart() throws {
        let scene = try Scene(modes: ["away": Self.mode("When=locked for 10min")])
        try scene.set(["locked": .boolean(false)])
        try scene.set(["locked": .boolean(true)])
        try scene.pass(seconds: 601)
        #expect(try scene.activeMode() == "away")
        let since = try scene.property("Since")
        let modes = try Self.follow(scene)
        try scene.replace()
        try scene.set(["locked": .boolean(true)])
        #expect(try scene.property("Since") == since || scene.activeMode() == "")
        try scene.set(["locked": .boolean(false)])
        try scene.pass(seconds: 1)
        #expect(modes.waitForNext() == "")
    }

    @Test func k1_modeThatIsNotThere() throws {
        let scene = try Scene(modes: Self.work.merging(["late": Self.mode("When=not mode(\"wrok\")")]) { $1 })
        let problem = "When asks for mode(\"wrok\"), and there is no such mode; did you mean 'work'?"
        #expect(try scene.problems() == [problem])
        #expect(throws: (any Error).self) { try scene.activate("wrok") }
        try scene.control("SetMode", .string("late"), ["when": Value.string("not mode(\"work\")")].busValue)
        #expect(try scene.problems().isEmpty)
        try scene.setClock(Self.at("08:00"))
        #expect(try scene.activeMode() == "late")
        try scene.setClock(Self.at("09:00"))
        #expect(try scene.activeMode() == "work")
    }

    @Test func appThatRuns_turnsAModeOn() throws {
        let scene = try Scene(modes: ["film": Self.mode("When=app(\"org.example.Player\")")])
        #expect(try scene.activeMode() == "")
        let modes = try Self.follow(scene)
        let player = try App(scene.bus, "org.example.Player")
        #expect(modes.waitForNext() == "film")
        // It runs already when another agent starts, and when the mode is new.
        try scene.replace()
        #expect(try scene.activeMode() == "film")
        try scene.control(
            "CreateMode", .string("more"), .string(""),
            [
                "when": Value.string("app(\"org.example.Player\")"), "priority": .int32(5),
            ].busValue)
        #expect(modes.waitForNext() == "more")
        withExtendedLifetime(player) {}
    }

    @Test func settings_ofTime_areReadBackAndRefused() throws {
        let scene = try Scene(modes: Self.work)
        try scene.control(
            "SetMode", .string("work"),
            [
                "schedule": Value.string("Mon..Fri 08:00-12:00,\n  Sat 09:00-10:00 Europe/Paris"),
                "enter-delay": .uint64(2_000_000), "leave-delay": .uint64(0),
            ].busValue)
        let settings = try scene.control("GetMode", .string("work")).first.flatMap([String: Value].init(_:)) ?? [:]
        #expect(settings["schedule"] == .string("Mon..Fri 08:00-12:00, Sat 09:00-10:00 Europe/Paris"))
        #expect(settings["enter-delay"] == .uint64(2_000_000))
        #expect(throws: (any Error).self) {
            try scene.control("SetMode", .string("work"), ["schedule": Value.string("Mon 9-17")].busValue)
        }
        try scene.control("SetMode", .string("work"), ["unset": ["schedule", "enter-delay"].busValue].busValue)
        let after = try scene.control("GetMode", .string("work")).first.flatMap([String: Value].init(_:)) ?? [:]
        #expect(after["schedule"] == nil && after["enter-delay"] == nil)
    }

    @Test func whatComesWouldBeAndWas_isTold() throws {
        let scene = try Scene(modes: [
            "work": "[Mode]\nSchedule=09:00-17:00\nLeaveDelay=0s\n[Filter org.example.One/Lists]\nlist='a'\n",
            "away": Self.mode("When=locked for 10min\nPriority=5"),
        ])
        try scene.setClock(Self.at("08:00"))
        let app = try App(scene.bus, "org.example.One")
        try app.register()
        let preview =
            try scene.control("Preview", [String: Value]().busValue, .int64(Self.at("10:00")))
            .first.flatMap([String: Value].init(_:)) ?? [:]
        #expect(preview.text("mode") == "work")
        let changes = preview["changes"].flatMap([[String: Value]].init(_:)) ?? []
        #expect(changes.map { $0.text("filter") } == ["Lists"])
        let locked =
            try scene.control("Preview", ["locked": Value.boolean(true)].busValue, .int64(0))
            .first.flatMap([String: Value].init(_:)) ?? [:]
        #expect(locked.text("mode") == "away")
        #expect(
            errorName { try scene.control("Preview", ["battery": Value.double(-5)].busValue, .int64(0)) }
                == "InvalidArgs")
        #expect(throws: (any Error).self) {
            try scene.control("Preview", ["lokced": Value.boolean(true)].busValue, .int64(0))
        }
        try scene.setClock(Self.at("09:00"))
        #expect(try app.next().list == "a")
        let rows = try scene.control("History", .uint32(2)).first.flatMap([[String: Value]].init(_:)) ?? []
        #expect(rows.map { $0.text("kind") } == ["perform", "mode"])
        #expect(rows.map { $0.text("app") ?? "" } == ["org.example.One", ""])
        let why = try scene.control("Explain").first.flatMap([String: Value].init(_:)) ?? [:]
        let terms = why["terms"].flatMap([[String: Value]].init(_:)) ?? []
        #expect(terms.map { $0.text("text") } == ["09:00-17:00"])
        #expect(terms.map { $0.truth("value") } == [true])
    }

    @Test func sunAndPlace() throws {
        let scene = try Scene(
            modes: ["night": Self.mode("Schedule=sunset-sunrise")],
            files: ["config/focus-filters/agent.conf": "[Agent]\nLatitude=52.52\n"])
        try scene.setClock(Self.at("23:00"))
        #expect(try scene.activeMode() == "")
        #expect(try scene.problems().count == 1)
        let file = "\(scene.environment["HOME"] ?? "")/config/focus-filters/agent.conf"
        try Data("[Agent]\nLatitude=52.52\nLongitude=13.4\n".utf8).write(to: URL(filePath: file))
        try scene.reload()
        #expect(try scene.activeMode() == "night")
        #expect(try scene.problems().isEmpty)
    }

    /// As the kernel tells of the agent's timers.
    @Test func atMostOneTimer_isArmed() throws {
        func armed(_ scene: Scene) throws -> Int {
            let folder = "/proc/\(scene.agent.pid)/fdinfo"
            return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
                let text = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
                guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("it_value:") }) else {
                    return false
                }
                return !line.contains("(0, 0)")
            }
        }
        let scene = try Scene(modes: Self.work.merging(["away": Self.mode("When=locked for 10min")]) { $1 })
        // When this is answered, the files are in force.
        #expect(try scene.problems().isEmpty)
        // It is armed when the turn ends in which the answer was sent.
        #expect(try comes { try armed(scene) == 1 })
        try scene.set(["locked": .boolean(true)])
        try scene.control("Activate", .string("work"), ["for": Value.uint64(3_000_000_000)].busValue)
        #expect(try comes { try armed(scene) == 1 })
        try scene.control("DeleteMode", .string("work"))
        #expect(try comes { try armed(scene) <= 1 })
    }
}
