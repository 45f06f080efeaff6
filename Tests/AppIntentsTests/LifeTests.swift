// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import AppIntentsTesting
import Foundation
import TestSupport
import Testing

/// Filters with the real agent on a private bus.
@Suite(.serialized) struct LifeTests {
    private static let app = "org.example.Reading"

    private static func desktop() async throws -> SimulatedDesktop {
        Reading.performed.drain()
        return try await SimulatedDesktop()
    }

    private static func reading(shelf: Int? = nil, isShort: Bool = false) -> Reading {
        let filter = Reading()
        filter.shelf = shelf.map(Shelf.number)
        filter.isShort = isShort
        return filter
    }

    private typealias Performed = Reading.Performed

    @Test func workTurnsOnAndOff_performsOnceEach() async throws {
        let desktop = try await Self.desktop()
        try await desktop.register(Reading.self, app: Self.app)
        #expect(Reading.performed.pending == [])
        try await desktop.turnOn("Work", Self.reading(shelf: 1))
        try await desktop.turnOff()
        #expect(
            Reading.performed.drain() == [
                Performed(shelf: Shelf.id(1), isShort: false, reason: .activated, isActive: true),
                Performed(shelf: nil, isShort: false, reason: .ended, isActive: false),
            ])
    }

    @Test func twoModesWithEqualValues_causeNoCall() async throws {
        let desktop = try await Self.desktop()
        try await desktop.register(Reading.self, app: Self.app)
        try await desktop.turnOn("Work", Self.reading(shelf: 1))
        try await desktop.turnOn("Study", Self.reading(shelf: 1))
        try await desktop.turnOn("Sleep", Self.reading(shelf: 2))
        #expect(Reading.performed.drain().map(\.reason) == [.activated, .changed])
    }

    @Test func g2_appStartedInTheMiddleOfAMode_catchesUpOnce() async throws {
        let desktop = try await Self.desktop()
        let first = try await desktop.register(Reading.self, app: Self.app)
        try await desktop.turnOn("Work", Self.reading(shelf: 1))
        first.end()
        Reading.performed.drain()
        try await desktop.register(Reading.self, app: Self.app)
        #expect(
            Reading.performed.drain() == [
                Performed(shelf: Shelf.id(1), isShort: false, reason: .catchUp, isActive: true)
            ])
    }

    @Test func g2_appAwayDuringThreeChanges_getsOnlyTheLast() async throws {
        let desktop = try await Self.desktop()
        let first = try await desktop.register(Reading.self, app: Self.app)
        try await desktop.configure("Work", Self.reading(shelf: 1))
        try await desktop.configure("Study", Self.reading(shelf: 2))
        try await desktop.configure("Sleep", Self.reading(shelf: 3))
        first.end()
        for mode in ["Work", "Study", "Sleep"] { try await desktop.turnOn(mode) }
        try await desktop.register(Reading.self, app: Self.app)
        #expect(Reading.performed.drain().map(\.shelf) == [Shelf.id(3)])
        // Nothing came before what must come now.
        try await desktop.turnOff()
        #expect(Reading.performed.drain().map(\.reason) == [.ended])
    }

    @Test func agentsRestart_isNoCall_butChangesMeanwhileAre() async throws {
        let desktop = try await Self.desktop()
        try await desktop.register(Reading.self, app: Self.app)
        try await desktop.turnOn("Work", Self.reading(shelf: 1))
        Reading.performed.drain()
        try await desktop.killAgent()
        #expect(try await Reading.current.shelf?.id == Shelf.id(1))
        try await desktop.startAgent()
        try await desktop.configure("Work", Self.reading(shelf: 2))
        #expect(Reading.performed.drain().map(\.shelf) == [Shelf.id(2)])
    }

    @Test func agentThatComesLater_isRegisteredWith() async throws {
        let desktop = try await Self.desktop()
        try await desktop.stopAgent()
        let registration = try FocusFilters.register(Reading.self, app: Self.app, options: desktop.options)
        defer { registration.end() }
        await #expect(throws: SetFocusFilterIntentError.notFound) { try await Reading.current }
        try await desktop.startAgent()
        try await registration.registered()
        #expect(try await Reading.isFocused == false)
    }

    @Test func current_isWhatTheActiveModeConfigures_elseNotFound() async throws {
        let desktop = try await Self.desktop()
        try await desktop.register(Reading.self, app: Self.app)
        await #expect(throws: SetFocusFilterIntentError.notFound) { try await Reading.current }
        #expect(try await Reading.currentOrDefault.isShort == false)
        #expect(try await Reading.isFocused == false)

        try await desktop.turnOn("Work", Self.reading(shelf: 7, isShort: true))
        #expect(try await Reading.current.shelf?.name == "Shelf 7")
        #expect(try await Reading.currentOrDefault.isShort)
        #expect(try await Reading.isFocused)
        #expect(await Reading.shouldPresent(criteria: "Shelf 7, page 3"))
        #expect(await !Reading.shouldPresent(criteria: "Shelf 8"))
        #expect(await Reading.shouldPresent(criteria: nil))

        try await desktop.turnOn("Empty")
        await #expect(throws: SetFocusFilterIntentError.notFound) { try await Reading.current }
        #expect(try await Reading.isFocused)
        #expect(await Reading.shouldPresent(criteria: "Shelf 8"))
    }

    @Test func suspension_showsEverythingUntilResumed() async throws {
        let desktop = try await Self.desktop()
        try await desktop.register(Reading.self, app: Self.app)
        #expect(try await Reading.suspension == .inactive)
        #expect(try await Reading.banner == nil)
        await #expect(throws: FocusFiltersError.notActive) { try await Reading.suspend() }

        try await desktop.turnOn("Work", Self.reading(shelf: 1))
        #expect(try await Reading.suspension == .filtering)
        #expect(try await Reading.banner?.actionTitle == FocusFilterBanner(isSuspended: false).actionTitle)
        try await Reading.suspend()
        try await desktop.settle()
        #expect(try await Reading.suspension == .suspended)
        #expect(try await Reading.banner == FocusFilterBanner(isSuspended: true))
        await #expect(throws: SetFocusFilterIntentError.notFound) { try await Reading.current }
        try await Reading.resume()
        try await desktop.settle()
        #expect(Reading.performed.drain().map(\.reason) == [.activated, .suspended, .resumed])
        #expect(try await Reading.current.shelf?.id == Shelf.id(1))
    }

    @Test func g4_sameFilterRegisteredTwice_isNoCall() async throws {
        let desktop = try await Self.desktop()
        try await desktop.register(Reading.self, app: Self.app)
        try await desktop.turnOn("Work", Self.reading(shelf: 1))
        try await desktop.register(Reading.self, app: Self.app)
        try await desktop.turnOff()
        #expect(Reading.performed.drain().map(\.reason) == [.activated, .ended])
    }

    @Test func unknownEntity_leavesTheDefault() async throws {
        let desktop = try await Self.desktop()
        try await desktop.register(Reading.self, app: Self.app)
        try await desktop.turnOn("Work", Self.reading(shelf: 1))
        Reading.performed.drain()
        let gone = Reading()
        gone.shelf = Shelf(id: Shelf.goneID, name: "Gone")
        try await desktop.configure("Work", gone)
        // Told by the library first, then known to the agent: the same to the app.
        #expect(await Reading.performed.next { $0.unknown.isEmpty } != nil)
        #expect(Reading.performed.drain().allSatisfy { $0.shelf == nil })
        try await desktop.turnOff()
        #expect(Reading.performed.drain().map(\.reason) == [.ended])
    }

    @Test func nilAndEmptyArray_arriveApart() async throws {
        let desktop = try await Self.desktop()
        try await desktop.register(Reading.self, app: Self.app)
        let empty = Self.reading(isShort: true)
        empty.shelves = []
        try await desktop.turnOn("Work", empty)
        try await desktop.turnOn("Study", Self.reading(isShort: true))
        #expect(Reading.performed.drain().map(\.shelves) == [[], nil])
    }

    @Test func updates_giveWhoIsSlowTheNewestOnly() async throws {
        let desktop = try await Self.desktop()
        try await desktop.register(Reading.self, app: Self.app)
        var updates = Reading.updates.makeAsyncIterator()
        for shelf in 1...3 { try await desktop.turnOn("Mode \(shelf)", Self.reading(shelf: shelf)) }
        #expect(await updates.next()?.shelf?.id == Shelf.id(3))
        try await desktop.turnOff()
        #expect(await updates.next()?.transition.reason == .ended)
    }

    @Test func updates_giveTheLatestAndEachChange() async throws {
        let desktop = try await Self.desktop()
        try await desktop.register(Reading.self, app: Self.app)
        try await desktop.turnOn("Work", Self.reading(shelf: 1))
        var updates = Reading.updates.makeAsyncIterator()
        let first = try #require(await updates.next())
        #expect(first.shelf?.id == Shelf.id(1))
        try await desktop.turnOn("Study", Self.reading(shelf: 2))
        let second = try #require(await updates.next())
        #expect(second.shelf?.id == Shelf.id(2))
        #expect(second.transition.reason == .changed)
        #expect(second.transition.serial > first.transition.serial)
        #expect(await second.previous?.shelf?.id == Shelf.id(1))
    }
}
