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

    /// GNOME Shell since 3.36, and Phosh. GNOME 49 moved the switch from the calendar to the quick settings; behind it is
    /// the same key.
    static let gnome = DoNotDisturbSetting(
        id: "gnome-notifications",
        key: SettingKey(
            schema: "org.gnome.desktop.notifications", key: "show-banners",
            path: "/org/gnome/desktop/notifications/show-banners", type: .bool, package: "gsettings-desktop-schemas"),
        valueWhenOn: false, products: ["gnome-shell", "Phosh Notify Daemon"],
        // Ubuntu, Pop!_OS, GNOME Classic and others of the family name GNOME besides themselves.
        desktops: ["GNOME"])

    /// mate-notification-daemon since 1.24. Ayatana's notification indicator, which Unity has too, writes the same key.
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
