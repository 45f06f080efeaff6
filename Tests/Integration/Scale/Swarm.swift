// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import Foundation
import TestSupport

/// Many apps, each on a connection of its own, a few dozen to a thread. They leave when the last reference goes.
final class Swarm: Sendable {
    /// How many apps have which list.
    private struct Tally {
        var lists: [String]
        var counts: [String: Int] = [:]
        var registered = 0
    }

    /// Some of the apps: a loop's thread and its connections.
    private final class Crew: @unchecked Sendable {
        // Unchecked: `connections` is touched on the loop's thread only.
        let loop: PollLoop
        var connections: [Connection] = []

        init(_ loop: PollLoop) { self.loop = loop }
    }

    let ids: [String]
    private let crews: [Crew]
    private let tally: Locked<Tally>
    /// A list that all apps have now.
    private let complete = EventProbe<String>()
    private let failures = EventProbe<String>()

    private static let crewSize = 40

    /// Connects and registers `count` apps with the filter `Lists`; returns when all are registered.
    init(_ address: String, ids: [String]) throws {
        self.ids = ids
        Self.allowDescriptors()
        tally = Locked(Tally(lists: ids.map { _ in "everything" }))
        crews = try stride(from: 0, to: ids.count, by: Self.crewSize).map { _ in
            guard let loop = PollLoop() else { throw FixtureError("no file descriptors to spare") }
            return Crew(loop)
        }
        for (index, crew) in crews.enumerated() {
            let first = index * Self.crewSize
            let members = first..<min(first + Self.crewSize, ids.count)
            Thread.detachNewThread { [self] in
                for member in members { join(member, crew, address) }
                crew.loop.run()
                for connection in crew.connections { connection.close() }
                crew.connections = []
            }
        }
        guard complete.waitForNext(until: .seconds(60), where: { $0 == "registered" }) != nil else {
            throw FixtureError("not all register: \(failures.pending.first ?? "no word of the others")")
        }
    }

    /// Lets this process have as many file descriptors as it may: many systems give 1024 to who does not ask.
    private static func allowDescriptors() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// Ends the connections. The threads keep the swarm, so this is to be called.
    func leave() {
        for crew in crews { crew.loop.stop() }
    }

    /// Waits until all apps have the list.
    func waitForAll(_ list: String) throws {
        guard complete.waitForNext(until: .seconds(60), where: { $0 == list }) != nil else {
            throw FixtureError("not all have \(list): \(tally.withLock { $0.counts })")
        }
    }

    private func join(_ member: Int, _ crew: Crew, _ address: String) {
        let connection: Connection
        do throws(BusError) {
            connection = try Connection.open(.custom(address), loop: crew.loop)
        } catch {
            return failures.record("\(error)")
        }
        crew.connections.append(connection)
        connection.export(
            ExportedObject(
                path: App.handlerPath, introspection: "<node/>",
                interfaces: [
                    ExportedInterface(name: Handler1.name, members: [Handler1.Method.perform.description]) {
                        [weak self] invocation in
                        let values = [String: Value](invocation.arguments[1]) ?? [:]
                        invocation.reply()
                        self?.performed(member, values.text("list") ?? "absent")
                    }
                ]))
        connection.call(
            Focus1.busName, Focus1.path, Focus1.name, "RegisterFilters",
            [.string(ids[member]), .objectPath(App.handlerPath), [App.lists()].busValue, .none], deadline: nil
        ) { [weak self] result in
            switch result {
            case .success: self?.registered()
            case .failure(let error): self?.failures.record("\(error)")
            }
        }
    }

    private func registered() {
        let areAll = tally.withLock { tally in
            tally.registered += 1
            return tally.registered == ids.count
        }
        if areAll { complete.record("registered") }
    }

    private func performed(_ member: Int, _ list: String) {
        let areAll = tally.withLock { tally in
            tally.counts[tally.lists[member], default: 0] -= 1
            tally.lists[member] = list
            tally.counts[list, default: 0] += 1
            return tally.counts[list] == ids.count
        }
        if areAll { complete.record(list) }
    }
}
