// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import AppIntentsTesting
import ExampleUpNextModel
import FocusCore
import Foundation
import TestSupport
import Testing

@testable import example_up_next_helper

/// The example with a background helper: first its parts alone, then the programs with the real agent.
@Suite(.serialized) struct UpNextTests {
    private static let app = "org.example.UpNext"
    private static let helper = "example-up-next-helper"
    private static let garden = Category.all[2]

    @Test func perform_leavesWordForTheApp() async throws {
        let folder = try TemporaryDirectory()
        try await Choice.$folder.withValue(URL(fileURLWithPath: folder.path + "/state")) {
            #expect(Choice.load() == Choice())
            let filter = UpNext()
            filter.category = Self.garden
            _ = try await filter.perform()
            #expect(Choice.load() == Choice(category: Self.garden.id))
            _ = try await UpNext().perform()
            #expect(Choice.load() == Choice())
        }
    }

    @Test func query_offersCategoriesInSectionsWithPictures() async throws {
        let sections = try await CategoryQuery().suggestedEntities().sections
        #expect(sections.map { $0.title.map(String.init(localized:)) } == ["Paid", "Private"])
        #expect(sections.map(\.items.count) == [2, 2])
        #expect(Self.garden.displayRepresentation.image == .init(systemName: "leaf"))
        let found = try await CategoryQuery().entities(for: [Self.garden.id, UUID()])
        #expect(found.map(\.title) == ["Garden"])
    }

    @Test func filter_showsWhatIsChosen() {
        let filter = UpNext()
        #expect(filter.displayRepresentation == "All categories")
        filter.category = Self.garden
        #expect(filter.displayRepresentation == Self.garden.displayRepresentation)
    }

    @Test func app_printsTheChosenCategory() async throws {
        let desktop = try await SimulatedDesktop()
        let all = try await ExampleProgram.output("example-up-next", on: desktop)
        #expect(all.split(separator: "\n").count == UpNextTask.all.count)
        let state = URL(fileURLWithPath: try #require(desktop.environment["XDG_STATE_HOME"]))
        try Choice.$folder.withValue(state) { try Choice(category: Self.garden.id).save() }
        let filtered = try await ExampleProgram.output("example-up-next", on: desktop)
        #expect(filtered == "Garden (Filtered by Focus)\n- Prune the hedge\n- Sow the beans\n")
    }

    @Test func descriptorFile_isWhatTheHelperWrites() async throws {
        let desktop = try await SimulatedDesktop()
        let written = try await ExampleProgram.output(Self.helper, ["--focus-filters"], on: desktop)
        #expect(written == (try ExampleProgram.file("Sources/Examples/UpNext/data/\(Self.app).filters")))
        #expect(written.contains("BusName=org.example.UpNext.Helper\nBackground=activate\n"))
        #expect(try await desktop.problems(inDescriptor: written) == [])
    }

    @Test func helper_installsItsFileWhereTheAgentFindsIt() async throws {
        let desktop = try await SimulatedDesktop()
        #expect(try await ExampleProgram.output(Self.helper, ["--focus-filters=install"], on: desktop) == "")
        let helper = try ExampleProgram.start(Self.helper, on: desktop)
        defer { helper.terminate() }
        // It owns no name but its own, so that without the file it could not speak for the app.
        try await desktop.expect(UpNext.self, app: Self.app)
        let filter = UpNext()
        filter.category = Self.garden
        try await desktop.turnOn("Weekend", filter)
        #expect(try await ExampleProgram.output("example-up-next", on: desktop).hasPrefix("Garden "))
        try await desktop.turnOff()
        #expect(!(try await ExampleProgram.output("example-up-next", on: desktop)).hasPrefix("Garden "))
    }

    @Test func filterThatTheProgramLacks_isToldLoudly() async throws {
        let desktop = try await SimulatedDesktop()
        let file = try ExampleProgram.file("Sources/Examples/UpNext/data/\(Self.app).filters")
        try await desktop.install(
            descriptor: file + "\n[Filter Dropped]\nTitle=Dropped\n", of: Self.app, filters: UpNext.self)
        let helper = try ExampleProgram.start(Self.helper, on: desktop)
        defer { helper.terminate() }
        let line = try await blocking {
            helper.waitForLine(in: .errors) { $0.contains("this program has no filter Dropped, which its") }
        }
        #expect(line != nil)
    }

    @Test func bus_startsTheHelperWhenThereIsSomethingToTell() async throws {
        let service = try KeyFile(
            parsing: Array(ExampleProgram.file("Sources/Examples/UpNext/data/\(Self.app).Helper.service").utf8))
        let name = try #require(try service[group: "D-BUS Service"]?["Name"]?.string())
        let desktop = try await SimulatedDesktop(services: [name: try TestProgram.path(Self.helper)])
        try await desktop.install(
            descriptor: ExampleProgram.file("Sources/Examples/UpNext/data/\(Self.app).filters"), of: Self.app,
            filters: UpNext.self)
        func firstLine() async throws -> Substring? {
            try await ExampleProgram.output("example-up-next", on: desktop).split(separator: "\n").first
        }
        let filter = UpNext()
        filter.category = Self.garden
        try await desktop.turnOn("Weekend", filter)
        #expect(try await firstLine() == "Garden (Filtered by Focus)")
        try await desktop.turnOff()
        #expect(try await firstLine() == "- Finish the second chapter")
    }

    @Test func missingService_isToldInWords() async throws {
        let desktop = try await SimulatedDesktop()
        try await desktop.install(
            descriptor: ExampleProgram.file("Sources/Examples/UpNext/data/\(Self.app).filters"), of: Self.app,
            filters: UpNext.self)
        let filter = UpNext()
        filter.category = Self.garden
        await #expect {
            try await desktop.turnOn("Weekend", filter)
        } throws: { error in
            "\(error)".contains("no D-Bus service file of that name is installed")
        }
    }
}
