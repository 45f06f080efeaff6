// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusAgent
import FocusCore
import Foundation
import TestSupport
import Testing

@testable import DesktopSources

/// How the host reads and follows files for sources, and what it knows of time; with real files.
struct SourceFileTests {
    /// Tells as a fact what a file holds.
    private struct FileSource: DesktopSource {
        let description = SourceDescription(id: "file", facts: [.network])
        let path: String
        var bus: BusKind { .session }
        var names: [BusName] { [] }

        func handle(_ input: SourceInput, at now: Instant) -> [SourceOutput] {
            switch input {
            case .start: [.followFile(path)]
            case .file(_, .content(let bytes)): Self.say(String(decoding: bytes, as: UTF8.self))
            case .file(_, .missing): Self.say("missing")
            case .file(_, .unreadable): Self.say("unreadable")
            case .readAgain: [.unfollowFile(path), .readFile(path)]
            case .owner, .reply, .signal, .setting, .stream, .localTime, .preferences, .timer: []
            }
        }

        static func say(_ text: String) -> [SourceOutput] { [.report(.change([.network: .text(text)]))] }
    }

    /// Asks when a time is, and tells when it came.
    private struct TimeSource: DesktopSource {
        let description = SourceDescription(id: "time", facts: [.network])
        let time: WallTime
        var bus: BusKind { .session }
        var names: [BusName] { [] }

        func handle(_ input: SourceInput, at now: Instant) -> [SourceOutput] {
            switch input {
            case .start: [.resolveLocalTime(time)]
            case .localTime(time, let instant?):
                FileSource.say("\(instant)") + [
                    .alarm("long-past", at: instant), .alarm("far", at: 4_000_000_000_000_000),
                ]
            case .localTime: FileSource.say("never")
            case .timer(let tag): FileSource.say(tag.name)
            case .owner, .reply, .signal, .setting, .stream, .file, .preferences, .readAgain: []
            }
        }
    }

    private static func fixture(_ source: any DesktopSource) throws -> (PrivateBus, SourceHostTests.Fixture) {
        let bus = try PrivateBus()
        let fixture = try SourceHostTests.Fixture([source])
        fixture.host.attach(try fixture.connect(bus), .session)
        return (bus, fixture)
    }

    private static func expect(
        _ text: String, _ fixture: SourceHostTests.Fixture, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let isSeen = fixture.waits { fixture.reports.last == .change([.network: .text(text)]) }
        #expect(isSeen, "\(fixture.reports)", sourceLocation: sourceLocation)
    }

    @Test func file_isFollowedHoweverItChanges() throws {
        let folder = try TemporaryDirectory()
        let path = "\(folder.path)/a/b/rc"
        let (bus, fixture) = try Self.fixture(FileSource(path: path))
        defer { withExtendedLifetime(bus) {} }
        Self.expect("missing", fixture)
        // Its folders come one by one.
        try folder.makeFolder("a")
        try folder.makeFolder("a/b")
        try folder.write("one", to: "a/b/rc")
        Self.expect("one", fixture)
        // In place.
        let file = try #require(FileHandle(forWritingAtPath: path))
        file.write(Data("two".utf8))
        try file.close()
        Self.expect("two", fixture)
        // Replaced.
        try folder.write("three", to: "a/b/new")
        #expect(rename("\(folder.path)/a/b/new", path) == 0)
        Self.expect("three", fixture)
        #expect(unlink(path) == 0)
        Self.expect("missing", fixture)
        // A link to a file elsewhere, which is then replaced there.
        try folder.write("four", to: "elsewhere/rc")
        #expect(symlink("\(folder.path)/elsewhere/rc", path) == 0)
        Self.expect("four", fixture)
        try folder.write("five", to: "elsewhere/new")
        #expect(rename("\(folder.path)/elsewhere/new", "\(folder.path)/elsewhere/rc") == 0)
        Self.expect("five", fixture)
        // The folder goes and comes.
        try FileManager.default.removeItem(atPath: "\(folder.path)/a")
        Self.expect("missing", fixture)
        try folder.write("six", to: "a/b/rc")
        Self.expect("six", fixture)
    }

    @Test func otherFiles_areNobodysBusiness() throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write("one", to: "rc")
        let (bus, fixture) = try Self.fixture(FileSource(path: path))
        defer { withExtendedLifetime(bus) {} }
        Self.expect("one", fixture)
        try folder.write("x", to: "other")
        try folder.write("x", to: "rc.lock")
        try folder.write("two", to: "rc")
        Self.expect("two", fixture)
        #expect(fixture.reports.count == 2)
        // Not followed any more: a last reading, then silence.
        fixture.host.readAgain()
        #expect(fixture.reports.count == 3)
        try folder.write("three", to: "rc")
        let (second, later) = try Self.fixture(FileSource(path: path))
        defer { withExtendedLifetime(second) {} }
        try folder.write("four", to: "rc")
        Self.expect("four", later)
        #expect(fixture.reports.count == 3)
    }

    @Test func whatIsNoFile_isUnreadable() throws {
        let folder = try TemporaryDirectory()
        let path = try folder.makeFolder("rc")
        let (bus, fixture) = try Self.fixture(FileSource(path: path))
        defer { withExtendedLifetime(bus) {} }
        Self.expect("unreadable", fixture)
        #expect(rmdir(path) == 0 && mkfifo(path, 0o600) == 0)
        // A pipe must not hang the agent.
        fixture.host.readAgain()
        Self.expect("unreadable", fixture)
    }

    @Test func localTime_isTheSessionsAndItsAlarmRings() throws {
        let (bus, fixture) = try Self.fixture(TimeSource(time: WallTime(year: 2001, month: 2, day: 3, hour: 4)))
        defer { withExtendedLifetime(bus) {} }
        let components = DateComponents(timeZone: .current, year: 2001, month: 2, day: 3, hour: 4)
        let date = try #require(Calendar(identifier: .gregorian).date(from: components))
        let instant = Int64(date.timeIntervalSince1970) * 1_000_000
        #expect(fixture.reports == [.change([.network: .text("\(instant)")])])
        // What is past rings at once, what is far off does not.
        Self.expect("long-past", fixture)
        #expect(fixture.reports.count == 2)
    }

    @Test(arguments: [
        WallTime(year: 2026, month: 13, day: 1), WallTime(year: 2026, month: 1, day: 0),
        WallTime(year: .max, month: 1, day: 1), WallTime(year: 1, month: 1, day: 1),
        WallTime(year: 2026, month: 1, day: 1, hour: -1),
    ])
    func e6_timeThatIsNone_neverComes(_ time: WallTime) throws {
        let (bus, fixture) = try Self.fixture(TimeSource(time: time))
        defer { withExtendedLifetime(bus) {} }
        #expect(fixture.reports == [.change([.network: .text("never")])])
    }
}
