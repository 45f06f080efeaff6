// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntentsTesting
import Foundation
import TestSupport

/// The example programs and the files beside them.
enum ExampleProgram {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// A program built beside the tests, on a desktop; in the code's own language.
    static func start(
        _ name: String, _ arguments: [String] = [], on desktop: SimulatedDesktop, language: String = "C.UTF-8",
        keepsInput: Bool = false
    ) throws -> ChildProcess {
        try ChildProcess(
            [TestProgram.path(name)] + arguments,
            environment: desktop.environment.merging(["LC_ALL": language]) { $1 }, keepsInput: keepsInput)
    }

    /// What the program prints until its end.
    static func output(
        _ name: String, _ arguments: [String] = [], on desktop: SimulatedDesktop, language: String = "C.UTF-8"
    ) async throws -> String {
        let program = try start(name, arguments, on: desktop, language: language)
        return try await blocking {
            guard program.wait() == .exited(0), program.waitForEndOfOutput() else {
                throw FixtureError("\(name) fails: \(program.errors)")
            }
            return program.output
        }
    }

    /// Whether the program prints this line, now or in time.
    static func says(_ line: String, _ program: ChildProcess) async throws -> Bool {
        try await blocking { program.waitForLine { $0 == line } != nil }
    }

    /// A file that stands in the repository, without the comments at its head.
    static func file(_ path: String) throws -> String {
        let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { $0.isEmpty || $0.hasPrefix("#") }.joined(separator: "\n")
    }

    static func path(_ path: String) -> String { root.appendingPathComponent(path).path }
}
