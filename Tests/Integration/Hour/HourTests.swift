// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import Foundation
import TestSupport
import Testing

/// Hours of a user's life with the real agent, as fast as it goes: facts, overrides, holds, edits, reloads, apps that start
/// anew, clocks that are set, sleep, other zones, and an agent that is killed or replaced.
@Suite struct HourTests {
    private static let apps = (1...4).map { "org.example.Hour\($0)" }

    /// `FOCUS_HOUR_STEPS=5000` makes it longer, `FOCUS_HOUR_SEEDS=10` lives through more of them.
    private static let steps = number("FOCUS_HOUR_STEPS") ?? 260
    private static let seeds = max(1, number("FOCUS_HOUR_SEEDS").flatMap(UInt64.init) ?? 1)

    static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

    @Test(arguments: 1...seeds)
    func anHour_everyAppEndsWithTheRightValues(_ seed: UInt64) throws {
        let life = try HourLife(Self.apps, seed: seed)
        let start = life.model.now
        do {
            for step in 1...Self.steps {
                try life.step()
                if step % 4 == 0 { try life.check() }
            }
            while life.model.now < start + 3_600_000_000 { try life.pass() }
            try life.check()
        } catch {
            Issue.record("seed \(seed): after \(life.history.suffix(30).joined(separator: "\n")): \(error)")
        }
        #expect(life.apps.flatMap(\.state.repeats) == [])
        #expect(life.apps.flatMap(\.state.refusals) == [])
        #expect(life.apps.map(\.state.count).reduce(0, +) > Self.steps / 10)
    }
}

/// The agent, its apps, and the model of what they should come to.
private final class HourLife {
    let scene: Scene
    let apps: [CrashApp]
    var model = HourModel()
    var history: [String] = []
    private var random: SeededRandom
    private var holders: [(client: BusClient, mode: String, number: UInt64)] = []
    private var edits = 0
    private var zone = "UTC"

    init(_ ids: [String], seed: UInt64) throws {
        random = SeededRandom(state: seed)
        var values: [String: [String: String]] = [:]
        for mode in HourModel.all {
            values[mode] = Dictionary(uniqueKeysWithValues: ids.map { ($0, mode == "away" ? "film" : mode) })
        }
        scene = try Scene(modes: values.reduce(into: [:]) { $0[$1.key] = Self.text($1.key, $1.value) })
        model.values = values
        let address = scene.bus.address
        apps = try ids.map { try CrashApp(address, $0) }
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        // Some later time, so that what is set by it is ahead also for an agent whose clock is not set yet.
        model.now = (Int64(time.tv_sec) / 3600 + 24) * 3_600_000_000
        try setClock(sleeps: nil)
        for fact in ["do-not-disturb", "locked", "fullscreen"] { try set(fact, false) }
    }

    private static func text(_ mode: String, _ lists: [String: String]) -> String {
        let place = HourModel.all.firstIndex(of: mode) ?? 0
        let fact = HourModel.conditions.first { $0.0 == mode }?.1
        let isScheduled = fact == "schedule"
        return modeText(
            mode, lists, when: isScheduled ? nil : fact,
            more: (isScheduled ? ["Schedule=" + HourModel.windows.joined(separator: ", ")] : [])
                + ["Priority=\(HourModel.all.count - place)", "LeaveDelay=0s"])
    }

    // MARK: What happens

    func step() throws {
        let mode = HourModel.all[Int.random(in: HourModel.all.indices, using: &random)]
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<26:
            let fact = ["do-not-disturb", "locked", "fullscreen"][Int.random(in: 0..<3, using: &random)]
            try set(fact, [true, false, false, nil][Int.random(in: 0..<4, using: &random)])
        case 26..<46: try pass()
        case 46..<56: try choose(mode)
        case 56..<61:
            history.append("resume")
            try scene.control("Resume")
            model.override = nil
        case 61..<69: try hold(mode)
        case 69..<77: try edit(mode)
        case 77..<81: try turn()
        case 81..<86:
            let app = apps[Int.random(in: apps.indices, using: &random)]
            history.append("\(app.id) starts anew")
            try app.restart { try scene.waitForEnd(of: $0) }
        case 86..<90:
            history.append("reload")
            try scene.reload()
        default: try endAgent()
        }
    }

    private func set(_ fact: String, _ value: Bool?) throws {
        history.append("\(fact) \(value.map { "\($0)" } ?? "unknown")")
        if let value { try scene.set([fact: .boolean(value)]) } else { try scene.set([:], unknown: [fact]) }
        model.set(fact, value)
    }

    /// Minutes pass, awake or asleep.
    func pass() throws {
        var instant = model.now + Int64.random(in: 1...900, using: &random) * 1_000_000
        while !model.isCalm(at: instant) { instant += 10_000_000 }
        history.append("\((instant - model.now) / 1_000_000) s pass")
        let span = instant - model.now
        model.pass(to: instant)
        try setClock(sleeps: span)
    }

    private func turn() throws {
        let zones: [(String, Int64)] = [("UTC", 0), ("Asia/Kathmandu", 20_700), ("Asia/Tokyo", 32_400)]
        let (zone, offset) = zones[Int.random(in: 0..<zones.count, using: &random)]
        self.zone = zone
        var instant = model.now + [0, 20, -20, 1800, -1800][Int.random(in: 0..<5, using: &random)] * 1_000_000
        while !model.isCalm(at: instant) { instant += 10_000_000 }
        history.append("the clock is set by \((instant - model.now) / 1_000_000) s, in \(zone)")
        model.turn(to: model.now, offset: offset)
        try setClock(sleeps: nil)
        model.turn(to: instant, offset: offset)
        try setClock(sleeps: nil)
    }

    private func setClock(sleeps: Int64?) throws { try scene.setClock(model.now, zone: zone, sleeps: sleeps) }

    private func choose(_ mode: String) throws {
        let isOff = Int.random(in: 0..<3, using: &random) == 0
        guard isOff || model.values[mode] != nil else { return }
        var options: [String: Value] = [:]
        let end: HourModel.Override.End
        switch Int.random(in: 0..<3, using: &random) {
        case 0: (end, options["ends"]) = (.boundary, .string("boundary"))
        case 1: (end, options["ends"]) = (.resumed, .string("resumed"))
        default:
            let until = model.now + Int64.random(in: 120...1800, using: &random) * 1_000_000
            (end, options["until"]) = (.time(until), .int64(until))
        }
        history.append("\(isOff ? "off" : mode) by hand, \(end)")
        if isOff {
            try scene.control("Deactivate", options.busValue)
        } else {
            try scene.control("Activate", .string(mode), options.busValue)
        }
        model.override = HourModel.Override(mode: isOff ? nil : mode, end: end)
    }

    private func hold(_ mode: String) throws {
        if !holders.isEmpty, Bool.random(using: &random) {
            let holder = holders.remove(at: Int.random(in: holders.indices, using: &random))
            history.append("no hold of \(holder.mode)")
            if Bool.random(using: &random) {
                try holder.client.call(
                    Control1.busName, Control1.path, Control1.name, "Release", [.uint64(holder.number)])
            } else {
                // The holder dies, of which the agent hears in its own time.
                holder.client.perform { $0.close() }
                try scene.waitForEnd(of: holder.client.uniqueName)
                model.holds = holders.map(\.mode)
                let deadline = Deadline.standard
                while try scene.activeMode() != model.active ?? "", !deadline.hasPassed {}
            }
        } else if model.values[mode] != nil {
            history.append("hold of \(mode)")
            let client = try BusClient(scene.bus.address)
            let reply = try client.call(
                Control1.busName, Control1.path, Control1.name, "Hold", [.string(mode), .string(""), .none])
            guard let number = reply.first.flatMap({ UInt64($0) }) else { throw FixtureError("Hold says \(reply)") }
            holders.append((client, mode, number))
        }
        model.holds = holders.map(\.mode)
    }

    /// A file or a configuration changes; a file may vanish, and come back.
    private func edit(_ mode: String) throws {
        edits += 1
        let file = Scene.modeFile(mode)
        guard var lists = model.values[mode] else {
            history.append("\(mode) comes back")
            model.values[mode] = [:]
            try scene.write(Self.text(mode, [:]), to: file)
            try scene.reload()
            return
        }
        let app = apps[Int.random(in: apps.indices, using: &random)].id
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            history.append("\(mode) is gone")
            model.remove(mode)
            try scene.remove(file)
            try scene.reload()
        case 1:
            history.append("\(mode) is broken for a moment")
            let text = try scene.read(file)
            try scene.write("[Mode\n", to: file)
            guard try scene.reload().contains(where: { $0.text("kind") == "file" }) else {
                throw FixtureError("nobody minds a broken file")
            }
            try scene.write(text, to: file)
            try scene.reload()
        case 2:
            lists[app] = Bool.random(using: &random) ? nil : "edit \(edits)"
            history.append("\(mode) is written: \(app) \(lists[app] ?? "nothing")")
            model.values[mode] = lists
            try scene.write(Self.text(mode, lists), to: file)
            try scene.reload()
        default:
            // What other modes say may come out the same.
            lists[app] = Bool.random(using: &random) ? "film" : "edit \(edits)"
            history.append("\(mode) is configured: \(app) \(lists[app] ?? "")")
            model.values[mode] = lists
            try scene.configure(mode, app, "Lists", ["list": .string(lists[app] ?? "")])
        }
    }

    /// Another agent knows neither facts nor holds, and its clock is the machine's own, until it is told.
    private func endAgent() throws {
        // Its boundaries are others while it does not know better.
        if case .boundary? = model.override?.end {
            try scene.control("Resume")
            model.override = nil
        }
        if Int.random(in: 0..<3, using: &random) == 0 {
            history.append("replace")
            try scene.replace()
        } else {
            history.append("kill")
            // Amidst what the app is told of this, as it may be.
            let fact = ["locked": Value.boolean(model.facts["locked"] != true)]
            scene.tool.perform { connection in
                connection.call(
                    Control1.busName, Control1.path, Simulation1.name, "SetFacts",
                    [fact.busValue, [String]().busValue], deadline: nil
                ) { _ in }
            }
            for _ in 0..<Int.random(in: 0..<30, using: &random) { try scene.tool.call(.bus, .bus, .bus, "GetId") }
            scene.agent.kill()
            for name in [Control1.busName, Focus1.busName] { try scene.waitForEnd(of: name) }
            try scene.start()
        }
        holders = []
        model.holds = []
        try setClock(sleeps: nil)
        let facts = model.facts
        model.facts = [:]
        for (fact, value) in facts.sorted(by: { $0.key < $1.key }) { try set(fact, value) }
    }

    // MARK: Judgement

    func check() throws {
        let expected = model.active ?? ""
        guard try scene.activeMode() == expected else {
            throw FixtureError(
                "the mode is '\(try scene.activeMode() ?? "?")', not '\(expected)'. \(scene.log.suffix(3000))")
        }
        for app in apps {
            while app.state.list != model.list(of: app.id) {
                guard app.news.waitForNext() != nil else {
                    throw FixtureError(
                        "\(app.id) has '\(app.state.list)', not '\(model.list(of: app.id))'. \(scene.log.suffix(3000))")
                }
            }
            app.news.drain()
        }
    }
}

/// SplitMix64: the same life for the same seed.
struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
