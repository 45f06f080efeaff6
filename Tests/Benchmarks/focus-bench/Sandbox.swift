// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import TestSupport

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
        let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        folder = try Self.makeFolder("\(parent)/focus-bench-XXXXXX")
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
    private var children: [Program] = []
    private var buses: [PrivateBus] = []

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
        ]
        for part in ["", "/home"] { try makeFolder(folder + part) }
        try makeFolder("\(workshop.runtimeFolder)/\(name)-run", mode: 0o700)
        environment["DBUS_SESSION_BUS_ADDRESS"] = try startBus(
            services: withSettings ? ["ca.desrt.dconf": try settingsService()] : [:])
        environment["DBUS_SYSTEM_BUS_ADDRESS"] = try startBus()
    }

    /// The command of dconf's service, for this sandbox's home.
    private func settingsService() throws(BenchError) -> String {
        let service = readFile("/usr/share/dbus-1/services/ca.desrt.dconf.service")
        guard let line = service.split(separator: "\n").first(where: { $0.hasPrefix("Exec=") }) else {
            throw BenchError("dconf-service is not installed (Debian's package dconf-service)")
        }
        let variables = ["HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"].map { "\($0)=\(environment[$0] ?? "")" }
        return "/usr/bin/env \(variables.joined(separator: " ")) \(line.dropFirst("Exec=".count))"
    }

    /// The limits of a real session bus: those that are built in are for fewer than a thousand apps.
    private static let limits = [
        "max_incoming_bytes": 1_000_000_000, "max_outgoing_bytes": 1_000_000_000, "max_completed_connections": 100_000,
        "max_incomplete_connections": 10000, "max_connections_per_user": 100_000, "max_names_per_connection": 50000,
        "max_match_rules_per_connection": 50000, "max_replies_per_connection": 50000,
    ]

    /// Starts a bus and gives its address.
    private func startBus(services: [String: String] = [:]) throws(BenchError) -> String {
        do {
            let bus = try PrivateBus(limits: Self.limits, services: services)
            buses.append(bus)
            return bus.address
        } catch {
            throw BenchError("\(error)")
        }
    }

    private func makeFolder(_ path: String, mode: mode_t = 0o755) throws(BenchError) {
        guard mkdir(path, mode) == 0 || errno == EEXIST else { throw .system(path) }
    }

    private func start(_ name: String, path: String, arguments: [String] = []) throws(BenchError) -> Program {
        let child = try Program(
            name, path: path, arguments: arguments, environment: environment, logFile: "\(folder)/\(name).log")
        children.append(child)
        return child
    }

    /// Starts one of the benchmark's programs that takes commands, and waits for its greeting.
    func startProgram(_ name: String, greeting: String) throws(BenchError) -> Program {
        let program = try start(name, path: workshop.programs + "/" + name)
        let line = try program.readLine(for: greeting, seconds: 10)
        guard line == greeting else { throw BenchError("\(name) greets with '\(line)' instead of '\(greeting)'") }
        return program
    }

    /// Starts the agent, or the relay in C that stands for it.
    func startServer(_ server: Server) throws(BenchError) -> Program {
        try start(server.name, path: path(of: server))
    }

    /// The end of what the agent logged, if it runs here.
    var agentsLastWords: [String] {
        readFile("\(folder)/\(Server.agent.name).log").split(separator: "\n").suffix(5).map { "\(name): \($0)" }
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
        buses = []
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
