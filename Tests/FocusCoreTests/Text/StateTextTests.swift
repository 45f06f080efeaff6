// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

struct StateTextTests {
    static let agent = AgentRecord(
        mode: modeID("work"), since: 1_700_000_000_000_000,
        reason: ModeReason(cause: .condition, text: "“do-not-disturb” is on\n", facts: [.doNotDisturb, .locked]),
        override: Override(mode: nil, ends: .time(-5), since: 7), serialLimit: .max)
    static let app = AppRecord(
        touched: [id("UpNext"), id("größe")], suspended: [id("UpNext"): Token(" a;\\=b "), id("日本"): Token("")])

    @Test func records_readBack() throws {
        for record in [
            Self.agent, AgentRecord(),
            AgentRecord(
                override: Override(mode: modeID("a"), ends: .boundary, since: .min),
                boundary: BoundaryWatch(automatic: modeID("b"), doNotDisturb: false)),
            AgentRecord(boundary: BoundaryWatch(automatic: nil, doNotDisturb: true)),
            AgentRecord(boundary: BoundaryWatch(automatic: nil, doNotDisturb: nil)),
            AgentRecord(override: Override(mode: modeID("a"), ends: .resumed, since: .max)),
        ] {
            #expect(try StateText.agentRecord(StateText.text(of: record)) == record)
        }
        for record in [Self.app, AppRecord()] {
            #expect(try StateText.appRecord(StateText.text(of: record)) == record)
        }
    }

    /// What an older agent left is to be given back all the same.
    @Test func keyThatCameLater_mayBeMissing() throws {
        let record = AgentRecord(silence: ["shell": .init(before: false, written: true, keeper: "")])
        let text = String(decoding: StateText.text(of: record), as: UTF8.self)
        // Without the seal.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(4)
        let older = lines.filter { !$0.hasPrefix("InForce=") }.map(String.init)
        #expect(older.count < lines.count)
        #expect(try StateText.agentRecord(StateText.sealed(older)) == record)
    }

    @Test func theText_isStable() {
        #expect(
            String(decoding: StateText.text(of: Self.app), as: UTF8.self) == """
                [App]
                Touched=UpNext;größe;

                [Suspended]
                UpNext=\\sa;\\\\=b\\s
                日本=

                [Check]
                Digest=\(Self.digest)

                """)
    }

    /// Computed once; a file that an earlier agent wrote must stay readable.
    static let digest = "107df7ad9ccdbbda"

    @Test func anyRecord_readsBack() throws {
        var random = SeededGenerator(seed: 13)
        for _ in 0..<1000 {
            var record = AppRecord()
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let filter = Identifier(random.text(upTo: 4)) ?? id("x")
                var token = random.text(upTo: 10)
                if token.unicodeScalars.first == "\u{0C}" { token = "" }
                record.touched.insert(filter)
                record.suspended[filter] = Token(token)
            }
            #expect(try StateText.appRecord(StateText.text(of: record)) == record)
        }
    }

    @Test func a2_aFileCutShort_isRefused() {
        let agent = StateText.text(of: Self.agent)
        for length in agent.indices {
            #expect(refusal { () throws(TextError) in try StateText.agentRecord(Array(agent[..<length])) } != nil)
        }
        let app = StateText.text(of: Self.app)
        for length in app.indices {
            #expect(refusal { () throws(TextError) in try StateText.appRecord(Array(app[..<length])) } != nil)
        }
    }

    @Test func aFileWithOneByteChanged_isRefused() {
        let text = StateText.text(of: Self.agent)
        for index in text.indices {
            for mask: UInt8 in [0x01, 0x20, 0x80] {
                var garbled = text
                garbled[index] ^= mask
                if refusal({ () throws(TextError) in try StateText.agentRecord(garbled) }) == nil {
                    Issue.record("byte \(index) with \(mask)")
                }
            }
        }
    }

    @Test func anotherRecordsFile_isRefused() {
        #expect(
            refusal { () throws(TextError) in try StateText.appRecord(StateText.text(of: Self.agent)) }
                == TextError(column: 1, message: "the group '[App]' is missing"))
    }

    @Test func mutatedFiles_neverTrap() {
        var random = SeededGenerator(seed: 14)
        for _ in 0..<2000 {
            let bytes = random.mutation(of: StateText.text(of: Self.agent))
            if let error = refusal({ () throws(TextError) in try StateText.agentRecord(bytes) }) {
                if !isInside(error, bytes) { Issue.record("\(error): \(bytes)") }
            }
        }
    }
}
