// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces
import Glibc

/// `doctor`: looks at what this machine tells, and if asked waits for one flip of the desktop's switch.
struct Doctor {
    let link: AgentLink
    let wording: Wording

    /// How long a flip is waited for, µs.
    static let patience: Microseconds = .seconds(60)

    /// The report; `isRunning`: an agent was there to ask.
    func examine() throws(Failure) -> (report: Report, isRunning: Bool) {
        var doctor = DoctorReport(systemBus: systemBusFailure)
        do throws(Failure) {
            doctor.agent = DoctorReport.Agent(
                sources: try link.ask(link.client.listSources(deadline:reply:)),
                facts: try link.ask(link.client.listFacts(deadline:reply:)), problems: try link.problems())
        } catch {
            guard error.exitCode == .noAgent else { throw error }
        }
        return (doctor.report(wording.style), doctor.agent != nil)
    }

    private var systemBusFailure: String? {
        do throws(BusError) {
            try Connection.open(.system, loop: link.loop).close()
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Waits until `do-not-disturb` changes; what came, through which source, and after how long. `ready` is called when a
    /// flip would be seen.
    func awaitFlip(_ patience: Microseconds = patience, ready: () -> Void = {}) throws(Failure) -> Report {
        let name = Fact.doNotDisturb.name
        var flipped: (value: Value?, at: Int64)?
        let loop = link.loop
        let before = try link.properties().facts?[name]
        link.client.onPropertiesChanged { properties in
            guard let facts = properties.facts, facts[name] != before, flipped == nil else { return }
            flipped = (facts[name], FocusControl.now)
        }
        link.connection.onDisconnect = { loop.stop() }
        // The subscription is in force once a call after it is answered.
        if try link.properties().facts?[name] != before { flipped = (nil, FocusControl.now) }
        ready()
        let start = FocusControl.now
        loop.run(until: { flipped != nil }, deadline: patience)
        guard let flipped else {
            throw .refused(
                """
                do-not-disturb did not change
                if the switch was used, 'focusctl sources' shows which source is in charge, and what keeps it
                """)
        }
        let rows = try link.ask(link.client.listFacts(deadline:reply:))
        let row = rows.first { $0[Control1.FactRowKey.fact] == name }
        return flip(from: before, to: row?[Control1.FactRowKey.value] ?? flipped.value, row, flipped.at - start)
    }

    private func flip(from before: Value?, to after: Value?, _ row: Row?, _ span: Int64) -> Report {
        let source = row?.text(Control1.FactRowKey.source) ?? ""
        let (old, new) = (before.map(Words.fact) ?? "unknown", after.map(Words.fact) ?? "unknown")
        let through = source.isEmpty ? "" : ", through \(source)"
        return Report(
            lines: ["do-not-disturb: \(old) → \(new)\(through), after \(TimeWords.span(span))"],
            json: .object([
                "fact": .text(Fact.doNotDisturb.name), "before": before.map { JSON($0) } ?? .null,
                "after": after.map { JSON($0) } ?? .null, "source": .text(source), "waited": .integer(span),
            ]))
    }
}
