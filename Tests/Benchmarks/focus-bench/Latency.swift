// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What drives the measurement on one side, the server that it drives, and what was measured.
final class Side {
    let driver: Program
    /// None where nothing stands between the signal and its receiver.
    let server: Program?
    /// Who knows when an event arrived, if the driver tells only when it entered.
    let receiver: Program?
    /// Events in a turn of such a driver, which does one at a time.
    private let events: Int
    private(set) var samples = Samples()
    private var cpu: Int64 = 0

    init(driver: Program, server: Program? = nil, receiver: Program? = nil, events: Int = 1) {
        self.driver = driver
        self.server = server
        self.receiver = receiver
        self.events = events
    }

    /// Starts a server in the sandbox, between logind and `apps` apps.
    convenience init(_ kind: Server, in sandbox: Sandbox, apps: Int = 1) throws(BenchError) {
        let driver = try sandbox.startProgram("bench-probe", greeting: "logind")
        self.init(driver: driver, server: try sandbox.startServer(kind))
        try driver.ask("register \(apps)", answer: "registered")
    }

    /// Measures, and counts the server's processor time meanwhile.
    func measure(_ command: String) throws(BenchError) {
        let before = try cpuTime()
        if let receiver {
            for _ in 0..<events { samples.add([try interval(command, to: receiver)]) }
        } else {
            samples.add(try driver.measure(command))
        }
        cpu += try cpuTime() - before
    }

    /// From the instant at which an event entered to the one at which it arrived. The receiver is asked when all is over,
    /// so that the question does not wake it early.
    private func interval(_ command: String, to receiver: Program) throws(BenchError) -> Double {
        guard let entered = try driver.measure(command).first, let arrived = try receiver.measure("take").first else {
            throw BenchError("\(driver.name) or \(receiver.name) told no instant")
        }
        return arrived - entered
    }

    private func cpuTime() throws(BenchError) -> Int64 {
        guard let server else { return 0 }
        return try ProcessFigures.cpuTime(of: server.pid)
    }

    /// Processor time for each event, in microseconds.
    var cpuPerEvent: Double { Double(cpu) / Double(samples.values.count) / 1000 }

    /// Median and 99th percentile in a unit of so many nanoseconds, beside the reference's.
    func figures(_ title: String, unit: String, of nanoseconds: Double, reference: Side, limit: Double) -> [Figure] {
        let quantiles: [(String, (Samples) -> Double)] = [("median", \.median), ("p99", \.p99)]
        return quantiles.map { name, quantile in
            Figure(
                title, name, unit: unit, reference: quantile(reference.samples) / nanoseconds,
                ours: quantile(samples) / nanoseconds, goal: .ratio(limit))
        }
    }
}

extension Bench {
    /// A signal of logind enters; one app performs. The reference is the relay in C.
    func measureSignal(_ title: String) throws(BenchError) -> [Figure] {
        try withSandboxes(["signal-agent", "signal-relay", "signal-direct"]) { sandboxes throws(BenchError) in
            try sandboxes[0].write(modes: ModeFile.pair(fact: "locked"))
            let ours = try Side(.agent, in: sandboxes[0])
            let relay = try Side(.relay, in: sandboxes[1])
            let direct = Side(driver: try sandboxes[2].startProgram("bench-probe", greeting: "logind"))

            let amounts = "\(amount.events) \(Amount.rest)"
            // What is done once, on the first event, is no matter here.
            for side in [ours, relay] { _ = try side.driver.measure("round 20 \(Amount.rest)") }
            try alternate(
                title, [(ours, "round " + amounts), (relay, "round " + amounts), (direct, "direct " + amounts)])
            return ours.figures(title, unit: "us", of: 1000, reference: relay, limit: 1.25) + [
                Figure(
                    title, "median, no relay", unit: "us", reference: direct.samples.median / 1000, ours: nil,
                    goal: .none),
                Figure(
                    "processor time of one event", "mean", unit: "us", reference: relay.cpuPerEvent,
                    ours: ours.cpuPerEvent, goal: .ratio(1.5)),
            ]
        }
    }

    /// A signal of logind enters; a filter of an app that is written with the library begins to perform. The reference is
    /// the handler in C, with the same agent.
    func measureIntent(_ title: String) throws(BenchError) -> [Figure] {
        try withSandboxes(["intent-library", "intent-raw"]) { sandboxes throws(BenchError) in
            for sandbox in sandboxes { try sandbox.write(modes: ModeFile.pair(fact: "locked")) }
            let ours = Side(
                driver: try sandboxes[0].startProgram("bench-probe", greeting: "logind"),
                server: try sandboxes[0].startServer(.agent),
                receiver: try sandboxes[0].startProgram("bench-intent", greeting: "performed"), events: amount.intents)
            let raw = try Side(.agent, in: sandboxes[1])
            // The one rests before and after an event, the other before it.
            _ = try raw.driver.measure("round 20 \(2 * Amount.intentRest)")
            try alternate(
                title,
                [
                    (ours, "enter \(Amount.intentRest)"),
                    (raw, "round \(amount.intents) \(2 * Amount.intentRest)"),
                ])
            return ours.figures(title, unit: "us", of: 1000, reference: raw, limit: 2)
        }
    }

    /// GNOME's switch is written; one app performs. The reference is dconf's signal at a client that does nothing else.
    func measureSetting(_ title: String) throws(BenchError) -> [Figure] {
        try withSandboxes(["setting-agent", "setting-bare"], withSettings: true) { sandboxes throws(BenchError) in
            try sandboxes[0].write(modes: ModeFile.pair(fact: "do-not-disturb"))
            _ = try sandboxes[0].startProgram("bench-probe", greeting: "logind")
            let ours = Side(
                driver: try sandboxes[0].startProgram("bench-setting", greeting: "settings"),
                server: try sandboxes[0].startServer(.agent))
            try ours.driver.ask("register", answer: "registered")
            let bare = Side(driver: try sandboxes[1].startProgram("bench-setting", greeting: "settings"))

            // The first write starts dconf's service.
            _ = try ours.driver.measure("round 4 \(Amount.settingRest)")
            _ = try bare.driver.measure("notify 4 \(Amount.settingRest)")
            let amounts = "\(amount.writes) \(Amount.settingRest)"
            try alternate(title, [(ours, "round " + amounts), (bare, "notify " + amounts)])
            return ours.figures(title, unit: "ms", of: 1_000_000, reference: bare, limit: 1.2)
        }
    }

    /// A signal enters; 1000 apps perform and acknowledge.
    func measureFanOut(_ title: String) throws(BenchError) -> [Figure] {
        try withSandboxes(["fan-out-agent", "fan-out-relay"]) { sandboxes throws(BenchError) in
            let apps = 1000
            try sandboxes[0].write(modes: ModeFile.pair(fact: "locked", apps: apps))
            let ours = try Side(.agent, in: sandboxes[0], apps: apps)
            let relay = try Side(.relay, in: sandboxes[1], apps: apps)
            for side in [ours, relay] { _ = try side.driver.measure("round 2 \(Amount.rest)") }
            let command = "round \(amount.fanOuts) \(Amount.rest)"
            try alternate(title, [(ours, command), (relay, command)])
            return ours.figures(title, unit: "ms", of: 1_000_000, reference: relay, limit: 1.25)
        }
    }
}
