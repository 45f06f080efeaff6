// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Fakes
import TestSupport
import Testing

/// The real agent on a private bus, from its start to its end.
@Suite struct StartTests {
    @Test func terminated_endsWithZero() throws {
        let bus = try PrivateBus()
        let folder = try TemporaryDirectory()
        let agent = try AgentProcess(
            bus.environment.merging(["HOME": folder.path, "XDG_DATA_DIRS": folder.path]) { $1 },
            arguments: ["--simulate"])
        agent.process.terminate()
        #expect(agent.process.wait() == .exited(0))
    }
}
