// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// How much is measured.
struct Amount {
    /// Rounds of each side; the sides take turns.
    let rounds: Int
    /// Events in a round of single Performs.
    let events: Int
    /// Events in a round of writes to the settings store.
    let writes: Int
    /// Events in a round of performs by the library.
    let intents: Int
    /// Events in a round of a thousand Performs.
    let fanOuts: Int
    /// Starts of each server.
    let starts: Int
    /// How long idleness is watched, in seconds.
    let idleSeconds: Double

    static let full = Amount(rounds: 10, events: 500, writes: 50, intents: 100, fanOuts: 6, starts: 40, idleSeconds: 60)
    static let quick = Amount(rounds: 4, events: 100, writes: 10, intents: 50, fanOuts: 2, starts: 6, idleSeconds: 10)

    /// Microseconds of rest before each event. Real events are rare: the one before is over when the next one comes.
    static let rest = 500
    /// The same before, and after, an event of which only its entering is known at once.
    static let intentRest = 2000
    /// The same before a write to the settings store: the agent takes what follows within 100 ms together, since no hand
    /// is that fast.
    static let settingRest = 110_000
}

/// What the rows have in common.
struct Bench {
    let workshop: Workshop
    let amount: Amount
    let progress: (String) -> Void

    /// Runs `body` with sandboxes of these names, and ends them whatever happens.
    func withSandboxes<Result>(
        _ names: [String], withSettings: Bool = false, _ body: ([Sandbox]) throws(BenchError) -> Result
    ) throws(BenchError) -> Result {
        var sandboxes: [Sandbox] = []
        defer { for sandbox in sandboxes { sandbox.close() } }
        for name in names {
            sandboxes.append(try Sandbox(name, in: workshop, withSettings: withSettings))
        }
        do {
            return try body(sandboxes)
        } catch {
            if error.isInterruption { throw error }
            throw BenchError(([error.description] + sandboxes.flatMap(\.agentsLastWords)).joined(separator: "\n    "))
        }
    }

    /// Lets each side measure in turn, in an order that changes from round to round, so that whatever else the machine
    /// does meets both.
    func alternate(_ what: String, _ turns: [(side: Side, command: String)]) throws(BenchError) {
        for round in 0..<amount.rounds {
            progress("\(what): round \(round + 1) of \(amount.rounds)")
            for turn in round.isMultiple(of: 2) ? turns : turns.reversed() { try turn.side.measure(turn.command) }
        }
    }
}

/// The rows of the table, by the name that selects them.
enum Row: String, CaseIterable {
    case signal
    case intent
    case setting
    case fanOut = "fan-out"
    case idle
    case start
    case modes

    var title: String {
        switch self {
        case .signal: "source signal -> Perform"
        case .intent: "source signal -> perform() begins"
        case .setting: "GNOME's key written -> Perform"
        case .fanOut: "one change -> 1000 apps acknowledged"
        case .idle: "idle"
        case .start: "exec"
        case .modes: "1000 modes of 10 conditions, one fact flips"
        }
    }

    func measure(_ bench: Bench) throws(BenchError) -> [Figure] {
        switch self {
        case .signal: try bench.measureSignal(title)
        case .intent: try bench.measureIntent(title)
        case .setting: try bench.measureSetting(title)
        case .fanOut: try bench.measureFanOut(title)
        case .idle: try bench.measureIdle(title)
        case .start: try bench.measureStart(title)
        case .modes: try bench.measureModes(title)
        }
    }
}
