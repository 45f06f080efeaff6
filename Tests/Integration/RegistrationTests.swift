// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import TestSupport
import Testing

/// Apps come, change what they offer, and go.
@Suite struct RegistrationTests {
    private static let app = "org.example.One"
    private static let other = "org.example.Two"

    /// A program that registers two filters and then waits for its end.
    private static let program = """
        import sys
        from gi.repository import Gio, GLib

        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        connection = Gio.DBusConnection.new_for_address_sync(sys.argv[1], flags, None, None)
        parameter = {"id": GLib.Variant("s", "list"), "type": GLib.Variant("s", "string"),
                     "default": GLib.Variant("s", "everything")}
        filters = [{"id": GLib.Variant("s", name), "parameters": GLib.Variant("aa{sv}", [parameter])}
                   for name in ("Lists", "Labels")]
        arguments = GLib.Variant("(soaa{sv}a{sv})", (sys.argv[2], "/org/example/Handler", filters, {}))
        connection.call_sync("org.focusfilters.Focus1", "/org/focusfilters/Focus1", "org.focusfilters.Focus1",
                             "RegisterFilters", arguments, None, Gio.DBusCallFlags.NONE, -1, None)
        print("registered", flush=True)
        GLib.MainLoop().run()
        """

    @Test func g1_killedApp_isUnregisteredAtOnceAndOthersAreUntouched() throws {
        let scene = try Scene(modes: ["work": modeText("Work", [Self.app: "a", Self.other: "b"])])
        let other = try App(scene.bus, Self.other)
        try other.register([App.lists(), App.lists("Labels")])
        let process = try ChildProcess(["/usr/bin/python3", "-c", Self.program, scene.bus.address, Self.app])
        #expect(process.waitForLine { $0 == "registered" } != nil, "\(process.errors)")
        #expect(try scene.filter(Self.app)?.text("state") == "served")
        #expect(try scene.filter(Self.app, "Labels")?.text("state") == "served")

        process.kill()
        // Lists stays known, since a mode configures it; nothing names Labels any more.
        try scene.wait(for: "FiltersChanged") { try scene.filter(Self.app)?.text("state") == "absent" }
        #expect(try scene.filter(Self.app, "Labels")?.text("state") != "served")
        #expect(try scene.filter(Self.other)?.text("state") == "served")
        #expect(try scene.filter(Self.other, "Labels")?.text("state") == "served")
        try scene.activate("work")
        #expect(try other.next().list == "b")
        #expect(try scene.filter(Self.app)?.text("state") == "absent")
    }

    @Test func g1_appThatLeavesWhileItRegisters_isNotLeftBehind() throws {
        let scene = try Scene()
        for _ in 0..<100 {
            let app = try App(scene.bus, Self.app, owns: false)
            app.client.perform { connection in
                connection.call(
                    Focus1.busName, Focus1.path, Focus1.name, "RegisterFilters",
                    [
                        .string(Self.app), .objectPath(App.handlerPath), [App.lists()].busValue, .none,
                    ], deadline: 1_000_000
                ) { _ in }
                connection.close()
            }
            try scene.waitForEnd(of: app.client.uniqueName)
        }
        // Who comes now is served, without having to wait in line.
        let app = try App(scene.bus, Self.app)
        try app.register()
        try app.call("UnregisterFilters", [String]().busValue, .none)
        #expect(try scene.rows("ListFilters").isEmpty)
    }

    @Test func g2_appThatStartsInAMode_isToldOnceAndOfItsEnd() throws {
        let scene = try Scene(modes: ["work": modeText("Work", [Self.app: "a"])])
        try scene.activate("work")
        let app = try App(scene.bus, Self.app)
        let state = try app.register()["Lists"] ?? [:]
        #expect(state.truth("active") == true)
        #expect(state.dictionary("values")?.text("list") == "a")
        let first = try app.next()
        #expect(first.list == "a")
        #expect(first.reason == "catch-up")
        #expect(first.transition["previous"] == nil)
        #expect(first.token == state.text("token"))
        try scene.deactivate()
        let last = try app.next()
        #expect(last.list == "everything")
        #expect(last.reason == "ended")
        #expect(last.transition.dictionary("previous")?.text("list") == "a")
        #expect(last.serial > first.serial)
    }

    @Test func g2_appAwayDuringChanges_isToldTheCurrentStateOnly() throws {
        let scene = try Scene(modes: [
            "work": modeText("Work", [Self.app: "a"]), "sleep": modeText("Sleep", [Self.app: "b"]),
        ])
        let app = try App(scene.bus, Self.app)
        try app.register()
        try scene.activate("work")
        #expect(try app.next().reason == "activated")
        try app.leave(scene)
        for mode in ["sleep", "work", "sleep"] { try scene.activate(mode) }

        let back = try App(scene.bus, Self.app)
        try back.register()
        #expect(try back.next().list == "b")
        try back.leave(scene)
        try scene.deactivate()

        // A fresh process has its defaults, but the one before it may have written "b" down.
        let third = try App(scene.bus, Self.app)
        try third.register()
        let told = try third.next()
        #expect(told.list == "everything")
        #expect(told.reason == "catch-up")
        try third.leave(scene)

        let fourth = try App(scene.bus, Self.app)
        try fourth.register()
        try scene.activate("work")
        #expect(try fourth.next().reason == "activated")
    }

    @Test func g4_sameRegistrationTwice_isNoNews() throws {
        let scene = try Scene(modes: ["work": modeText("Work", [Self.app: "a"])])
        let app = try App(scene.bus, Self.app)
        let first = try app.register()
        let second = try app.register()
        #expect(first == second)
        try scene.activate("work")
        #expect(try app.next().reason == "activated")
        #expect(try app.register()["Lists"]?.truth("active") == true)
        try scene.deactivate()
        #expect(try app.next().reason == "ended")
    }

    @Test func g4_otherParametersUnderTheSameFilter_replaceAndPerformOnce() throws {
        let scene = try Scene(modes: ["work": modeText("Work", [Self.app: "a"])])
        let app = try App(scene.bus, Self.app)
        try app.register()
        try scene.activate("work")
        #expect(try app.next().list == "a")
        try app.register([App.lists(more: [App.parameter("urgent", "bool", .boolean(true))])])
        let told = try app.next()
        #expect(told.reason == "changed")
        #expect(told.values == ["list": .string("a"), "urgent": .boolean(true)])
        try scene.deactivate()
        #expect(try app.next().reason == "ended")
    }

    @Test func g4_otherConnectionWhileTheFirstLives_isRefusedOrWaitsInLine() throws {
        let scene = try Scene(modes: ["work": modeText("Work", [Self.app: "a"])])
        try scene.activate("work")
        let first = try App(scene.bus, Self.app, owns: false)
        try first.register()
        #expect(try first.next().list == "a")
        let second = try App(scene.bus, Self.app, owns: false)
        #expect(errorName { try second.register() } == "AlreadyRegistered")
        #expect(try second.register(standby: true)["Lists"]?.truth("active") == true)
        try scene.deactivate()
        #expect(try first.next().reason == "ended")
        #expect(second.performed.pending.isEmpty)
        try scene.activate("work")
        #expect(try first.next().list == "a")
        try first.leave(scene)
        let told = try second.next()
        #expect(told.list == "a")
        #expect(told.reason == "catch-up")
    }

    @Test func g4_otherTypesAfterAnUpdate_storedValuesFallBackAndStayOnDisk() throws {
        let text = """
            [Mode]
            Name=Work

            [Filter org.example.One/Lists]
            calendars=['home', 'work']
            list='a'

            """
        let scene = try Scene(modes: ["work": text])
        try scene.activate("work")
        let old = try App(scene.bus, Self.app)
        try old.register([App.lists(more: [App.parameter("calendars", "string", [String]().busValue, array: true)])])
        #expect(try old.next().values == ["list": .string("a"), "calendars": ["home", "work"].busValue])
        #expect(try scene.problems().isEmpty)
        try old.leave(scene)

        let new = try App(scene.bus, Self.app)
        try new.register([
            App.lists(more: [
                App.parameter("calendars", "string", .string("all")), App.parameter("level", "int", .int64(3)),
            ])
        ])
        #expect(
            try new.next().values == ["list": .string("a"), "calendars": .string("all"), "level": .int64(3)])
        let problems = try scene.rows("ListProblems")
        #expect(problems.count == 1)
        #expect(problems.first?.text("kind") == "filter")
        #expect(problems.first?.text("subject") == "org.example.One/Lists")
        #expect(problems.first?.text("message")?.contains("calendars") == true)
        #expect(try scene.read(Scene.modeFile("work")) == text)
    }

    @Test func owner_displacesWhoRegisteredWithoutTheName() throws {
        let scene = try Scene(modes: ["work": modeText("Work", [Self.app: "a"])])
        try scene.activate("work")
        let unowned = try App(scene.bus, Self.app, owns: false)
        try unowned.register()
        #expect(try unowned.next().list == "a")
        let owner = try App(scene.bus, Self.app)
        try owner.register()
        #expect(try owner.next().list == "a")
        try scene.deactivate()
        #expect(try owner.next().reason == "ended")
        // The displaced one waits, and is served again when it is its turn.
        try owner.leave(scene)
        let told = try unowned.next()
        #expect(told.list == "everything")
        #expect(told.reason == "catch-up")
        #expect(told.transition.dictionary("previous")?.text("list") == "a")
    }

    @Test func helper_isRankedBelowTheOwner() throws {
        let descriptor =
            "[App]\nName=One\nBusName=org.example.One.Helper\n\n[Filter Lists]\nTitle=Lists\n\n"
            + "[Parameter Lists/list]\nTitle=List\nType=string\nDefault='everything'\n"
        let scene = try Scene(
            modes: ["work": modeText("Work", [Self.app: "a"])],
            files: ["data/focus-filters/filters/org.example.One.filters": descriptor])
        try scene.activate("work")
        let stranger = try App(scene.bus, Self.app, owns: false)
        try stranger.register([])
        #expect(try stranger.next().list == "a")
        let helper = try App(scene.bus, Self.app, owns: false)
        try helper.client.own("org.example.One.Helper")
        try helper.register([])
        #expect(try helper.next().list == "a")
        let owner = try App(scene.bus, Self.app)
        try owner.register([])
        #expect(try owner.next().list == "a")
        try scene.deactivate()
        #expect(try owner.next().reason == "ended")
        try owner.leave(scene)
        #expect(try helper.next().list == "everything")
        #expect(stranger.performed.pending.isEmpty)
    }

    @Test func nameOfSomebodyElse_isNotOwner() throws {
        let scene = try Scene()
        let owner = try App(scene.bus, Self.app)
        let stranger = try App(scene.bus, Self.app, owns: false)
        #expect(errorName { try stranger.register() } == "NotOwner")
        #expect(errorName { try stranger.current() } == "NotOwner")
        #expect(errorName { try stranger.call("GetStatus", .string(Self.app), .none) } == "NotOwner")
        try owner.register()
        #expect(errorName { try stranger.register(standby: true) } == "NotOwner")
    }

    @Test func oneConnection_registersOneApp() throws {
        let scene = try Scene()
        let app = try App(scene.bus, Self.app)
        try app.register()
        let reply = errorName {
            try app.call(
                "RegisterFilters", .string(Self.other), .objectPath(App.handlerPath), [App.lists()].busValue, .none)
        }
        #expect(reply == "AlreadyRegistered")
    }

    @Test func filtersTakenBack_arePerformedNoMore() throws {
        let scene = try Scene(modes: ["work": modeText("Work", [Self.app: "a"]) + "[Filter org.example.One/Labels]\n"])
        let app = try App(scene.bus, Self.app)
        try app.register([App.lists(), App.lists("Labels")])
        #expect(errorName { try app.call("UnregisterFilters", ["Nothing"].busValue, .none) } == "UnknownFilter")
        try app.call("UnregisterFilters", ["Lists"].busValue, .none)
        try scene.activate("work")
        #expect(try app.next().filter == "Labels")
        #expect(errorName { try app.call("UnregisterFilters", ["Lists"].busValue, .none) } == "UnknownFilter")
        try app.call("UnregisterFilters", [String]().busValue, .none)
        try scene.deactivate()
        // Nothing came of the mode's end before this.
        try scene.activate("work")
        try app.register()
        #expect(try app.next().filter == "Lists")
    }
}
