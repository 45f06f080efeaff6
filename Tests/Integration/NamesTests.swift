// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import Foundation
import TestSupport
import Testing

/// The agent's names, its supervisor, and what it does without a bus.
@Suite struct NamesTests {
    private static func run(
        _ environment: [String: String], _ arguments: [String] = ["--simulate"]
    ) throws -> (status: ChildProcess.ExitStatus, output: String, errors: String) {
        try ChildProcess.run([TestProgram.agent()] + arguments, environment: environment)
    }

    @Test func secondAgent_endsWithZeroAndSaysWhy() throws {
        let scene = try Scene()
        let (status, _, errors) = try Self.run(scene.environment)
        #expect(status == .exited(0))
        #expect(errors.contains("running already"))
        #expect(try scene.rows("ListModes").isEmpty)
    }

    @Test(arguments: [Control1.busName, Focus1.busName])
    func foreignOwnerOfAName_isNamedAndTheOtherNameIsLeftFree(_ name: BusName) throws {
        let bus = try PrivateBus()
        let folder = try TemporaryDirectory()
        let foreign = try BusClient(bus.address)
        try foreign.own(name)
        let (status, _, errors) = try Self.run(Scene.environment(bus, folder.path))
        #expect(status == .exited(1))
        #expect(errors.contains(name.text))
        #expect(errors.contains(foreign.uniqueName.text))
        for free in [Control1.busName, Focus1.busName] where free != name { try foreign.own(free) }
    }

    @Test func stateFolderInUse_isRefused() throws {
        let scene = try Scene()
        let other = try PrivateBus()
        var environment = scene.environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = other.address
        let (status, _, errors) = try Self.run(environment)
        #expect(status == .exited(1))
        #expect(errors.contains(scene.path("state/focus-filters")))
        #expect(try scene.activeMode() == "")
    }

    @Test func stateFolderThatCannotBeMade_isRefused() throws {
        let bus = try PrivateBus()
        let folder = try TemporaryDirectory()
        try folder.write("in the way", to: "state")
        let (status, _, errors) = try Self.run(Scene.environment(bus, folder.path))
        #expect(status == .exited(1))
        #expect(errors.contains("\(folder.path)/state"))
        let next = try BusClient(bus.address)
        for name in [Control1.busName, Focus1.busName] { try next.own(name) }
    }

    @Test func noBus_isRefused() throws {
        let folder = try TemporaryDirectory()
        let bus = try PrivateBus()
        var environment = Scene.environment(bus, folder.path)
        environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(folder.path)/nothing"
        let (status, _, errors) = try Self.run(environment)
        #expect(status == .exited(1))
        #expect(errors.contains("session bus"))
    }

    @Test func lostBus_endsWithOne() throws {
        let scene = try Scene()
        try scene.activateNothing()
        scene.bus.kill()
        #expect(scene.agent.wait() == .exited(1))
        #expect(scene.agent.waitForLine(in: .errors) { $0.contains("bus went away") } != nil)
    }

    @Test func wrongOptions_endWithTwo() throws {
        let (status, _, errors) = try Self.run([:], ["--simulat"])
        #expect(status == .exited(2))
        #expect(errors.contains("--simulat"))
        #expect(try Self.run([:], ["--help"]).output.contains("--replace"))
    }

    @Test func supervisor_isToldOfReadinessAndEnd() throws {
        let folder = try TemporaryDirectory()
        let socket = try NotifySocket(folder.path + "/notify")
        let scene = try Scene(variables: ["NOTIFY_SOCKET": socket.path])
        #expect(try socket.next() == "READY=1")
        #expect(scene.agent.terminate() == .exited(0))
        #expect(try socket.next() == "STOPPING=1")
    }

    @Test func callsBeforeReadiness_areAnsweredAfterIt() throws {
        // A component of the desktop that never answers: the agent waits for it as long as it waits for any.
        let bus = try PrivateBus()
        let mute = try BusClient(bus.address)
        mute.perform { connection in
            let keeper = Keeper()
            connection.export(
                ExportedObject(path: "/org/freedesktop/login1", introspection: "<node/>", interfaces: []) {
                    keeper.kept.append($0)
                    return .deferred
                })
        }
        try mute.own("org.freedesktop.login1")
        let folder = try TemporaryDirectory()
        let socket = try NotifySocket(folder.path + "/notify")
        let scene = try Scene(
            modes: ["work": modeText("Work")], variables: ["NOTIFY_SOCKET": socket.path], bus: bus, simulates: false)
        let app = try App(bus, "org.example.One")
        let answers = EventProbe<(String, Bool)>()
        // Whoever is answered first finds the supervisor told.
        let wasTold: @Sendable () -> Bool = { (try? socket.next(waits: false)) == "READY=1" }
        scene.tool.perform { connection in
            connection.call(
                Control1.busName, Control1.path, "org.freedesktop.DBus.Properties", "Get",
                [.string(Control1.name.text), .string("ActiveMode")], deadline: 20_000_000
            ) { _ in answers.record(("Get", wasTold())) }
        }
        guard let (first, isReady) = answers.waitForNext() else { throw FixtureError("no answer: \(scene.log)") }
        #expect(isReady, "\(first) was answered before readiness")
        try app.register()
        #expect(try scene.rows("ListModes").count == 1)
    }

    /// Keeps calls unanswered. Confined to the thread of its connection's loop.
    private final class Keeper {
        var kept: [Invocation] = []
    }
}

extension Scene {
    /// A change and its end, so that there is something in the state folder.
    fileprivate func activateNothing() throws {
        try deactivate()
        try control("Resume")
    }
}

/// The supervisor's end of the readiness protocol of sd_notify(3).
private final class NotifySocket: Sendable {
    let path: String
    private let descriptor: Int32

    init(_ path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard descriptor >= 0, result == 0 else { throw FixtureError("no socket at \(path)") }
    }

    deinit { close(descriptor) }

    /// The next message.
    func next(waits: Bool = true) throws -> String {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&state, 1, waits ? 30_000 : 0) == 1 else { throw FixtureError("the supervisor is told nothing") }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
    }
}
