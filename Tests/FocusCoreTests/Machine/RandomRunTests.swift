// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import FocusCore

/// Long random runs with many apps, processes, ranks, edits and restarts, against the oracle.
struct RandomRunTests {
    static let apps = ["org.example.Tasks", "org.example.Mail", "org.example.Chat"].map(Make.app)
    static let filters = ["UpNext", "Quiet"]
    static let sources = [
        SourceDescription(id: "shell", facts: [.doNotDisturb, .fullscreen, .locked]),
        SourceDescription(id: "watcher", facts: [.fullscreen, .idle], weights: [.fullscreen: .firsthand]),
    ]

    /// How a run goes.
    enum Pace: CaseIterable, Sendable {
        /// Seconds pass, and apps change their minds about which entities there are.
        case seconds
        /// Hours and days pass, clocks and time zones are set, the agent is away for long; every entity exists.
        case days
    }

    @Test(arguments: Pace.allCases, 1...seeds)
    func randomRun_keepsThePromises(pace: Pace, seed: UInt64) throws {
        let world = try Self.run(pace, seed, keepsHistory: false)
        if !world.faults.isEmpty {
            // Again, to print what led to the fault.
            print(try Self.run(pace, seed, keepsHistory: true).history.suffix(60).joined(separator: "\n"))
        }
        #expect(world.faults.isEmpty, "\(pace), seed \(seed): \(world.faults.prefix(3))")
    }

    /// `FOCUS_RANDOM_STEPS` makes runs longer, `FOCUS_RANDOM_SEEDS` makes more of them.
    private static let steps = number("FOCUS_RANDOM_STEPS") ?? 1500
    static let seeds = max(1, number("FOCUS_RANDOM_SEEDS").flatMap(UInt64.init) ?? 4)

    static func number(_ name: String) -> Int? {
        getenv(name).flatMap { Int(String(cString: $0)) }
    }

    private static func run(_ pace: Pace, _ seed: UInt64, keepsHistory: Bool) throws -> World {
        var random = SplitMix64(seed: seed)
        var world = World(modes: modes(&random), sources: sources, descriptors: try descriptors())
        world.keepsHistory = keepsHistory
        for step in 1...steps where world.faults.isEmpty {
            act(on: &world, pace, &random)
            if step % 25 == 0 { world.comeToRest() }
        }
        return world
    }

    /// One app without anything, one with a program, one with a helper.
    static func descriptors() throws -> [AppDescriptor] {
        let offered = filters.map { Make.filter($0, hasLists: true) }
        return [
            AppDescriptor(id: apps[1], background: .exec(try ExecLine("/usr/bin/true")), filters: offered),
            AppDescriptor(id: apps[2], background: .activate, filters: offered),
        ]
    }

    private static func act(on world: inout World, _ pace: Pace, _ random: inout SplitMix64) {
        let source = sources[Int.random(in: sources.indices, using: &random)]
        switch Int.random(in: 0..<127, using: &random) {
        case 0..<22:
            let fact = source.facts.sorted()[Int.random(in: 0..<source.facts.count, using: &random)]
            let value: FactValue? = [.bool(true), .bool(false), .bool(false), nil][
                Int.random(in: 0..<4, using: &random)]
            world.send(.source(source.id, .change([fact: value])))
        case 22..<30:
            var reading: [Fact: FactValue] = [:]
            for fact in source.facts.sorted() {
                let value: Bool? = [true, false, nil][Int.random(in: 0..<3, using: &random)]
                reading[fact] = value.map(FactValue.bool)
            }
            world.send(.source(source.id, .reading(reading, isFirst: Bool.random(using: &random))))
        case 30..<33:
            let reports: [SourceReport] = [.ownerLost, .absent("gone"), .failing("no answer")]
            world.send(.source(source.id, reports[Int.random(in: 0..<3, using: &random)]))
        case 33..<45:
            var spans: [Microseconds] = [10_000, 60_000, 120_000, 1_000_000, 3_100_000, 11_000_000]
            switch pace {
            case .seconds: break
            case .days: spans += [.seconds(300), .seconds(7200), .seconds(50_000), .seconds(150_000)]
            }
            world.pass(spans[Int.random(in: 0..<spans.count, using: &random)])
        case 45..<49:
            let mode = world.oracle.modes[Int.random(in: 0..<world.oracle.modes.count, using: &random)]
            let end: OverrideEnd = [.boundary, .resumed, .time(world.now.realtime + 5_000_000)][
                Int.random(in: 0..<3, using: &random)]
            if Bool.random(using: &random) {
                world.send(.activate(mode.id, end, world.request()))
            } else {
                world.send(.deactivate(end, world.request()))
            }
        case 49..<52: world.send(.resume(world.request()))
        case 52..<55: world.send(.modes(edited(world.oracle.modes, &random)))
        case 55..<58 where pace == .seconds:
            world.existing = Set(["a", "b", "c"].filter { _ in Bool.random(using: &random) })
        case 55..<59: if pace == .days { turnTime(of: &world, &random) }
        case 59..<63: hold(in: &world, Make.peer(Int.random(in: 1...7, using: &random)), &random)
        case 63: world.setOwned(Make.app("org.example.Player"), Bool.random(using: &random))
        case 64..<67:
            let spans: [Microseconds] = [0, 0, .seconds(20), .seconds(40_000), .seconds(200_000)]
            let span = spans[Int.random(in: 0..<spans.count, using: &random)]
            world.restart(after: pace == .days ? span : 0)
        default: actOnApps(of: &world, &random)
        }
    }

    /// What apps do, and what the user lets them.
    static func actOnApps(of world: inout World, _ random: inout SplitMix64) {
        let number = Int.random(in: 1...7, using: &random)
        let peer = Make.peer(number)
        // A process belongs to one app for good, as an executable does.
        let app = apps[number % apps.count]
        let filter = Make.id(filters[Int.random(in: filters.indices, using: &random)])
        switch Int.random(in: 0..<60, using: &random) {
        case 0..<12:
            let offered = filters.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
            let level = Int64(Int.random(in: 0..<8, using: &random) == 0 ? 1 : 0)
            if !offered.isEmpty {
                world.register(
                    number, app, rank: [.owner, .helper, .unowned][Int.random(in: 0..<3, using: &random)],
                    offered.map { Make.filter($0, level: level, hasLists: true) }, standby: Bool.random(using: &random))
            }
        case 12..<14:
            let named = Bool.random(using: &random) ? [] : [Make.id(filters[0])]
            world.send(.unregister(peer, named, world.request()))
        case 14..<17: world.send(.vanished(peer))
        case 17..<31:
            if !world.calls.isEmpty {
                world.answer(Int.random(in: 0..<world.calls.count, using: &random), succeeded: true, isApplied: true)
            }
        case 31..<35:
            if !world.calls.isEmpty {
                world.answer(
                    Int.random(in: 0..<world.calls.count, using: &random), succeeded: false,
                    isApplied: Bool.random(using: &random))
            }
        case 35..<39: world.send(.suspend(peer, filter, Bool.random(using: &random), world.request()))
        case 39..<41:
            var policies: [AppID: AppPolicy] = [:]
            for app in apps {
                policies[app] = AppPolicy(
                    shareMode: Bool.random(using: &random), activate: Int.random(in: 0..<4, using: &random) > 0)
            }
            world.send(.policies(policies))
        case 41: world.send(.contact(peer))
        case 42:
            if Bool.random(using: &random) { world.helperLeaves(apps[2]) }
            world.answerStart(0, World.StartOutcome.allCases[Int.random(in: 0..<3, using: &random)])
        case 43..<57:
            if !world.inquiries.isEmpty {
                let index = Int.random(in: 0..<world.inquiries.count, using: &random)
                world.answerInquiry(index, succeeded: Int.random(in: 0..<4, using: &random) > 0)
            }
        default: world.send(.invalidate(peer, filter, world.request()))
        }
    }

    /// The clock is set, or the time zone.
    private static func turnTime(of world: inout World, _ random: inout SplitMix64) {
        let spans: [Microseconds] = [.seconds(-3600), .seconds(-90_000), .seconds(1200), .seconds(2_000_000)]
        if Bool.random(using: &random) {
            world.setClock(by: spans[Int.random(in: 0..<spans.count, using: &random)])
        } else {
            let jump = world.now.realtime / 1_000_000 + 86_400
            let local = ZoneTable(
                firstOffset: 3600 * Int64.random(in: -11...14, using: &random),
                transitions: [ZoneTable.Transition(at: jump, offset: 3600 * Int64.random(in: -11...14, using: &random))]
            )
            world.send(.almanac(Almanac(local: local)))
        }
    }

    static func hold(in world: inout World, _ peer: PeerID, _ random: inout SplitMix64) {
        if let hold = world.oracle.holds.randomElement(using: &random), Bool.random(using: &random) {
            world.send(.release(hold.id, Bool.random(using: &random) ? hold.peer : peer, world.request()))
        } else if let id = HoldID(random.next()) {
            let mode = world.oracle.modes[Int.random(in: 0..<world.oracle.modes.count, using: &random)]
            world.send(.hold(id, peer, mode.id, reason: "", world.request()))
        }
    }

    /// `schedules`: what there is to choose from. `silences`: whether modes may want the desktop to be quiet, or not to.
    static func modes(
        _ random: inout SplitMix64, schedules: [String?] = schedules, silences: Bool = false
    ) -> [Mode] {
        ["dnd", "film", "locked", "away", "work", "late"].map {
            mode($0, &random, schedules: schedules, silences: silences)
        }
    }

    static let schedules = [
        nil, nil, nil, "09:00-12:00", "Mon..Fri 22:00-07:00", "Sat,Sun", "00:00-00:05, 06:00-06:05, 12:00-18:00",
        "*-*-1..7 10:00-16:00",
    ]

    static func edited(
        _ modes: [Mode], _ random: inout SplitMix64, schedules: [String?] = schedules, silences: Bool = false
    ) -> [Mode] {
        var modes = modes
        let index = Int.random(in: 0..<modes.count, using: &random)
        modes[index] = mode(modes[index].id.text, &random, schedules: schedules, silences: silences)
        return modes
    }

    private static func mode(
        _ id: String, _ random: inout SplitMix64, schedules: [String?], silences: Bool
    ) -> Mode {
        var configured: [String: [String: ConfiguredValue]] = [:]
        for app in apps {
            for filter in filters where Bool.random(using: &random) {
                var values: [String: ConfiguredValue] = [:]
                if Bool.random(using: &random) { values["level"] = .int(Int64.random(in: 0...2, using: &random)) }
                if Bool.random(using: &random) { values["tags"] = .value(.array([.string("a")])) }
                if Int.random(in: 0..<5, using: &random) == 0 { values["tags"] = ConfiguredValue.none }
                if Bool.random(using: &random) {
                    let ids = ["a", "b", "c"].filter { _ in Bool.random(using: &random) }
                    values["lists"] = .value(.array(ids.map(ParameterValue.string)))
                }
                configured["\(app)/\(filter)"] = values
            }
        }
        let delays: [Microseconds?] = [nil, nil, 0, 500_000]
        let quiet: [Bool?] = [nil, true, true, false]
        return Make.mode(
            id, when: Int.random(in: 0..<6, using: &random) == 0 ? nil : expression(2, &random),
            schedule: schedules[Int.random(in: 0..<schedules.count, using: &random)],
            priority: Int.random(in: -2...2, using: &random), isEnabled: Int.random(in: 0..<8, using: &random) > 0,
            enterDelay: delays[Int.random(in: 0..<4, using: &random)],
            leaveDelay: delays[Int.random(in: 0..<4, using: &random)],
            doNotDisturb: silences ? quiet[Int.random(in: 0..<4, using: &random)] : nil, filters: configured)
    }

    private static func expression(_ depth: Int, _ random: inout SplitMix64) -> Condition.Expression {
        let facts: [Fact] = [.doNotDisturb, .fullscreen, .locked, .idle]
        let choice = depth == 0 ? 0 : Int.random(in: 0..<5, using: &random)
        return switch choice {
        case 0, 1: .proposition(proposition(facts[Int.random(in: 0..<facts.count, using: &random)], &random))
        case 2: .not(expression(depth - 1, &random))
        case 3: .and(expression(depth - 1, &random), expression(depth - 1, &random))
        default: .or(expression(depth - 1, &random), expression(depth - 1, &random))
        }
    }

    private static func proposition(_ fact: Fact, _ random: inout SplitMix64) -> Proposition {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: .lasting(fact, [2_000_000, .seconds(600)][Int.random(in: 0...1, using: &random)])
        case 1: .known(fact)
        case 2: .app(Make.app("org.example.Player"))
        case 3: .mode(Make.mode(["dnd", "film", "locked", "away", "gone"][Int.random(in: 0..<5, using: &random)]))
        default: .fact(fact)
        }
    }
}
