// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
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
        var isModeOn = false
        var history: [String] = []

        init(_ kind: SilenceKind, forgets: Bool) throws {
            desk = try SilenceDesk(kind)
            self.forgets = forgets
            try desk.wait(for: "do-not-disturb", false)
        }

        mutating func step(_ number: Int) throws {
            switch number {
            case 0...3:
                history.append("activate")
                try desk.activate()
                isModeOn = true
            case 4...7:
                history.append("deactivate")
                try desk.deactivate()
                isModeOn = false
            case 8...9:
                history.append("kill")
                try desk.kill()
                try desk.start()
            case 10:
                history.append("kill, and the desktop restarts")
                try desk.kill()
                try restart()
                try desk.start()
            case 11:
                history.append("terminate")
                try desk.terminate()
                try desk.start()
            case 12:
                history.append("the desktop restarts")
                try restart()
            case 13:
                history.append("reload")
                try desk.call("Reload")
            default:
                try lendAHand()
            }
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
                isModeOn = false
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
            try desk.deactivate()
            isModeOn = false
            try desk.wait(isOn: own)
            try desk.waitForRest(own)
        }
    }

    private static let desktops: [(SilenceKind, forgets: Bool)] = [
        (.fake("servers", "dunst"), true), (.fake("servers", "mako"), true), (.fake("deepin"), false),
        (.fake("servers", "swaync", isInhibitor: true), false), (.fake("servers", "plasma", isInhibitor: true), false),
    ]

    @Test(arguments: desktops.indices) func longLife_leavesTheDesktopAsTheUserHadIt(_ index: Int) throws {
        var random = Random(state: UInt64(7 + index))
        var world = try World(Self.desktops[index].0, forgets: Self.desktops[index].forgets)
        do {
            for number in 1...160 {
                try world.step(Int.random(in: 0...14, using: &random))
                if number % 8 == 0 { try world.comeToRest() }
            }
            try world.comeToRest()
        } catch {
            Issue.record("\(Self.desktops[index].0): after \(world.history.suffix(12)), own \(world.own): \(error)")
        }
    }
}
