// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import TestSupport
import Testing

/// What people's tools ask about apps' filters, and what apps answer.
@Suite struct QuestionTests {
    private static let app = "org.example.One"

    /// 300 items in three sections.
    private static let sections: [[String: Value]] = (0..<3).map { section in
        [
            "title": .string("Section \(section)"),
            "items": (0..<100).map { App.item("s\(section)-\($0)", "List \(section) \($0)") }.busValue,
        ]
    }

    private static let descriptor = """
        [App]
        Name=One

        [Filter Lists]
        Title=Lists

        [Parameter Lists/lists]
        Title=Lists
        Type=entity
        Array=true
        Default=['all']
        Options=dynamic

        """

    private static func options(
        _ scene: Scene, _ parameter: String = "lists", _ query: [String: Value] = [:], app: String = app
    ) throws -> [[String: Value]] {
        let reply = try scene.control(
            "Options", .string(app), .string("Lists"), .string(parameter), query.busValue)
        return reply.first.flatMap([[String: Value]].init(_:)) ?? []
    }

    private static func count(_ sections: [[String: Value]]) -> [Int] {
        sections.map { $0["items"].flatMap([[String: Value]].init(_:))?.count ?? 0 }
    }

    @Test func dynamicOptions_areTheApps_andAreKeptForWhenItIsAway() throws {
        let scene = try Scene(files: ["data/focus-filters/filters/\(Self.app).filters": Self.descriptor])
        #expect(errorName { try Self.options(scene) } == "AppUnavailable")
        let app = try App(scene.bus, Self.app) { asked in
            asked.member == "Options" ? .values([Self.sections.busValue]) : .error("no")
        }
        try app.register([App.entities()])
        let query: [String: Value] = ["search": .string("list"), "limit": .uint32(150)]
        #expect(Self.count(try Self.options(scene, "lists", query)) == [100, 50])
        let asked = try app.nextQuestion()
        #expect(asked.filter == "Lists" && asked.parameter == "lists")
        let sent = asked.arguments.last.flatMap([String: Value].init(_:)) ?? [:]
        #expect(sent.text("search") == "list")
        #expect(sent["limit"] == .uint32(150))
        let fresh = try Self.options(scene)
        #expect(Self.count(fresh) == [100, 100, 100])
        #expect(fresh.allSatisfy { $0["as-of"] == nil })

        try app.leave(scene)
        let kept = try Self.options(scene)
        #expect(Self.count(kept) == [100, 100, 100])
        #expect(kept.allSatisfy { $0["as-of"] != nil })
        #expect(Self.count(try Self.options(scene, "lists", ["search": .string("LIST 44 2")])) == [1])

        // Also after the agent has been ended and started again.
        #expect(scene.agent.terminate() == .exited(0))
        try scene.start()
        #expect(Self.count(try Self.options(scene)) == [100, 100, 100])
        #expect(try Self.options(scene).map { $0["as-of"] } == kept.map { $0["as-of"] })
    }

    @Test func staticOptions_areTheDescriptions() throws {
        let scene = try Scene()
        let app = try App(scene.bus, Self.app)
        var order = App.parameter("order", "enum", .string("due"))
        order["cases"] = [App.item("due", "By due date"), App.item("name", "By name")].busValue
        try app.register([App.filter("Lists", [order, App.parameter("count", "int", .int64(1))])])
        #expect(Self.count(try Self.options(scene, "order")) == [2])
        #expect(Self.count(try Self.options(scene, "order", ["search": .string("NAME")])) == [1])
        #expect(try Self.options(scene, "count").isEmpty)
        #expect(errorName { try Self.options(scene, "ordre") } == "UnknownParameter")
        #expect(errorName { try Self.options(scene, "order", app: "org.example.None") } == "UnknownApp")
        #expect(errorName { try Self.options(scene, "order", ["limit": .uint32(0)]) } == "InvalidArgs")
        #expect(errorName { try Self.options(scene, "order", ["limit": .uint32(1001)]) } == "LimitExceeded")
        let values = (["count": .string("many")] as [String: Value]).busValue
        #expect(errorName { try Self.options(scene, "order", ["values": values]) } == "InvalidValue")
        // What the description rules out is not configured.
        try scene.write(modeText("Work"), to: Scene.modeFile("work"))
        try scene.reload()
        #expect(
            errorName { try scene.configure("work", Self.app, "Lists", ["order": .string("size")]) } == "InvalidValue")
        let text = "[Mode]\nName=Work\n\n[Filter \(Self.app)/Lists]\norder='size'\n"
        let problems = try scene.control("Validate", .string("mode"), .string(text))
        let row = problems.first.flatMap([[String: Value]].init(_:))?.first ?? [:]
        #expect(row["line"] == .uint32(5))
        #expect(row.text("message")?.contains("must be one of: due, name") == true)
    }

    @Test(arguments: ["fail", "lie", "other type", "too many", "too large", "too deep", "no members"])
    func nonsense_isRefusedByName_andLeavesNothingBehind(_ way: String) throws {
        let scene = try Scene(logLevel: "warning")
        let replies: (@Sendable (App.Asked) -> App.Reply)? =
            switch way {
            case "fail": { _ in .error("not now") }
            case "lie":
                { _ in
                    .values([
                        [["items": [["value": .boolean(true), "title": .string("?")] as [String: Value]].busValue]]
                            .busValue
                    ])
                }
            case "other type": { _ in .values([.string("everything")]) }
            case "too many":
                { _ in .values([[["items": (0..<1001).map { App.item("\($0)", "x") }.busValue]].busValue]) }
            case "too large":
                { _ in
                    // No larger than it need be: it must be there within the 5 s that an answer may take.
                    let long = String(repeating: "x", count: 4 << 20)
                    return .values([[["title": .string(long), "items": [[String: Value]]().busValue]].busValue])
                }
            case "too deep":
                { _ in
                    let deep = (0..<40).reduce(Value.string("deep")) { value, _ in .variant(value) }
                    return .values([[["more": deep, "items": [[String: Value]]().busValue]].busValue])
                }
            default: nil
            }
        let app = try App(scene.bus, Self.app, replies: replies)
        try app.register([App.entities()])
        let isLimit = way.hasPrefix("too")
        #expect(errorName { try Self.options(scene) } == (isLimit ? "LimitExceeded" : "AppUnavailable"))
        let before = try scene.residentBytes()
        for _ in 0..<3 { #expect(errorName { try Self.options(scene) } != nil) }
        #expect(try scene.isSmall(before + (5 << 20)))
        // It is asked and told as before.
        app.replies { _ in .values([Self.sections.busValue]) }
        if way != "no members" { #expect(Self.count(try Self.options(scene)) == [100, 100, 100]) }
    }

    @Test func anAppThatHangs_isWaitedForSoLong_andNoOtherIsDelayed() throws {
        let scene = try Scene()
        let app = try App(scene.bus, Self.app) { _ in .never }
        let other = try App(scene.bus, "org.example.Two") { _ in .values([Self.sections.busValue]) }
        try app.register([App.entities()])
        try other.register([App.entities()])
        let errors = EventProbe<String>()
        for _ in 0..<65 { Self.ask(scene, errors) }
        // One more than may wait.
        #expect(errors.waitForNext() == "org.focusfilters.Error.LimitExceeded")
        #expect(Self.count(try Self.options(scene, app: "org.example.Two")) == [100, 100, 100])
        try scene.pass(seconds: 6)
        for _ in 0..<64 { #expect(errors.waitForNext() == "org.focusfilters.Error.AppUnavailable") }
        // Performs have a share of their own.
        try scene.write(
            "[Mode]\nName=Work\n\n[Filter \(Self.app)/Lists]\nlists=['a']\n", to: Scene.modeFile("work"))
        try scene.reload()
        try scene.activate("work")
        #expect(try app.next().reason == "activated")
    }

    @Test func anAppThatVanishes_isAnsweredForFromWhatItSaid() throws {
        let scene = try Scene(files: ["data/focus-filters/filters/\(Self.app).filters": Self.descriptor])
        let app = try App(scene.bus, Self.app) { _ in .values([Self.sections.busValue]) }
        try app.register([App.entities()])
        #expect(Self.count(try Self.options(scene)) == [100, 100, 100])
        app.replies { _ in .never }
        let answers = EventProbe<Bool>()
        scene.tool.perform { connection in
            Control1Client(connection).options(
                appID: Self.app, filter: "Lists", parameter: "lists", query: [:], deadline: 60_000_000
            ) { result in answers.record((try? result.get())?.first?["as-of"] != nil) }
        }
        _ = try app.nextQuestion()
        _ = try app.nextQuestion()
        try app.leave(scene)
        #expect(answers.waitForNext() == true)
    }

    @Test func describeAndSuggest_areTheApps() throws {
        let scene = try Scene(files: ["data/focus-filters/filters/\(Self.app).filters": Self.descriptor])
        let terms: [String: Value] = ["any": [["allow": ["x"].busValue] as [String: Value]].busValue]
        let app = try App(scene.bus, Self.app) { asked in
            switch asked.member {
            case "Describe":
                .values([
                    (["title": .string("Two lists"), "notification-filter": terms.busValue] as [String: Value]).busValue
                ])
            case "Suggest":
                .values([
                    [
                        [
                            "title": .string("At home"),
                            "values": (["lists": ["a"].busValue] as [String: Value]).busValue,
                        ] as [String: Value]
                    ].busValue
                ])
            default: .error("no")
            }
        }
        try app.register([App.entities()])
        let values = (["lists": ["a", "b"].busValue] as [String: Value]).busValue
        func describe(_ values: Value) throws -> [String: Value] {
            try scene.control("Describe", .string(Self.app), .string("Lists"), values, .none).first
                .flatMap([String: Value].init(_:)) ?? [:]
        }
        let description = try describe(values)
        #expect(description.text("title") == "Two lists")
        #expect(description.dictionary("notification-filter") == terms)
        #expect(errorName { try describe((["lists": .int64(1)] as [String: Value]).busValue) } == "InvalidValue")
        let suggest = { try scene.control("Suggest", .string(Self.app), .string("Lists"), .none).first }
        let suggestions = try suggest().flatMap([[String: Value]].init(_:)) ?? []
        #expect(suggestions.first?.dictionary("values") == ["lists": ["a"].busValue])

        try app.leave(scene)
        #expect(try describe(values)["as-of"] != nil)
        #expect(errorName { try describe((["lists": ["c"].busValue] as [String: Value]).busValue) } == "AppUnavailable")
        #expect(try suggest().flatMap([[String: Value]].init(_:))?.first?["as-of"] != nil)
    }

    @Test func policies_areWrittenInPlace_andInForceAtOnce() throws {
        let dropIn = "config/focus-filters/agent.conf.d/50-user.conf"
        let scene = try Scene(modes: ["work": modeText("Work", [Self.app: "a"])])
        let app = try App(scene.bus, Self.app)
        try app.register()
        func allow(_ policy: [String: Value]) throws {
            try scene.control("SetAppPolicy", .string(Self.app), policy.busValue)
        }
        #expect(try scene.filter(Self.app)?.truth("share-mode") == false)
        try allow(["share-mode": .boolean(true)])
        #expect(try scene.filter(Self.app)?.truth("share-mode") == true)
        #expect(try scene.filter(Self.app)?.truth("activate") == true)
        try scene.activate("work")
        var next = try app.next()
        while next.reason != "activated" { next = try app.next() }
        #expect(next.transition.text("mode") == "work")

        let text = try scene.read(dropIn)
        try scene.write("# mine\n" + text + "\n[App org.example.Two]\nShareMode=true\n", to: dropIn)
        try allow(["activate": .boolean(false), "unheard-of": .boolean(true)])
        let edited = try scene.read(dropIn)
        #expect(edited.hasPrefix("# mine\n") && edited.contains("[App org.example.Two]\nShareMode=true\n"))
        #expect(edited.contains("ShareMode=true\nActivate=false\n"))
        #expect(try scene.filter(Self.app)?.truth("activate") == false)
        // What is so already is not written again.
        try allow(["activate": .boolean(false)])
        #expect(try scene.read(dropIn) == edited)

        #expect(errorName { try allow(["activate": .string("no")]) } == "InvalidArgs")
        #expect(errorName { try scene.control("SetAppPolicy", .string("One"), .none) } == "InvalidId")
        try scene.write("[App \(Self.app)]\nActivate=false\n", to: "config/focus-filters/agent.conf.d/90-later.conf")
        #expect(errorName { try allow(["activate": .boolean(true)]) } == "ReadOnly")
        try scene.write("[App \(Self.app)\n", to: dropIn)
        #expect(errorName { try allow(["share-mode": .boolean(false)]) } == "InvalidValue")
        #expect(try scene.read(dropIn) == "[App \(Self.app)\n")
    }

    /// Asks for the options of the app; the error's name goes to `errors`.
    private static func ask(_ scene: Scene, _ errors: EventProbe<String>) {
        scene.tool.perform { connection in
            Control1Client(connection).options(
                appID: app, filter: "Lists", parameter: "lists", query: [:], deadline: 60_000_000
            ) { result in
                if case .failure(let error) = result { errors.record(error.name ?? "\(error)") }
            }
        }
    }
}
