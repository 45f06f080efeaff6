// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus

/// systemd-logind's names (org.freedesktop.login1(5)).
enum LogindNames {
    static let bus: BusName = "org.freedesktop.login1"
    static let root: ObjectPath = "/org/freedesktop/login1"
    static let manager: InterfaceName = "org.freedesktop.login1.Manager"
    static let session: InterfaceName = "org.freedesktop.login1.Session"
    static let user: InterfaceName = "org.freedesktop.login1.User"

    /// Everything that the object at `path` says.
    static func signals(from path: ObjectPath) -> SourceMatch {
        SourceMatch(MatchRule(path: path))
    }
}

/// What `GetAll` says about a session, as far as it decides whether it is the one on the screen.
struct LogindSession: Hashable, Sendable {
    var id: String
    var isOfUser: Bool
    /// Somebody's desktop or terminal: not the user manager's own session, a greeter or a background job.
    var isForPeople: Bool
    /// Graphical and on a seat: the best that there can be.
    var isDesktop: Bool
    /// `nil`: on no seat.
    var seat: ObjectPath?

    static let properties = [
        "Id": "s", "Class": "s", "Type": "s", "User": "(uo)", "Seat": "(so)", "Active": "b", "LockedHint": "b",
        "IdleHint": "b",
    ]

    /// Fails if the answer does not tell whose session it is.
    init?(_ values: [String: Value], userID: UInt32) {
        guard let id = values["Id"].flatMap({ String($0) }), let kind = values["Class"].flatMap({ String($0) }),
            let user = values["User"].flatMap({ Pair<UInt32, ObjectPath>($0) })
        else { return nil }
        self.id = id
        isOfUser = user.first == userID
        isForPeople = ["user", "user-early", "user-light", "user-early-light"].contains(kind)
        seat = values["Seat"].flatMap { Pair<String, ObjectPath>($0) }.flatMap { $0.first.isEmpty ? nil : $0.second }
        let type = values["Type"].flatMap { String($0) } ?? ""
        isDesktop = seat != nil && ["wayland", "x11", "mir"].contains(type)
    }
}
