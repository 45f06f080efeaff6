// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Bench {
    /// Nothing happens: no thread of the agent wakes up, and it holds little memory.
    func measureIdle(_ title: String) throws(BenchError) -> [Figure] {
        try withSandboxes(["idle-agent", "idle-relay"]) { sandboxes throws(BenchError) in
            var servers: [Program] = []
            for (sandbox, kind) in zip(sandboxes, [Server.agent, .relay]) {
                _ = try sandbox.startProgram("bench-probe", greeting: "logind")
                servers.append(try sandbox.startServer(kind))
            }
            // The start has delays of its own, up to 3 s, that must be over.
            progress("\(title): settling")
            _ = try waitReadable(-1, seconds: 6)
            var before: [ProcessFigures] = []
            for server in servers { before.append(try ProcessFigures(of: server.pid)) }
            progress("\(title): \(Int(amount.idleSeconds)) s of nothing")
            _ = try waitReadable(-1, seconds: amount.idleSeconds)
            var after: [ProcessFigures] = []
            for server in servers { after.append(try ProcessFigures(of: server.pid)) }

            func difference(_ server: Int, _ figure: (ProcessFigures) -> Int) -> Double {
                Double(figure(after[server]) - figure(before[server]))
            }
            let title = "\(title) for \(Int(amount.idleSeconds)) s"
            let memory = ProcessFigures.isStatic(servers[0].pid) ? "shipped build" : "with Swift's libraries shared"
            return [
                Figure(
                    title, "context switches", unit: "", reference: difference(1) { $0.contextSwitches },
                    ours: difference(0) { $0.contextSwitches }, goal: .atMost(0)),
                Figure(
                    title, "processor ticks", unit: "", reference: difference(1) { $0.ticks },
                    ours: difference(0) { $0.ticks }, goal: .atMost(0)),
                Figure(
                    "resident memory", memory, unit: "MB",
                    reference: try ProcessFigures.residentMegabytes(of: servers[1].pid),
                    ours: try ProcessFigures.residentMegabytes(of: servers[0].pid), goal: .atMost(7.2)),
            ]
        }
    }

    /// From exec to the names, and to being ready.
    func measureStart(_ title: String) throws(BenchError) -> [Figure] {
        try withSandboxes(["start-agent", "start-relay"]) { sandboxes throws(BenchError) in
            var watchers: [Program] = []
            for sandbox in sandboxes {
                _ = try sandbox.startProgram("bench-probe", greeting: "logind")
                watchers.append(try sandbox.startProgram("bench-start", greeting: "watching"))
            }
            let commands = zip(sandboxes, [Server.agent, .relay]).map { "run " + $0.path(of: $1) }
            var names = [Samples(), Samples()]
            var ready = [Samples(), Samples()]
            for start in 0..<amount.starts {
                progress("\(title): start \(start + 1) of \(amount.starts)")
                for side in start.isMultiple(of: 2) ? [0, 1] : [1, 0] {
                    let times = try watchers[side].measure(commands[side])
                    guard times.count == 2 else { throw BenchError("bench-start gave \(times.count) times for 2") }
                    names[side].add([times[0]])
                    ready[side].add([times[1]])
                }
            }
            let milli = 1_000_000.0
            return [
                Figure(
                    title, "-> names owned, median", unit: "ms", reference: names[1].median / milli,
                    ours: names[0].median / milli, goal: .atMost(10)),
                Figure(
                    title, "-> ready, median", unit: "ms", reference: ready[1].median / milli,
                    ours: ready[0].median / milli, goal: .atMost(50)),
            ]
        }
    }

    /// The same event among more and more modes that depend on it. The reference is an agent that has no other modes.
    func measureModes(_ title: String) throws(BenchError) -> [Figure] {
        let counts = [1, 10, 100, 1000]
        let names = ["modes-alone"] + counts.map { "modes-\($0)" }
        return try withSandboxes(names) { sandboxes throws(BenchError) in
            var sides: [Side] = []
            for (index, sandbox) in sandboxes.enumerated() {
                progress("\(title): starting \(sandbox.name)")
                let modes =
                    index == 0
                    ? ModeFile.crowd(dependent: 1, of: 2) : ModeFile.crowd(dependent: counts[index - 1], of: 1000)
                try sandbox.write(modes: modes)
                sides.append(try Side(.agent, in: sandbox))
            }
            let command = "round \(amount.events) \(Amount.rest)"
            for side in sides { _ = try side.driver.measure("round 20 \(Amount.rest)") }
            try alternate(title, sides.map { ($0, command) })
            return counts.indices.flatMap { index in
                let side = sides[index + 1]
                let figure = counts[index] == 1 ? "1 depends on it" : "\(counts[index]) depend on it"
                return [
                    Figure(
                        title, figure + ", median", unit: "us", reference: sides[0].samples.median / 1000,
                        ours: side.samples.median / 1000, goal: counts[index] == 1 ? .ratio(1.25) : .none),
                    Figure(
                        title, figure + ", processor", unit: "us", reference: sides[0].cpuPerEvent,
                        ours: side.cpuPerEvent, goal: .none),
                ]
            }
        }
    }
}

extension ModeFile {
    /// `count` modes of ten terms each, of which `dependent` name `locked`. The first of them wins whenever it holds;
    /// one that does not depend on it, and always holds, is next.
    static func crowd(dependent: Int, of count: Int) -> [ModeFile] {
        let rest =
            "session-active and not sleeping and not lid-closed and not docked and not on-battery and not idle"
            + " and not idle-blocked and (session-active or docked)"
        let on = ModeFile(id: "on", when: "locked and \(rest)", priority: 100, leaveDelay: "0s", level: levelOn)
        let off = ModeFile(id: "off", when: "not docked and \(rest)", priority: 50, level: levelOff)
        let others = (2..<max(2, count)).map { number in
            ModeFile(
                id: "mode-\(number)", when: (number <= dependent ? "locked and " : "not docked and ") + rest,
                priority: -10, leaveDelay: "0s")
        }
        return [on, off] + others
    }
}
