// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import TestSupport
import Testing

/// The fakes speak as the real components do.
@Suite(.serialized)
struct FakeTests {
    private static let login1: BusName = "org.freedesktop.login1"

    private static func properties(_ client: BusClient, _ path: ObjectPath, _ interface: String) throws -> [String:
        Value]
    {
        let reply = try client.call(
            login1, path, "org.freedesktop.DBus.Properties", "GetAll", [.string("\(login1).\(interface)")])
        return try #require(reply.first.flatMap([String: Value].init(_:)))
    }

    @Test func fakeLogin1_hasTheRealOnesPropertiesAndTypes() throws {
        let logind = try FixtureProgram("logind", ["--session-bus"])
        let bus = try logind.ready.text("session")
        let fake = try FixtureProgram(
            fake: "login1", in: try logind.ready.environment().merging(["DBUS_SYSTEM_BUS_ADDRESS": bus]) { $1 })
        try fake("add c1")
        let realClient = try BusClient(try logind.ready.text("system"))
        let fakeClient = try BusClient(bus)
        let session: ObjectPath = "/org/freedesktop/login1/session/c1"
        let user = try #require(
            Self.properties(realClient, session, "Session")["User"].flatMap(Pair<UInt32, ObjectPath>.init(_:)))
        let objects: [(ObjectPath, String)] = [
            ("/org/freedesktop/login1", "Manager"), (session, "Session"), (user.second, "User"),
            ("/org/freedesktop/login1/seat/seat0", "Seat"),
        ]
        for (path, interface) in objects {
            let real = try Self.properties(realClient, path, interface)
            let fake = try Self.properties(fakeClient, path, interface)
            #expect(!fake.isEmpty)
            for (name, value) in fake {
                #expect(real[name]?.signature == value.signature, "\(interface).\(name)")
            }
        }
    }

    @Test func fakeLogin1_racesItsOwnReplies() throws {
        let bus = try PrivateBus()
        let fake = try FixtureProgram(fake: "login1", in: bus.environment)
        try fake("add c1")
        let client = try BusClient(bus.address)
        let order = EventProbe<String>()
        let path: ObjectPath = "/org/freedesktop/login1/session/c1"
        let properties: InterfaceName = "org.freedesktop.DBus.Properties"
        try client.listen(MatchRule(path: path, interface: properties)) { _ in order.record("signal") }
        for (moment, value) in [("before", true), ("after", true)] {
            try fake("set c1 LockedHint false silent")
            try fake("race c1 LockedHint \(value) \(moment) 100")
            let all = try Self.properties(client, path, "Session")
            order.record("reply")
            #expect(all["LockedHint"] == .boolean(moment == "before"))
            #expect([order.waitForNext(), order.waitForNext()] == ["signal", "reply"])
        }
    }

    @Test func fakeScreenSaver_tellsEachChangeTwice() throws {
        let bus = try PrivateBus()
        let saver = try FixtureProgram(fake: "screensaver", in: bus.environment)
        let client = try BusClient(bus.address)
        let told = EventProbe<[Value]>()
        try client.listen(MatchRule(interface: "org.gnome.ScreenSaver", member: "ActiveChanged")) { told.record($0) }
        try saver("active on")
        #expect([told.waitForNext(), told.waitForNext()] == [[.boolean(true)], [.boolean(true)]])
        try saver("tell off shell")
        #expect(told.waitForNext() == [.boolean(false)])
        #expect(
            try client.call("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", "org.gnome.ScreenSaver", "GetActive")
                == [.boolean(true)])
    }

    @Test func fakeNotifications_changesHandsInOneStep() throws {
        let bus = try PrivateBus()
        let server = try FixtureProgram(fake: "notifications", ["dunst", "knopwob"], in: bus.environment)
        let client = try BusClient(bus.address)
        let changes = EventProbe<[Value]>()
        try client.listen(
            MatchRule(interface: .bus, member: "NameOwnerChanged", arg0: "org.freedesktop.Notifications")
        ) { changes.record($0) }
        let old = try server.ready.text("owner")
        let new = try server("replace").text("owner")
        #expect(changes.waitForNext() == [.string("org.freedesktop.Notifications"), .string(old), .string(new)])
        let information = try client.call(
            "org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.Notifications",
            "GetServerInformation")
        #expect(information.prefix(2) == [.string("dunst"), .string("knopwob")])
    }
}
