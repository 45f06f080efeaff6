// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import Synchronization
import TestSupport

/// An app that keeps running while agents die: it registers whenever the agent's name comes back, and says then what it
/// performed last. It may also start afresh, as another process of the app would.
final class CrashApp: Sendable {
    /// What this process was told, since it started.
    struct Memory: Sendable {
        /// The token last performed.
        var token: String?
        /// The value of its parameter that it performed last; the default before that.
        var list = "everything"
        /// Performs whose token was that of the one before.
        var repeats: [String] = []
        var count = 0
        /// Registrations that were refused while the agent lived.
        var refusals: [String] = []
    }

    let id: String
    private let address: String
    private let client: Mutex<BusClient>
    private let memory: Mutex<Memory>
    /// Something was performed, or a registration was answered.
    let news = EventProbe<String>()

    init(_ address: String, _ id: String) throws {
        self.id = id
        self.address = address
        memory = Mutex(Memory())
        client = Mutex(try BusClient(address))
        try begin()
    }

    /// The end of the process, and another one's start. `waitForEnd` returns when the bus has noticed.
    func restart(waitForEnd: (BusName) throws -> Void) throws {
        let last = client.withLock { $0 }
        last.perform { $0.close() }
        try waitForEnd(last.uniqueName)
        let next = try BusClient(address)
        memory.withLock { $0 = Memory(repeats: $0.repeats, count: $0.count, refusals: $0.refusals) }
        client.withLock { $0 = next }
        try begin()
    }

    var state: Memory { memory.withLock { $0 } }

    private func begin() throws {
        let client = client.withLock { $0 }
        let name = client.uniqueName
        client.perform { [weak self] connection in
            connection.export(
                ExportedObject(
                    path: App.handlerPath, introspection: "<node/>",
                    interfaces: [
                        ExportedInterface(name: Handler1.name, members: [Handler1.Method.perform.description]) {
                            self?.perform($0, name)
                        }
                    ]))
            connection.watchOwner(Focus1.busName) { [weak connection] owner in
                guard let connection, owner != nil else { return }
                self?.register(connection)
            }
        }
    }

    private func perform(_ invocation: Invocation, _ name: BusName) {
        let values = [String: Value](invocation.arguments[1]) ?? [:]
        let transition = [String: Value](invocation.arguments[2]) ?? [:]
        guard let token = transition.text("token") else {
            return invocation.fail("org.example.Error.NoToken", "no token")
        }
        // A late call to the process from before is none of this one's.
        guard client.withLock({ $0.uniqueName == name }) else { return }
        memory.withLock { memory in
            if memory.token == token { memory.repeats.append("\(id): \(transition)") }
            memory.token = token
            memory.list = values.text("list") ?? "absent"
            memory.count += 1
        }
        invocation.reply()
        news.record("performed")
    }

    private func register(_ connection: Connection) {
        var options: [String: Value] = [:]
        if let token = state.token { options["performed"] = ["Lists": token].busValue }
        connection.call(
            Focus1.busName, Focus1.path, Focus1.name, "RegisterFilters",
            [.string(id), .objectPath(App.handlerPath), [App.lists()].busValue, options.busValue], deadline: nil
        ) { [weak self] result in
            switch result {
            case .success: self?.news.record("registered")
            case .failure(let error):
                // The end of an agent is an error of the bus's.
                guard error.name?.hasPrefix("org.focusfilters") == true else { return }
                self?.memory.withLock { $0.refusals.append("\(error)") }
                self?.news.record("refused")
            }
        }
    }
}
