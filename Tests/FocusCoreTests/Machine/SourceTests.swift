// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// Which word counts, and for how long.
struct SourceTests {
    static let dndMode = Make.mode(
        "dnd", when: .fact(.doNotDisturb), filters: ["org.example.Tasks/UpNext": ["level": .int(1)]])
    static let tasks = Make.app("org.example.Tasks")

    /// On, with one app that has been told.
    private func on() -> Bench {
        var bench = Bench.ready([Self.dndMode], readings: ["shell": [.doNotDisturb: .bool(true)]])
        bench.register(Make.registration(1, Self.tasks, filters: [Make.filter("UpNext")]))
        bench.acknowledgeAll()
        return bench
    }

    @Test
    func b8_ownerAwayForLessThanTheGrace_changesNothing() {
        var bench = on()
        bench.send(.source("shell", .ownerLost))
        #expect(bench.actions.effects == [.sourcesChanged(["shell"])])
        bench.pass(.milliseconds(2900))
        #expect(bench.actions.effects.isEmpty)
        bench.send(.source("shell", .reading([.doNotDisturb: .bool(true)], isFirst: true)))
        #expect(bench.actions.effects == [.sourcesChanged(["shell"])])
        #expect(bench.pass(.seconds(60)).effects.isEmpty)
    }

    @Test
    func d1_newOwnersChange_endsTheGraceAtOnce() {
        var bench = on()
        bench.send(.source("shell", .ownerLost))
        bench.pass(.seconds(2))
        bench.setDoNotDisturb(false)
        #expect(bench.machine.facts[.doNotDisturb] == .bool(false))
        #expect(bench.pass(.milliseconds(100)).performs.map(\.transition.reason) == [.ended])
    }

    @Test
    func d1_firstReadingAfterTheNewOwnersChange_countsAtOnce() {
        var bench = on()
        bench.send(.source("shell", .ownerLost))
        bench.setDoNotDisturb(true)
        bench.send(.source("shell", .reading([.doNotDisturb: .bool(false)], isFirst: true)))
        #expect(bench.machine.facts[.doNotDisturb] == .bool(false))
    }

    @Test
    func d2_daemonThatComesLate_isReadAtOnce() {
        var bench = Bench(sources: [Bench.dnd])
        bench.send(.modes([Self.dndMode]))
        bench.send(.source("shell", .absent("nobody owns the name")))
        bench.send(.notificationServer(product: nil))
        #expect(bench.machine.activeMode == nil)
        bench.pass(.seconds(40))
        bench.send(.notificationServer(product: "shell"))
        bench.send(.source("shell", .reading([.doNotDisturb: .bool(true)], isFirst: true)))
        #expect(bench.machine.activeMode == Make.mode("dnd"))
    }

    @Test
    func d3_replacementThatSaysOn_changesNothing() {
        var bench = on()
        bench.send(.source("shell", .reading([.doNotDisturb: .bool(true)], isFirst: true)))
        #expect(bench.actions.effects.isEmpty)
        #expect(bench.machine.nextWakeup == Wakeup())
    }

    @Test
    func d3_replacementThatSaysOff_countsAfterTheGrace() {
        var bench = on()
        bench.send(.source("shell", .reading([.doNotDisturb: .bool(false)], isFirst: true)))
        #expect(bench.pass(.milliseconds(2900)).performs.isEmpty)
        #expect(bench.machine.activeMode == Make.mode("dnd"))
        #expect(bench.pass(.milliseconds(300)).performs.map(\.transition.reason) == [.ended])
    }

    @Test
    func d3_replacementThatSaysOffAboutOneOfItsFacts_onlyThatOneWaits() {
        var bench = on()
        bench.send(.source("shell", .change([.silenced: .bool(false)])))
        bench.send(.source("shell", .reading([.doNotDisturb: .bool(false), .silenced: .bool(true)], isFirst: true)))
        #expect(bench.machine.facts[.doNotDisturb] == .bool(true))
        #expect(bench.machine.facts[.silenced] == .bool(true))
        #expect(bench.pass(.milliseconds(2900)).performs.isEmpty)
        #expect(bench.pass(.milliseconds(300)).performs.map(\.transition.reason) == [.ended])
        #expect(bench.machine.facts[.silenced] == .bool(true))
    }

    @Test
    func d3_offWaits_whateverElseTheNewOwnerSays() {
        var bench = on()
        bench.send(.source("shell", .ownerLost))
        let reading: [Fact: FactValue] = [.doNotDisturb: .bool(false), .silenced: .bool(true)]
        bench.send(.source("shell", .reading(reading, isFirst: true)))
        #expect(bench.machine.facts[.silenced] == .bool(true))
        bench.send(.source("shell", .change([.silenced: .bool(false)])))
        bench.send(.source("shell", .reading([.doNotDisturb: .bool(false), .silenced: .bool(false)], isFirst: false)))
        #expect(bench.machine.facts[.silenced] == .bool(false))
        #expect(bench.machine.facts[.doNotDisturb] == .bool(true))
        #expect(bench.pass(.milliseconds(2900)).performs.isEmpty)
        #expect(bench.pass(.milliseconds(300)).performs.map(\.transition.reason) == [.ended])
    }

    @Test
    func graceWithoutNewOwner_endsUnknown() {
        var bench = on()
        bench.send(.source("shell", .ownerLost))
        bench.send(.source("shell", .absent("nobody owns the name")))
        #expect(bench.machine.facts[.doNotDisturb] == .bool(true))
        bench.pass(.milliseconds(3000))
        #expect(bench.machine.facts[.doNotDisturb] == nil)
        #expect(bench.machine.activeMode == Make.mode("dnd"), "it leaves calmly")
        bench.pass(.milliseconds(100))
        #expect(bench.machine.activeMode == nil)
    }

    @Test
    func ownerThatComesAndGoes_doesNotProlongTheGrace() {
        var bench = on()
        for _ in 0..<4 {
            bench.send(.source("shell", .ownerLost))
            bench.pass(.milliseconds(400))
            bench.send(.source("shell", .reading([:], isFirst: true)))
            bench.pass(.milliseconds(400))
        }
        #expect(bench.machine.facts[.doNotDisturb] == nil)
    }

    @Test
    func f1_sameReadingAThousandTimes_doesNothing() {
        var bench = on()
        for _ in 0..<1000 {
            bench.send(.source("shell", .reading([.doNotDisturb: .bool(true)], isFirst: false)))
            #expect(bench.actions.isEmpty)
            bench.send(.source("shell", .change([.doNotDisturb: .bool(true)])))
            #expect(bench.actions.isEmpty)
        }
    }

    @Test
    func badlyTypedOrForeignFacts_areUnknown() {
        var bench = Bench.ready([Self.dndMode])
        bench.change([.doNotDisturb: .text("true"), .locked: .bool(true)])
        #expect(bench.machine.facts.isEmpty)
        bench.send(.source("shell", .reading([.doNotDisturb: .number(1), .battery: .number(3)], isFirst: false)))
        #expect(bench.machine.facts.isEmpty)
        bench.send(.source("nobody", .reading([.doNotDisturb: .bool(true)], isFirst: true)))
        #expect(bench.machine.facts.isEmpty)
    }

    // MARK: Charge

    static let contenders = [
        SourceDescription(id: "dunst", facts: [.doNotDisturb], products: ["dunst"]),
        SourceDescription(id: "gnome", facts: [.doNotDisturb], products: ["gnome-shell"], desktops: ["GNOME"]),
        SourceDescription(id: "plasma", facts: [.doNotDisturb], products: ["Plasma"], desktops: ["KDE"]),
    ]

    private func contend(
        _ words: [SourceID: Bool?], product: String?, desktop: String, privateStore: SourceID? = nil
    ) -> FactValue? {
        var sources = Self.contenders
        for index in sources.indices where sources[index].id == privateStore {
            sources[index].privateStore = "its settings are in memory"
        }
        var state = DesktopState(sources: sources, desktops: [desktop])
        let now = Instant(realtime: 0, boottime: 0)
        state.setNotificationServer(product, at: now)
        for (id, word) in words {
            state.take(.reading(word.map { [.doNotDisturb: .bool($0)] } ?? [:], isFirst: true), from: id, at: now)
        }
        return state.effective[.doNotDisturb]
    }

    @Test
    func ownerOfTheNotificationServer_decides() {
        let words: [SourceID: Bool?] = ["dunst": false, "gnome": true, "plasma": true]
        #expect(contend(words, product: "dunst", desktop: "GNOME") == .bool(false))
        #expect(contend(["dunst": Bool?.none, "gnome": true], product: "dunst", desktop: "GNOME") == nil)
    }

    @Test
    func withoutOwner_theDesktopDecides() {
        let words: [SourceID: Bool?] = ["dunst": true, "gnome": false, "plasma": true]
        #expect(contend(words, product: nil, desktop: "GNOME") == .bool(false))
        #expect(contend(words, product: "mystery", desktop: "GNOME") == .bool(false), "nobody claims that product")
    }

    @Test
    func withNeither_anyOnCounts() {
        #expect(contend(["dunst": false, "gnome": true], product: nil, desktop: "sway") == .bool(true))
        #expect(contend(["dunst": false, "gnome": Bool?.none], product: nil, desktop: "sway") == .bool(false))
        #expect(contend(["dunst": Bool?.none], product: nil, desktop: "sway") == nil)
    }

    @Test
    func privateStore_isNeverHeard() {
        let words: [SourceID: Bool?] = ["dunst": false, "gnome": true]
        #expect(contend(words, product: "gnome-shell", desktop: "GNOME", privateStore: "gnome") == .bool(false))
        #expect(contend(["gnome": true], product: nil, desktop: "GNOME", privateStore: "gnome") == nil)
    }

    @Test
    func changeOfTheServer_changesWhoCounts() {
        var bench = Bench.ready(
            [Self.dndMode], sources: Self.contenders,
            readings: ["dunst": [.doNotDisturb: .bool(true)], "gnome": [.doNotDisturb: .bool(false)]])
        #expect(bench.machine.sourceOverviews.map(\.isInCharge) == [true, true, true])
        bench.send(.notificationServer(product: "gnome-shell"))
        #expect(bench.actions.contains(.sourcesChanged(["dunst", "plasma"])))
        #expect(bench.machine.facts[.doNotDisturb] == .bool(false))
        #expect(bench.machine.sourceOverviews.map(\.isInCharge) == [false, true, false])
        bench.send(.notificationServer(product: "dunst"))
        #expect(bench.machine.facts[.doNotDisturb] == .bool(true))
        #expect(bench.machine.explain(at: bench.now).terms.map(\.source) == ["dunst"])
    }

    // MARK: Weight

    static let weights: [SourceDescription.Weight] = [.hint, .ordinary, .firsthand, .reported]

    /// Two sources, each with every weight and every word: the rule of the documentation, word by word.
    @Test
    func c5_heavierWordCounts_amongEqualsTrueDoes() {
        let words: [Bool?] = [true, false, nil]
        for one in Self.weights {
            for two in Self.weights {
                let sources = [
                    SourceDescription(id: "one", facts: [.idle], weights: [.idle: one]),
                    SourceDescription(id: "two", facts: [.idle], weights: [.idle: two]),
                ]
                for first in words {
                    for second in words {
                        var state = DesktopState(sources: sources, desktops: [])
                        for (id, word) in [(SourceID("one"), first), ("two", second)] {
                            let facts = word.map { [Fact.idle: FactValue.bool($0)] } ?? [:]
                            state.take(
                                .reading(facts, isFirst: true), from: id, at: Instant(realtime: 0, boottime: 0))
                        }
                        let expected: Bool? =
                            if let first, let second {
                                one == two ? first || second : one > two ? first : second
                            } else {
                                first ?? second
                            }
                        #expect(state.effective[.idle] == expected.map(FactValue.bool), "\(one) \(two)")
                        let isDisputed = first != nil && second != nil && first != second
                        #expect(state.dissenters(on: .idle).count == (isDisputed ? 1 : 0))
                        #expect(
                            expected == nil
                                || state.origin(of: .idle)?.values[.idle] == expected.map(FactValue.bool))
                    }
                }
            }
        }
    }

    @Test
    func c5_disagreement_isTold() {
        let sources = [
            SourceDescription(id: "logind", facts: [.onBattery]),
            SourceDescription(id: "upower", facts: [.onBattery], weights: [.onBattery: .firsthand]),
        ]
        var bench = Bench.ready(
            [Make.mode("travel", when: .fact(.onBattery))], sources: sources,
            readings: ["logind": [.onBattery: .bool(true)], "upower": [.onBattery: .bool(false)]])
        #expect(bench.machine.activeMode == nil, "logind is read seldom, UPower tells each change")
        bench.pass(.seconds(2))
        let row = bench.machine.factOverviews(at: bench.now).first
        #expect(row?.source == "upower")
        #expect(row?.value == .bool(false))
        #expect(row?.age == .seconds(2))
        #expect(row?.against == ["logind"])
        #expect(bench.machine.explain(at: bench.now).terms.map(\.against) == [["logind"]])
        bench.send(.source("upower", .ownerLost))
        bench.pass(.seconds(4))
        #expect(bench.machine.activeMode == Make.mode("travel"), "what is left counts")
        #expect(bench.machine.factOverviews(at: bench.now).first?.against == [])
    }

    // MARK: Lock

    static let lockSources = [
        SourceDescription(id: "logind", facts: [.locked]), SourceDescription(id: "saver", facts: [.screensaver]),
    ]
    static let lockMode = Make.mode("away", when: .fact(.locked))

    @Test
    func c5_hintThatSticks_losesToTheScreensaverAfterTenSeconds() {
        var bench = Bench.ready(
            [Self.lockMode], sources: Self.lockSources,
            readings: ["logind": [.locked: .bool(true)], "saver": [.screensaver: .bool(true)]])
        #expect(bench.machine.activeMode == Make.mode("away"))
        bench.change([.screensaver: .bool(false)], from: "saver")
        #expect(!bench.pass(.milliseconds(9900)).contains(.problemsChanged))
        #expect(bench.machine.facts[.locked] == .bool(true))
        #expect(bench.pass(.milliseconds(300)).contains(.problemsChanged))
        #expect(bench.machine.facts[.locked] == .bool(false))
        #expect(bench.machine.activeMode == nil)
        #expect(bench.machine.problems.map(\.problem.subject) == ["logind"])
        #expect(bench.machine.explain(at: bench.now).terms.map(\.source) == ["saver"])
        // No oscillation: the same words again, the hint said once more.
        for _ in 0..<5 {
            bench.change([.locked: .bool(true)], from: "logind")
            #expect(bench.pass(.seconds(20)).effects.isEmpty)
        }
        // They agree again.
        bench.change([.locked: .bool(false)], from: "logind")
        #expect(bench.actions.effects == [.sourcesChanged(["logind"]), .problemsChanged])
        #expect(bench.machine.problems.isEmpty)
    }

    @Test
    func c5_lockThatTheSaverAnnouncesLater_isNoConflict() {
        var bench = Bench.ready(
            [Self.lockMode], sources: Self.lockSources,
            readings: ["logind": [.locked: .bool(false)], "saver": [.screensaver: .bool(false)]])
        bench.change([.locked: .bool(true)], from: "logind")
        #expect(bench.machine.activeMode == Make.mode("away"))
        bench.pass(.seconds(3))
        bench.change([.screensaver: .bool(true)], from: "saver")
        #expect(bench.pass(.seconds(60)).effects.isEmpty)
        #expect(bench.machine.activeMode == Make.mode("away"))
    }

    @Test
    func c5_unknownScreensaver_contradictsNothing() {
        var bench = Bench.ready(
            [Self.lockMode], sources: Self.lockSources, readings: ["logind": [.locked: .bool(true)]])
        #expect(bench.machine.nextWakeup == Wakeup())
        bench.pass(.seconds(30))
        #expect(bench.machine.facts[.locked] == .bool(true))
    }
}
