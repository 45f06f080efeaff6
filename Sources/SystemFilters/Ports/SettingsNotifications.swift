// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DesktopSources

/// The servers that read GNOME's keys: a folder for each app, in it whether the app's notifications show banners.
///
/// The Shell and Phosh show urgent ones all the same, and read the keys of an app that has never notified when it first
/// does. They differ in how they write an app's id as a folder's name.
final class SettingsNotifications: NotificationsBackend {
    let products: Set<String>
    let desktops: Set<String>
    var onKnownAppsChange: (() -> Void)?

    private let settings: SettingsPort
    private let folder: (String) -> String

    private static let schema = "org.gnome.desktop.notifications"
    private static let applications = "org.gnome.desktop.notifications.application"
    private static let place = "/org/gnome/desktop/notifications/application/"
    private static let children = NamedSetting(schema: schema, path: "", key: "application-children")

    init(
        _ settings: SettingsPort, products: Set<String>, desktops: Set<String>, folder: @escaping (String) -> String
    ) {
        self.settings = settings
        self.products = products
        self.desktops = desktops
        self.folder = folder
    }

    /// Phosh and Budgie name GNOME as well, after themselves.
    static func backends(_ settings: SettingsPort) -> [any NotificationsBackend] {
        [
            SettingsNotifications(
                settings, products: ["gnome-shell"], desktops: ["GNOME"], folder: SettingsFolder.shell),
            SettingsNotifications(
                settings, products: ["Phosh Notify Daemon"], desktops: ["Phosh"], folder: SettingsFolder.phosh),
            SettingsNotifications(
                settings, products: ["Budgie Notification Server"], desktops: ["Budgie"],
                folder: SettingsFolder.budgie),
        ]
    }

    func plan(_ request: AppNotifications, done: @escaping (Plan) -> Void) {
        if let words = settings.privateStore { return done(.refused(words)) }
        var known: Set<String> = []
        if request.dependsOnKnownApps {
            do throws(NamedSetting.Failure) {
                known = Set(try settings.strings(Self.children))
                known.formUnion(InstalledApps.all.lazy.filter(\.notifies).map { self.folder($0.id) })
                settings.follow(Self.children) { [weak self] in self?.onKnownAppsChange?() }
            } catch {
                return done(.refused("\(Self.schema): \(error.words)"))
            }
        } else {
            rest()
        }
        var plan = Plan()
        for app in request.silenced(among: known, key: folder).sorted() {
            let knob = Knob.setting(schema: Self.applications, path: "\(Self.place)\(app)/", key: "show-banners")
            if Knob(knob.text) == knob {
                plan.wishes[knob] = "false"
            } else if !known.contains(app) {
                plan.refusals.append(Refusal("there is no place for the settings of an app '\(app)'"))
            }
        }
        done(plan)
    }

    func rest() { settings.unfollow(Self.children) }
}
