// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import Foundation
import TestSupport
import Testing

/// A long, random life of the real agent with a mode that wants quiet: modes come and go at once, the agent is killed in
/// the middle of it, the desktop restarts, the user lends a hand. Whenever it comes to rest, the desktop is as the user
/// had it.
@Suite(.serialized)
struct SilenceRunTests {
    /// SplitMix64: the same life for the same seed.
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    /// What the user of a faked desktop may expect.
    struct World {
        let desk: SilenceDesk
        /// The user's own switch is forgotten when the desktop restarts.
        let forgets: Bool
        /// How the user had the switch.
        var own = false
        /// What the user chose by hand; it beats the hold.
        var override: Bool?
        var holder: ChildProcess?
        var isModeOn: Bool { override ?? (holder != nil) }
        var history: [String] = []

        init(_ kind: SilenceKind, forgets: Bool) throws {
            desk = try SilenceDesk(kind)
            self.forgets = forgets
            try desk.wait(for: "do-not-disturb", false)
            try desk.startApp()
        }

        mutating func step(_ number: Int) throws {
            switch number {
            case 0...3:
                history.append("activate")
                try desk.activate()
                override = true
            case 4...7:
                history.append("deactivate")
                try desk.deactivate()
                override = false
            case 8...9:
                history.append("kill")
                try desk.kill()
                try desk.start()
                try waitForHold()
            case 10:
                history.append("kill, and the desktop restarts")
                try desk.kill()
                try restart()
                try desk.start()
                try waitForHold()
            case 11:
                history.append("terminate")
                try desk.terminate()
                try desk.start()
                try waitForHold()
            case 12:
                history.append("the desktop restarts")
                try restart()
            case 13:
                history.append("reload")
                try desk.call("Reload")
            case 14:
                history.append("another agent takes over")
                try desk.replace()
                try waitForHold()
            case 15...16:
                if holder == nil { try hold() } else { try release() }
            case 17:
                history.append("resume")
                try desk.call("Resume")
                override = nil
            default:
                try lendAHand()
            }
        }

        private mutating func hold() throws {
            history.append("hold")
            override = nil
            holder = try desk.hold()
            try waitForHold()
        }

        private mutating func release() throws {
            guard let holder else { return }
            history.append("no hold")
            self.holder = nil
            try desk.release(holder)
        }

        /// Who holds asks each agent anew, in its own time.
        private func waitForHold() throws {
            if holder != nil, override == nil { try desk.waitForHold() }
        }

        private mutating func restart() throws {
            try desk.desktop("restart")
            if forgets { own = false }
        }

        /// The user moves the switch, when everything before has taken effect.
        private mutating func lendAHand() throws {
            try desk.wait(isOn: own || isModeOn)
            try desk.letAHandBeSeen()
            if isModeOn {
                history.append("hand off")
                try desk.desktop("hand off")
                own = false
                // Whether or not the mode gave way, it is over from here on.
                try desk.wait(isOn: false)
                try desk.deactivate()
                override = false
            } else {
                try desk.waitForRest(own)
                own.toggle()
                history.append("hand \(own)")
                try desk.desktop("hand \(own ? "on" : "off")")
                try desk.wait(for: "do-not-disturb", own)
            }
        }

        mutating func comeToRest() throws {
            history.append("rest")
            try desk.wait(forMode: isModeOn ? "work" : "")
            try desk.wait(forApp: isModeOn ? "work" : SampleApp.defaultList)
            try release()
            try desk.deactivate()
            override = false
            try desk.wait(isOn: own)
            try desk.waitForRest(own)
            try desk.wait(forApp: SampleApp.defaultList)
        }
    }

    private static let desktops: [(SilenceKind, forgets: Bool)] = [
        (.fake("servers", "dunst"), true), (.fake("servers", "mako"), true), (.fake("deepin"), false),
        (.fake("servers", "swaync", isInhibitor: true), false), (.fake("servers", "plasma", isInhibitor: true), false),
        (.gnomeKey, false),
    ]

    /// `FOCUS_SILENCE_STEPS=2000` makes it longer, `FOCUS_SILENCE_SEED=40` another.
    private static let steps = number("FOCUS_SILENCE_STEPS") ?? 80
    private static let seed = number("FOCUS_SILENCE_SEED") ?? 7

    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

    @Test(arguments: desktops.indices) func longLife_leavesTheDesktopAsTheUserHadIt(_ index: Int) throws {
        var random = Random(state: UInt64(Self.seed + index))
        var world = try World(Self.desktops[index].0, forgets: Self.desktops[index].forgets)
        do {
            for number in 1...Self.steps {
                try world.step(Int.random(in: 0...19, using: &random))
                if number % 8 == 0 { try world.comeToRest() }
            }
            try world.comeToRest()
        } catch {
            Issue.record("\(Self.desktops[index].0): after \(world.history.suffix(12)), own \(world.own): \(error)")
        }
    }
}
