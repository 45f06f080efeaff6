// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A `dbus-daemon` of a test's own, with nothing to activate but what the test gives it. Stopped, and its folder removed,
/// when the last reference goes.
public final class PrivateBus: @unchecked Sendable {
    // Unchecked: `daemon` changes only in `kill()` and `restart()`, which a test calls from one place.

    /// What the daemon says of itself.
    public enum Kind: String, Sendable {
        case session
        case system
    }

    private let folder: TemporaryDirectory
    private let configuration: String
    private let variables: [String: String]
    private var daemon: ChildProcess

    /// The address, which stays the same after ``restart()``.
    public var address: String { "unix:path=\(folder.path)/bus" }
    public var pid: Int32 { daemon.pid }
    /// What the daemon has complained of.
    public var errors: String { daemon.errors }

    /// Starts a daemon and waits until it listens.
    ///
    /// `limits`: by name, as in `dbus-daemon(1)`. `services`: activatable names with the command for each. `extra`: more of
    /// the configuration, such as policies; put last, so that it has the last word. `environment`: what the daemon and what it
    /// activates start with; by default the test's own.
    public init(
        _ kind: Kind = .session, limits: [String: Int] = [:], services: [String: String] = [:], extra: String = "",
        environment: [String: String]? = nil
    ) throws {
        variables = environment ?? ProcessInfo.processInfo.environment
        folder = try TemporaryDirectory()
        let serviceFolder = try folder.makeFolder("services")
        for (name, command) in services {
            try folder.write("[D-BUS Service]\nName=\(name)\nExec=\(command)\n", to: "services/\(name).service")
        }
        let limitLines = limits.sorted { $0.key < $1.key }
            .map { "  <limit name=\"\($0.key)\">\($0.value)</limit>" }.joined(separator: "\n")
        configuration = try folder.write(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
              "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>\(kind.rawValue)</type>
              <listen>unix:path=\(folder.path)/bus</listen>
              <auth>EXTERNAL</auth>
              <servicedir>\(serviceFolder)</servicedir>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            \(limitLines)
            \(extra)
            </busconfig>

            """, to: "bus.conf")
        daemon = try Self.start(configuration, variables)
    }

    deinit { daemon.kill() }

    /// The environment of a program that is to use this bus, and no other: the daemon's with both addresses set.
    public var environment: [String: String] {
        var environment = variables
        environment["DBUS_SESSION_BUS_ADDRESS"] = address
        environment["DBUS_SYSTEM_BUS_ADDRESS"] = address
        return environment
    }

    /// Kills the daemon, as a crash would; every connection is lost.
    public func kill() { daemon.kill() }

    /// Starts the daemon again on the same address.
    public func restart() throws {
        daemon.kill()
        daemon = try Self.start(configuration, variables)
    }

    private static func start(_ configuration: String, _ variables: [String: String]) throws -> ChildProcess {
        let daemon = try ChildProcess(
            ["dbus-daemon", "--config-file=\(configuration)", "--nofork", "--nopidfile", "--print-address=1"],
            environment: variables)
        guard daemon.waitForLine(where: { $0.hasPrefix("unix:") }) != nil else {
            throw FixtureError("dbus-daemon does not start: \(daemon.errors)")
        }
        return daemon
    }
}
