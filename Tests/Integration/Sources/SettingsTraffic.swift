// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import Foundation
import TestSupport

/// What is asked of dconf on a session bus, and by whom.
final class SettingsTraffic {
    private static let writer: InterfaceName = "ca.desrt.dconf.Writer"
    private let tool: BusClient
    private let monitor: ChildProcess
    private var marks = 0

    init(_ tool: BusClient, _ address: String) throws {
        self.tool = tool
        monitor = try ChildProcess([
            "dbus-monitor", "--address", address, "type='method_call',interface='\(Self.writer)'",
        ])
        guard monitor.waitForLine(where: { $0.contains("NameAcquired") || $0.contains("NameLost") }) != nil else {
            throw FixtureError("the monitor sees nothing: \(monitor.errors)")
        }
    }

    deinit { monitor.kill() }

    /// How many changes a process has asked for up to now.
    func writes(of process: Int32) throws -> Int {
        // The monitor has seen all when it has seen this call, which nobody takes.
        marks += 1
        _ = try? tool.call(tool.uniqueName, "/", Self.writer, MemberName("Mark\(marks)") ?? "Mark")
        guard monitor.waitForLine(where: { $0.hasSuffix("member=Mark\(self.marks)") }) != nil else {
            throw FixtureError("the monitor has ended: \(monitor.errors)")
        }
        var owners: [Substring: Int32?] = [:]
        return try monitor.output.split(separator: "\n").count { line in
            guard line.hasSuffix("member=Change"),
                let sender = line.split(separator: " ").first(where: { $0.hasPrefix("sender=") })?.dropFirst(7)
            else { return false }
            let owner = try owners[sender] ?? self.process(of: String(sender))
            owners[sender] = owner
            return owner == process
        }
    }

    /// Nil if the connection has gone.
    private func process(of connection: String) throws -> Int32? {
        do {
            let reply = try tool.call(.bus, .bus, .bus, "GetConnectionUnixProcessID", [.string(connection)])
            return reply.first.flatMap { UInt32($0) }.map(Int32.init(bitPattern:))
        } catch is CallError {
            return nil
        }
    }
}
