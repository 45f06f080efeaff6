// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import Foundation
import TestSupport
import Testing

/// The samples in Python and C against the real agent: two languages that are not ours get along with the interface.
@Suite struct ExampleTests {
    enum Example: String, CaseIterable {
        case tasks = "org.example.Tasks"
        case clock = "org.example.Clock"

        /// What the sample's mode file configures, filled up with the defaults.
        var configured: NSDictionary {
            switch self {
            case .tasks:
                ["taskCategory": "7d0a2c5e-3b1f-4e0e-9f65-0e5d7c5d9a10", "urgentOnly": true, "order": "due"]
            case .clock: ["cities": ["berlin", "nairobi"], "seconds": false]
            }
        }

        var defaults: NSDictionary {
            switch self {
            case .tasks: ["urgentOnly": false, "order": "due"]
            case .clock: ["cities": ["auckland", "berlin", "nairobi", "san-francisco", "tokyo"], "seconds": true]
            }
        }
    }

    /// One line of a sample's `--json` output.
    struct Line: @unchecked Sendable {
        // Unchecked: immutable values of JSON.
        let event: String
        /// µs on `CLOCK_MONOTONIC`; grows from line to line.
        let time: Int
        let values: NSDictionary?
        let reason: String?
        let token: String?

        init?(_ text: String) {
            let object = try? JSONSerialization.jsonObject(with: Data(text.utf8))
            guard let object = object as? [String: Any], let event = object["event"] as? String,
                let time = object["monotonic_us"] as? Int
            else { return nil }
            self.event = event
            self.time = time
            values = object["values"] as? NSDictionary
            reason = object["reason"] as? String
            token = object["token"] as? String
        }
    }

    private static let examples = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("data/examples")

    private static func file(_ name: String) throws -> String {
        try String(contentsOf: examples.appendingPathComponent(name), encoding: .utf8)
    }

    /// The command that starts a sample; the one in C is compiled first, without a warning.
    private static func command(_ example: Example, in folder: TemporaryDirectory) throws -> [String] {
        switch example {
        case .tasks: return ["/usr/bin/python3", examples.appendingPathComponent("tasks.py").path, "--json"]
        case .clock:
            let program = folder.path + "/clock"
            let flags = try ChildProcess.run(["pkg-config", "--cflags", "--libs", "dbus-1"])
            let compiler = try ChildProcess.run(
                ["gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", program]
                    + [examples.appendingPathComponent("clock.c").path]
                    + flags.output.split(whereSeparator: \.isWhitespace).map(String.init))
            guard compiler.status == .exited(0) else { throw FixtureError(compiler.errors) }
            return [program, "--json"]
        }
    }

    /// An environment for the agent and a sample, with the files that the samples' README asks for.
    private static func environment(
        _ example: Example, on bus: PrivateBus, in folder: TemporaryDirectory
    ) throws -> [String: String] {
        var environment = bus.environment
        for name in ["CONFIG", "DATA", "STATE", "CACHE"] {
            environment["XDG_\(name)_HOME"] = try folder.makeFolder(name.lowercased())
        }
        for name in ["HOME", "XDG_DATA_DIRS", "XDG_CONFIG_DIRS"] { environment[name] = folder.path }
        try AgentProcess.write(mode: "work", file("work.mode"), in: environment)
        try AgentProcess.write(descriptor: example.rawValue, file("\(example.rawValue).filters"), in: environment)
        return environment
    }

    @Test(arguments: Example.allCases)
    func switchFlippedAndAgentKilled_samplePerformsEachChangeOnce(_ example: Example) throws {
        let bus = try PrivateBus()
        let folder = try TemporaryDirectory()
        let environment = try Self.environment(example, on: bus, in: folder)
        let client = try BusClient(bus.address)
        func simulate(doNotDisturb: Bool) throws {
            let facts: [String: Value] = ["do-not-disturb": .boolean(doNotDisturb), "locked": .boolean(false)]
            try client.call(
                "org.focusfilters.Control1", "/org/focusfilters/Control1", "org.focusfilters.Simulation1", "SetFacts",
                [facts.busValue, [String]().busValue])
        }

        var agent = try AgentProcess(environment, arguments: ["--simulate"])
        let sample = try ChildProcess(try Self.command(example, in: folder), environment: environment)
        var last = 0
        /// The next of the sample's lines that fits.
        func next(_ fits: (Line) -> Bool) throws -> Line {
            let text = sample.waitForLine { Line($0).map { $0.time > last && fits($0) } ?? false }
            let line = try #require(
                text.flatMap { Line($0) }, "The sample says: \(sample.output)\(sample.errors)")
            last = line.time
            return line
        }

        _ = try next { $0.event == "registered" }
        try simulate(doNotDisturb: true)
        let activated = try next { $0.event == "perform" }
        #expect(activated.reason == "activated")
        #expect(activated.values == example.configured)

        agent.process.kill()
        _ = try next { $0.event == "agent-gone" }
        agent = try AgentProcess(environment, arguments: ["--simulate"])
        _ = try next { $0.event == "registered" }
        try simulate(doNotDisturb: true)
        try simulate(doNotDisturb: false)
        let ended = try next { $0.reason == "ended" }
        #expect(ended.values == example.defaults)

        let tokens = sample.output.split(separator: "\n").compactMap { Line(String($0))?.token }
        #expect(zip(tokens, tokens.dropFirst()).allSatisfy { $0 != $1 }, "The sample says: \(sample.output)")
        #expect(sample.terminate() == .exited(0))
        #expect(sample.errors == "")
        withExtendedLifetime(agent) {}
    }
}
