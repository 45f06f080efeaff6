// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import SystemFilters

@Suite struct SystemStateTests {
    private static let key = Knob.setting(schema: "org.a", path: "/p/", key: "k")

    private static var full: SystemState {
        var state = SystemState()
        state.tokens = [.appearance: "abc", .command: "d;e=\\f"]
        state.wishes = [
            .settings: [key: "'line\nbreak ; \\'", .powerProfile: "p"], .sound: [.muted(output: "a b"): "true"],
        ]
        state.records = [
            key: .init(
                before: KnobValue(text: " ' spaces '", isDefault: true), written: KnobValue(text: "x"), keeper: "",
                isOverruled: true),
            .powerProfile: .init(before: KnobValue(text: "a"), written: KnobValue(text: "b"), keeper: ""),
        ]
        state.following = AppNotifications(silence: ["a;b", " c"], allow: [])
        state.command = CommandState(
            entered: CommandPair(["enter": .string("a\tb\n"), "leave": .string("=c"), "timeout": .int(7)]), token: "t",
            outcome: "")
        return state
    }

    @Test func text_isReadBack() throws {
        var other = Self.full
        other.following = AppNotifications(allow: ["d"])
        for state in [SystemState(), Self.full, other] {
            let read = try SystemState(state.text)
            #expect(read == state)
            // Equality of values leaves this out.
            #expect(read.records[Self.key]?.before.isDefault == state.records[Self.key]?.before.isDefault)
        }
    }

    /// What an older version left is to be given back all the same.
    @Test func keyThatCameLater_mayBeMissing() throws {
        let text = String(decoding: Self.full.text, as: UTF8.self)
        // Without the seal.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(4)
        let older = lines.filter { !$0.hasPrefix("InForce=") }.map(String.init)
        #expect(older.count < lines.count)
        #expect(try SystemState(StateText.sealed(older)).records == Self.full.records)
    }

    @Test func anyChangedOrMissingByte_isNoticed() {
        let text = Self.full.text
        for index in text.indices {
            var changed = text
            changed[index] ^= 1
            #expect(throws: TextError.self) { try SystemState(changed) }
            #expect(throws: TextError.self) { try SystemState(Array(text[..<index])) }
        }
    }

    @Test func laterFilter_decidesOfAKnob() {
        var state = SystemState()
        let knob = Knob.plain("org.gnome.desktop.interface", "color-scheme")
        state.wishes = [.appearance: [knob: "1"], .settings: [knob: "2"]]
        #expect(state.wish(for: knob) == "2")
        state.wishes[.settings] = nil
        #expect(state.wish(for: knob) == "1")
        #expect(state.wish(for: .powerProfile) == nil)
    }

    @Test(arguments: [(nil, 30), (0, 1), (-5, 1), (45, 45), (1000, 60)] as [(Int64?, Int64)])
    func timeLimit_isWithinBounds(given: Int64?, used: Int64) {
        #expect(CommandPair(given.map { ["timeout": .int($0)] } ?? [:]).seconds == used)
    }
}
