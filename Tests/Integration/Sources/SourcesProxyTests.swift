// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import TestSupport
import Testing

/// Apps in sandboxes: behind a real xdg-dbus-proxy that lets them talk to the app-facing name only, and in a root of
/// their own without one.
@Suite struct SourcesProxyTests {
    private static let app = "org.example.Boxed"
    private static let modes = ["work": modeText("Work", [app: "boxed", SampleApp.id.text: "boxed"])]
    private static let files = ["data/focus-filters/filters/\(SampleApp.id).filters": SampleApp.descriptor]

    private static func proxy(_ scene: Scene, _ identity: [String]) throws -> FixtureProgram {
        try FixtureProgram(
            "sandbox", identity + ["--filter", "--talk=\(Focus1.busName)", "--own=\(SampleApp.id)"],
            environment: scene.environment)
    }

    private static func owner(of name: BusName, _ scene: Scene) throws -> BusName {
        let reply = try scene.tool.call(.bus, .bus, .bus, "GetNameOwner", [.string(name.text)])
        return try #require(reply.first.flatMap(String.init(_:)).flatMap(BusName.init(_:)))
    }

    /// Arguments that the method would accept, if it were asked.
    private static func arguments(_ method: Control1.Method) throws -> [Value] {
        try method.description.in.types.map { type in
            switch type.text {
            case "s": .string("work")
            case "a{sv}": .none
            case "av": [Value]().busValue
            case "as": [String]().busValue
            case "t": .uint64(1)
            case "u": .uint32(1)
            case "x": .int64(0)
            default: throw FixtureError("no argument for \(method): \(type)")
            }
        }
    }

    @Test(arguments: [[], ["--flatpak", SampleApp.id.text]]) func h4_appBehindTheProxy_isServedAndCannotControl(
        _ identity: [String]
    ) throws {
        let scene = try Scene(modes: Self.modes, files: Self.files)
        let proxy = try Self.proxy(scene, identity)
        let door = try proxy.ready.text("address")
        let app = try SampleApp(door)
        #expect(try app.register()["active"] == .boolean(false))
        try scene.activate("work")
        #expect(app.performed.waitForNext()?.list == "boxed")
        try scene.deactivate()
        #expect(app.performed.waitForNext()?.reason == "ended")

        let inside = try BusClient(door)
        let heard = EventProbe<[Value]>()
        try inside.listen(MatchRule(pathNamespace: "/org/focusfilters")) { heard.record($0) }
        try inside.listen(MatchRule(interface: "org.freedesktop.DBus.Properties")) { heard.record($0) }

        let properties: InterfaceName = "org.freedesktop.DBus.Properties"
        let name = Value.string(Control1.name.text)
        var calls: [(InterfaceName, MemberName, [Value])] = [
            (properties, "GetAll", [name]), ("org.freedesktop.DBus.Introspectable", "Introspect", []),
        ]
        for method in Control1.Method.allCases {
            calls.append((Control1.name, method.description.name, try Self.arguments(method)))
        }
        for property in Control1.Property.allCases {
            calls.append((properties, "Get", [name, .string(property.rawValue)]))
        }
        let destinations = [
            Control1.busName, try Self.owner(of: Control1.busName, scene), Focus1.busName,
            try Self.owner(of: Focus1.busName, scene),
        ]
        for destination in destinations {
            for (interface, member, arguments) in calls {
                // A node of the tree says no more than what lies below it.
                if member == "Introspect", destination == destinations[2] || destination == destinations[3] { continue }
                #expect(throws: CallError.self, "\(destination) \(interface).\(member)") {
                    try inside.call(destination, Control1.path, interface, member, arguments)
                }
            }
        }
        // Nothing of it took effect; and of what changes, the sandbox hears nothing but its own Perform.
        #expect(try scene.activeMode() == "")
        #expect(try scene.property("Override") != .none)
        try scene.activate("work")
        #expect(app.performed.waitForNext()?.list == "boxed")
        try inside.call(.bus, .bus, .bus, "GetId")
        #expect(heard.pending.isEmpty)
        #expect(app.performed.pending.isEmpty)
    }

    /// Runs `gdbus` in a root of its own, with a `.flatpak-info` that names the app; returns what it says.
    private static func boxedCall(_ scene: Scene, _ arguments: [String]) throws -> String {
        let folder = try TemporaryDirectory()
        let information = try folder.write("[Application]\nname=\(app)\n\n[Instance]\ninstance-id=1\n", to: "info")
        let links = ["lib", "lib64", "bin"].flatMap { ["--symlink", "usr/\($0)", "/\($0)"] }
        let box =
            ["bwrap", "--die-with-parent", "--ro-bind", "/usr", "/usr"] + links + [
                "--ro-bind", "/etc", "/etc", "--bind", "/tmp", "/tmp", "--ro-bind", information, "/.flatpak-info", "--",
            ]
        let call = ["gdbus", "call", "--address", scene.bus.address, "--timeout", "20"]
        let done = try ChildProcess.run(box + call + arguments, environment: scene.environment)
        return done.output + done.errors
    }

    @Test func h4_processInASandbox_speaksForItsOwnAppOnly() throws {
        let scene = try Scene(modes: Self.modes)
        func register(_ app: String) throws -> String {
            try Self.boxedCall(
                scene,
                [
                    "--dest", Focus1.busName.text, "--object-path", Focus1.path.text, "--method",
                    "\(Focus1.name).RegisterFilters", app, "/org/example/Handler",
                    "[{'id': <'Lists'>, 'parameters': <[{'id': <'list'>, 'type': <'string'>, 'default': <'all'>}]>}]",
                    "{}",
                ])
        }
        let own = try register(Self.app)
        #expect(own.contains("'Lists'") && own.contains("'serial'"), "\(own)")
        let other = try register("org.example.Other")
        #expect(other.contains("org.focusfilters.Error.NotOwner"), "\(other)")
        let key = [Self.app, "Lists"]
        let calls = [
            ["ListModes"], ["Resume"], ["Options"] + key + ["list", "{}"], ["Resolve"] + key + ["list", "[]", "{}"],
            ["Describe"] + key + ["{}", "{}"], ["Suggest"] + key + ["{}"],
            ["SetAppPolicy", Self.app, "{'share-mode': <true>}"],
        ]
        for call in calls {
            let control = try Self.boxedCall(
                scene,
                ["--dest", Control1.busName.text, "--object-path", Control1.path.text, "--method"]
                    + ["\(Control1.name).\(call[0])"] + call.dropFirst())
            #expect(control.contains("org.freedesktop.DBus.Error.AccessDenied"), "\(call): \(control)")
        }
        let properties = try Self.boxedCall(
            scene,
            [
                "--dest", Control1.busName.text, "--object-path", Control1.path.text, "--method",
                "org.freedesktop.DBus.Properties.GetAll", Control1.name.text,
            ])
        #expect(properties.contains("org.freedesktop.DBus.Error.AccessDenied"), "\(properties)")
    }
}
