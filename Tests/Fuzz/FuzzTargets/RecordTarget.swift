// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

/// Records of any content come back from their text as they were.
enum RecordTarget {
    static func run(_ input: inout FuzzInput) throws(Finding) {
        let agent = agentRecord(&input)
        let app = AppRecord(
            touched: Set(identifiers(&input)),
            suspended: Dictionary(identifiers(&input).map { ($0, Token(input.text())) }) { first, _ in first })
        do throws(TextError) {
            let agentText = StateText.text(of: agent)
            let appText = StateText.text(of: app)
            let readAgent = try StateText.agentRecord(agentText)
            let readApp = try StateText.appRecord(appText)
            guard StateText.text(of: readAgent) == agentText, StateText.text(of: readApp) == appText else {
                throw TextError(column: 1, message: "they read as \(readAgent) and \(readApp)")
            }
        } catch {
            throw Finding("\(error): \(agent) and \(app)")
        }
    }

    private static func agentRecord(_ input: inout FuzzInput) -> AgentRecord {
        let facts = Fact.types.keys.sorted()
        var record = AgentRecord(mode: mode(&input), since: input.integer(), serialLimit: input.integer())
        record.reason = ModeReason(
            cause: input.element(of: ModeReason.Cause.allCases), text: input.text(),
            facts: (0..<input.number(below: 4)).map { _ in input.element(of: facts) })
        if input.flag() {
            let ends: [OverrideEnd] = [.boundary, .time(input.integer()), .resumed]
            record.override = Override(mode: mode(&input), ends: input.element(of: ends), since: input.integer())
        }
        if input.flag() {
            record.boundary = BoundaryWatch(
                automatic: mode(&input), doNotDisturb: input.flag() ? input.flag() : nil,
                edge: input.flag() ? input.integer() : nil)
        }
        for _ in 0..<input.number(below: 3) { record.trueSince[input.element(of: facts)] = input.integer() }
        if !record.trueSince.isEmpty { record.boot = input.text() }
        return record
    }

    private static func mode(_ input: inout FuzzInput) -> ModeID? { ModeID(input.text()) }

    private static func identifiers(_ input: inout FuzzInput) -> [Identifier] {
        (0..<input.number(below: 8)).compactMap { _ in Identifier(input.text()) }
    }
}
