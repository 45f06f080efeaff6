// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import FocusCore

/// Deepin's switch. Whether it is in force at this moment is not said: it may hold at certain hours, or while the screen
/// is locked, only.
enum DeepinNotifications {
    static let bus: BusName = "org.deepin.dde.Notification1"
    static let path: ObjectPath = "/org/deepin/dde/Notification1"
    static let interface: InterfaceName = "org.deepin.dde.Notification1"
    /// The number of the switch among the things that `GetSystemInfo(u) → v` and `SetSystemInfo(u, v)` know.
    static let item: UInt32 = 0

    private static let isOn = "do-not-disturb"

    static let component = ObjectSource.Component(
        description: SourceDescription(
            id: "deepin-notifications", facts: [.doNotDisturb], products: ["DeepinNotifications"],
            desktops: ["Deepin", "DDE"], silencing: .userSwitch(isLasting: true)),
        names: [bus], absence: "Deepin's notification server is not running",
        places: [
            ObjectReader(
                name: "switch", path: path, interface: interface, method: "GetSystemInfo", [.uint32(item)],
                key: isOn, type: "b")
        ],
        signals: [
            .init(interface, "SystemInfoChanged", key: isOn) { arguments in
                guard arguments.first == .uint32(item) else { return .nothing }
                return .value(arguments.dropFirst().first.flatMap { Value($0) })
            }
        ],
        facts: { [:].adding(.doNotDisturb, Bool(known: $0[isOn])) },
        writing: .set { isOn, _ in
            SourceCall.Body(path, interface, "SetSystemInfo", [.uint32(item), .variant(.boolean(isOn))])
        })
}
