// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntentsTesting
import DBus
import Fakes
import FocusInterfaces
import Foundation
import TestSupport
import Testing

/// `Tests/OutsidePackage`, an app's own package that depends on the library by its path: built as its author would, in
/// both language modes, and run.
@Suite(.serialized) struct OutsidePackageTests {
    /// How the package is built.
    enum Build: String, CaseIterable, CustomTestStringConvertible {
        case debug
        case staticRelease

        var testDescription: String { rawValue }

        fileprivate var arguments: [String] {
            switch self {
            case .debug: ["-c", "debug"]
            case .staticRelease: ["-c", "release", "--static-swift-stdlib"]
            }
        }

        private static let folder = URL(fileURLWithPath: #filePath)
            .appendingPathComponent("../../OutsidePackage").standardizedFileURL.path

        /// Builds it, beside this project's own products, and returns the folder of the programs.
        fileprivate func programs() async throws -> URL {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let products = URL(fileURLWithPath: tests).deletingLastPathComponent()
            let scratch = products.appendingPathComponent("../../outside").standardizedFileURL
            let command =
                [
                    "swift", "build", "--package-path", Self.folder, "--scratch-path", scratch.path,
                ] + arguments
            let (status, output, errors) = try await blocking {
                try ChildProcess.run(command, until: .seconds(1500))
            }
            guard status == .exited(0) else { throw FixtureError("the package does not build: \(output) \(errors)") }
            let own = (output + errors).split(separator: "\n").filter { $0.contains("OutsidePackage/Sources") }
            #expect(own.isEmpty, "the compiler complains of an app's code")
            return scratch.appendingPathComponent(self == .debug ? "debug" : "release")
        }
    }

    /// A program of the package, and how its main thread is run.
    private struct Program {
        var name: String
        var app: String
        var loop: [String] = []
        /// Whether the main actor is the main thread under that loop.
        var isOnMainThread = false

        static func all(_ build: Build) -> [Program] {
            let asynchronous = Program(name: "Swift5", app: "org.example.Outside5")
            func looping(_ loop: String, _ isOnMainThread: Bool) -> Program {
                Program(name: "Swift6", app: "org.example.Outside6", loop: [loop], isOnMainThread: isOnMainThread)
            }
            switch build {
            case .debug: return [asynchronous, looping("dispatch", false), looping("glib", true)]
            case .staticRelease: return [asynchronous, looping("runloop", true)]
            }
        }
    }

    private static func start(_ program: Program, _ folder: URL, _ environment: [String: String]) throws -> ChildProcess
    {
        try ChildProcess(
            [folder.appendingPathComponent(program.name).path] + program.loop,
            environment: environment.merging(["LC_ALL": "C.UTF-8"]) { $1 })
    }

    private static func recipe(_ number: Int) -> Value { .string("0b5f6c1e-5f0c-4a53-9d35-00000000000\(number)") }

    @Test(arguments: Build.allCases) func package_isBuiltAndRun(_ build: Build) async throws {
        let folder = try await build.programs()
        for program in Program.all(build) {
            try await Self.performsWhatTheModeSays(program, folder)
            try await Self.describesItself(program, folder)
        }
    }

    private static func performsWhatTheModeSays(_ program: Program, _ folder: URL) async throws {
        let desktop = try await SimulatedDesktop()
        let running = try start(program, folder, desktop.environment)
        defer { running.kill() }
        func says(_ line: String) async throws {
            let isSaid = try await blocking { running.waitForLine { $0 == line } != nil }
            #expect(isSaid, "'\(line)' of \(program): \(running.output) \(running.errors)")
        }
        try await says("registered")
        let tool = try await Tool(desktop)
        try await tool.createMode("work")
        try await tool.configure(
            "work", program.app, "CookbookFilter", ["recipe": recipe(3), "others": [String]().busValue])
        try await tool.configure(
            "work", program.app, "KitchenFilter",
            ["quickOnly": .boolean(true), "cuisine": .string("Thai"), "heat": .string("hot")])
        try await tool.activate("work")
        let main = program.isOnMainThread
        try await says("Cookbook recipe=Recipe 3 others=[]")
        try await says("Kitchen quickOnly=true timers=false cuisine=Thai servings=2 heat=hot oven=180.0 main=\(main)")
        if program.loop.isEmpty { try await says("update activated quickOnly=true") }
        try await desktop.turnOff()
        try await says("Cookbook recipe=nil others=nil")
        try await says("Kitchen quickOnly=false timers=false cuisine=nil servings=2 heat=mild oven=180.0 main=\(main)")
    }

    private static func describesItself(_ program: Program, _ folder: URL) async throws {
        let agent = try FakeAgent()
        let running = try start(program, folder, agent.bus.environment)
        defer { running.kill() }
        let app = try await agent.expect(program.app)
        func texts(_ key: String) -> [String] {
            app.registration.filters.map { $0[key].flatMap(String.init) ?? "none" }
        }
        #expect(
            texts("id")
                == ["CookbookFilter", "KitchenFilter", "NoDescription", "OptionalDescription", "PlainDescription"])
        #expect(
            texts("description") == [
                "Shows one kind of recipe", "What the kitchen shows.", "none", "Said as an optional description",
                "Said as a description",
            ])
        let kitchen = [[String: Value]](app.registration.filters[1]["parameters"] ?? .string("")) ?? []
        #expect(
            kitchen.compactMap { $0["id"].flatMap(String.init) }
                == ["quickOnly", "timers", "cuisine", "servings", "heat", "oven", "until"])

        func options(_ filter: String, _ parameter: String) async throws -> [[String: Value]] {
            let reply = try await app.call(
                "Options", .string(filter), .string(parameter), [String: Value]().busValue)
            return try #require(reply.flatMap { [[String: Value]]($0) })
        }
        func items(_ section: [String: Value]?) -> [[String: Value]] {
            section?["items"].flatMap { [[String: Value]]($0) } ?? []
        }
        let sections = try await options("CookbookFilter", "recipe")
        #expect(sections.map { $0["title"] } == [.string("Starters"), .string("Desserts")])
        #expect(sections.map { items($0).map { $0["value"] } } == [[recipe(1), recipe(2)], [recipe(3), recipe(4)]])
        let icon = Value.structure([.string("themed"), .variant(["emblem-important-symbolic"].busValue)])
        #expect(items(sections.first).first?["icon"] == icon)
        let cuisines = try await options("KitchenFilter", "cuisine")
        #expect(items(cuisines.first).map { $0["value"] } == [.string("Basque"), .string("Thai")])
    }
}
