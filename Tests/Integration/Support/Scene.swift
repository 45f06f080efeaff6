// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import Foundation
import TestSupport

/// The real agent, with facts and clocks by hand, on a bus and in folders of its own. The folders and the bus outlive
/// the agent, which can be ended and started again.
final class Scene: Sendable {
    let bus: PrivateBus
    let environment: [String: String]
    /// A connection of a person's tools.
    let tool: BusClient
    private let folder: TemporaryDirectory
    private let running: Locked<ChildProcess>
    private let arguments: [String]
    /// What was added to `CLOCK_BOOTTIME`, in µs.
    private let shift = Locked<Int64>(0)

    /// Starts everything. `modes`: id → text, the user's own. `files`: more files below the private home. Without
    /// `simulates`, the agent looks for a desktop on the bus, and finds none.
    init(
        modes: [String: String] = [:], files: [String: String] = [:], limits: [String: Int] = [:],
        variables: [String: String] = [:], bus: PrivateBus? = nil, logLevel: String = "debug",
        simulates: Bool = true
    ) throws {
        let bus = try bus ?? PrivateBus(limits: limits)
        self.bus = bus
        let folder = try TemporaryDirectory()
        self.folder = folder
        environment = Self.environment(bus, folder.path).merging(variables) { $1 }
        for (id, text) in modes { try folder.write(text, to: Self.modeFile(id)) }
        for (name, text) in files { try folder.write(text, to: name) }
        arguments = (simulates ? ["--simulate"] : []) + ["--log-level", logLevel]
        running = Locked(try AgentProcess(environment, arguments: arguments).process)
        tool = try BusClient(bus.address)
    }

    deinit { agent.kill() }

    /// The variables of an agent that keeps everything below `home`.
    static func environment(_ bus: PrivateBus, _ home: String) -> [String: String] {
        var environment = bus.environment.filter { !$0.key.hasPrefix("XDG_") && $0.key != "NOTIFY_SOCKET" }
        environment["HOME"] = home
        environment["XDG_CONFIG_HOME"] = "\(home)/config"
        environment["XDG_CONFIG_DIRS"] = "\(home)/etc"
        environment["XDG_DATA_HOME"] = "\(home)/data"
        environment["XDG_DATA_DIRS"] = "\(home)/share"
        environment["XDG_STATE_HOME"] = "\(home)/state"
        return environment
    }

    // MARK: The agent

    var agent: ChildProcess { running.withLock { $0 } }
    /// What the agent has logged.
    var log: String { agent.errors }

    /// Starts another agent in place of the one that has ended; returns when it owns its names.
    func start(_ more: [String] = []) throws {
        let next = try AgentProcess(environment, arguments: arguments + more).process
        running.withLock { $0 = next }
        shift.withLock { $0 = 0 }
    }

    /// Lets another agent take over; returns when the old one has ended.
    func replace() throws {
        let old = agent
        let next = try ChildProcess(
            [try TestProgram.agent()] + arguments + ["--replace"], environment: environment)
        guard old.wait() == .exited(0), next.waitForLine(in: .errors, where: { $0.contains("ready") }) != nil else {
            throw FixtureError("no take-over. The old one says: \(old.errors) The new one: \(next.errors)")
        }
        running.withLock { $0 = next }
        shift.withLock { $0 = 0 }
    }

    /// Resident memory in bytes that is the agent's own. 0 under the address sanitizer, which keeps what was freed, to see
    /// late uses of it.
    func residentBytes() throws -> Int {
        guard environment["ASAN_OPTIONS"] == nil else { return 0 }
        let text = try String(contentsOfFile: "/proc/\(agent.pid)/status", encoding: .utf8)
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("RssAnon:") }),
            let number = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap({ Int($0) })
        else { throw FixtureError("the agent is gone: \(log)") }
        return number * 1024
    }

    /// Whether the agent's memory is not above `bytes`, now or in time.
    func isSmall(_ bytes: Int) throws -> Bool { try comes { try residentBytes() <= bytes } }

    // MARK: Facts and time

    /// Sets facts; returns when the agent has taken them in.
    func set(_ facts: [String: Value], unknown: [String] = []) throws {
        try call(Simulation1.name, "SetFacts", [facts.busValue, unknown.busValue])
    }

    func disturb(_ isOn: Bool) throws { try set(["do-not-disturb": .boolean(isOn)]) }

    /// Lets time pass on the agent's clock; returns when what was due has been sent.
    func pass(seconds: Double) throws {
        let boottime = boottime(after: Int64(seconds * 1_000_000))
        try call(Simulation1.name, "SetClock", [["boottime": Value.int64(boottime)].busValue])
    }

    /// What the agent's `CLOCK_BOOTTIME` shows when as much has passed on it.
    private func boottime(after span: Int64) -> Int64 {
        let added = shift.withLock { shift in
            shift += span
            return shift
        }
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000 + added
    }

    /// Sets the clock on the wall, to an instant in µs since the Unix epoch, and the time zone. With `sleeps` the machine
    /// was suspended meanwhile: as much time passes on the other clock, and no timer rang.
    func setClock(_ realtime: Int64, zone: String? = nil, sleeps: Int64? = nil) throws {
        var clock: [String: Value] = ["realtime": .int64(realtime)]
        if let zone { clock["zone"] = .string(zone) }
        if let sleeps { clock["boottime"] = .int64(boottime(after: sleeps)) }
        try call(Simulation1.name, "SetClock", [clock.busValue])
    }

    // MARK: Control1

    /// Calls a member of the control object.
    @discardableResult
    func call(_ interface: InterfaceName, _ member: MemberName, _ arguments: [Value] = []) throws -> [Value] {
        try tool.call(Control1.busName, Control1.path, interface, member, arguments)
    }

    @discardableResult
    func control(_ member: MemberName, _ arguments: Value...) throws -> [Value] {
        try call(Control1.name, member, arguments)
    }

    func activate(_ mode: String) throws { try control("Activate", .string(mode), .none) }
    func deactivate() throws { try control("Deactivate", .none) }

    func configure(_ mode: String, _ app: String, _ filter: String, _ values: [String: Value]) throws {
        try control("Configure", .string(mode), .string(app), .string(filter), values.busValue, .none)
    }

    /// The rows of `ListModes`, `ListFilters`, `ListSources` or `ListProblems`.
    func rows(_ list: MemberName) throws -> [[String: Value]] {
        guard let rows = try control(list).first.flatMap([[String: Value]].init(_:)) else {
            throw FixtureError("\(list) is no list")
        }
        return rows
    }

    /// The row of a filter; nil if none is known.
    func filter(_ app: String, _ filter: String = "Lists") throws -> [String: Value]? {
        try rows("ListFilters").first { $0["app"] == .string(app) && $0["filter"] == .string(filter) }
    }

    /// The messages of all problems.
    func problems() throws -> [String] { try rows("ListProblems").compactMap { $0.text("message") } }

    /// Waits until `fits` holds, which is asked now and after each signal of that name.
    func wait(for signal: MemberName, until fits: () throws -> Bool) throws {
        let signals = EventProbe<Int>()
        try tool.listen(MatchRule(path: Control1.path, interface: Control1.name, member: signal)) { _ in
            signals.record(0)
        }
        while try !fits() {
            guard signals.waitForNext() != nil else { throw FixtureError("\(signal) does not come: \(log)") }
        }
    }

    /// Waits until a connection has left the bus.
    func waitForEnd(of name: BusName) throws {
        let gone = EventProbe<Bool>()
        tool.perform { connection in connection.watchOwner(name) { gone.record($0 == nil) } }
        guard gone.waitForNext(where: { $0 }) != nil else { throw FixtureError("\(name) stays") }
    }

    func property(_ name: String) throws -> Value {
        let reply = try call(
            "org.freedesktop.DBus.Properties", "Get", [.string(Control1.name.text), .string(name)])
        guard case .variant(let value)? = reply.first else { throw FixtureError("\(name): \(reply)") }
        return value
    }

    /// All properties of the control object; dictionaries without the order of the wire.
    func properties() throws -> [String: [String: Value]] {
        let reply = try call("org.freedesktop.DBus.Properties", "GetAll", [.string(Control1.name.text)])
        guard let all = reply.first.flatMap([String: Value].init(_:)) else { throw FixtureError("\(reply)") }
        return all.mapValues { [String: Value]($0) ?? ["": $0] }
    }

    func activeMode() throws -> String? { String(try property("ActiveMode")) }

    /// Reads the files again; returns what is wrong with them.
    @discardableResult
    func reload() throws -> [[String: Value]] {
        try control("Reload").first.flatMap([[String: Value]].init(_:)) ?? []
    }

    // MARK: Files

    static func modeFile(_ id: String) -> String { "config/focus-filters/modes/\(id).mode" }

    /// Where a file below the private home is.
    func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    /// Writes a file in one step, as careful programs do.
    func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

    func write(_ bytes: Data, to name: String) throws {
        let file = URL(fileURLWithPath: path(name))
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: file, options: .atomic)
    }

    func read(_ name: String) throws -> String { try folder.read(name) }
    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }
}

extension Value {
    /// An empty `a{sv}`.
    static var none: Value { [String: Value]().busValue }
}

extension [String: Value] {
    func text(_ key: String) -> String? { self[key].flatMap(String.init(_:)) }
    func truth(_ key: String) -> Bool? { self[key].flatMap(Bool.init(_:)) }
    func number(_ key: String) -> UInt64? { self[key].flatMap(UInt64.init(_:)) }
    func dictionary(_ key: String) -> [String: Value]? { self[key].flatMap([String: Value].init(_:)) }
}

/// The error's name that a call ends with, without what all of them begin with; nil if it succeeds.
func errorName(_ body: () throws -> some Any) -> String? {
    do {
        _ = try body()
        return nil
    } catch let error as CallError {
        return error.name?.split(separator: ".").last.map(String.init) ?? "\(error)"
    } catch {
        return "\(error)"
    }
}
