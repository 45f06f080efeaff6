// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore

/// Tells the machine whether somebody owns the names that conditions ask for. What changes comes by the signal that the
/// agent receives for all names anyway, so that the number of match rules does not grow with the modes.
final class AppOwners {
    private let connection: Connection
    private let report: ([AppID: Bool]) -> Void
    private var followed: Set<AppID> = []

    /// The caller receives `NameOwnerChanged` on `connection`, and passes it on to ``changed(_:_:)``.
    init(_ connection: Connection, report: @escaping ([AppID: Bool]) -> Void) {
        self.connection = connection
        self.report = report
    }

    /// From now on it is about these names.
    func follow(_ apps: Set<AppID>) {
        let new = apps.subtracting(followed)
        followed = apps
        for app in new.sorted() {
            // In the order of the bus: an answer is never older than a signal that came before it.
            _ = connection.call(.bus, .bus, .bus, "NameHasOwner", [.string(app.text)], deadline: nil) {
                [weak self] result in
                guard let self, followed.contains(app), case .success(let reply) = result,
                    let isOwned = reply.argument(0, as: Bool.self)
                else { return }
                report([app: isOwned])
            }
        }
    }

    /// A name has another owner.
    func changed(_ name: BusName, _ owner: BusName?) {
        guard !followed.isEmpty, !name.isUnique, let app = AppID(name.text), followed.contains(app) else { return }
        report([app: owner != nil])
    }
}
