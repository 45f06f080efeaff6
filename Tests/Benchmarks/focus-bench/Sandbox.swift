// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// Where the benchmark's programs are, and the folder in which everything happens.
struct Workshop {
    /// The folder of the benchmark's C programs.
    let programs: String
    /// The agent to be measured.
    let agent: String
    /// Removed at the end.
    let folder: String
    /// Where the sandboxes' runtime folders are, in memory as on a real machine. Removed at the end, too.
    let runtimeFolder: String

    init(agent: String?) throws(BenchError) {
        guard let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            throw BenchError("/proc/self/exe cannot be read")
        }
        programs = String(executable.prefix(upTo: executable.lastIndex(of: "/") ?? executable.endIndex))
        let agent = agent ?? programs + "/focus-agent"
        for program in [agent, programs + "/bench-relay"] where access(program, X_OK) != 0 {
            throw BenchError("\(program) is missing: 'make bench' builds all that is needed")
        }
        folder = try Self.makeFolder("/tmp/focus-bench-XXXXXX")
        runtimeFolder = (try? Self.makeFolder("/dev/shm/focus-bench-XXXXXX")) ?? folder
        self.agent = agent
    }

    private static func makeFolder(_ template: String) throws(BenchError) -> String {
        var path = Array(template.utf8CString)
        guard mkdtemp(&path) != nil else { throw .system(template) }
        return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func remove() {
        for folder in [folder, runtimeFolder] { try? FileManager.default.removeItem(atPath: folder) }
    }
}

/// A machine in small: a session bus, a system bus, a home folder, and what runs there.
final class Sandbox {
    let name: String
    private let workshop: Workshop
    private let folder: String
    private(set) var environment: [String: String]
    private var children: [ChildProcess] = []

    /// Starts the two buses. `withSettings` adds dconf, and says that the desktop is GNOME.
    init(_ name: String, in workshop: Workshop, withSettings: Bool = false) throws(BenchError) {
        self.name = name
        self.workshop = workshop
        folder = workshop.folder + "/" + name
        environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "HOME": folder + "/home",
            "XDG_RUNTIME_DIR": "\(workshop.runtimeFolder)/\(name)-run",
            "XDG_CONFIG_HOME": folder + "/home/config",
            "XDG_DATA_HOME": folder + "/home/data",
            "XDG_STATE_HOME": folder + "/home/state",
            "XDG_CACHE_HOME": folder + "/home/cache",
            "XDG_CONFIG_DIRS": folder + "/etc",
            // The schemas of the desktop's settings are the machine's own.
            "XDG_DATA_DIRS": withSettings ? "/usr/local/share:/usr/share" : folder + "/share",
            "XDG_CURRENT_DESKTOP": withSettings ? "GNOME" : "benchmark",
            "XDG_SESSION_ID": "bench",
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder)/session",
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(folder)/system",
        ]
        for part in ["", "/home", "/services"] { try makeFolder(folder + part) }
        try makeFolder("\(workshop.runtimeFolder)/\(name)-run", mode: 0o700)
        if withSettings { try installSettingsService() }
        try startBus("session")
        try startBus("system")
    }

    private func installSettingsService() throws(BenchError) {
        let service = readFile("/usr/share/dbus-1/services/ca.desrt.dconf.service")
        guard let line = service.split(separator: "\n").first(where: { $0.hasPrefix("Exec=") }) else {
            throw BenchError("dconf-service is not installed (Debian's package dconf-service)")
        }
        try writeFile(
            folder + "/services/ca.desrt.dconf.service", "[D-BUS Service]\nName=ca.desrt.dconf\n\(line)\n")
    }

    private func startBus(_ type: String) throws(BenchError) {
        // The policy and the limits of a session bus for both: limits for users in the thousands are not the matter.
        let configuration = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
              "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>unix:path=\(folder)/\(type)</listen>
              <auth>EXTERNAL</auth>
              <servicedir>\(folder)/services</servicedir>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
              <limit name="max_incoming_bytes">1000000000</limit>
              <limit name="max_outgoing_bytes">1000000000</limit>
              <limit name="max_completed_connections">100000</limit>
              <limit name="max_incomplete_connections">10000</limit>
              <limit name="max_connections_per_user">100000</limit>
              <limit name="max_pending_service_starts">10000</limit>
              <limit name="max_names_per_connection">50000</limit>
              <limit name="max_match_rules_per_connection">50000</limit>
              <limit name="max_replies_per_connection">50000</limit>
            </busconfig>

            """
        let file = folder + "/\(type).conf"
        try writeFile(file, configuration)
        let bus = try start(
            "dbus-daemon", path: "/usr/bin/dbus-daemon",
            arguments: ["--nofork", "--nopidfile", "--nosyslog", "--print-address=1", "--config-file=\(file)"])
        _ = try bus.readLine(for: "the address of the \(type) bus", seconds: 10)
    }

    private func makeFolder(_ path: String, mode: mode_t = 0o755) throws(BenchError) {
        guard mkdir(path, mode) == 0 || errno == EEXIST else { throw .system(path) }
    }

    private func start(_ name: String, path: String, arguments: [String] = []) throws(BenchError) -> ChildProcess {
        let child = try ChildProcess(
            name, path: path, arguments: arguments, environment: environment, logFile: "\(folder)/\(name).log")
        children.append(child)
        return child
    }

    /// Starts one of the benchmark's programs that takes commands, and waits for its greeting.
    func startProgram(_ name: String, greeting: String) throws(BenchError) -> ChildProcess {
        let program = try start(name, path: workshop.programs + "/" + name)
        let line = try program.readLine(for: greeting, seconds: 10)
        guard line == greeting else { throw BenchError("\(name) greets with '\(line)' instead of '\(greeting)'") }
        return program
    }

    /// Starts the agent, or the relay in C that stands for it.
    func startServer(_ server: Server) throws(BenchError) -> ChildProcess {
        try start(server.name, path: path(of: server))
    }

    func path(of server: Server) -> String {
        switch server {
        case .agent: workshop.agent
        case .relay: workshop.programs + "/bench-relay"
        }
    }

    /// Writes mode files where a person's own are.
    func write(modes: [ModeFile]) throws(BenchError) {
        for part in ["/home/config", "/home/config/focus-filters", "/home/config/focus-filters/modes"] {
            try makeFolder(folder + part)
        }
        for mode in modes { try writeFile("\(folder)/home/config/focus-filters/modes/\(mode.id).mode", mode.text) }
    }

    /// Ends what runs here, the last started first.
    func close() {
        for child in children.reversed() { child.end() }
        children = []
    }
}

/// What stands between the signal and the apps.
enum Server {
    case agent
    case relay

    var name: String {
        switch self {
        case .agent: "focus-agent"
        case .relay: "bench-relay"
        }
    }
}
