// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import FocusCore

/// xfce4-notifyd's switch: a property that xfconfd keeps. Nobody has set it in a fresh profile, and resetting it removes
/// it; then it is off, as for xfce4-notifyd.
enum XfceNotifications {
    static let bus: BusName = "org.xfce.Xfconf"
    static let path: ObjectPath = "/org/xfce/Xfconf"
    static let interface: InterfaceName = "org.xfce.Xfconf"
    static let channel = "xfce4-notifyd"
    static let property = "/do-not-disturb"

    static let component = ObjectSource.Component(
        description: SourceDescription(
            id: "xfce-notifications", facts: [.doNotDisturb, .silenced], products: ["Xfce Notify Daemon"],
            desktops: ["XFCE"], silencing: .userSwitch(isLasting: true)),
        names: [bus], absence: "Xfce's settings daemon, xfconfd, is not running",
        places: [
            ObjectReader(
                name: "property", path: path, interface: interface, method: "GetProperty",
                [.string(channel), .string(property)], key: property, type: "b",
                noValue: [
                    "org.xfce.Xfconf.Error.PropertyNotFound", "org.xfce.Xfconf.Error.ChannelNotFound",
                ])
        ],
        signals: [
            .init(interface, "PropertyChanged", arg0: channel, key: property) { arguments in
                guard concerns(arguments) else { return .nothing }
                return .value(arguments.dropFirst(2).first.flatMap { Value($0) })
            },
            .init(interface, "PropertyRemoved", arg0: channel, key: property) { arguments in
                concerns(arguments) ? .value(nil) : .nothing
            },
        ],
        facts: { .doNotDisturb(Bool(known: $0[property]) ?? false) },
        writing: .set { isOn, _ in
            SourceCall.Body(
                path, interface, "SetProperty",
                [.string(channel), .string(property), .variant(.boolean(isOn))])
        })

    private static func concerns(_ arguments: [Value]) -> Bool {
        arguments.count >= 2 && String(arguments[0]) == channel && String(arguments[1]) == property
    }
}
