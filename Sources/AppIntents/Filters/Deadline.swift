// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus

/// Does `work`, and gives up waiting for it after `deadline`: it is then cancelled and its result dropped, whether it
/// minds being cancelled or not. `what` names it in the error.
func withDeadline<Output: Sendable>(
    _ deadline: Duration, _ what: String, _ work: @escaping @Sendable () async throws -> Output
) async throws -> Output {
    try await Race<Output>.winner { race in
        race.keep(
            Task {
                do {
                    race.end(.success(try await work()))
                } catch {
                    race.end(.failure(error))
                }
            })
        race.keep(
            Task {
                try? await Task.sleep(for: deadline)
                race.end(.failure(FocusFiltersError.timedOut("no answer within \(deadline): \(what)")))
            })
    }
}

/// The first result counts, and cancels the others.
final class Race<Output: Sendable>: Sendable {
    private struct State: Sendable {
        var continuation: CheckedContinuation<Output, any Error>?
        var tasks: [Task<Void, Never>] = []
        var early: Result<Output, any Error>?
        var isOver = false
    }

    private let state = Locked(State())

    /// The first result of what `start` starts; a cancelled task waits no longer.
    static func winner(_ start: (Race) -> Void) async throws -> Output {
        let race = Race()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                race.begin(continuation)
                start(race)
            }
        } onCancel: {
            race.end(.failure(CancellationError()))
        }
    }

    private func begin(_ continuation: CheckedContinuation<Output, any Error>) {
        let early = state.withLock { state in
            if state.early == nil { state.continuation = continuation }
            return state.early
        }
        if let early { continuation.resume(with: early) }
    }

    func keep(_ task: Task<Void, Never>) {
        let isOver = state.withLock { state in
            if !state.isOver { state.tasks.append(task) }
            return state.isOver
        }
        if isOver { task.cancel() }
    }

    func end(_ result: Result<Output, any Error>) {
        let (continuation, tasks) = state.withLock { state in
            defer {
                if !state.isOver, state.continuation == nil { state.early = result }
                state.isOver = true
                state.continuation = nil
                state.tasks = []
            }
            return (state.continuation, state.tasks)
        }
        for task in tasks { task.cancel() }
        continuation?.resume(with: result)
    }
}
