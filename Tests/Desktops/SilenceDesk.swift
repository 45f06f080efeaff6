// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import TestSupport
import Testing

/// A desktop, real or faked, whose Do Not Disturb a mode is to turn on. To put one to the tests takes one row.
struct SilenceKind: Sendable, CustomStringConvertible {
    let description: String
    /// Brings it up: the program that knows its state, and another that it stands on, if any.
    let make: @Sendable () throws -> (desktop: FixtureProgram, ground: FixtureProgram?)
    /// The agent asks for quiet beside the user's switch, with an inhibitor.
    var isInhibitor = false
    /// Beside those that the desktop's own programs have.
    var variables: [String: String] = [:]

    static func component(_ name: String, isInhibitor: Bool = false) -> SilenceKind {
        SilenceKind(
            description: name, make: { (try FixtureProgram("component", [name]), nil) }, isInhibitor: isInhibitor)
    }

    static func fake(_ program: String, _ name: String? = nil, isInhibitor: Bool = false) -> SilenceKind {
        SilenceKind(
            description: "\(name ?? program), faked",
            make: {
                let ground = try FixtureProgram("dconf")
                let words = name.map { [$0] } ?? []
                return (try FixtureProgram(fake: program, words, in: try ground.ready.environment()), ground)
            }, isInhibitor: isInhibitor)
    }

    /// GNOME's key in real dconf, without the Shell.
    static let gnomeKey = {
        var kind = fake("gnome_switch")
        kind.variables = ["XDG_CURRENT_DESKTOP": "GNOME"]
        return kind
    }()

    static let gnome = SilenceKind(description: "gnome", make: { (try FixtureProgram("gnome"), nil) })

    static let all: [SilenceKind] = [
        gnome, component("plasma", isInhibitor: true), component("xfce"), component("mate"), component("budgie"),
        component("lxqt"), component("dunst"), component("mako"), fake("servers", "dunst"), fake("servers", "mako"),
        fake("servers", "swaync", isInhibitor: true), fake("servers", "plasma", isInhibitor: true), fake("deepin"),
    ]
}

/// The real agent beside such a desktop, with a mode `work` that wants quiet.
final class SilenceDesk {
    let desktop: FixtureProgram
    private let ground: FixtureProgram?
    private let environment: [String: String]
    private let tool: BusClient
    private(set) var agent: AgentProcess
    private(set) var control: ControlView
    private var app: SampleApp?
    /// What the app performed last.
    private var performed: SampleApp.Performed?

    private static let control: BusName = "org.focusfilters.Control1"
    private static let path: ObjectPath = "/org/focusfilters/Control1"
    private static let interface: InterfaceName = "org.focusfilters.Control1"

    init(_ kind: SilenceKind) throws {
        (desktop, ground) = try kind.make()
        let ready = (ground ?? desktop).ready
        environment = try ready.environment().merging(kind.variables) { $1 }
        tool = try BusClient(try ready.text("session"))
        try Self.write(isEnabled: true, environment)
        agent = try AgentProcess(environment, arguments: ["--log-level", "debug"])
        control = try ControlView(try ready.text("session"))
    }

    deinit { agent.process.kill() }

    private static func write(isEnabled: Bool, _ environment: [String: String]) throws {
        try AgentProcess.write(
            mode: "work",
            "[Mode]\nName=Work\nDoNotDisturb=on\nEnabled=\(isEnabled)\n[Filter \(SampleApp.id)/Lists]\nlist='work'\n",
            in: environment)
        try AgentProcess.write(descriptor: SampleApp.id.text, SampleApp.descriptor, in: environment)
    }

    /// From now on there is an app that the mode configures; it registers with each agent.
    func startApp() throws {
        let app = try SampleApp((ground ?? desktop).ready.text("session"))
        try app.register()
        self.app = app
    }

    // MARK: What the user does

    func call(_ member: MemberName, _ arguments: [Value] = []) throws {
        try tool.call(Self.control, Self.path, Self.interface, member, arguments)
    }

    func activate() throws { try call("Activate", [.string("work"), ["ends": Value.string("resumed")].busValue]) }
    func deactivate() throws { try call("Deactivate", [["ends": Value.string("resumed")].busValue]) }

    /// A command that runs while `focusctl hold` holds the mode for it: until ``release(_:)``.
    func hold() throws -> ChildProcess {
        // An override beats every hold.
        try call("Resume")
        let holder = try ChildProcess(
            [
                try TestProgram.path("focusctl"), "hold", "work", "--reason", "a test", "--", "sh", "-c",
                "echo held; exec cat",
            ], environment: environment, keepsInput: true)
        // The switch may move before the answer: an agent that is killed in between leaves nobody who holds.
        guard holder.waitForLine(where: { $0 == "held" }) != nil else {
            throw FixtureError("nobody holds: \(holder.errors)")
        }
        return holder
    }

    /// Ends the command of a hold, and with it the hold.
    func release(_ holder: ChildProcess) throws {
        holder.closeInput()
        guard holder.wait() == .exited(0) else { throw FixtureError("the hold fails: \(holder.errors)") }
    }

    /// Waits as long as no hand is quicker: within a second of a write, a change would be taken for another program's.
    func letAHandBeSeen() throws {
        let end = Deadline.seconds(1.3)
        while !end.hasPassed { _ = try isOn() }
    }

    // MARK: What becomes of the agent

    func kill() throws {
        agent.process.kill()
        let gone = EventProbe<Bool>()
        tool.perform { connection in connection.watchOwner(Self.control) { gone.record($0 == nil) } }
        guard gone.waitForNext(where: { $0 }) == true else { throw FixtureError("the agent is still on the bus") }
    }

    func terminate() throws {
        guard agent.process.terminate() == .exited(0) else {
            throw FixtureError("it does not end: \(agent.process.errors)")
        }
    }

    /// Starts it; `withMode`: the mode is there still.
    func start(withMode: Bool = true) throws {
        try Self.write(isEnabled: withMode, environment)
        agent = try AgentProcess(environment, arguments: ["--log-level", "debug"])
        try meet()
    }

    /// Lets another agent take over; returns when the old one has ended.
    func replace() throws {
        let old = agent.process
        agent = try AgentProcess(environment, arguments: ["--log-level", "debug", "--replace"])
        guard old.wait() == .exited(0),
            agent.process.waitForLine(in: .errors, where: { $0.contains("ready") }) != nil
        else { throw FixtureError("no take-over: \(old.errors) \(agent.process.errors)") }
        try meet()
    }

    /// A new agent is there.
    private func meet() throws {
        control = try ControlView((ground ?? desktop).ready.text("session"))
        takeInPerformed()
        try app?.register(performed: performed?.token)
    }

    private func takeInPerformed() {
        if let last = app?.performed.drain().last { performed = last }
    }

    // MARK: What is to be seen

    func isOn() throws -> Bool? { try desktop("state")["on"] }

    /// Waits until the desktop holds notifications back, or does not.
    func wait(isOn: Bool) throws {
        let deadline = Deadline.standard
        while try self.isOn() != isOn {
            guard !deadline.hasPassed else {
                throw FixtureError("the desktop is not \(isOn ? "quiet" : "as before"). \(agent.process.errors)")
            }
        }
    }

    /// Waits until the agent knows that nothing is held back: what it wrote has read back.
    func waitUntilSeen() throws {
        guard control.wait(until: { $0.facts["silenced"] != .boolean(true) }) else {
            throw FixtureError("the agent does not see that it is off: \(control). \(agent.process.errors)")
        }
    }

    /// Waits until the agent sees the switch as the user had it, and nothing else.
    func waitForRest(_ isOn: Bool) throws {
        guard
            control.wait(until: {
                $0.facts["do-not-disturb"] == .boolean(isOn) && (isOn || $0.facts["silenced"] != .boolean(true))
            })
        else { throw FixtureError("it does not come to rest: \(control). \(agent.process.errors)") }
    }

    func wait(for fact: String, _ value: Bool) throws {
        guard control.wait(until: { $0.facts[fact] == .boolean(value) }) else {
            throw FixtureError("\(fact) is not \(value): \(control). \(agent.process.errors)")
        }
    }

    func wait(forMode mode: String) throws {
        guard control.wait(until: { $0.mode == mode }) else {
            throw FixtureError("the mode is not '\(mode)': \(control). \(agent.process.errors)")
        }
    }

    /// Waits until a mode is on because somebody holds it, by the agent's own word: a signal may tell of earlier.
    func waitForHold() throws {
        let deadline = Deadline.standard
        while try cause() != "hold" {
            guard !deadline.hasPassed else { throw FixtureError("nobody holds. \(agent.process.errors)") }
        }
    }

    private func cause() throws -> String? {
        let reply = try tool.call(
            Self.control, Self.path, "org.freedesktop.DBus.Properties", "Get",
            [.string(Self.interface.text), .string("Reason")])
        guard case .variant(let value)? = reply.first else { throw FixtureError("Reason: \(reply)") }
        return [String: Value](value)?["cause"].flatMap { String($0) }
    }

    /// Waits until the app has performed this last.
    func wait(forApp list: String) throws {
        takeInPerformed()
        while let app, performed?.list ?? SampleApp.defaultList != list {
            guard let next = app.performed.waitForNext() else {
                throw FixtureError("the app has \(performed?.list ?? "nothing"), not \(list). \(agent.process.errors)")
            }
            performed = next
            takeInPerformed()
        }
    }

    /// What the agent complains of, in words.
    func problems() throws -> [String] {
        let rows = try tool.call(Self.control, Self.path, Self.interface, "ListProblems").first
        return (rows.flatMap { [[String: Value]]($0) } ?? []).compactMap { $0["message"].flatMap { String($0) } }
    }
}
