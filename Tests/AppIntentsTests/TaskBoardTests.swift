// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import AppIntentsTesting
import Foundation
import TestSupport
import Testing

@testable import example_task_board

/// The example with a state of its own: first its parts alone, then the program with the real agent.
@Suite(.serialized) struct TaskBoardTests {
    private static let app = "org.example.TaskBoard"
    private static let program = "example-task-board"

    @Test func settings_showUrgentTasksOfTheProject() {
        func titles(_ settings: BoardSettings) -> [String] { BoardTask.samples.filter(settings.shows).map(\.title) }
        #expect(titles(BoardSettings()).count == BoardTask.samples.count)
        #expect(titles(BoardSettings(urgentOnly: true)) == ["Answer the tax office", "Fix the crash at start"])
        #expect(titles(BoardSettings(urgentOnly: true, project: "House")) == ["Answer the tax office"])
        #expect(titles(BoardSettings(project: "Journey")) == ["Book the train"])
    }

    @Test func provider_offersEachProjectOnce() async throws {
        #expect(try await ProjectProvider().results() == ["House", "Compiler", "Journey"])
    }

    @Test func notifications_ofOtherProjectsStayAway() {
        let filter = BoardFilter()
        #expect(filter.appContext.shouldPresent(criteria: "House"))
        filter.project = "Compiler"
        #expect(filter.appContext.shouldPresent(criteria: "Compiler"))
        #expect(!filter.appContext.shouldPresent(criteria: "House"))
    }

    @Test func view_saysWhatIsHidden() {
        let banner = FocusFilterBanner(isSuspended: false, mode: "Work")
        let lines = BoardView.lines([BoardTask.samples[0]], project: "House", banner: banner)
        #expect(lines.first == "House")
        #expect(lines.dropFirst().first?.contains("\(banner.text) — press Return: \(banner.actionTitle)") == true)
        #expect(lines.last == "! Answer the tax office  House")
        #expect(BoardView.lines([], project: nil, banner: nil) == ["All Projects", "Nothing to do"])
    }

    /// A filter that lets the crash through alone.
    private static func compilerOnly() -> BoardFilter {
        let filter = BoardFilter()
        filter.urgentOnly = true
        filter.project = "Compiler"
        return filter
    }

    @Test func board_showsWhatTheModeLetsThroughAndOffersAll() async throws {
        let desktop = try await SimulatedDesktop()
        let board = try ExampleProgram.start(Self.program, on: desktop, keepsInput: true)
        defer { board.terminate() }
        #expect(try await ExampleProgram.says("All Projects", board), "\(board.errors)")
        try await desktop.expect(BoardFilter.self, app: Self.app)

        try await desktop.turnOn("Work", Self.compilerOnly())
        let banner = "Filtered by Focus — press Return: Show All"
        #expect(try await ExampleProgram.says(banner, board), "\(board.output) \(board.errors)")
        let view = "Compiler\n\(banner)\n! Fix the crash at start  Compiler\n"
        #expect(try await blocking { board.waitForText { $0.contains(view) } }, "\(board.output)")

        board.write("\n")
        let paused = "Focus filter is paused: everything is shown — press Return: Filter Again"
        #expect(try await ExampleProgram.says(paused, board), "\(board.output) \(board.errors)")
        board.write("q\n")
        #expect(try await blocking { board.wait() } == .exited(0))
    }

    @Test func board_isRightFromItsFirstLineTheNextTime() async throws {
        let desktop = try await SimulatedDesktop()
        let first = try ExampleProgram.start(Self.program, on: desktop, keepsInput: true)
        defer { first.terminate() }
        try await desktop.expect(BoardFilter.self, app: Self.app)
        try await desktop.turnOn("Work", Self.compilerOnly())
        first.write("q\n")
        #expect(try await blocking { first.wait() } == .exited(0))

        // Nobody tells the second one anything.
        try await desktop.stopAgent()
        let second = try ExampleProgram.start(Self.program, on: desktop, keepsInput: true)
        defer { second.terminate() }
        #expect(try await ExampleProgram.says("! Fix the crash at start  Compiler", second), "\(second.errors)")
        #expect(second.output.hasPrefix("Compiler\n"), "\(second.output)")
    }

    @Test func descriptorFile_isWhatTheProgramWrites() async throws {
        let desktop = try await SimulatedDesktop()
        let written = try await ExampleProgram.output(Self.program, ["--focus-filters"], on: desktop)
        #expect(written == (try ExampleProgram.file("Sources/Examples/TaskBoard/data/\(Self.app).filters")))
        #expect(try await desktop.problems(inDescriptor: written) == [])
    }
}
