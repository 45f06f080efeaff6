// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

/// UPower: the battery, the power supply and the lid, each with a signal; logind has the latter two without
/// (UPower's reference, org.freedesktop.UPower).
public struct UPower: Sendable {
    public let description = SourceDescription(
        id: "upower", facts: [.onBattery, .lidClosed, .battery],
        weights: [.onBattery: .firsthand, .lidClosed: .firsthand])

    /// `Type` of a device, of 1 line power, 2 battery, 3 uninterruptible supply and more.
    private static let supplies: Set<UInt32> = [2, 3]

    private var objects = ObjectSet(
        [
            ObjectReader(
                name: "upower", path: "/org/freedesktop/UPower", interface: "org.freedesktop.UPower",
                properties: ["OnBattery": "b", "LidIsClosed": "b", "LidIsPresent": "b"]),
            // What all batteries together come to; it exists without any.
            ObjectReader(
                name: "upower battery", path: "/org/freedesktop/UPower/devices/DisplayDevice",
                interface: "org.freedesktop.UPower.Device",
                properties: ["IsPresent": "b", "Percentage": "d", "Type": "u"]),
        ], absence: "UPower is not running: install upower, or start upower.service")

    public init() {}
}

extension UPower: DesktopSource {
    public var bus: BusKind { .system }
    public var names: [BusName] { ["org.freedesktop.UPower"] }

    public mutating func handle(_ input: SourceInput, at now: Instant) -> [SourceOutput] {
        objects.handle(input) { values in
            var facts: [Fact: FactValue] = [:]
            if let isOnBattery = values[0]["OnBattery"].flatMap({ Bool($0) }) {
                facts[.onBattery] = .bool(isOnBattery)
            }
            // A machine without a lid has none that is open.
            if let isClosed = values[0]["LidIsClosed"].flatMap({ Bool($0) }),
                values[0]["LidIsPresent"].flatMap({ Bool($0) }) == true
            {
                facts[.lidClosed] = .bool(isClosed)
            }
            if values[1]["IsPresent"].flatMap({ Bool($0) }) == true,
                let type = values[1]["Type"].flatMap({ UInt32($0) }), Self.supplies.contains(type),
                let charge = values[1]["Percentage"].flatMap({ Double($0) }), (0...100).contains(charge)
            {
                facts[.battery] = .number(charge)
            }
            return facts
        }
    }
}
