// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import FocusCore

/// Budgie's switch, which its notification server keeps for as long as it runs, and the pause that it makes while a
/// window fills the screen.
enum BudgieNotifications {
    static let bus: BusName = "org.budgie_desktop.Notifications"
    static let path: ObjectPath = "/org/budgie_desktop/Notifications"
    static let interface: InterfaceName = "org.buddiesofbudgie.budgie.Dispatcher"
    /// Takes nothing and gives nothing: there is no way to set the switch but to turn it over.
    static let toggle: MemberName = "ToggleDoNotDisturb"

    private static let isOn = "do-not-disturb"
    private static let isPaused = "NotificationsPaused"

    static let component = ObjectSource.Component(
        description: SourceDescription(
            id: "budgie-notifications", facts: [.doNotDisturb, .silenced, .notificationsInhibited],
            products: ["Budgie Notification Server"], desktops: ["Budgie"]),
        names: [bus], absence: "Budgie's notification server is not running",
        places: [
            [
                ObjectReader(
                    name: "switch", path: path, interface: interface, method: "GetDoNotDisturb", key: isOn, type: "b"),
                ObjectReader(name: "pause", path: path, interface: interface, properties: [isPaused: "b"]),
            ]
        ],
        signals: [.init(interface, "DoNotDisturbChanged", key: isOn)],
        facts: { values in
            let isOn = Bool(known: values[isOn])
            let isPaused = Bool(known: values[isPaused])
            return [:].adding(.doNotDisturb, isOn).adding(.notificationsInhibited, isPaused)
                .adding(.silenced, either(isOn, isPaused))
        })

    /// Whether one of them is true; `nil` if what is known does not decide it.
    private static func either(_ left: Bool?, _ right: Bool?) -> Bool? {
        if left == true || right == true { return true }
        return left == nil || right == nil ? nil : false
    }
}
