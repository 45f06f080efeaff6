// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusAgent
import FocusCore
import Foundation
import TestSupport
import Testing

@testable import DesktopSources

/// The host on a real bus, with fake components. Everything runs on the test's own loop.
struct SourceHostTests {
    private static let limit: Int64 = 30_000_000

    /// A host with what it reported.
    final class Fixture {
        let loop: PollLoop
        let host: SourceHost
        private(set) var reports: [SourceReport] = []
        private(set) var resumes = 0
        private var seen = 0

        init(_ sources: [any DesktopSource]) throws {
            let loop = try #require(PollLoop())
            self.loop = loop
            var report: (SourceReport) -> Void = { _ in }
            var resumed: () -> Void = {}
            host = SourceHost(
                sources, settings: SettingsStore(), loop: loop,
                clock: { Instant(realtime: 0, boottime: Deadline.now) },
                handlers: .init(report: { report($1) }, resumed: { resumed() }, log: { _, _ in }))
            report = { [unowned self] in reports.append($0) }
            resumed = { [unowned self] in resumes += 1 }
        }

        func connect(_ bus: PrivateBus) throws -> Connection {
            try Connection.open(.custom(bus.address), loop: loop)
        }

        func waits(for condition: () -> Bool) -> Bool { loop.run(until: condition, deadline: limit) }

        /// Whether this is reported, now or in time, after what was seen before: others may come in the same turn.
        func sees(_ report: SourceReport) -> Bool {
            guard waits(for: { reports[seen...].contains(report) }) else { return false }
            seen = (reports[seen...].firstIndex(of: report) ?? seen) + 1
            return true
        }
    }

    /// Owns `org.freedesktop.Notifications`, with a property `Inhibited`.
    private final class Server {
        let connection: Connection
        var inhibited: Bool
        var product = "fake"
        var isHanging = false
        /// Calls that it leaves without an answer: one that is let go of is answered with an error.
        private var unanswered: [Invocation] = []
        private var isReady = false

        init(_ fixture: Fixture, _ bus: PrivateBus, inhibited: Bool = false, _ change: (Server) -> Void = { _ in })
            throws
        {
            connection = try fixture.connect(bus)
            self.inhibited = inhibited
            change(self)
            let interface = ExportedInterface(
                name: PropertySource.interface,
                members: [MethodDescription(name: "GetServerInformation", in: "", out: "ssss")],
                properties: [PropertyDescription(name: "Inhibited", signature: "b")],
                call: { [unowned self] invocation in
                    guard !isHanging else { return unanswered.append(invocation) }
                    invocation.reply([.string(product), .string("vendor"), .string("1"), .string("1.2")])
                },
                get: { [unowned self] _ in .boolean(self.inhibited) })
            connection.export(
                ExportedObject(
                    path: PropertySource.path, introspection: "", interfaces: [interface],
                    admit: { [unowned self] invocation in
                        guard isHanging && invocation.interface == .properties else { return .granted }
                        unanswered.append(invocation)
                        return .deferred
                    }))
            connection.requestName(PropertySource.name, flags: []) { [unowned self] _ in isReady = true }
            #expect(fixture.waits { self.isReady })
        }

        func set(_ value: Bool) throws {
            inhibited = value
            try connection.emitPropertiesChanged(
                PropertySource.path, PropertySource.interface, ["Inhibited": .boolean(value)])
        }
    }

    private static func on(_ isFirst: Bool = true) -> SourceReport {
        .reading([.silenced: .bool(true)], isFirst: isFirst)
    }

    @Test func d2_componentThatComesLaterIsReadThenFollowed() throws {
        let bus = try PrivateBus()
        let fixture = try Fixture([PropertySource()])
        let connection = try fixture.connect(bus)
        fixture.host.attach(connection, .session)
        #expect(fixture.waits { fixture.reports == [.absent("nobody")] })
        let server = try Server(fixture, bus, inhibited: true)
        #expect(fixture.sees(Self.on()))
        #expect(fixture.host.owner(of: "property") == server.connection.uniqueName)
        try server.set(false)
        #expect(fixture.sees(.change([.silenced: .bool(false)])))
        server.connection.close()
        #expect(fixture.sees(.ownerLost))
        #expect(fixture.reports.count == 4)
    }

    @Test func j1_componentThatHangsHoldsUpNobody() throws {
        let bus = try PrivateBus()
        let fixture = try Fixture([PropertySource(), ObjectSource(Screensaver.gnome)])
        let connection = try fixture.connect(bus)
        let server = try Server(fixture, bus) { $0.isHanging = true }
        fixture.host.attach(connection, .session)
        #expect(fixture.waits { fixture.reports == [.absent("no GNOME screen saver is running")] })
        // It does not answer, but what it signals counts.
        try server.set(true)
        #expect(fixture.waits { fixture.reports.contains(.change([.silenced: .bool(true)])) }, "\(fixture.reports)")
    }

    @Test func d4_nothingIsEverStarted() throws {
        let folder = try TemporaryDirectory()
        let names = ["org.freedesktop.Notifications", "org.gnome.ScreenSaver", "org.freedesktop.login1"]
        let bus = try PrivateBus(
            services: Dictionary(uniqueKeysWithValues: names.map { ($0, "/usr/bin/touch \(folder.path)/\($0)") }))
        let sources = [PropertySource()] + allSources(SourceEnvironment(userID: getuid()))
        let fixture = try Fixture(sources)
        let connection = try fixture.connect(bus)
        fixture.host.attach(connection, .session)
        fixture.host.attach(connection, .system)
        var products: [String?] = []
        let watch = NotificationServerWatch(
            connection, loop: fixture.loop, report: { products.append($0.product) }, log: { _, _ in })
        #expect(fixture.waits { fixture.reports.count == sources.count && products == [nil] })
        fixture.host.readAgain()
        // A later change that must come: nothing was started before it.
        let server = try Server(fixture, bus, inhibited: true)
        #expect(fixture.waits { fixture.reports.contains(Self.on()) && products == [nil, "fake"] })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        watch.stop()
        server.connection.close()
    }

    @Test func d6_busThatIsLostAndComesBack() throws {
        let bus = try PrivateBus()
        let fixture = try Fixture([PropertySource()])
        var losses: [String] = []
        let link = BusLink(
            .custom(bus.address), loop: fixture.loop,
            attached: { [unowned fixture] in fixture.host.attach($0, .session) },
            detached: { [unowned fixture] in
                losses.append($0)
                fixture.host.detach(.session, $0)
            }, log: { _, _ in })
        link.connect()
        let first = try Server(fixture, bus, inhibited: true)
        #expect(fixture.sees(Self.on()))
        bus.kill()
        #expect(fixture.sees(.ownerLost))
        #expect(losses.count == 1)
        try bus.restart()
        #expect(fixture.waits { link.connection != nil })
        first.connection.close()
        let second = try Server(fixture, bus, inhibited: true)
        #expect(fixture.sees(Self.on()))
        try second.set(false)
        #expect(fixture.sees(.change([.silenced: .bool(false)])))
        #expect(losses.count == 1)
        link.close()
    }

    @Test func d6_busThatIsNotThere() throws {
        let fixture = try Fixture([PropertySource()])
        let folder = try TemporaryDirectory()
        let link = BusLink(
            .custom("unix:path=\(folder.path)/none"), loop: fixture.loop,
            attached: { _ in Issue.record("no bus") },
            detached: { [unowned fixture] in fixture.host.detach(.session, $0) }, log: { _, _ in })
        link.connect()
        #expect(fixture.reports.count == 1)
        guard case .absent? = fixture.reports.first else {
            Issue.record("not absent: \(fixture.reports)")
            return
        }
        link.close()
    }

    @Test func notificationServer_isNamedAtEachOwnerChange() throws {
        let bus = try PrivateBus()
        let fixture = try Fixture([])
        let connection = try fixture.connect(bus)
        var products: [String?] = []
        let watch = NotificationServerWatch(
            connection, loop: fixture.loop, report: { products.append($0.product) }, log: { _, _ in })
        #expect(fixture.waits { products == [nil] })
        let dunst = try Server(fixture, bus) { $0.product = "dunst" }
        #expect(fixture.waits { products.contains("dunst") })
        dunst.connection.close()
        #expect(fixture.waits { products.count == 3 })
        let shell = try Server(fixture, bus) { $0.product = "gnome-shell" }
        #expect(fixture.waits { products == [nil, "dunst", nil, "gnome-shell"] })
        watch.stop()
        shell.connection.close()
    }

    @Test func resumed_readsEverySourceAgain() throws {
        let bus = try PrivateBus(.system)
        let fixture = try Fixture([PropertySource(), Logind(SourceEnvironment(userID: getuid()))])
        let connection = try fixture.connect(bus)
        let server = try Server(fixture, bus, inhibited: true)
        let logind = try fixture.connect(bus)
        var isNamed = false
        logind.requestName("org.freedesktop.login1", flags: []) { _ in isNamed = true }
        #expect(fixture.waits { isNamed })
        fixture.host.attach(connection, .session)
        fixture.host.attach(connection, .system)
        #expect(fixture.waits { fixture.host.owner(of: "logind") != nil && fixture.reports.contains(Self.on()) })
        server.inhibited = false
        try logind.emit(
            "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "PrepareForSleep", [.boolean(false)])
        #expect(fixture.waits { fixture.reports.contains(.reading([.silenced: .bool(false)], isFirst: false)) })
        #expect(fixture.resumes == 1)
    }

    @Test func stop_endsEverything() throws {
        let bus = try PrivateBus()
        let fixture = try Fixture([PropertySource()])
        let connection = try fixture.connect(bus)
        fixture.host.attach(connection, .session)
        let server = try Server(fixture, bus, inhibited: true)
        #expect(fixture.sees(Self.on()))
        fixture.host.stop()
        let count = fixture.reports.count
        try server.set(false)
        var isSeen = false
        connection.addMatch(MatchRule(member: "Later")) { _ in isSeen = true }
        var isAnswered = false
        connection.call(.bus, .bus, .bus, "GetId", deadline: nil) { _ in isAnswered = true }
        #expect(fixture.waits { isAnswered })
        try server.connection.emit("/later", "org.example.Later", "Later")
        #expect(fixture.waits { isSeen })
        #expect(fixture.reports.count == count)
    }
}
