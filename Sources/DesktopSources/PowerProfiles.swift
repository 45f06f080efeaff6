// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

/// power-profiles-daemon, and TuneD in its place: the active power profile.
///
/// The daemon moved to a second name and path and kept the first; whichever can be read counts.
public struct PowerProfiles: Sendable {
    public let description = SourceDescription(id: "power-profiles", facts: [.powerProfile])

    private var objects = ObjectSet(
        [
            ObjectReader(
                name: "power-profiles", path: "/org/freedesktop/UPower/PowerProfiles",
                interface: "org.freedesktop.UPower.PowerProfiles", properties: ["ActiveProfile": "s"]),
            ObjectReader(
                name: "power-profiles (old)", path: "/net/hadess/PowerProfiles",
                interface: "net.hadess.PowerProfiles", properties: ["ActiveProfile": "s"]),
        ],
        absence: "no power profiles daemon is running: install power-profiles-daemon, or start "
            + "power-profiles-daemon.service")

    public init() {}
}

extension PowerProfiles: DesktopSource {
    public var bus: BusKind { .system }
    public var names: [BusName] { ["org.freedesktop.UPower.PowerProfiles", "net.hadess.PowerProfiles"] }

    public mutating func handle(_ input: SourceInput, at now: Instant) -> [SourceOutput] {
        objects.handle(input) { values in
            let profile = values.lazy.compactMap { $0["ActiveProfile"].flatMap { String($0) } }.first
            return profile.map { [.powerProfile: .text($0)] } ?? [:]
        }
    }
}
