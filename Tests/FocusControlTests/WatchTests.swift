// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusInterfaces
import TestSupport
import Testing

@testable import FocusControl

struct WatchTests {
    @Test func watch_tellsChanges_andSurvivesTheAgent() throws {
        let bus = try PrivateBus()
        let watch = try ChildProcess([try programPath("focusctl"), "watch"], environment: focusctlEnvironment(bus))
        func sees(_ ending: String) -> Bool { watch.waitForLine { $0.hasSuffix(ending) } != nil }
        #expect(sees("  agent    is not running; waiting for it"))

        let agent = try FakeAgent(bus)
        #expect(sees("  agent    is running"))
        #expect(sees("  fact     do-not-disturb: yes"))
        #expect(sees("  mode     work: do-not-disturb is on"))
        #expect(
            sees(#"  filter   org.example.Tasks/UpNext: served, active; order="due" tags=["a", "b"] urgentOnly=yes"#))
        #expect(sees("  problem  /home/a/sleep.mode:3:6: no fact 'lokced'; did you mean 'locked'?"))

        agent.perform { service, connection in
            service.activeMode = ""
            service.reason = ["cause": .string("none"), "text": .string("no condition holds")]
            service.facts["do-not-disturb"] = .boolean(false)
            service.facts["battery"] = nil
            try? Control1.emitPropertiesChanged([.activeMode, .reason, .facts], of: service, on: connection)
            service.filters[0]["active"] = .boolean(false)
            service.filters[0]["state"] = .string("waiting")
            try? Control1.emitFiltersChanged(filters: [Pair("org.example.Tasks", "UpNext")], on: connection)
            service.problems = []
            try? Control1.emitProblemsChanged(on: connection)
        }
        #expect(sees("  fact     battery: unknown (was 80)"))
        #expect(sees("  fact     do-not-disturb: no (was yes)"))
        #expect(sees("  mode     none: no condition holds"))
        #expect(
            sees(
                #"  filter   org.example.Tasks/UpNext: waiting, at its defaults; order="due" tags=["a", "b"] urgentOnly=yes"#
            ))
        #expect(sees("  solved   /home/a/sleep.mode:3:6: no fact 'lokced'; did you mean 'locked'?"))

        // The agent does not signal that a filter was served: watch finds it.
        agent.perform { service, _ in service.filters[0]["state"] = .string("served") }
        #expect(
            sees(
                #"  filter   org.example.Tasks/UpNext: served, at its defaults; order="due" tags=["a", "b"] urgentOnly=yes"#
            ))

        agent.stop()
        let restarted = try FakeAgent(bus)
        restarted.perform { service, connection in
            service.facts["locked"] = .boolean(true)
            try? Control1.emitPropertiesChanged([.facts], of: service, on: connection)
        }
        #expect(sees("  fact     locked: yes (was no)"))
        #expect(watch.output.split(separator: "\n").filter { $0.hasSuffix("agent    is running") }.count == 2)

        bus.kill()
        #expect(watch.wait() == .exited(3))
        #expect(watch.waitForEndOfOutput())
        #expect(watch.errors == "focusctl: the session bus closed the connection\n")
        restarted.stop()
    }

    @Test func watchJSON_isOneObjectALine() throws {
        let bus = try PrivateBus()
        let agent = try FakeAgent(bus)
        defer { agent.stop() }
        let watch = try ChildProcess(
            [try programPath("focusctl"), "watch", "--json"], environment: focusctlEnvironment(bus))
        defer { watch.kill() }
        let mode = watch.waitForLine { $0.contains(#""event":"mode""#) }
        #expect(
            mode?.hasSuffix(
                #","event":"mode","mode":"work","reason":{"cause":"condition","facts":["do-not-disturb"],"#
                    + #""text":"do-not-disturb is on"},"override":{}}"#) == true)
        #expect(mode?.hasPrefix(#"{"at":"#) == true)
        #expect(watch.waitForLine { $0.hasSuffix(#","event":"agent","running":true}"#) } != nil)
        #expect(
            watch.waitForLine { $0.hasSuffix(#","event":"fact","fact":"locked","value":false,"before":null}"#) } != nil)
        #expect(watch.waitForLine { $0.contains(#""event":"filter","filter":{"acknowledged":7,"#) } != nil)
    }

    @Test func whatIsKnown_isNotToldAgain() {
        var state = WatchState()
        #expect(state.agent(isRunning: true) == [.agent(isRunning: true)])
        #expect(state.agent(isRunning: true).isEmpty)
        #expect(state.take(Samples.properties).count == Samples.facts.count + 1)
        #expect(state.take(Samples.properties).isEmpty)
        #expect(state.take(filters: [Samples.filter]) == [.filter(Samples.filter)])
        var row = Samples.filter
        row["serial"] = .uint64(8)
        #expect(state.take(filters: [row]).isEmpty)
        guard case .dictionary(let key, let value, let entries)? = row["values"] else {
            Issue.record("the values are no dictionary")
            return
        }
        row["values"] = .dictionary(key: key, value: value, entries.reversed())
        #expect(state.take(filters: [row]).isEmpty)
        #expect(state.take(filters: []) == [.filterGone(key: "org.example.Tasks/UpNext")])
        #expect(state.take(problems: [Samples.problem]) == [.problem(Samples.problem)])
        var older = Samples.problem
        older["since"] = .int64(1)
        #expect(state.take(problems: [older]).isEmpty)
    }
}
