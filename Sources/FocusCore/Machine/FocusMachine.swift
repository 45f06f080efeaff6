// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// The heart of the agent: events in, actions out. No I/O, no clock; the same events always give the same actions.
public struct FocusMachine: Sendable {
    /// `apps` and `agent`: as stored by an earlier agent. Waits for the first report of each source, at most 500 ms from
    /// `now`, before it changes the mode, answers or performs.
    public init(
        sources: [SourceDescription], desktops: [String], agent: AgentRecord?, apps: [AppID: AppRecord],
        at now: Instant
    ) {
    }

    /// Takes in one event; the actions are to be done in order.
    public mutating func handle(_ event: Event, at now: Instant) -> [Action] { [] }

    /// When to send ``Event/timer``.
    public var nextWakeup: Wakeup { Wakeup() }
}
