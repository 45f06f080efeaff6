// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// elementary's keys: a folder for each app that says that it notifies, by its id as it is, and one for all others. An
/// app whose bubbles are off shows none, not even for what is urgent.
final class ElementaryApps: NotificationsBackend {
    let products: Set<String> = ["io.elementary.notifications"]
    let desktops: Set<String> = ["Pantheon"]
    /// All that is not known has a folder too.
    let knowsApps = false
    /// Never called.
    var onKnownAppsChange: (() -> Void)?

    private static let schema = "io.elementary.notifications.applications"
    private static let place = "/io/elementary/notifications/applications/"
    private static let others = "gala-other"

    private let settings: SettingsPort

    init(_ settings: SettingsPort) { self.settings = settings }

    func plan(_ request: AppNotifications, done: @escaping (Plan) -> Void) {
        if let words = settings.privateStore { return done(.refused(words)) }
        var known: Set<String> = []
        if request.dependsOnKnownApps {
            known = Set(InstalledApps.all.lazy.filter(\.notifies).map(\.id)).union([Self.others])
        }
        var plan = Plan()
        for app in request.silenced(among: known).sorted() {
            let knob = Knob.setting(schema: Self.schema, path: "\(Self.place)\(app)/", key: "bubbles")
            if Knob(knob.text) == knob {
                plan.wishes[knob] = "false"
            } else {
                plan.refusals.append(Refusal("there is no place for the settings of an app '\(app)'"))
            }
        }
        done(plan)
    }

    func rest() {}
}
