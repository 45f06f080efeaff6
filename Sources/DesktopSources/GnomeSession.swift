// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

/// GNOME's session manager, which those of Budgie, Cinnamon and MATE took after: whether the user is idle, and what
/// programs ask it to hold back.
///
/// That the session is not active says nothing about a lock: the same happens on a switch to another terminal.
public struct GnomeSession: Sendable {
    public let description = SourceDescription(
        id: "gnome-session", facts: [.idle, .idleBlocked, .sessionActive],
        // logind's idle hint comes from here; whether the session is in front comes from logind.
        weights: [.idle: .firsthand, .sessionActive: .hint])

    /// `status` of the presence, of 0 available, 1 invisible, 2 busy, 3 idle.
    private static let idleStatus: UInt32 = 3
    /// The flag of `InhibitedActions` for marking the session as idle.
    private static let idleFlag: UInt32 = 8

    private var objects = ObjectSet(
        [
            ObjectReader(
                name: "gnome-session", path: "/org/gnome/SessionManager", interface: "org.gnome.SessionManager",
                properties: ["SessionIsActive": "b", "InhibitedActions": "u"]),
            ObjectReader(
                name: "gnome-session presence", path: "/org/gnome/SessionManager/Presence",
                interface: "org.gnome.SessionManager.Presence", properties: ["status": "u"]),
        ],
        // Session managers that took after it do not all announce the property.
        announcements: [1: [.init(member: "StatusChanged", key: "status")]],
        absence: "no session manager of GNOME's kind is running")

    public init() {}
}

extension GnomeSession: DesktopSource {
    public var bus: BusKind { .session }
    public var names: [BusName] { ["org.gnome.SessionManager"] }

    public mutating func handle(_ input: SourceInput, at now: Instant) -> [SourceOutput] {
        objects.handle(input) { values in
            var facts: [Fact: FactValue] = [:]
            if let isActive = values[0]["SessionIsActive"].flatMap({ Bool($0) }) {
                facts[.sessionActive] = .bool(isActive)
            }
            if let actions = values[0]["InhibitedActions"].flatMap({ UInt32($0) }) {
                facts[.idleBlocked] = .bool(actions & Self.idleFlag != 0)
            }
            if let status = values[1]["status"].flatMap({ UInt32($0) }) {
                facts[.idle] = .bool(status == Self.idleStatus)
            }
            return facts
        }
    }
}
