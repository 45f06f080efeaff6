// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Glibc

/// A stand-in for systemd-logind that knows one desktop session of this user (org.freedesktop.login1(5)), as far as
/// an agent asks.
final class MockLogind {
    private let connection: Connection
    private var isLocked = false
    private(set) var ownsName = false

    private static let session: InterfaceName = "org.freedesktop.login1.Session"
    private static let managerPath: ObjectPath = "/org/freedesktop/login1"
    private static let sessionPath: ObjectPath = "/org/freedesktop/login1/session/c1"
    private static let seatPath: ObjectPath = "/org/freedesktop/login1/seat/seat0"
    private static let userPath = ObjectPath(unchecked: "/org/freedesktop/login1/user/_\(getuid())")

    init(_ address: String, loop: PollLoop) throws(DemoFailure) {
        do throws(BusError) {
            connection = try Connection.open(.custom(address), loop: loop)
        } catch {
            throw DemoFailure("\(error)")
        }
        export(Self.managerPath, "org.freedesktop.login1.Manager", Self.manager, methods: Self.methods)
        export(Self.userPath, "org.freedesktop.login1.User", ["Display": Self.named("c1", Self.sessionPath)])
        exportSession()
        connection.requestName("org.freedesktop.login1", flags: .doNotQueue) { [weak self] reply in
            self?.ownsName = reply == .success(.primaryOwner)
        }
    }

    /// Locks or unlocks the session and tells everyone; gives the instant at which the signal had left.
    func setLocked(_ isLocked: Bool) throws(DemoFailure) -> Int64 {
        self.isLocked = isLocked
        do throws(BusError) {
            try connection.emitPropertiesChanged(Self.sessionPath, Self.session, ["LockedHint": .boolean(isLocked)])
        } catch {
            throw DemoFailure("the session's lock cannot be told: \(error)")
        }
        connection.flush()
        return monotonicNow()
    }

    private func exportSession() {
        let fixed: [String: Value] = [
            "Id": .string("c1"), "Class": .string("user"), "Type": .string("wayland"), "Active": .boolean(true),
            "User": .structure([.uint32(getuid()), .objectPath(Self.userPath)]),
            "Seat": Self.named("seat0", Self.seatPath), "IdleHint": .boolean(false),
        ]
        export(Self.sessionPath, Self.session, fixed.merging(["LockedHint": .boolean(false)]) { $1 }) {
            [weak self] name in name == "LockedHint" ? self.map { .boolean($0.isLocked) } : fixed[name]
        }
    }

    private static let manager: [String: Value] = [
        "PreparingForSleep": .boolean(false), "OnExternalPower": .boolean(true), "LidClosed": .boolean(false),
        "Docked": .boolean(false), "BlockInhibited": .string(""), "IdleHint": .boolean(false),
    ]

    private static let methods = [
        MethodDescription(name: "GetSession", in: "s", out: "o"), MethodDescription(name: "GetUser", in: "u", out: "o"),
    ]

    private static func named(_ id: String, _ path: ObjectPath) -> Value {
        .structure([.string(id), .objectPath(path)])
    }

    /// Puts an object with one interface on the bus. `get`: for values that change; else they stay as in `values`.
    private func export(
        _ path: ObjectPath, _ interface: InterfaceName, _ values: [String: Value], methods: [MethodDescription] = [],
        get: ((String) -> Value?)? = nil
    ) {
        let properties = values.map { PropertyDescription(name: MemberName(unchecked: $0), signature: $1.signature) }
        connection.export(
            ExportedObject(
                path: path, introspection: "<node/>",
                interfaces: [
                    ExportedInterface(
                        name: interface, members: methods, properties: properties, call: Self.answer,
                        get: get ?? { values[$0] })
                ]))
    }

    private static func answer(_ call: Invocation) {
        switch (call.member?.text, call.arguments.first) {
        case ("GetSession", .string("auto")), ("GetSession", .string("c1")): call.reply([.objectPath(sessionPath)])
        case ("GetUser", .uint32(getuid())): call.reply([.objectPath(userPath)])
        default: call.fail("org.freedesktop.login1.NoSuchSession", "there is one session, c1")
        }
    }
}
