// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// What `make run` shows where there is no desktop: real agent, real dconf, real app.
struct DemoTests {
    private func start() throws -> ChildProcess {
        try ChildProcess([try programPath("focus-demo"), "--private"])
    }

    /// The folder that it says it works in.
    private func folder(_ demo: ChildProcess) throws -> String {
        let line = try #require(demo.waitForLine { $0.contains("/tmp/focus-demo-") })
        let path = try #require(line.split(separator: " ").last).dropLast()
        return String(path)
    }

    @Test func demo_playsItsScene_andLeavesNothing() throws {
        let demo = try start()
        let folder = try folder(demo)
        #expect(demo.wait(until: .seconds(90)) == .exited(0), "\(demo.errors)")
        demo.waitForEndOfOutput()
        for step in 1...4 { #expect(demo.output.contains("\n\(step). ")) }
        #expect(demo.output.contains("the app was told: activated\n      A focus mode filters this list\n"))
        #expect(demo.output.contains("the app was told: ended\n"))
        #expect(demo.output.contains("\nThe app was told 4 times: "))
        #expect(demo.errors.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func demoThatIsInterrupted_leavesNothing() throws {
        let demo = try start()
        let folder = try folder(demo)
        #expect(demo.waitForLine { $0.contains("the agent, process ") } != nil)
        demo.signal(SIGINT)
        #expect(demo.wait() == .exited(0))
        #expect(!FileManager.default.fileExists(atPath: folder))
    }
}
