// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// Keeps calls to an object that is not ready yet: the names are taken early, and nobody is answered before the state
/// has been read.
final class Gate {
    private let connection: Connection
    private let path: ObjectPath
    private var waiting: [Invocation] = []

    /// Puts a stand-in at `path`.
    init(_ path: ObjectPath, on connection: Connection) {
        self.connection = connection
        self.path = path
        connection.export(
            ExportedObject(path: path, introspection: "", interfaces: []) { [weak self] invocation in
                self?.waiting.append(invocation)
                return .deferred
            })
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
    }
}
