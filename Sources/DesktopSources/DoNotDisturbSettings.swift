// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

/// A Do Not Disturb switch that is one key in the settings store, as data.
public struct DoNotDisturbSetting: Sendable {
    let id: SourceID
    let key: SettingKey
    /// What the key holds while the switch is on.
    let valueWhenOn: Bool
    let products: Set<String>
    let desktops: Set<String>

    /// Every desktop that keeps its switch there.
    public static let all = [gnome, mate, cinnamon, elementary]

    /// The shells of GNOME's family, Phosh included. GNOME moved its switch to the quick settings later; the key is the
    /// same.
    static let gnome = DoNotDisturbSetting(
        id: "gnome-notifications",
        key: SettingKey(
            schema: "org.gnome.desktop.notifications", key: "show-banners",
            path: "/org/gnome/desktop/notifications/show-banners", type: .bool, package: "gsettings-desktop-schemas"),
        valueWhenOn: false, products: ["gnome-shell", "Phosh Notify Daemon"],
        // Ubuntu, Pop!_OS, GNOME Classic and others of the family name GNOME besides themselves.
        desktops: ["GNOME"])

    /// Also what Ayatana's notification indicator writes, on Unity and elsewhere.
    static let mate = DoNotDisturbSetting(
        id: "mate-notifications",
        key: SettingKey(
            schema: "org.mate.NotificationDaemon", key: "do-not-disturb",
            path: "/org/mate/notification-daemon/do-not-disturb", type: .bool, package: "mate-notification-daemon"),
        valueWhenOn: true, products: ["Notification Daemon"], desktops: ["MATE"])

    static let cinnamon = DoNotDisturbSetting(
        id: "cinnamon-notifications",
        key: SettingKey(
            schema: "org.cinnamon.desktop.notifications", key: "display-notifications",
            path: "/org/cinnamon/desktop/notifications/display-notifications", type: .bool,
            package: "cinnamon-desktop-data"),
        valueWhenOn: false, products: ["cinnamon"], desktops: ["X-Cinnamon"])

    static let elementary = DoNotDisturbSetting(
        id: "elementary-notifications",
        key: SettingKey(
            schema: "io.elementary.notifications", key: "do-not-disturb",
            path: "/io/elementary/notifications/do-not-disturb", type: .bool, package: "io.elementary.notifications"),
        valueWhenOn: true, products: ["io.elementary.notifications"], desktops: ["Pantheon"])
}
