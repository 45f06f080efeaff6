// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import AppIntents
internal import DBus
internal import FocusInterfaces
internal import FocusTestBus

/// Talks to the agent as the person's tools do. It leaves the bus with the last reference.
final class ControlConnection: Sendable {
    private let thread: BusThread
    private let connection = Confined<Connection?>(nil)

    init(_ address: String) async throws {
        guard let thread = BusThread() else {
            throw SimulatedDesktopError.cannotStart("the process has no file descriptors to spare")
        }
        self.thread = thread
        try await withCheckedThrowingContinuation { (opened: CheckedContinuation<Void, any Error>) in
            thread.perform { [connection] in
                do throws(BusError) {
                    connection.content = try Connection.open(.custom(address), loop: thread.eventLoop)
                    opened.resume()
                } catch {
                    opened.resume(throwing: SimulatedDesktopError.cannotStart("\(error)"))
                }
            }
        }
    }

    deinit {
        thread.perform { [thread, connection] in
            connection.content?.close()
            connection.content = nil
            thread.stop()
        }
    }

    /// The agent's answer.
    func ask<Answer: Sendable>(
        _ question: @escaping @Sendable (Control1Client, @escaping (Result<Answer, CallError>) -> Void) -> Void
    ) async throws -> Answer {
        try await withCheckedThrowingContinuation { answered in
            thread.perform { [connection] in
                guard let connection = connection.content else {
                    return answered.resume(throwing: SimulatedDesktopError(CallError.disconnected))
                }
                question(Control1Client(connection)) { answered.resume(with: $0.mapError(SimulatedDesktopError.init)) }
            }
        }
    }

    /// Returns when somebody owns both of the agent's names, or `deadline` has passed; whether they are owned.
    func waitForAgent(until deadline: Deadline) async -> Bool {
        for name in [Control1.busName, Focus1.busName] {
            guard await waitForOwner(of: name, until: deadline) else { return false }
        }
        return true
    }

    private func waitForOwner(of name: BusName, until deadline: Deadline) async -> Bool {
        await withCheckedContinuation { continuation in
            thread.perform { [connection, thread] in
                guard let connection = connection.content else { return continuation.resume(returning: false) }
                let wait = OwnerWait { continuation.resume(returning: $0) }
                wait.timer = thread.eventLoop.addTimer(after: deadline.remaining) { wait.end(false) }
                wait.subscription = connection.watchOwner(name) { if $0 != nil { wait.end(true) } }
                if wait.hasEnded { wait.subscription?.cancel() }
            }
        }
    }

    /// What goes on until a name is owned. Confined to the bus thread.
    private final class OwnerWait {
        var timer: (any LoopSource)?
        var subscription: Subscription?
        private var onEnd: ((Bool) -> Void)?
        var hasEnded: Bool { onEnd == nil }

        init(_ onEnd: @escaping (Bool) -> Void) { self.onEnd = onEnd }

        func end(_ isOwned: Bool) {
            guard let onEnd else { return }
            self.onEnd = nil
            timer?.cancel()
            subscription?.cancel()
            onEnd(isOwned)
        }
    }
}
