// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Dispatch
import Fakes
import FocusInterfaces
import Foundation
import TestSupport
import Testing

/// Many apps and many changes.
@Suite(.serialized) struct ScaleTests {
    private static let mute = "org.example.Mute"
    private static let deaf = "org.example.Deaf"

    /// Keeps an app from reading its socket until it is opened.
    private final class Plug: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)

        /// Returns when the app's thread is held.
        func stop(_ client: BusClient) {
            let held = EventProbe<Bool>()
            client.perform { [semaphore] _ in
                held.record(true)
                semaphore.wait()
            }
            _ = held.waitForNext()
        }

        func open() { semaphore.signal() }
    }

    private static func stats(_ scene: Scene, of name: BusName) throws -> [String: Value] {
        let reply = try scene.tool.call(
            .bus, .bus, "org.freedesktop.DBus.Debug.Stats", "GetConnectionStats", [.string(name.text)])
        return try #require(reply.first.flatMap([String: Value].init(_:)))
    }

    /// What must not grow: file descriptors, and match rules of both connections.
    private static func holdings(_ scene: Scene) throws -> [Int] {
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(scene.agent.pid)/fd").count
        let rules = try [Control1.busName, Focus1.busName].map { name in
            Int(try #require(try stats(scene, of: name)["MatchRules"].flatMap(UInt32.init(_:))))
        }
        return [descriptors] + rules
    }

    /// An app that never answers and one that never reads, among those that do.
    private static func badApps(_ scene: Scene) throws -> (mute: App, deaf: App, plug: Plug) {
        let mute = try App(scene.bus, mute, answers: [.never])
        try mute.register()
        let deaf = try App(scene.bus, deaf)
        try deaf.register()
        let plug = Plug()
        plug.stop(deaf.client)
        return (mute, deaf, plug)
    }

    /// Lets the bad apps read and answer: each is told the newest list at last, and got one call per deadline before.
    private static func release(_ mute: App, _ deaf: App, _ plug: Plug, _ list: String, since begin: Int64) throws {
        mute.answers(.atOnce)
        mute.answerKept()
        plug.open()
        for app in [mute, deaf] {
            var seen: [String?] = []
            repeat { seen.append(try app.next().list) } while seen.last != list || !app.performed.pending.isEmpty
            let deadlines = Int((Deadline.now - begin) / 10_000_000)
            #expect(seen.count <= 2 + deadlines, "\(app.id): \(seen)")
        }
    }

    @Test func g3_thousandAppsAndTwoBadOnes_theOthersGetEachState() throws {
        let ids = (1...998).map { "org.example.Swarm\($0)" }
        let all = ids + [Self.mute, Self.deaf]
        func lists(_ list: String) -> [String: String] { Dictionary(uniqueKeysWithValues: all.map { ($0, list) }) }
        let scene = try Scene(
            modes: ["a": modeText("A", lists("a")), "b": modeText("B", lists("b"))],
            limits: [
                "max_completed_connections": 4000, "max_connections_per_user": 4000,
                "max_replies_per_connection": 50000,
            ], logLevel: "warning")
        let swarm = try Swarm(scene.bus.address, ids: ids)
        defer { swarm.leave() }
        let begin = Deadline.now
        let (mute, deaf, plug) = try Self.badApps(scene)
        let before = try Self.holdings(scene)
        for change in 1...20 {
            let mode = change % 2 == 0 ? "b" : "a"
            try scene.activate(mode)
            try swarm.waitForAll(mode)
        }
        #expect(try Self.holdings(scene) == before)
        try Self.release(mute, deaf, plug, "b", since: begin)
    }

    @Test func g3_tenThousandChanges_agentDoesNotGrow() throws {
        let ids = (1...3).map { "org.example.Swarm\($0)" }
        let all = ids + [Self.mute, Self.deaf]
        func mode(_ list: String, _ condition: String) -> String {
            modeText(list, Dictionary(uniqueKeysWithValues: all.map { ($0, list) }), when: condition)
        }
        let scene = try Scene(
            modes: ["a": mode("a", "do-not-disturb"), "b": mode("b", "not do-not-disturb")],
            logLevel: "warning")
        let swarm = try Swarm(scene.bus.address, ids: ids)
        defer { swarm.leave() }
        let begin = Deadline.now
        let (mute, deaf, plug) = try Self.badApps(scene)
        let deafName = deaf.client.uniqueName

        /// 100 changes in a row, that end with this mode.
        func burst(_ last: String) throws {
            for change in 1..<100 {
                let isOn = Value.boolean((change % 2 == 0) == (last == "b"))
                scene.tool.perform { connection in
                    connection.call(
                        Control1.busName, Control1.path, Simulation1.name, "SetFacts",
                        [["do-not-disturb": isOn].busValue, [String]().busValue], deadline: nil
                    ) { _ in }
                }
            }
            try scene.disturb(last == "a")
            try swarm.waitForAll(last)
        }
        for _ in 1...5 { for last in ["a", "b"] { try burst(last) } }
        let (bytes, holdings) = (try scene.residentBytes(), try Self.holdings(scene))
        for _ in 1...50 { for last in ["a", "b"] { try burst(last) } }
        let growth = try scene.residentBytes() - bytes
        #expect(growth < 5 << 20, "\(growth) bytes")
        #expect(try Self.holdings(scene) == holdings)
        // What waits on the bus for who does not read is a call and its retries, not a queue.
        let waiting = try #require(try Self.stats(scene, of: deafName)["PeakOutgoingBytes"].flatMap(UInt32.init(_:)))
        #expect(waiting < 16 << 10, "\(waiting) bytes")
        try Self.release(mute, deaf, plug, "b", since: begin)
    }
}
