// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// A year of one user's life, from November to November over a leap day and the jumps of clocks: facts, schedules,
/// overrides, holds, edits, apps that come and go, an agent that is killed amidst what it does, sleep, clocks that are
/// set, journeys to other zones, and a hand on the desktop's own switch. After each event, and at each instant at which
/// time alone should change something, machine and oracle are compared.
struct YearTests {
    private static let shell = SourceDescription(
        id: "shell", facts: [.doNotDisturb, .locked], desktops: ["Shell"], silencing: .userSwitch(isLasting: true))
    private static let watcher = SourceDescription(id: "watcher", facts: [.fullscreen, .idle, .locked])
    private static let schedules = [
        nil, nil, "Mon..Fri 09:00-12:30, Mon..Fri 13:15-17:00", "Fri,Sat 22:00-08:00, Sun..Thu 22:30-07:00",
        "Fri 18:00-Mon 08:00", "Sat,Sun", "02:30-06:00", "02:10-02:50", "*-*-1..7 10:00-16:00",
        "*-12-24 12:00-Sun 20:00, *-02-29", "09:00-17:00 America/New_York", "Sun 03:00-Wed 01:30 America/New_York",
        "*-*~1 18:00-02:00",
    ]
    private static let zones = [Zones.paris, Zones.paris, Zones.newYork, Zones.lordHowe, Zones.leaving, .utc]

    private static let first = RandomRunTests.number("FOCUS_YEAR_FIRST").flatMap(UInt64.init(exactly:)) ?? 1
    private static let seeds = max(1, RandomRunTests.number("FOCUS_YEAR_SEEDS").flatMap(UInt64.init(exactly:)) ?? 1)

    /// `FOCUS_YEAR_SEEDS=20` lives through as many years, `FOCUS_YEAR_FIRST=4` from that seed on.
    @Test(arguments: first..<(first + seeds))
    func aYear_isAsItShouldBe(seed: UInt64) throws {
        let world = try Self.live(seed, keepsHistory: false)
        if !world.faults.isEmpty {
            // Again, to print what led to the fault.
            print(try Self.live(seed, keepsHistory: true).history.suffix(80).joined(separator: "\n"))
        }
        #expect(world.faults.isEmpty, "seed \(seed): \(world.faults.prefix(3))")
        // It was a year in which things happened: of sixteen, none had less than 8154 and 143.
        #expect(world.events > 7000 && world.desk?.writes ?? 0 > 100, "\(world.events), \(world.desk?.writes ?? 0)")
    }

    private static func live(_ seed: UInt64, keepsHistory: Bool) throws -> World {
        var random = SplitMix64(seed: seed)
        var world = World(
            modes: RandomRunTests.modes(&random, schedules: schedules, silences: true), sources: [shell, watcher],
            descriptors: try RandomRunTests.descriptors())
        world.keepsHistory = keepsHistory
        world.looksBetween = true
        world.send(.almanac(almanac(Zones.paris)))
        let end = world.now.boottime + .seconds(366 * 86_400)
        while world.now.boottime < end, world.faults.isEmpty {
            world.pass(span(&random))
            // What happens comes in bursts, in which nothing has time to settle.
            for _ in 0..<Int.random(in: 1...4, using: &random) where world.faults.isEmpty {
                act(on: &world, &random)
                world.compareApps()
            }
            if Int.random(in: 0..<3, using: &random) == 0 { world.comeToRest() }
        }
        if world.faults.isEmpty {
            // What cannot be written now is left to the next agent.
            if world.oracle.desk?.isReadable != true { world.report(shell.id, [:], isFirst: true) }
            world.comeToRest()
            world.send(.end)
            if world.desk?.isOn != world.oracle.desk?.own { world.fault("the switch is not as the user left it") }
        }
        return world
    }

    /// Seconds to days.
    private static func span(_ random: inout SplitMix64) -> Microseconds {
        let longest: Int64 = [30, 30, 600, 7200, 43_200, 200_000][Int.random(in: 0..<6, using: &random)]
        return .milliseconds(Int64.random(in: 1...(longest * 1000), using: &random))
    }

    private static func almanac(_ local: ZoneTable) -> Almanac {
        Almanac(local: local, zones: ["America/New_York": Zones.newYork])
    }

    private static func act(on world: inout World, _ random: inout SplitMix64) {
        func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
        // Killed amidst what the next event brings.
        func mayCrash() { if chance(12) { world.crashPoint = Int.random(in: 0..<4, using: &random) } }
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<30: actOnFacts(of: &world, &random)
        case 30..<40:
            world.lendHand()
        case 40..<50:
            mayCrash()
            let mode = world.oracle.modes[Int.random(in: 0..<world.oracle.modes.count, using: &random)]
            let span = Microseconds.seconds(Int64.random(in: 1...200_000, using: &random))
            let end: OverrideEnd = [.boundary, .boundary, .resumed, .time(world.now.realtime + span)][
                Int.random(in: 0..<4, using: &random)]
            if chance(3) {
                world.send(.deactivate(end, world.request()))
            } else {
                world.send(.activate(mode.id, end, world.request()))
            }
        case 50..<54:
            mayCrash()
            world.send(.resume(world.request()))
        case 54..<60:
            // Whoever holds may die of it, as well as say that it is over.
            if chance(3), let holder = world.oracle.holds.randomElement(using: &random)?.peer {
                return world.send(.vanished(holder))
            }
            mayCrash()
            RandomRunTests.hold(in: &world, Make.peer(Int.random(in: 1...12, using: &random)), &random)
            world.crashPoint = nil
        case 60..<66:
            mayCrash()
            // A reload brings the same again.
            let modes = world.oracle.modes
            let edited = RandomRunTests.edited(modes, &random, schedules: schedules, silences: true)
            world.send(.modes(chance(3) ? modes : edited))
        case 66..<76:
            let spans: [Int64] = [0, 0, 0, 5, 600, 30_000, 100_000]
            let seconds = spans[Int.random(in: 0..<spans.count, using: &random)]
            let hand = chance(3) ? Bool.random(using: &random) : nil
            if chance(4) { world.send(.end) }
            world.restart(after: .seconds(seconds), hand: hand)
        case 76..<81:
            world.sleep(.seconds(Int64.random(in: 10...120_000, using: &random)))
            if chance(4) { world.desktopForgets() }
        case 81..<84:
            let spans: [Int64] = [20, -20, 3600, -3600, 90_000, -90_000]
            world.setClock(by: .seconds(spans[Int.random(in: 0..<spans.count, using: &random)]))
        case 84..<87:
            mayCrash()
            world.send(.almanac(almanac(zones[Int.random(in: 0..<zones.count, using: &random)])))
        default: RandomRunTests.actOnApps(of: &world, &random)
        }
    }

    private static func actOnFacts(of world: inout World, _ random: inout SplitMix64) {
        let value: Bool? = [true, false, nil][Int.random(in: 0..<3, using: &random)]
        let isShellThere = world.oracle.sources[shell.id]?.isPresent == true
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<14:
            let facts: [Fact] = [.fullscreen, .idle, .locked]
            let fact = facts[Int.random(in: 0..<facts.count, using: &random)]
            if Int.random(in: 0..<12, using: &random) == 0 { world.crashPoint = Int.random(in: 0..<4, using: &random) }
            world.send(.source(watcher.id, .change([fact: value.map(FactValue.bool)])))
        case 14..<16:
            guard isShellThere else { return world.report(shell.id, [:], isFirst: true) }
            world.send(.source(shell.id, .change([.locked: value.map(FactValue.bool)])))
        case 16: world.report(shell.id, [.locked: .bool(value ?? false)], isFirst: Bool.random(using: &random))
        case 17:
            world.send(
                .source(watcher.id, .reading([.idle: .bool(value ?? true)], isFirst: Bool.random(using: &random))))
        default:
            let reports: [SourceReport] = [.ownerLost, .absent("gone"), .failing("no answer")]
            let source = Bool.random(using: &random) ? shell.id : watcher.id
            world.send(.source(source, reports[Int.random(in: 0..<3, using: &random)]))
        }
    }
}
