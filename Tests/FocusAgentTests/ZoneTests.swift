// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import FocusCore
import Foundation
import TestSupport
import Testing

@testable import FocusAgent

/// Time zones as the agent reads them, and the one that is the user's.
struct ZoneTests {
    static let names = [
        "Europe/Paris", "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Casablanca", "Pacific/Apia",
        "America/New_York",
        "America/St_Johns", "America/Sao_Paulo", "Pacific/Chatham", "Antarctica/Troll", "Europe/Dublin",
        "Asia/Pyongyang", "America/Caracas", "Asia/Gaza", "America/Nuuk", "UTC",
    ]

    /// GLib reads the same files as Python's `zoneinfo`, by code of its own. Until 2037, when the files' lists end: what
    /// GLib 2.74 makes of the rule for the time after is wrong for zones whose winter time is the odd one (Dublin).
    @Test func transitions_areThoseOfZoneinfo() throws {
        let (start, end) = (Int64(1_000_000_000), Int64(2_114_000_000))
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "FocusCoreTests/Schedule/oracle.py").path
        let result = try ChildProcess.run(
            ["python3", script, "zones", "\(start)", "\(end)"] + Self.names, until: .seconds(120))
        #expect(result.status == .exited(0), "\(result.errors)")
        var expected: [String: [String]] = [:]
        var zone = ""
        for line in result.output.split(separator: "\n").map(String.init) {
            let words = line.split(separator: " ").map(String.init)
            if words[0] == "zone" {
                zone = words[1]
                expected[zone] = [words[2]]
            } else {
                expected[zone, default: []].append("\(words[1]) \(words[2])")
            }
        }
        #expect(expected.count == Self.names.count)
        for name in Self.names {
            let table = try #require(ZoneReader.table(name, in: start...end))
            let found = ["\(table.firstOffset)"] + table.transitions.map { "\($0.at) \($0.offset)" }
            #expect(found == expected[name], "\(name)")
        }
    }

    @Test func whatIsNoZone_isNone() {
        for name in ["", "Europe/Pari", "Europe", "../etc/passwd", "/etc/localtime", "EST5EDT,M3.2.0,M11.1.0", "Foo3"] {
            #expect(!ZoneReader.exists(name), "\(name)")
        }
        #expect(ZoneReader.exists("Europe/Paris") && ZoneReader.exists("UTC"))
        #expect(ZoneReader.table("Nowhere/Land", in: 0...1) == nil)
    }

    /// In a process of its own, for it sets a variable that others read.
    @Test func e5_theLinkCounts_alsoWhileTheAgentRuns() async {
        await #expect(processExitsWith: .success) { try Self.followTheLink() }
    }

    private static func followTheLink() throws {
        // What watches a folder tells the main context of its thread.
        let context = g_main_context_new()
        g_main_context_push_thread_default(context)
        let tick = g_timeout_source_new_seconds(1)
        g_source_set_callback(tick, { _ in 1 }, nil, nil)
        g_source_attach(tick, context)
        defer {
            g_source_destroy(tick)
            g_source_unref(tick)
            g_main_context_pop_thread_default(context)
            g_main_context_unref(context)
        }
        let folder = try TemporaryDirectory()
        let link = "\(folder.path)/localtime"
        #expect(LocalZone(link: link) {}.identifier == "UTC", "without a link")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "/usr/share/zoneinfo/Europe/Paris")
        var changes = 0
        let zone = LocalZone(link: link) { changes += 1 }
        #expect(zone.identifier == "Europe/Paris")
        // A variable that somebody set long ago does not count.
        setenv("TZ", "Asia/Tokyo", 1)
        defer { unsetenv("TZ") }
        let span = Int64(1_700_000_000)...1_700_000_001
        #expect(ZoneReader.table(zone.identifier, in: span)?.firstOffset == 3600)
        zone.start()
        #expect(unlink(link) == 0)
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "/usr/share/zoneinfo/America/New_York")
        let deadline = Deadline.standard
        while zone.identifier != "America/New_York", !deadline.hasPassed { g_main_context_iteration(context, 1) }
        #expect(zone.identifier == "America/New_York")
        #expect(changes > 0)
        // A file of its own, as some systems have it.
        #expect(unlink(link) == 0)
        try FileManager.default.copyItem(atPath: "/usr/share/zoneinfo/Asia/Kathmandu", toPath: link)
        zone.look()
        #expect(zone.identifier == link)
        #expect(ZoneReader.table(zone.identifier, in: span)?.firstOffset == 20_700)
    }
}
