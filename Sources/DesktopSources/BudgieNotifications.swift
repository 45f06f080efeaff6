// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import FocusCore

/// Budgie's switch, which its notification server keeps for as long as it runs.
///
/// While a window fills the screen Budgie may hold notifications back as well, and announces that to nobody: so while
/// the switch is off it is not known whether they show.
enum BudgieNotifications {
    static let bus: BusName = "org.budgie_desktop.Notifications"
    static let path: ObjectPath = "/org/budgie_desktop/Notifications"
    static let interface: InterfaceName = "org.buddiesofbudgie.budgie.Dispatcher"
    /// Takes nothing and gives nothing: there is no way to set the switch but to turn it over.
    static let toggle: MemberName = "ToggleDoNotDisturb"

    /// Gives b.
    static let get: MemberName = "GetDoNotDisturb"

    private static let isOn = "do-not-disturb"

    static let component = ObjectSource.Component(
        description: SourceDescription(
            id: "budgie-notifications", facts: [.doNotDisturb, .silenced], products: ["Budgie Notification Server"],
            desktops: ["Budgie"], silencing: .userSwitch(isLasting: false)),
        names: [bus], absence: "Budgie's notification server is not running",
        places: [
            ObjectReader(
                name: "switch", path: path, interface: interface, method: get, key: isOn, type: "b")
        ],
        signals: [.init(interface, "DoNotDisturbChanged", key: isOn)],
        facts: { values in
            let isOn = Bool(known: values[isOn])
            return [:].adding(.doNotDisturb, isOn).adding(.silenced, isOn == true ? true : nil)
        },
        writing: .turnOver(
            asking: SourceCall.Body(path, interface, get), turning: SourceCall.Body(path, interface, toggle)))
}
