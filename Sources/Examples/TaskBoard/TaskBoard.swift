// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import Observation

/// A task list in the terminal that follows the focus mode. Return shows everything, and filters again; `q` ends it.
@main
@MainActor
struct TaskBoard {
    static func main() async throws {
        try FocusFilters.register(BoardFilter.self, app: "org.example.TaskBoard")
        let state = BoardState()
        draw(state)
        Task { await state.follow() }
        for await line in typedLines() {
            if line == "q" { return }
            do {
                try await state.toggleFilter()
            } catch {
                print(error)
            }
        }
    }

    /// What the person types, read on a thread that may wait for it.
    private static func typedLines() -> AsyncStream<String> {
        AsyncStream { lines in
            Thread.detachNewThread {
                while let line = readLine() { lines.yield(line) }
                lines.finish()
            }
        }
    }

    /// Draws the board now and after each change.
    private static func draw(_ state: BoardState) {
        let lines = withObservationTracking {
            BoardView.lines(state.tasks, project: state.settings.project, banner: state.banner)
        } onChange: {
            // Told before the change; drawn after it.
            Task { @MainActor in draw(state) }
        }
        // Not through `print`: standard output would keep it back, and flushing all streams waits for what is typed.
        FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    }
}
