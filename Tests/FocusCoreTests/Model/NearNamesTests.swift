// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

struct NearNamesTests {
    static let facts = Fact.types.keys.map(\.name)

    @Test func swappedLetters_findTheName() {
        #expect(nearNames(to: "do-not-distrub", among: Self.facts) == ["do-not-disturb"])
        #expect(nearNames(to: "lokced", among: Self.facts) == ["locked", "docked"])
    }

    @Test func beginnings_findTheName() {
        #expect(nearNames(to: "network-m", among: Self.facts) == ["network", "network-metered"])
        #expect(nearNames(to: "scr", among: Self.facts) == ["screensaver", "screen-shared"])
        #expect(nearNames(to: "n", among: Self.facts).isEmpty)
    }

    @Test func nothingNear_isEmpty() {
        #expect(nearNames(to: "weather", among: Self.facts).isEmpty)
        #expect(nearNames(to: "", among: Self.facts).isEmpty)
    }

    @Test func theNameItself_isNotSuggested() {
        #expect(nearNames(to: "locked", among: ["locked", "Locked"]) == ["Locked"])
    }

    @Test func nearestComesFirst_andTheLimitHolds() {
        let names = ["abcdefghi", "abcdefghx", "abcdefgxx", "abcdefgh"]
        #expect(nearNames(to: "abcdefghj", among: names, limit: 2) == ["abcdefgh", "abcdefghi"])
    }

    @Test func suggestion_readsAsASentence() {
        #expect(suggestion(for: "abd", among: ["abc", "abe"]) == "; did you mean 'abc' or 'abe'?")
        #expect(suggestion(for: "iddle", among: Self.facts) == "; did you mean 'idle'?")
        #expect(suggestion(for: "xyz", among: Self.facts).isEmpty)
    }

    @Test func aVeryLongName_isNeverNear() {
        let long = String(repeating: "a", count: 5000)
        #expect(nearNames(to: long, among: [long + "b"]).isEmpty)
    }
}
