// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Where the programs are that tests start.
public enum TestProgram {
    /// The agent under test: that of `FOCUS_AGENT`, else the one built together with the tests, else that of `PATH`.
    public static func agent() throws -> String {
        let variables = ProcessInfo.processInfo.environment
        if let path = variables["FOCUS_AGENT"] { return path }
        let built = try path("focus-agent")
        let installed = (variables["PATH"] ?? "").split(separator: ":").map { "\($0)/focus-agent" }
        guard let found = ([built] + installed).first(where: FileManager.default.isExecutableFile(atPath:)) else {
            throw FixtureError(
                "there is no focus-agent: name it in FOCUS_AGENT, install it, or let the tests depend on the product "
                    + "'focus-agent', so that it is built beside them (\(built))")
        }
        return found
    }

    /// A program built together with the tests.
    public static func path(_ name: String) throws -> String {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent(name).path
    }
}
