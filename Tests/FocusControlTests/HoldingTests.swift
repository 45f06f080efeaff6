// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusInterfaces
import TestSupport
import Testing

struct HoldingTests {
    /// With nothing between the answer of the one and the coming of the other.
    @Test func agentThatAnswersAndIsReplaced_leavesTheHoldToTheNext() throws {
        let bus = try PrivateBus()
        let first = try FakeAgent(bus)
        let second = try FakeAgent(bus, queues: true)
        let isArmed = EventProbe<Void>()
        first.perform { service, connection in
            service.afterHold = { connection.releaseName(Control1.busName) { _ in } }
            isArmed.record(())
        }
        #expect(isArmed.waitForNext() != nil)
        let holding = try ChildProcess(
            [try programPath("focusctl"), "hold", "work", "--", "cat"], environment: focusctlEnvironment(bus),
            keepsInput: true)
        #expect(first.calls.waitForNext() == "Hold work cat")
        #expect(second.calls.waitForNext() == "Hold work cat")
        holding.closeInput()
        #expect(holding.wait() == .exited(0))
        #expect(second.calls.pending.isEmpty, "once is enough")
    }
}
