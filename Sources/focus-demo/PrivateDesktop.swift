// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Glibc

/// What the agent finds on a desktop, in a folder and on buses of its own: both buses, GNOME's settings in a real dconf,
/// and a login session.
final class PrivateDesktop {
    /// What every program on it is started with.
    let environment: [String: String]
    /// The session bus, as a program on it sees it.
    let session: Connection
    let logind: MockLogind
    private let stage: Stage
    /// When dconf last told of a change, on `CLOCK_MONOTONIC`, µs.
    private(set) var settingsChanged: Int64?

    static let schema = "org.gnome.desktop.notifications"
    static let key = "show-banners"
    private static let dconf: BusName = "ca.desrt.dconf"

    init(_ stage: Stage, _ tree: SourceTree) throws(DemoFailure) {
        self.stage = stage
        let folder = stage.folder
        environment = try Self.environment(folder)
        // The shipped modes and presets, as an installation would have them.
        try folder.makeFolder("share/focus-filters")
        for name in ["modes", "presets"] {
            try folder.link("\(tree.root)/data/\(name)", as: "share/focus-filters/\(name)")
        }
        try Self.writeDconfService(folder)
        for kind in ["session", "system"] { try Self.startBus(kind, stage, environment) }
        session = try Self.connect("session", stage)
        logind = try MockLogind(Self.address("system", folder), loop: stage.loop)
        let logind = logind
        try stage.wait(for: "the login session") { logind.ownsName }
        session.addMatch(MatchRule(interface: "ca.desrt.dconf.Writer", member: "Notify")) { [weak self] _ in
            self?.settingsChanged = monotonicNow()
        }
    }

    private static func address(_ kind: String, _ folder: Folder) -> String { "unix:path=\(folder.path)/run/\(kind)" }

    /// The environment without a trace of another desktop.
    private static func environment(_ folder: Folder) throws(DemoFailure) -> [String: String] {
        var environment = Desktop.environment.filter { name, _ in
            !["XDG_", "DBUS_", "GSETTINGS_", "GIO_", "DCONF_"].contains { name.hasPrefix($0) }
                && !["DISPLAY", "WAYLAND_DISPLAY", "NOTIFY_SOCKET"].contains(name)
        }
        environment["HOME"] = try folder.makeFolder("home")
        for (name, place) in [
            ("XDG_CONFIG_HOME", "config"), ("XDG_DATA_HOME", "data"), ("XDG_STATE_HOME", "state"),
            ("XDG_CACHE_HOME", "cache"), ("XDG_RUNTIME_DIR", "run"), ("XDG_CONFIG_DIRS", "etc"),
        ] { environment[name] = try folder.makeFolder(place) }
        environment["XDG_DATA_DIRS"] = "\(folder.path)/share:/usr/local/share:/usr/share"
        environment["XDG_CURRENT_DESKTOP"] = "GNOME"
        environment["DBUS_SESSION_BUS_ADDRESS"] = address("session", folder)
        environment["DBUS_SYSTEM_BUS_ADDRESS"] = address("system", folder)
        return environment
    }

    /// The bus may start dconf's writer, and nothing else.
    private static func writeDconfService(_ folder: Folder) throws(DemoFailure) {
        let installed = "/usr/share/dbus-1/services/\(dconf).service"
        guard let text = try? Folder.read(installed) else {
            throw DemoFailure("\(installed) is missing: install the package dconf-service")
        }
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("SystemdService") }
        try folder.makeFolder("services")
        try folder.write(lines.joined(separator: "\n") + "\n", to: "services/\(dconf).service")
    }

    private static func startBus(_ kind: String, _ stage: Stage, _ environment: [String: String]) throws(DemoFailure) {
        let configuration = try stage.folder.write(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
              "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>\(kind)</type>
              <listen>\(address(kind, stage.folder))</listen>
              <auth>EXTERNAL</auth>
              <servicedir>\(stage.folder.path)/services</servicedir>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            </busconfig>

            """, to: "\(kind).conf")
        var isListening = false
        try stage.start(
            "the \(kind) bus",
            ["dbus-daemon", "--config-file=\(configuration)", "--nofork", "--nopidfile", "--print-address"],
            environment: environment
        ) { _ in isListening = true }
        try stage.wait(for: "the \(kind) bus") { isListening }
    }

    private static func connect(_ kind: String, _ stage: Stage) throws(DemoFailure) -> Connection {
        do throws(BusError) {
            return try Connection.open(.custom(address(kind, stage.folder)), loop: stage.loop)
        } catch {
            throw DemoFailure("\(error)")
        }
    }

    /// The command that flips the desktop's switch: banners are shown unless Do Not Disturb is on.
    static func switchCommand(_ isOn: Bool) -> [String] { ["gsettings", "set", schema, key, isOn ? "false" : "true"] }

    /// Flips the desktop's switch as GNOME's own panel does; gives the instant at which dconf told of it.
    func setDoNotDisturb(_ isOn: Bool) throws(DemoFailure) -> Int64 {
        settingsChanged = nil
        let command = try stage.start("gsettings", Self.switchCommand(isOn), environment: environment) { _ in }
        command.mayEnd = true
        try stage.wait(for: "gsettings") { command.status != nil }
        guard !command.hasFailed else { throw DemoFailure("gsettings failed: \(command.log)") }
        try stage.wait(for: "dconf to tell of the change") { settingsChanged != nil }
        try noteDconf()
        return settingsChanged ?? monotonicNow()
    }

    /// dconf's writer is the bus's child, not ours: it is ended by its process id.
    private func noteDconf() throws(DemoFailure) {
        guard stage.strangers.isEmpty else { return }
        var isAnswered = false
        session.call(
            .bus, .bus, .bus, "GetConnectionUnixProcessID", [.string(Self.dconf.text)], deadline: 5_000_000
        ) { [stage] reply in
            isAnswered = true
            if case .success(let message) = reply, let process: UInt32 = message.argument(0) {
                stage.strangers.append(Int32(bitPattern: process))
            }
        }
        try stage.wait(for: "the bus") { isAnswered }
    }
}
