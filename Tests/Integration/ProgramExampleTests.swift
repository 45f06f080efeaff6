// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Foundation
import TestSupport
import Testing

/// The sample that is a shell script, run by the real agent.
@Suite struct ProgramExampleTests {
    private static let examples = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("data/examples")

    private static func mode(_ name: String, _ values: String) -> String {
        "[Mode]\nName=\(name)\n\n[Filter org.example.Prompt/Prompt]\n\(values)\n"
    }

    @Test func script_isRunOncePerChangeOfItsValues() throws {
        let descriptor = try String(
            contentsOf: Self.examples.appendingPathComponent("org.example.Prompt.filters"), encoding: .utf8)
        let program = Self.examples.appendingPathComponent("prompt.sh").path
        let cache = try TemporaryDirectory()
        let work = "label='it\\'s work'"
        let scene = try Scene(
            modes: [
                "work": Self.mode("Work", work), "study": Self.mode("Study", work),
                "sleep": Self.mode("Sleep", "label='z'\ncolor='red'"),
            ],
            files: [
                "data/focus-filters/filters/org.example.Prompt.filters":
                    descriptor.replacingOccurrences(of: "/usr/local/bin/focus-prompt", with: "\"\(program)\"")
            ],
            variables: ["XDG_CACHE_HOME": cache.path + "/new"])
        /// What the script says goes to the agent's log.
        func logs(_ line: String) -> Bool {
            scene.agent.waitForLine(in: .errors) { $0.contains(line) } != nil
        }

        try scene.activate("work")
        #expect(logs(#"activated: {"color":"green","label":"it's work"}"#), "\(scene.log)")
        try scene.activate("study")
        try scene.activate("sleep")
        #expect(logs(#"changed: {"color":"red","label":"z"}"#), "\(scene.log)")
        #expect(try cache.read("new/focus-prompt") == "\u{1B}[31mz\u{1B}[0m ")
        try scene.deactivate()
        #expect(logs(#"ended: {"color":"green"}"#), "\(scene.log)")
        // Between the two modes with equal values nothing was run.
        #expect(scene.log.split(separator: "\n").count { $0.contains(#""label":"it's work""#) } == 1)
        #expect(throws: FixtureError.self) { try cache.read("new/focus-prompt") }
    }
}
