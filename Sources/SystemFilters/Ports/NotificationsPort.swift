// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import DesktopSources
import FocusCore

/// Asks the notification server in charge how to silence single apps.
final class NotificationsPort {
    /// What was planned last is to be planned anew.
    var onKnownAppsChange: (() -> Void)?

    /// A backend tells of apps that come.
    private(set) var isFollowing = false

    private static let deadline: Microseconds = .seconds(5)

    private let connection: Connection
    private let desktop: String
    private let backends: [any NotificationsBackend]
    private var current: (any NotificationsBackend)?

    /// `desktop`: as `XDG_CURRENT_DESKTOP` has it.
    init(connection: Connection, desktop: String, backends: [any NotificationsBackend]) {
        self.connection = connection
        self.desktop = desktop
        self.backends = backends
        for backend in backends {
            backend.onKnownAppsChange = { [weak self, weak backend] in
                if let self, self.current === backend { self.onKnownAppsChange?() }
            }
        }
    }

    /// Calls `done` once, at once or later.
    func plan(_ request: AppNotifications, done: @escaping (Plan) -> Void) {
        guard !request.isEmpty else {
            take(nil)
            return done(Plan())
        }
        product { [weak self] product in
            guard let self else { return }
            switch NotificationsChoice.backend(among: backends, product: product, desktop: desktop) {
            case .success(let backend):
                take(backend)
                isFollowing = request.dependsOnKnownApps && backend.knowsApps
                backend.plan(request) { [weak self] plan in
                    // What can do nothing has nothing to tell.
                    if plan.wishes.isEmpty, !plan.refusals.isEmpty, self?.current === backend { self?.take(nil) }
                    done(plan)
                }
            case .failure(let refusal):
                take(nil)
                done(Plan(refusals: [refusal]))
            }
        }
    }

    private func take(_ backend: (any NotificationsBackend)?) {
        if let current, current !== backend { current.rest() }
        isFollowing = false
        current = backend
    }

    /// What the server in the session calls itself; nil: there is none, or it does not say.
    private func product(_ done: @escaping (String?) -> Void) {
        connection.call(
            .notifications, "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "GetServerInformation",
            deadline: Self.deadline
        ) { result in
            switch result {
            case .success(let reply): done(reply.argument(0, as: String.self))
            case .failure: done(nil)
            }
        }
    }
}
