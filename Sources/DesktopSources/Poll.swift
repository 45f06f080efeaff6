// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

/// Asks again and again, for a component that does not say when it changes. To be started when the component's owner
/// comes and stopped when it leaves, so that it costs nothing where the component is not.
///
/// All polls of the agent with the same interval beat at the same moments, so that they share a wake-up.
struct Poll: Hashable, Sendable {
    let tag: SourceTag
    /// In µs, more than 0.
    let interval: Microseconds
    private(set) var isRunning = false

    init(_ tag: SourceTag = "poll", every interval: Microseconds) {
        self.tag = tag
        self.interval = interval
    }

    /// Starts the timer, unless it runs.
    mutating func start(at now: Instant, _ outputs: inout [SourceOutput]) {
        guard !isRunning else { return }
        isRunning = true
        outputs.append(.timer(tag, after: wait(at: now)))
    }

    /// Ends it.
    mutating func stop(_ outputs: inout [SourceOutput]) {
        guard isRunning else { return }
        isRunning = false
        outputs.append(.cancelTimer(tag))
    }

    /// A timer came due. True if it was this one, and it is time to ask; the next one is started.
    mutating func elapsed(_ tag: SourceTag, at now: Instant, _ outputs: inout [SourceOutput]) -> Bool {
        guard isRunning, tag == self.tag else { return false }
        outputs.append(.timer(tag, after: wait(at: now)))
        return true
    }

    private func wait(at now: Instant) -> Microseconds { interval - now.boottime % interval }
}
