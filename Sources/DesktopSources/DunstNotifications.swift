// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import FocusCore

/// dunst's pause.
///
/// Since 1.10 it has levels from 0 to 100, and `paused` says that the level is not 0. Any level above 0 counts: some
/// notifications are held back, and the user wanted that. Before 1.13.1 a pause by SIGUSR1 or SIGUSR2 is told nobody, and
/// is seen when the source is read next.
enum DunstNotifications {
    static let path: ObjectPath = "/org/freedesktop/Notifications"
    static let interface: InterfaceName = "org.dunstproject.cmd0"
    /// b, may be set.
    static let paused = "paused"
    /// u, 0 to 100, may be set.
    static let pauseLevel = "pauseLevel"

    static let component = ObjectSource.Component(
        description: SourceDescription(
            id: "dunst", facts: [.doNotDisturb, .silenced], products: ["dunst"],
            silencing: .userSwitch(isLasting: false)),
        names: [.notifications], absence: "dunst is not running",
        places: [
            ObjectReader(name: "pause", path: path, interface: interface, properties: [paused: "b", pauseLevel: "u"])
        ],
        facts: { values in
            let level = values[pauseLevel].flatMap { UInt32($0) }
            return .doNotDisturb(Bool(known: values[paused]) ?? level.map { $0 > 0 })
        },
        complaint: { values in
            values[paused] == nil && values[pauseLevel] == nil ? "it says neither paused nor pauseLevel" : nil
        },
        writing: .set { isOn, before in
            // A level that was there before comes back as it was.
            if isOn, let level = before[pauseLevel], level != .uint32(0) {
                return .setting(pauseLevel, of: path, interface, to: level)
            }
            return .setting(paused, of: path, interface, to: .boolean(isOn))
        })
}
