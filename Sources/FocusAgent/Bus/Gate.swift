// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces

/// Keeps calls to an object that is not ready yet: the names are taken early, and nobody is answered before the state
/// has been read.
final class Gate {
    private let connection: Connection
    private let path: ObjectPath
    private var waiting: [Invocation] = []
    private var waitingBytes = 0

    /// More than every app of a session says when it begins; far below what the bus library keeps before it stops to read.
    private static let maximumCalls = 8192
    private static let maximumBytes = 16 << 20

    /// Puts a stand-in at `path`.
    init(_ path: ObjectPath, on connection: Connection) {
        self.connection = connection
        self.path = path
        connection.export(
            ExportedObject(path: path, introspection: "", interfaces: []) { [weak self] in
                self?.keep($0) ?? .deferred
            })
    }

    private func keep(_ invocation: Invocation) -> Admission {
        let bytes = invocation.message.byteCount
        guard waiting.count < Self.maximumCalls, bytes <= Self.maximumBytes - waitingBytes else {
            let error = FocusError(
                .limitExceeded, "too many calls wait for the agent to be ready; try again in a second")
            return .refused(error.name, error.message)
        }
        waitingBytes += bytes
        waiting.append(invocation)
        return .deferred
    }

    /// Puts the object in its place, and lets the calls go on that waited for it.
    func open(_ object: ExportedObject) {
        connection.export(object)
        for invocation in waiting {
            switch object.admit?(invocation) ?? .granted {
            case .granted: invocation.admit()
            case .refused(let name, let words): invocation.fail(name, words)
            case .deferred: break
            }
        }
        waiting = []
        waitingBytes = 0
    }
}
