// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import DesktopSources

/// Signals, replies, and the order in which they come.
struct ObjectReaderTests {
    private static let on: [Fact: FactValue] = [.silenced: .bool(true)]
    private static let off: [Fact: FactValue] = [.silenced: .bool(false)]
    private static let turnedOn = SourceReport.change([.silenced: .bool(true)])
    private static let turnedOff = SourceReport.change([.silenced: .bool(false)])

    private static func settled() -> Stage {
        let stage = Stage.property()
        stage.answerInhibited(false)
        #expect(stage.takeReports() == [.reading(off, isFirst: true)])
        return stage
    }

    // MARK: B4

    @Test(
        "b4: a property that is not simply changed is read again",
        arguments: [
            (nil, ["Inhibited"]), (Value.boolean(true), ["Inhibited"]), (nil, []), (Value.string("true"), []),
        ] as [(Value?, [String])])
    func b4_invalidatedPropertyIsReadAgain(value: Value?, invalidated: [String]) {
        let stage = Self.settled()
        stage.inhibited(value, invalidated: invalidated)
        #expect(stage.takeReports() == [])
        #expect(stage.count("GetAll") == 1, "one Get")
        stage.answerInhibited(true)
        #expect(stage.takeReports() == [.reading(Self.on, isFirst: false)], "one change")
        #expect(stage.calls.isEmpty)
        #expect(stage.hasLogged(.warning, "ignored") == (value == .string("true") ? 1 : 0))
    }

    @Test func b4_changedPropertyCountsAtOnce() {
        let stage = Self.settled()
        stage.inhibited(.boolean(true))
        #expect(stage.takeReports() == [Self.turnedOn])
        #expect(stage.calls.isEmpty)
        stage.inhibited(.boolean(true))
        #expect(stage.takeReports() == [], "the same again is no change")
    }

    @Test func b4_anotherInterfaceIsIgnored() {
        let stage = Self.settled()
        stage.inhibited(.boolean(true), interface: "org.example.Other")
        stage.inhibited(nil, interface: "org.example.Other")
        stage.inhibited(nil, invalidated: ["Inhibited"], interface: "org.example.Other")
        #expect(stage.takeReports() == [])
        #expect(stage.calls.isEmpty)
    }

    @Test func b4_anotherPropertyIsIgnored() {
        let stage = Self.settled()
        stage.changed(from: ":1.5", PropertySource.path, PropertySource.interface, ["Count": .uint32(3)])
        stage.inhibited(nil, invalidated: ["Count"])
        #expect(stage.takeReports() == [])
        #expect(stage.calls.isEmpty)
    }

    @Test(
        "arguments that make no sense are ignored",
        arguments: [
            [], [.string("org.freedesktop.Notifications")],
            [.string("org.freedesktop.Notifications"), .strings([]), .strings([])],
            [.uint32(1), [String: Value]().busValue, .strings([])],
            [.string("org.freedesktop.Notifications"), ["Inhibited": true].busValue, .strings([])],
            [.string("org.freedesktop.Notifications"), ["Inhibited": Value.boolean(true)].busValue, .uint32(0)],
        ] as [[Value]])
    func illTypedSignal_isIgnored(arguments: [Value]) {
        let stage = Self.settled()
        stage.signal(from: ":1.5", PropertySource.path, .properties, "PropertiesChanged", arguments)
        #expect(stage.takeReports() == [])
    }

    @Test func illTypedProperty_isUnknownAndLoggedOnce() {
        let stage = Stage.property()
        for _ in 0..<3 {
            stage.answerProperties(of: PropertySource.path, ["Inhibited": .string("true")])
            stage.readAgain()
        }
        #expect(stage.takeReports().allSatisfy { if case .reading(let facts, _) = $0 { facts.isEmpty } else { false } })
        #expect(stage.hasLogged(.warning, "came with type s, not b") == 1)
    }

    @Test func missingProperty_isUnknown() {
        let stage = Stage.property()
        stage.answerProperties(of: PropertySource.path, [:])
        #expect(stage.takeReports() == [.reading([:], isFirst: true)])
    }

    // MARK: B5

    @Test func b5_changeBeforeTheReplyIsBuilt() {
        let stage = Stage.property()
        stage.inhibited(.boolean(true))
        stage.answerInhibited(true)
        #expect(stage.takeReports() == [Self.turnedOn, .reading(Self.on, isFirst: true)])
        #expect(stage.calls.isEmpty)
    }

    @Test func b5_olderReplyDoesNotOverwriteTheSignal() {
        let stage = Stage.property()
        stage.inhibited(.boolean(true))
        stage.answerInhibited(false)
        #expect(stage.takeReports() == [Self.turnedOn], "the reply was built before the change")
        #expect(stage.answerInhibited(true), "a further read decides")
        #expect(stage.takeReports() == [.reading(Self.on, isFirst: true)])
        #expect(stage.calls.isEmpty)
    }

    @Test func b5_olderReplyDoesNotOverwriteTheSignalLater() {
        let stage = Self.settled()
        stage.readAgain()
        stage.inhibited(.boolean(true))
        #expect(stage.takeReports() == [Self.turnedOn])
        stage.answerInhibited(false)
        #expect(stage.takeReports() == [])
        stage.answerInhibited(true)
        #expect(stage.takeReports() == [.reading(Self.on, isFirst: false)])
    }

    @Test func b5_invalidationDuringAReadIsReadAfterIt() {
        let stage = Stage.property()
        stage.inhibited(nil, invalidated: ["Inhibited"])
        #expect(stage.count("GetAll") == 1)
        stage.answerInhibited(false)
        #expect(stage.takeReports() == [], "the reply may be older than the invalidation")
        stage.answerInhibited(true)
        #expect(stage.takeReports() == [.reading(Self.on, isFirst: true)])
    }

    @Test func b5_manyOrdersEndInTheTruth() {
        // Every interleaving of up to four toggles with the read that is under way: the last read tells the truth.
        for pattern in 0..<64 {
            let stage = Stage.property()
            var truth = false
            var answer = truth
            for step in 0..<6 {
                if pattern & (1 << step) != 0 {
                    truth.toggle()
                    stage.inhibited(.boolean(truth))
                } else {
                    stage.answerInhibited(answer)
                    answer = truth
                }
            }
            while stage.answerInhibited(truth) {}
            var known: FactValue?
            for report in stage.takeReports() {
                switch report {
                case .reading(let facts, _): known = facts[.silenced]
                case .change(let changes): if let change = changes[.silenced] { known = change }
                case .ownerLost, .absent, .failing: Issue.record("\(report)")
                }
            }
            #expect(known == .bool(truth), "pattern \(pattern)")
        }
    }

    @Test func componentThatAnswersEachReadWithAnInvalidation_endsThere() {
        let stage = Stage.property()
        var reads = 0
        while stage.count("GetAll") > 0, reads < 100 {
            stage.inhibited(nil, invalidated: ["Inhibited"])
            stage.answerInhibited(true)
            reads += 1
        }
        #expect(reads < 10)
        #expect(stage.takeReports() == [.reading(Self.on, isFirst: true)])
        #expect(stage.hasLogged(.warning, "faster than it can be read") == 1)
        #expect(stage.elapse("retry-property"), "what came in between is not missed")
        stage.answerInhibited(false)
        #expect(stage.takeReports() == [.reading(Self.off, isFirst: false)])
        #expect(stage.timers.isEmpty)
    }

    // MARK: B6

    @Test func b6_pushedOnIsCorrectedByTheNextRead() {
        let stage = Self.settled()
        stage.inhibited(.boolean(true))
        _ = stage.takeReports()
        stage.readAgain()
        stage.answerInhibited(false)
        #expect(stage.takeReports() == [.reading(Self.off, isFirst: false)])
        #expect(stage.hasLogged(.notice, "property: Inhibited changed and no signal said so") == 1)
    }

    @Test func b6_pushedOffIsCorrectedByTheNextRead() {
        let stage = Self.settled()
        stage.readAgain()
        stage.answerInhibited(true)
        #expect(stage.takeReports() == [.reading(Self.on, isFirst: false)])
        #expect(stage.hasLogged(.notice, "no signal said so") == 1)
        stage.readAgain()
        stage.answerInhibited(true)
        #expect(stage.hasLogged(.notice, "no signal said so") == 1)
    }

    // MARK: B8

    @Test func b8_valueThatStaysOnIsAFirstReadingNotAChange() {
        let stage = Stage.property()
        stage.answerInhibited(true)
        stage.owner(PropertySource.name, nil)
        stage.pass(.seconds(3))
        stage.owner(PropertySource.name, ":1.8")
        stage.answerInhibited(true)
        #expect(
            stage.takeReports() == [.reading(Self.on, isFirst: true), .ownerLost, .reading(Self.on, isFirst: true)])
    }

    // MARK: D7

    @Test func d7_refusalIsAskedAgainEverMoreSeldom() {
        let stage = Stage.property()
        var waits: [Microseconds] = []
        for _ in 0..<12 {
            stage.refuse("GetAll", .accessDenied)
            waits.append(stage.timers["retry-property"] ?? 0)
            stage.elapse("retry-property")
        }
        #expect(waits.prefix(4) == [.seconds(1), .seconds(2), .seconds(4), .seconds(8)])
        #expect(waits.last == .seconds(300))
        #expect(stage.calls.count == 1)
        #expect(stage.takeReports().allSatisfy { if case .failing = $0 { true } else { false } })
        stage.answerInhibited(true)
        #expect(stage.takeReports() == [.reading(Self.on, isFirst: true)])
        #expect(stage.timers.isEmpty)
    }

    @Test func j1_componentThatHangsOnceIsNotBrokenYet() {
        let stage = Self.settled()
        stage.readAgain()
        stage.answer("GetAll", .failure(.timedOut))
        #expect(stage.takeReports() == [], "what is known stands")
        stage.elapse("retry-property")
        stage.answer("GetAll", .failure(.timedOut))
        #expect(stage.takeReports() == [.failing("no answer in time")])
        stage.elapse("retry-property")
        stage.answerInhibited(true)
        #expect(stage.takeReports() == [.reading(Self.on, isFirst: true)])
    }

    @Test func duplicateKeysInAnAnswer_makeNoSense() {
        let stage = Stage.property()
        let entry = DictionaryEntry(key: .string("Inhibited"), value: .variant(.boolean(true)))
        let dictionary = Value.dictionary(key: "s", value: "v", [entry, entry])
        stage.answer("GetAll", dictionary)
        guard case .failing? = stage.takeReports().first else {
            Issue.record("not failing")
            return
        }
    }
}
