// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import TestSupport
import Testing

/// What takes effect in which order, and how often it is told.
@Suite struct OrderTests {
    private static let app = "org.example.One"

    /// Sends calls to the object for apps without waiting for answers; returns what each ends with, in order.
    private static func pipeline(_ app: App, _ calls: [(MemberName, [Value])]) throws -> [String] {
        let outcomes = EventProbe<(Int, String)>()
        app.client.perform { connection in
            for (index, call) in calls.enumerated() {
                connection.call(
                    Focus1.busName, Focus1.path, Focus1.name, call.0, call.1, deadline: 300_000_000
                ) { result in
                    switch result {
                    case .success: outcomes.record((index, "done"))
                    case .failure(let error):
                        outcomes.record((index, error.name?.split(separator: ".").last.map(String.init) ?? "\(error)"))
                    }
                }
            }
        }
        var ends = [String](repeating: "", count: calls.count)
        var last = -1
        for _ in calls {
            guard let (index, end) = outcomes.waitForNext() else { throw FixtureError("a call is not answered") }
            ends[index] = end
            // What is too much is refused at once.
            guard end != "LimitExceeded" else { continue }
            guard index > last else { throw FixtureError("call \(index) is answered after call \(last)") }
            last = index
        }
        return ends
    }

    @Test func callsOfOneProcess_takeEffectInTheirOrder() throws {
        let scene = try Scene(modes: ["work": modeText("Work", [Self.app: "a"])])
        try scene.activate("work")
        let app = try App(scene.bus, Self.app)
        let register: (MemberName, [Value]) = (
            "RegisterFilters",
            [.string(Self.app), .objectPath(App.handlerPath), [App.lists()].busValue, .none]
        )
        let current: (MemberName, [Value]) = ("GetCurrent", [.string(Self.app), .string("Lists"), .none])
        let outcomes = try Self.pipeline(
            app,
            [
                current, register, current, ("Suspend", [.string("Lists"), .boolean(true), .none]),
                ("Suspend", [.string("Lists"), .boolean(false), .none]),
                ("InvalidateAppContext", [.string("Lists"), .none]),
                ("UnregisterFilters", [[String]().busValue, .none]),
                ("InvalidateAppContext", [.string("Lists"), .none]),
                register, current,
            ])
        #expect(outcomes[0] != "done")
        #expect(outcomes[1...6].allSatisfy { $0 == "done" }, "\(outcomes)")
        #expect(outcomes[7] == "UnknownFilter")
        #expect(outcomes[8...].allSatisfy { $0 == "done" }, "\(outcomes)")
    }

    @Test func otherHandlerPath_isCalledFromThenOn() throws {
        let scene = try Scene(modes: ["work": modeText("Work", [Self.app: "a"])])
        let app = try App(scene.bus, Self.app)
        try app.register()
        let told = EventProbe<Bool>()
        app.client.perform { connection in
            connection.export(
                ExportedObject(
                    path: "/org/example/Elsewhere", introspection: "<node/>",
                    interfaces: [
                        ExportedInterface(name: Handler1.name, members: [Handler1.Method.perform.description]) {
                            $0.reply()
                            told.record(true)
                        }
                    ]))
        }
        try app.call(
            "RegisterFilters", .string(Self.app), .objectPath("/org/example/Elsewhere"), [App.lists()].busValue, .none)
        try scene.activate("work")
        #expect(told.waitForNext() == true)
        #expect(app.performed.pending.isEmpty)
    }

    @Test func descriptorFileThatChanges_changesWhatIsOffered() throws {
        let name = "data/focus-filters/filters/\(Self.app).filters"
        let text =
            "[App]\nName=One\n\n[Filter Lists]\nTitle=Lists\n\n"
            + "[Parameter Lists/list]\nTitle=List\nType=string\nDefault='everything'\n"
        let scene = try Scene(modes: ["work": modeText("Work", [Self.app: "a"])], files: [name: text])
        let app = try App(scene.bus, Self.app)
        try app.register([])
        try scene.activate("work")
        #expect(try app.next().values == ["list": .string("a")])
        try scene.write(text + "\n[Parameter Lists/urgent]\nTitle=Urgent\nType=bool\nDefault=true\n", to: name)
        let told = try app.next()
        #expect(told.values == ["list": .string("a"), "urgent": .boolean(true)])
        #expect(told.reason == "changed")
        // A broken one changes nothing.
        try scene.write("[App]\nName=One\n[Filter Lists]\n[Parameter Lists/list]\nType=colour\n", to: name)
        let problems = try scene.reload()
        #expect(problems.map { $0["line"] } == [.uint32(5)])
        try scene.deactivate()
        let end = try app.next()
        #expect(end.values == ["list": .string("everything"), "urgent": .boolean(true)])
    }

    @Test func oneEdit_isAnnouncedOnce() throws {
        let scene = try Scene(modes: ["work": modeText("Work"), "rest": modeText("Rest")])
        let signals = EventProbe<[String]>()
        try scene.tool.listen(MatchRule(path: Control1.path, interface: Control1.name)) { arguments in
            signals.record([String](arguments.first ?? .none) ?? [])
        }
        let change = ["name": Value.string("Labour"), "priority": .int32(3), "when": .string("locked")]
        try scene.control("SetMode", .string("work"), change.busValue)
        try scene.control("SetMode", .string("work"), change.busValue)
        try scene.control("SetMode", .string("rest"), ["name": Value.string("Pause")].busValue)
        #expect(signals.waitForNext() == ["work"])
        #expect(signals.waitForNext() == ["rest"])
    }

    @Test func propertySignals_carryTheValuesThatChanged() throws {
        let scene = try Scene(modes: ["dnd": modeText("DND", when: "do-not-disturb", more: ["LeaveDelay=10min"])])
        let changes = EventProbe<[String: Value]>()
        try scene.tool.listen(MatchRule(path: Control1.path, member: "PropertiesChanged")) { arguments in
            changes.record([String: Value](arguments[1]) ?? [:])
        }
        try scene.disturb(true)
        let on = try #require(changes.waitForNext())
        #expect(on.text("ActiveMode") == "dnd")
        #expect(on.dictionary("Facts") == ["do-not-disturb": .boolean(true)])
        #expect(
            on.dictionary("Reason")?.text("cause") == "condition"
                || on.dictionary("Reason")?.text("cause") == "desktop-switch")
        #expect(on["Override"] == nil)
        // The same again is no change.
        try scene.disturb(true)
        try scene.disturb(false)
        let off = try #require(changes.waitForNext())
        #expect(off.dictionary("Facts") == ["do-not-disturb": .boolean(false)])
        #expect(off["ActiveMode"] == nil)
        #expect(try scene.activeMode() == "dnd")
        try scene.pass(seconds: 601)
        #expect(try #require(changes.waitForNext { $0["ActiveMode"] != nil }).text("ActiveMode") == "")
        try scene.set([:], unknown: ["do-not-disturb"])
        #expect(changes.waitForNext()?.dictionary("Facts") == [:])
    }

    @Test func terminatedBeforeItIsReady_endsWithZero() throws {
        let bus = try PrivateBus()
        let mute = try BusClient(bus.address)
        mute.perform { connection in
            let keeper = Keeper()
            connection.export(
                ExportedObject(path: "/org/freedesktop/login1", introspection: "<node/>", interfaces: []) {
                    keeper.kept.append($0)
                    return .deferred
                })
        }
        try mute.own("org.freedesktop.login1")
        let scene = try Scene(bus: bus, simulates: false)
        #expect(scene.agent.terminate() == .exited(0))
    }

    /// Keeps calls unanswered. Confined to the thread of its connection's loop.
    private final class Keeper {
        var kept: [Invocation] = []
    }

    @Test func h2_manyCallsBehindOneThatWaits_areAnsweredOrRefused() throws {
        // As many as a session bus usually allows.
        let scene = try Scene(limits: ["max_replies_per_connection": 50_000], logLevel: "warning")
        let app = try App(scene.bus, Self.app)
        let register: (MemberName, [Value]) = (
            "RegisterFilters", [.string(Self.app), .objectPath(App.handlerPath), [App.lists()].busValue, .none]
        )
        let invalidate: (MemberName, [Value]) = ("InvalidateAppContext", [.string("Lists"), .none])
        let outcomes = try Self.pipeline(app, [register] + Array(repeating: invalidate, count: 5_000))
        #expect(outcomes.prefix(100).allSatisfy { $0 == "done" })
        #expect(outcomes.allSatisfy { $0 == "done" || $0 == "LimitExceeded" })
        #expect(try app.current().truth("active") == false)
    }

    @Test func h2_manyLargeCallsAtOnce_leaveNothingBehind() throws {
        let scene = try Scene(logLevel: "warning")
        let app = try App(scene.bus, Self.app)
        let text = String(repeating: "x", count: 60 << 10)
        let filters = (0..<15).map { App.lists("F\($0)").merging(["description": .string(text)]) { $1 } }
        let register: (MemberName, [Value]) = (
            "RegisterFilters", [.string(Self.app), .objectPath(App.handlerPath), filters.busValue, .none]
        )
        let leave: (MemberName, [Value]) = ("UnregisterFilters", [[String]().busValue, .none])
        _ = try Self.pipeline(app, [register, leave])
        let before = try scene.residentBytes()
        let outcomes = try Self.pipeline(app, Array(repeating: register, count: 60))
        #expect(outcomes.first == "done")
        #expect(outcomes.allSatisfy { $0 == "done" || $0 == "LimitExceeded" })
        #expect(try Self.pipeline(app, [leave]) == ["done"])
        #expect(try scene.isSmall(before + (5 << 20)))
    }
}
