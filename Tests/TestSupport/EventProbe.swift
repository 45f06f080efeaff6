// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Events from any thread, in order, to be waited for with a deadline. Each is taken once.
public final class EventProbe<Event: Sendable>: @unchecked Sendable {
    // Unchecked: `events` is touched under `condition` only.
    private let condition = NSCondition()
    private var events: [Event] = []

    public init() {}

    /// Adds an event.
    public func record(_ event: Event) {
        condition.withLock {
            events.append(event)
            condition.broadcast()
        }
    }

    /// Takes the first event that fits, and forgets those before it; `nil` if none comes in time. Blocks the thread.
    public func waitForNext(
        until deadline: Deadline = .standard, where fits: (Event) -> Bool = { _ in true }
    ) -> Event? {
        condition.withLock {
            while true {
                if let index = events.firstIndex(where: fits) {
                    let event = events[index]
                    events.removeSubrange(...index)
                    return event
                }
                let left = deadline.remaining
                guard left > 0 else { return nil }
                _ = condition.wait(until: Date(timeIntervalSinceNow: Double(left) / 1_000_000))
            }
        }
    }

    /// As ``waitForNext(until:where:)``, without blocking the caller's thread.
    public func next(
        until deadline: Deadline = .standard, where fits: @escaping @Sendable (Event) -> Bool = { _ in true }
    ) async -> Event? {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: self.waitForNext(until: deadline, where: fits)) }
        }
    }

    /// All events that nobody has taken yet.
    public var pending: [Event] { condition.withLock { events } }

    /// Takes all events.
    @discardableResult
    public func drain() -> [Event] {
        condition.withLock {
            defer { events = [] }
            return events
        }
    }
}
