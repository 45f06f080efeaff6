// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

/// The power managers of Plasma, Xfce and others that serve `org.freedesktop.PowerManagement.Inhibit`: whether a program
/// asks that the machine stay awake.
public struct PowerInhibitors: Sendable {
    public let description = SourceDescription(id: "power-inhibitors", facts: [.idleBlocked])

    private var objects = ObjectSet(
        [
            ObjectReader(
                name: "power-inhibitors", path: "/org/freedesktop/PowerManagement/Inhibit",
                interface: "org.freedesktop.PowerManagement.Inhibit", method: "HasInhibit", key: "inhibited",
                type: "b")
        ],
        announcements: [0: [.init(member: "HasInhibitChanged", key: "inhibited")]],
        absence: "no power manager of Plasma's or Xfce's kind is running")

    public init() {}
}

extension PowerInhibitors: DesktopSource {
    public var bus: BusKind { .session }
    public var names: [BusName] {
        ["org.freedesktop.PowerManagement.Inhibit", "org.freedesktop.PowerManagement"]
    }

    public mutating func handle(_ input: SourceInput, at now: Instant) -> [SourceOutput] {
        objects.handle(input) { values in
            values[0]["inhibited"].flatMap { Bool($0) }.map { [.idleBlocked: .bool($0)] } ?? [:]
        }
    }
}
