// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import FocusCore

/// SwayNotificationCenter: the user's switch, and the programs that hold notifications back meanwhile (since 0.8).
///
/// It announces both together with everything else that it shows, and each change twice.
enum SwayncNotifications {
    static let bus: BusName = "org.erikreider.swaync.cc"
    static let path: ObjectPath = "/org/erikreider/swaync/cc"
    static let interface: InterfaceName = "org.erikreider.swaync.cc"
    /// Takes b.
    static let setSwitch: MemberName = "SetDnd"
    /// Each takes s, the program's id, and gives b, whether that changed anything. They do not end with the program.
    static let addInhibitor: MemberName = "AddInhibitor"
    static let removeInhibitor: MemberName = "RemoveInhibitor"

    private static let isOn = "dnd"
    private static let isInhibited = "inhibited"

    static let component = ObjectSource.Component(
        description: SourceDescription(
            id: "swaync", facts: [.doNotDisturb, .silenced, .notificationsInhibited],
            products: ["SwayNotificationCenter"]),
        names: [bus], absence: "SwayNotificationCenter is not running",
        places: [
            [switchReader("dnd"), reader("inhibited", "IsInhibited", isInhibited)],
            // Before 0.8.
            [switchReader("dnd-alone")],
        ],
        signals: [
            // count u, dnd b, cc_open b
            .init(interface, "Subscribe", key: isOn) { element(1, of: $0) },
            // count u, dnd b, cc_open b, inhibited b
            .init(interface, "SubscribeV2", key: isOn) { element(1, of: $0) },
            .init(interface, "SubscribeV2", key: isInhibited) { element(3, of: $0) },
        ],
        facts: { values in
            let (isOn, isInhibited) = (Bool(known: values[isOn]), Bool(known: values[isInhibited]))
            return [:].adding(.doNotDisturb, isOn).adding(.notificationsInhibited, isInhibited)
                .adding(.silenced, isInhibited == true ? true : isOn)
        })

    private static func switchReader(_ name: String) -> ObjectReader { reader(name, "GetDnd", isOn) }

    private static func reader(_ name: String, _ method: MemberName, _ key: String) -> ObjectReader {
        ObjectReader(name: name, path: path, interface: interface, method: method, key: key, type: "b")
    }

    private static func element(_ index: Int, of arguments: [Value]) -> ObjectSource.Signal.News {
        .value(arguments.indices.contains(index) ? arguments[index] : nil)
    }
}
