// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import DesktopSources

/// What programs of the user's report.
struct FactReportsTests {
    private func take(
        _ reports: inout FactReports, _ change: [Fact: FactValue?], _ peer: PeerID
    ) throws -> SourceReport? { try reports.take(change, from: peer).get() }

    @Test func reports_areMergedAndEndWithTheirPrograms() throws {
        var reports = FactReports()
        #expect(
            try take(&reports, [.camera: .bool(false), .network: .text("Home")], PeerID(":1.5"))
                == .change([.camera: .bool(false), .network: .text("Home")]))
        #expect(
            try take(&reports, [.camera: .bool(true), .network: .text("Away")], PeerID(":1.6"))
                == .change([.camera: .bool(true)]))
        #expect(try take(&reports, [.camera: .bool(true)], PeerID(":1.6")) == nil)
        #expect(reports.forget(PeerID(":1.5")) == .change([.network: .text("Away")]))
        #expect(reports.forget(PeerID(":1.5")) == nil)
        #expect(try take(&reports, [.camera: nil], PeerID(":1.6")) == .change([.camera: nil]))
        #expect(reports.forget(PeerID(":1.6")) == .change([.network: nil]))
    }

    @Test func tooManyPrograms_areRefused_andThoseThatTookAllBackDoNotCount() throws {
        var reports = FactReports()
        for number in 0..<FactReports.maximumCount {
            _ = try take(&reports, [.camera: .bool(false)], PeerID(":1.\(number)"))
        }
        #expect(throws: FactReports.TooMany.self) { try take(&reports, [.camera: .bool(true)], PeerID(":2.1")) }
        _ = try take(&reports, [.camera: nil], PeerID(":1.3"))
        #expect(try take(&reports, [.camera: .bool(true)], PeerID(":2.1")) == .change([.camera: .bool(true)]))
    }

    @Test func everyFactCanBeReported_andWeighsMost() {
        #expect(FactReports.description.facts == Set(Fact.types.keys))
        #expect(FactReports.description.facts.allSatisfy { FactReports.description.weights[$0] == .reported })
        #expect(FactReports.description.products.isEmpty, "never in charge of the desktop's own switch")
    }
}
