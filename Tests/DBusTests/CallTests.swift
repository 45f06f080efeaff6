// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import TestSupport
import Testing

/// Calls, replies, and what becomes of calls that are not answered.
struct CallTests {
    static let path: ObjectPath = "/org/example/Echo"
    static let interface: InterfaceName = "org.example.Echo"

    /// An object with methods whose answers tests can foresee.
    static func echo(_ call: @escaping (Invocation) -> Void) -> ExportedObject {
        ExportedObject(
            path: path, introspection: "<node/>",
            interfaces: [
                ExportedInterface(
                    name: interface,
                    members: [MethodDescription(name: "Echo", in: "s", out: "s")],
                    call: call)
            ])
    }

    @Test func call_isAnswered() throws {
        let peers = try Peers()
        peers.service.export(Self.echo { $0.reply($0.arguments) })
        let result = try peers.call(peers.service.uniqueName, Self.path, Self.interface, "Echo", [.string("Grüße")])
        #expect(try result.get().arguments == [.string("Grüße")])
    }
}
