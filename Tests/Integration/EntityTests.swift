// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import TestSupport
import Testing

/// Entities that modes name and apps look up.
@Suite struct EntityTests {
    private static let app = "org.example.One"

    private static func mode(_ ids: [String], app: String = app) -> String {
        """
        [Mode]
        Name=Work

        [Filter \(app)/Lists]
        lists=[\(ids.map { "'\($0)'" }.joined(separator: ", "))]

        """
    }

    /// An app that knows these lists.
    private static func offer(
        _ scene: Scene, as id: String = app, _ titles: [String: String]
    ) throws -> App {
        try App(scene.bus, id) { .entities($0, titles) }
    }

    private static func lists(_ values: [String: Value]) -> [String]? { values["lists"].flatMap([String].init(_:)) }

    @Test func anUnknownEntity_isLeftOut_listed_andStaysOnDisk() throws {
        let scene = try Scene(modes: ["work": Self.mode(["a", "gone"])])
        let app = try Self.offer(scene, ["a": "Home"])
        try app.register([App.entities()])
        #expect(try app.nextQuestion().ids == ["a", "gone"])
        try scene.wait(for: "ProblemsChanged") { try scene.problems().contains { $0.contains("'gone'") } }
        try scene.activate("work")
        #expect(Self.lists(try app.next().values) == ["a"])
        #expect(try scene.read(Scene.modeFile("work")).contains("['a', 'gone']"))

        // It is back, and the app says so.
        app.replies { .entities($0, ["a": "Home", "gone": "Back"]) }
        try app.invalidate()
        let next = try app.next()
        #expect(Self.lists(next.values) == ["a", "gone"])
        #expect(next.reason == "changed")
        #expect(try scene.problems().isEmpty)
    }

    @Test func ofWhichNothingIsLeft_takesItsDefault_notAnEmptyArray() throws {
        let scene = try Scene(modes: ["work": Self.mode(["gone"])])
        let app = try Self.offer(scene, [:])
        try app.register([App.entities()])
        try scene.wait(for: "ProblemsChanged") { try !scene.problems().isEmpty }
        try scene.activate("work")
        #expect(Self.lists(try app.next().values) == ["all"])
    }

    @Test func whatWasAnsweredStands_overRestartWithTheAppAbsent() throws {
        let scene = try Scene(modes: ["work": Self.mode(["a", "gone"])])
        do {
            let app = try Self.offer(scene, ["a": "Home"])
            try app.register([App.entities()])
            try scene.wait(for: "ProblemsChanged") { try !scene.problems().isEmpty }
            try app.leave(scene)
        }
        scene.agent.kill()
        try scene.start()
        let items = try Self.resolve(scene, ["a", "gone"])
        #expect(items.map { $0.text("title") } == ["Home"])
        #expect(items.allSatisfy { $0["as-of"] != nil })

        // The app is back, and does not say: what it said last still counts.
        try scene.activate("work")
        let app = try App(scene.bus, Self.app) { _ in .never }
        try app.register([App.entities()])
        #expect(Self.lists(try app.next().values) == ["a"])
        // And a late answer counts too.
        #expect(try app.nextQuestion().ids == ["a", "gone"])
        try scene.pass(seconds: 60)
        app.answerKept([[App.item("gone", "Back")].busValue])
        #expect(Self.lists(try app.next().values) == ["gone"])
    }

    @Test(arguments: ["hang", "fail", "lie", "other type", "too much", "absent"])
    func anAppThatDoesNotSay_getsTheIdsAsConfigured_andDelaysNobody(_ way: String) throws {
        let scene = try Scene(modes: [
            "work": Self.mode(["a", "b"]) + "\n[Filter org.example.Two/Lists]\nlists=['x', 'y']\n"
        ])
        let replies: (@Sendable (App.Asked) -> App.Reply)? =
            switch way {
            case "hang": { _ in .never }
            case "fail": { _ in .error("not now") }
            case "lie": { _ in .values([[["value": .int64(5), "title": .string("?")] as [String: Value]].busValue]) }
            case "other type": { _ in .values([.string("all of them")]) }
            case "too much": { _ in .values([(0...1000).map { App.item("\($0)", "x") }.busValue]) }
            default: nil
            }
        let app = try App(scene.bus, Self.app, replies: replies)
        let other = try Self.offer(scene, as: "org.example.Two", ["x": "X"])
        try app.register([App.entities()])
        try other.register([App.entities()])
        #expect(try other.nextQuestion().ids == ["x", "y"])
        try scene.wait(for: "ProblemsChanged") { try !scene.problems().isEmpty }
        try scene.activate("work")
        #expect(Self.lists(try other.next().values) == ["x"])
        #expect(Self.lists(try app.next().values) == ["a", "b"])
        #expect(try scene.problems().allSatisfy { !$0.contains("'a'") && !$0.contains("'b'") })
        try scene.pass(seconds: 60)
        try scene.deactivate()
        #expect(Self.lists(try app.next().values) == ["all"])
        #expect(Self.lists(try other.next().values) == ["all"])
        #expect(app.performed.pending.isEmpty)
    }

    @Test func configuringAnEntity_hasItLookedUp() throws {
        let scene = try Scene(modes: ["work": "[Mode]\nName=Work\n"])
        let app = try Self.offer(scene, ["a": "Home"])
        try app.register([App.entities()])
        try scene.configure("work", Self.app, "Lists", ["lists": ["a", "new"].busValue])
        #expect(try app.nextQuestion().ids == ["a", "new"])
        try scene.wait(for: "ProblemsChanged") { try scene.problems().contains { $0.contains("'new'") } }
        // What the app knows besides does not make anything configured.
        #expect(try Self.resolve(scene, ["a"]).map { $0.text("title") } == ["Home"])
    }

    @Test func threeHundredEntities_areLookedUpAtOnce() throws {
        let ids = (0..<300).map { "list-\($0)" }
        let scene = try Scene(modes: ["work": Self.mode(ids)])
        let known = Dictionary(uniqueKeysWithValues: ids.filter { !$0.hasSuffix("7") }.map { ($0, "List \($0)") })
        let app = try Self.offer(scene, known)
        try app.register([App.entities()])
        #expect(try app.nextQuestion().ids == ids)
        try scene.wait(for: "ProblemsChanged") { try !scene.problems().isEmpty }
        try scene.activate("work")
        #expect(Self.lists(try app.next().values) == ids.filter { known[$0] != nil })
        #expect(app.asked.pending.isEmpty)
    }

    static func resolve(_ scene: Scene, _ ids: [String], app: String = app) throws -> [[String: Value]] {
        let reply = try scene.control(
            "Resolve", .string(app), .string("Lists"), .string("lists"), ids.map(Value.string).busValue, .none)
        return reply.first.flatMap([[String: Value]].init(_:)) ?? []
    }
}
