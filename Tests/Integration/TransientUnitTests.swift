// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import TestSupport
import Testing

/// Programs run as transient services where the user has a systemd.
@Suite struct TransientUnitTests {
    /// Answers as systemd does, and runs nothing.
    private final class Systemd: Sendable {
        static let path: ObjectPath = "/org/freedesktop/systemd1"
        static let manager: InterfaceName = "org.freedesktop.systemd1.Manager"
        let client: BusClient
        /// Unit and properties of each start.
        let started = EventProbe<(String, [String: Value])>()

        init(_ bus: PrivateBus, result: String) throws {
            client = try BusClient(bus.address)
            try client.own("org.freedesktop.systemd1")
            client.perform { [started] connection in
                let members = [
                    MethodDescription(name: "StartTransientUnit", in: "ssa(sv)a(sa(sv))", out: "o"),
                    MethodDescription(name: "Subscribe", in: "", out: ""),
                    MethodDescription(name: "Unsubscribe", in: "", out: ""),
                    MethodDescription(name: "KillUnit", in: "ssi", out: ""),
                ]
                connection.export(
                    ExportedObject(
                        path: Self.path, introspection: "<node/>",
                        interfaces: [
                            ExportedInterface(name: Self.manager, members: members) { [weak connection] call in
                                guard call.member == "StartTransientUnit" else { return call.reply() }
                                let unit = String(call.arguments[0]) ?? ""
                                var properties: [String: Value] = [:]
                                if case .array(_, let list) = call.arguments[2] {
                                    for case .structure(let pair) in list {
                                        if case .variant(let value) = pair[1] {
                                            properties[String(pair[0]) ?? ""] = value
                                        }
                                    }
                                }
                                let job: ObjectPath = "/org/freedesktop/systemd1/job/7"
                                call.reply([.objectPath(job)])
                                started.record((unit, properties))
                                try? connection?.emit(
                                    Self.path, Self.manager, "JobRemoved",
                                    [.uint32(7), .objectPath(job), .string(unit), .string(result)])
                            }
                        ]))
            }
            try client.call(.bus, .bus, .bus, "GetId")
        }
    }

    private static func scene(_ bus: PrivateBus) throws -> Scene {
        try Scene(
            modes: ["work": modeText("Work", ["org.example.Tool": "work"])],
            files: [
                "data/focus-filters/filters/org.example.Tool.filters": """
                [App]
                Background=exec
                Exec=true "\\\\$x"

                [Filter Lists]
                Deadline=3s

                [Parameter Lists/list]
                Type=string
                Default='everything'

                """
            ], bus: bus)
    }

    @Test(arguments: [("done", "served"), ("failed", "waiting"), ("timeout", "waiting")])
    func endOfTheJob_isTheEndOfTheRun(result: String, state: String) throws {
        let bus = try PrivateBus()
        let systemd = try Systemd(bus, result: result)
        let scene = try Self.scene(bus)
        try scene.activate("work")
        let (unit, properties) = try #require(systemd.started.waitForNext())
        #expect(unit == "focus-filters-org.example.Tool-Lists.service")
        #expect(properties["Type"] == .string("oneshot"))
        #expect(properties["StandardInputData"] == Array(#"{"list":"work"}"#.utf8 + [10]).busValue)
        #expect(properties["TimeoutStartUSec"] == .uint64(3_000_000))
        #expect([String](properties["Environment"] ?? .none)?.contains("FOCUS_VALUE_list=work") == true)
        #expect(try comes { try scene.filter("org.example.Tool")?.text("state") == state })
        if result != "done" {
            #expect(scene.agent.waitForLine(in: .errors, where: { $0.contains("Tool/Lists: it ") }) != nil)
            try scene.pass(seconds: 1.5)
            #expect(systemd.started.waitForNext()?.0 == unit)
        }
    }
}
