// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusProcess

/// The command line that the project's services have in common.
struct ServiceProgramTests {
    private static let program = ServiceProgram(name: "focus-thing", flags: ["--replace"], help: "")

    @Test(
        arguments: [
            ([], .run(.init())), (["--replace", "--replace"], .run(.init(flags: ["--replace"]))),
            (["--log-level", "debug", "--replace"], .run(.init(flags: ["--replace"], logLevel: .debug))),
            (["--replace", "--help"], .help), (["-h", "--nonsense"], .help), (["--version"], .version),
            (["--log-level"], .refused("--log-level wants a level: debug, info, notice, warning, error")),
            (
                ["--log-level", "loud"],
                .refused("no log level 'loud'; there are debug, info, notice, warning, error")
            ),
            (["--simulate"], .refused("no option '--simulate'; 'focus-thing --help' lists them")),
            (["replace"], .refused("no option 'replace'; 'focus-thing --help' lists them")),
        ] as [([String], ServiceProgram.Request)])
    func commandLine_isRead(_ words: [String], _ request: ServiceProgram.Request) {
        #expect(Self.program.parse(words) == request)
    }
}
