// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// How one notification server, or several that do it alike, holds back the notifications of single apps.
///
/// To add one: a file with a type that conforms, and a line in ``Ports``; where its knobs are not keys of GSettings, a kind
/// of ``AppSwitch`` and ``AppSwitchPort``. Belongs to the loop's thread.
protocol NotificationsBackend: AnyObject {
    /// What the servers call themselves (`GetServerInformation`, Desktop Notifications Specification).
    var products: Set<String> { get }
    /// Entries of `XDG_CURRENT_DESKTOP`: what counts while no server says what it is.
    var desktops: Set<String> { get }
    /// It tells of apps that come to be known.
    var knowsApps: Bool { get }
    /// The apps that the server knows have changed since the last ``plan(_:done:)``. Called only while what was asked for
    /// last depends on them.
    var onKnownAppsChange: (() -> Void)? { get set }

    /// The knobs to turn so that apps are silenced as asked, and words for what cannot be done. `request` is not empty.
    /// Calls `done` once, at once or later.
    func plan(_ request: AppNotifications, done: @escaping (Plan) -> Void)

    /// Nothing is asked for any more: which apps there are does not matter.
    func rest()
}

extension NotificationsBackend {
    var knowsApps: Bool { true }
}

/// The choice between notification servers' ways.
enum NotificationsChoice {
    /// The backend in charge, or words for why there is none. `product`: what the server in the session calls itself; nil:
    /// there is none, or it does not say. `desktop`: `XDG_CURRENT_DESKTOP`.
    static func backend(
        among backends: [any NotificationsBackend], product: String?, desktop: String
    ) -> Result<any NotificationsBackend, Refusal> {
        if let product {
            if let backend = backends.first(where: { $0.products.contains(product) }) { return .success(backend) }
            return .failure(none("the notification server '\(product)'"))
        }
        let names = desktop.split(separator: ":").map { String($0) }
        // The first entry that says something: they go from the particular to the general.
        for name in names {
            if let backend = backends.first(where: { $0.desktops.contains(name) }) { return .success(backend) }
        }
        guard !names.isEmpty else {
            return .failure(
                Refusal(
                    "no notification server runs whose notifications could be held back, and XDG_CURRENT_DESKTOP is not set"
                ))
        }
        return .failure(none("the desktop '\(desktop)'"))
    }

    private static func none(_ who: String) -> Refusal {
        Refusal(
            "\(who) has no setting by which single apps' notifications can be held back: leave silence and allow out, and "
                + "write DoNotDisturb=on under [Mode] to hold back all")
    }
}
