// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import AppIntentsTesting
import Foundation
import TestSupport
import Testing

@testable import example_task_board
@testable import example_up_next

/// The example programs, each a process of its own, with the real agent.
@Suite(.serialized) struct ExampleTests {
    /// A program built beside the tests.
    private static func start(
        _ name: String, _ arguments: [String] = [], on desktop: SimulatedDesktop, keepsInput: Bool = false
    ) throws -> ChildProcess {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let path = URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent(name).path
        return try ChildProcess(
            [path] + arguments, environment: desktop.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 },
            keepsInput: keepsInput)
    }

    /// Whether the program prints this line, now or in time.
    private static func says(_ line: String, _ program: ChildProcess) async throws -> Bool {
        try await blocking { program.waitForLine { $0 == line } != nil }
    }

    @Test func taskBoard_showsWhatTheModeLetsThroughAndOffersAll() async throws {
        let desktop = try await SimulatedDesktop()
        let board = try Self.start("example-task-board", on: desktop, keepsInput: true)
        defer { board.terminate() }
        #expect(try await Self.says("All Projects", board), "\(board.errors)")
        try await desktop.expect(BoardFilter.self, app: "org.example.TaskBoard")

        let filter = BoardFilter()
        filter.urgentOnly = true
        filter.project = "Compiler"
        try await desktop.turnOn("Work", filter)
        let banner = "Filtered by Focus — press Return: Show All"
        #expect(try await Self.says(banner, board), "\(board.output) \(board.errors)")
        #expect(board.output.contains("Compiler\n\(banner)\n! Fix the crash at start  Compiler\n"), "\(board.output)")

        board.write("\n")
        let paused = "Focus filter is paused: everything is shown — press Return: Filter Again"
        #expect(try await Self.says(paused, board), "\(board.output) \(board.errors)")
        board.write("q\n")
        #expect(try await blocking { board.wait() } == .exited(0))
    }

    @Test func upNext_describesItselfAndIsTold() async throws {
        let desktop = try await SimulatedDesktop()
        let description = try Self.start("example-up-next", ["--focus-filters"], on: desktop)
        #expect(try await blocking { description.wait() } == .exited(0), "\(description.errors)")
        try await blocking { _ = description.waitForEndOfOutput() }
        #expect(description.output.contains("BusName=org.example.UpNext.Helper\nBackground=activate\n"))
        #expect(try await desktop.problems(inDescriptor: description.output) == [])

        let installation = try Self.start("example-up-next", ["--focus-filters=install"], on: desktop)
        #expect(try await blocking { installation.wait() } == .exited(0), "\(installation.errors)")
        let helper = try Self.start("example-up-next", on: desktop)
        defer { helper.terminate() }
        try await desktop.expect(UpNext.self, app: "org.example.UpNext")
        let filter = UpNext()
        filter.category = Category.all[2]
        try await desktop.turnOn("Weekend", filter)
        let file = try #require(desktop.environment["XDG_STATE_HOME"]) + "/up-next.json"
        func choice() throws -> String? {
            try JSONDecoder().decode(Choice.self, from: Data(contentsOf: URL(fileURLWithPath: file))).category
        }
        #expect(try choice() == "Garden")
        try await desktop.turnOff()
        #expect(try choice() == nil)
    }
}
