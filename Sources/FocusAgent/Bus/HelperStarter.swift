// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore

/// Has the bus start apps' helpers. The only calls of the agent that start anything.
final class HelperStarter {
    private let connection: Connection
    /// Shorter than what the machine allows until the registration.
    private static let deadline: Int64 = .seconds(25)

    init(connection: Connection) { self.connection = connection }

    /// Starts one; `done` hears why it could not be, in words, or nil if it runs.
    func start(_ start: HelperStart, done: @escaping (_ failure: String?) -> Void) {
        guard let name = BusName(start.busName.text) else { return done("it is no name of a service") }
        connection.call(
            .bus, .bus, .bus, "StartServiceByName", [.string(name.text), .uint32(0)], deadline: Self.deadline
        ) { result in
            switch result {
            case .success: done(nil)
            case .failure(let error): done(Self.words(error))
            }
        }
    }

    private static func words(_ error: CallError) -> String {
        switch error {
        case .error("org.freedesktop.DBus.Error.ServiceUnknown", _):
            "no D-Bus service file of that name is installed"
        case .timedOut: "the bus has not started it within \(deadline / .seconds(1)) s"
        case .error, .disconnected, .notSent: "\(error)"
        }
    }
}
