// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import TestSupport
import Testing

/// An app behind a real xdg-dbus-proxy, that lets it talk to the app-facing name only.
@Suite(.serialized)
struct SandboxTests {
    private static let app = SampleApp.id.text
    private static let control: BusName = "org.focusfilters.Control1"
    private static let focus: BusName = "org.focusfilters.Focus1"
    private static let controlPath: ObjectPath = "/org/focusfilters/Control1"
    private static let key = "/org/gnome/desktop/notifications/show-banners"
    private static let modes = ["quiet": SampleApp.mode("Quiet", when: "do-not-disturb", list: "urgent")]

    /// The door of a sandbox on the fixture's bus.
    private static func sandbox(_ dconf: FixtureProgram, _ identity: [String]) throws -> FixtureProgram {
        try FixtureProgram(
            "sandbox", identity + ["--filter", "--talk=\(focus)", "--own=\(app)"],
            environment: try dconf.ready.environment())
    }

    @Test(arguments: [[], ["--flatpak", app]])
    func h4_appBehindTheProxy_registersAndPerforms(_ identity: [String]) throws {
        let dconf = try FixtureProgram("dconf")
        let sandbox = try Self.sandbox(dconf, identity)
        let desk = try Desk(
            dconf, modes: Self.modes, more: ["XDG_CURRENT_DESKTOP": "GNOME"], door: try sandbox.ready.text("address"))
        try dconf("set \(Self.key) false")
        try desk.expect("urgent", "activated")
        try dconf("reset \(Self.key)")
        try desk.expect(SampleApp.defaultList, "ended")
        #expect(desk.app.performed.pending.isEmpty)
    }

    @Test func h4_anotherAppsName_isRefused() throws {
        let dconf = try FixtureProgram("dconf")
        let sandbox = try Self.sandbox(dconf, ["--flatpak", "org.example.Other"])
        let agent = try AgentProcess(try dconf.ready.environment())
        defer { agent.process.terminate() }
        let inside = try BusClient(try sandbox.ready.text("address"))
        #expect {
            try inside.call(
                Self.focus, "/org/focusfilters/Focus1", "org.focusfilters.Focus1", "RegisterFilters",
                [
                    .string(Self.app), .objectPath("/org/example/Other"), [[String: Value]]().busValue,
                    [String: Value]().busValue,
                ])
        } throws: { error in
            (error as? CallError)?.name == "org.focusfilters.Error.NotOwner"
        }
    }

    @Test(arguments: [[], ["--flatpak", app]])
    func control_cannotBeReachedThroughTheProxy(_ identity: [String]) throws {
        let dconf = try FixtureProgram("dconf")
        let sandbox = try Self.sandbox(dconf, identity)
        let door = try sandbox.ready.text("address")
        let desk = try Desk(dconf, modes: Self.modes, more: ["XDG_CURRENT_DESKTOP": "GNOME"], door: door)
        let inside = try BusClient(door)
        let heard = EventProbe<[Value]>()
        try inside.listen(MatchRule(pathNamespace: "/org/focusfilters")) { heard.record($0) }

        let outside = try BusClient(try dconf.ready.text("session"))
        let owner = try #require(
            try outside.call(.bus, .bus, .bus, "GetNameOwner", [.string(Self.control.text)]).first
                .flatMap(String.init(_:)).flatMap(BusName.init(_:)))
        let calls: [(InterfaceName, MemberName, [Value])] = [
            ("org.focusfilters.Control1", "ListModes", []),
            ("org.focusfilters.Control1", "Activate", [.string("quiet"), [String: Value]().busValue]),
            ("org.freedesktop.DBus.Properties", "GetAll", [.string(Self.control.text)]),
        ]
        for destination in [Self.control, owner, Self.focus] {
            for (interface, member, arguments) in calls {
                #expect(throws: CallError.self, "\(destination) \(interface).\(member)") {
                    try inside.call(destination, Self.controlPath, interface, member, arguments)
                }
            }
        }
        // The state changes, and the sandbox hears nothing but its own Perform.
        try dconf("set \(Self.key) false")
        try desk.expect("urgent", "activated")
        try desk.wait(forMode: "quiet")
        try inside.call(.bus, .bus, .bus, "GetId")
        #expect(heard.pending.isEmpty)
    }
}
