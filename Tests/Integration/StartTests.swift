// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import TestSupport
import Testing

/// The real agent on a private bus, from its start to its end.
@Suite struct StartTests {
    @Test func terminated_endsWithZero() throws {
        let bus = try PrivateBus()
        let folder = try TemporaryDirectory()
        let agent = try AgentProcess(Scene.environment(bus, folder.path), arguments: ["--simulate"])
        agent.process.terminate()
        #expect(agent.process.wait() == .exited(0))
    }

    @Test func startedWithoutStandardDescriptors_logsNothingIntoTheBus() throws {
        let bus = try PrivateBus()
        let folder = try TemporaryDirectory()
        let agent = try ChildProcess(
            ["/bin/sh", "-c", "exec \"$0\" --simulate --log-level debug <&- >&- 2>&-", TestProgram.agent()],
            environment: Scene.environment(bus, folder.path))
        let client = try BusClient(bus.address)
        for name: BusName in ["org.focusfilters.Control1", "org.focusfilters.Focus1"] {
            try client.waitForOwner(of: name)
        }
        agent.terminate()
        #expect(agent.wait() == .exited(0))
    }
}
