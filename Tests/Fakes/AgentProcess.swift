// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import Foundation
public import TestSupport

/// The real agent in an environment of its own, with the files that a test gives it.
public struct AgentProcess: Sendable {
    /// What it is started with: the two buses' addresses and the XDG folders, at least.
    public let environment: [String: String]
    public let process: ChildProcess

    /// Starts the agent, and returns when it owns its names.
    public init(_ environment: [String: String], arguments: [String] = []) throws {
        self.environment = environment
        guard let bus = environment["DBUS_SESSION_BUS_ADDRESS"] else { throw FixtureError("no session bus is named") }
        var variables = environment
        // Under the address sanitizer: the agent, unlike the tests, is clear enough to be looked at for leaks.
        if let options = environment["ASAN_OPTIONS"] { variables["ASAN_OPTIONS"] = options + ":detect_leaks=1" }
        process = try ChildProcess([TestProgram.agent()] + arguments, environment: variables)
        let client = try BusClient(bus)
        do {
            for name: BusName in ["org.focusfilters.Control1", "org.focusfilters.Focus1"] {
                try client.waitForOwner(of: name)
            }
        } catch {
            throw FixtureError("\(error). The agent says: \(process.errors)")
        }
    }

    /// Writes a mode of the user's.
    public static func write(mode id: String, _ text: String, in environment: [String: String]) throws {
        try write(text, "XDG_CONFIG_HOME", "modes/\(id).mode", environment)
    }

    /// Writes an app's descriptor.
    public static func write(descriptor app: String, _ text: String, in environment: [String: String]) throws {
        try write(text, "XDG_DATA_HOME", "filters/\(app).filters", environment)
    }

    private static func write(
        _ text: String, _ variable: String, _ name: String, _ environment: [String: String]
    ) throws {
        guard let parent = environment[variable] else { throw FixtureError("no \(variable) is named") }
        let file = URL(fileURLWithPath: parent).appendingPathComponent("focus-filters/\(name)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }
}
