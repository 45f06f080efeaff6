// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import DesktopSources

/// What holds for every source that listens to a component.
struct EverySourceTests {
    /// What the reports, one after the other, make known of the fact.
    private static func values(_ reports: [SourceReport], of fact: Fact) -> [Bool?] {
        reports.compactMap { report -> Bool?? in
            switch report {
            case .reading(let facts, _): .some(facts[fact] == .bool(true))
            case .change(let facts): facts[fact].map { $0.map { $0 == .bool(true) } }
            case .ownerLost, .absent, .failing: nil
            }
        }
    }

    private static func isLoss(_ report: SourceReport) -> Bool { report == .ownerLost }

    @Test(arguments: SourceCase.all)
    func d4_withoutAnOwner_nothingIsDone(source: SourceCase) {
        let stage = source.stage()
        stage.readAgain()
        #expect(stage.calls.isEmpty && stage.timers.isEmpty && stage.alarms.isEmpty && stage.followedFiles.isEmpty)
        guard case .absent(let words)? = stage.takeReports().first else {
            Issue.record("not absent")
            return
        }
        #expect(!words.isEmpty)
    }

    @Test(arguments: SourceCase.all.filter { $0.product != nil })
    func ownerOfAnotherProduct_isNotAsked(source: SourceCase) {
        let stage = source.stage()
        stage.owner(.notifications, ":1.5")
        stage.server(":1.5", "Other")
        #expect(stage.calls.isEmpty && stage.followedFiles.isEmpty)
    }

    @Test(arguments: SourceCase.all, [false, true])
    func d2_valueThatNobodyAnnounces_isRead(source: SourceCase, value: Bool) {
        let stage = source.stage(":1.5", value)
        #expect(Self.values(stage.takeReports(), of: source.fact) == [value])
        #expect(stage.calls.isEmpty)
    }

    @Test(arguments: SourceCase.all.filter { $0.tell != nil })
    func change_isReportedOnceEach(source: SourceCase) {
        let stage = source.stage(":1.5", false)
        _ = stage.takeReports()
        for value in [true, true, false, true, false] {
            source.prepare(stage, value)
            source.tell?(stage, ":1.5", value)
        }
        #expect(Self.deduplicated(Self.values(stage.takeReports(), of: source.fact)) == [true, false, true, false])
    }

    private static func deduplicated(_ values: [Bool?]) -> [Bool?] {
        values.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    @Test(arguments: SourceCase.all.filter { $0.tell != nil })
    func f1_changeSignalsWithoutAChange_areNoNews(source: SourceCase) {
        let stage = source.stage(":1.5", true)
        _ = stage.takeReports()
        for _ in 1...1000 { source.tell?(stage, ":1.5", true) }
        #expect(stage.calls.count <= 1)
        for report in stage.takeReports() {
            guard case .reading(let facts, false) = report else {
                Issue.record("\(report)")
                continue
            }
            #expect(facts[source.fact] == .bool(true))
        }
    }

    @Test(arguments: SourceCase.all.filter { $0.tell != nil })
    func d1_oldOwnersSignals_doNotCount(source: SourceCase) {
        let stage = source.stage(":1.19", false)
        source.own(stage, nil)
        source.own(stage, ":1.161")
        while source.answer(stage, false) {}
        _ = stage.takeReports()
        source.prepare(stage, true)
        source.tell?(stage, ":1.19", true)
        #expect(stage.takeReports() == [])
        source.tell?(stage, ":1.161", true)
        #expect(Self.values(stage.takeReports(), of: source.fact).last == true)
    }

    @Test(arguments: SourceCase.all)
    func d3_replacementInOneStep_isALossAndAReading(source: SourceCase) {
        let stage = source.stage(":1.19", true)
        _ = stage.takeReports()
        source.own(stage, ":1.33")
        while source.answer(stage, true) {}
        let reports = stage.takeReports()
        #expect(reports.first == .ownerLost && reports.filter(Self.isLoss).count == 1)
        guard case .reading(let facts, isFirst: true)? = reports.dropFirst().first else {
            Issue.record("\(reports)")
            return
        }
        #expect(facts[source.fact] == .bool(true))
    }

    @Test(arguments: SourceCase.all)
    func b6_lostEdge_isFoundWhenReadAgain(source: SourceCase) {
        let stage = source.stage(":1.5", true)
        _ = stage.takeReports()
        source.prepare(stage, false)
        stage.readAgain()
        while source.answer(stage, false) {}
        #expect(Self.values(stage.takeReports(), of: source.fact).last == false)
    }

    @Test(arguments: SourceCase.all.filter { $0.tell != nil })
    func b5_signalBeatsTheOlderReply(source: SourceCase) {
        let stage = source.stage()
        source.own(stage, ":1.5")
        source.prepare(stage, true)
        source.tell?(stage, ":1.5", true)
        // Built before the change, delivered after it; then the present state, for whoever asks once more.
        _ = source.answer(stage, false)
        while source.answer(stage, true) {}
        #expect(Self.values(stage.takeReports(), of: source.fact).last == true)
    }

    @Test(arguments: SourceCase.all, [false, true])
    func b4_illTypedAndPartialMessages_changeNothing(source: SourceCase, value: Bool) {
        let stage = source.stage(":1.5", value)
        _ = stage.takeReports()
        for _ in 1...5 {
            source.babble(stage, ":1.5")
            for report in stage.takeReports() { #expect(Self.isReading(report), "\(report)") }
        }
        while source.answer(stage, value) {}
        #expect(Self.values(stage.takeReports(), of: source.fact).allSatisfy { $0 == value })
        // Once a key, not once a message.
        #expect(stage.logs.filter { $0.level == .warning }.count <= 2, "\(stage.logs)")
    }

    private static func isReading(_ report: SourceReport) -> Bool {
        if case .reading = report { true } else { false }
    }

    @Test(arguments: SourceCase.all)
    func d7_componentThatRefusesEverything_isAskedEverMoreSeldom(source: SourceCase) {
        let stage = source.stage()
        source.own(stage, ":1.5")
        var asked = 0
        var waited: Microseconds = 0
        while waited < .seconds(3600), asked < 400 {
            for call in stage.calls {
                asked += 1
                stage.refuse(call.call.member, .accessDenied)
            }
            guard let (tag, wait) = stage.timers.min(by: { $0.value < $1.value }) else { break }
            waited += wait
            stage.elapse(tag)
        }
        #expect(asked < 400, "in an hour")
        #expect(stage.takeReports().contains { if case .failing = $0 { true } else { false } })
    }
}
