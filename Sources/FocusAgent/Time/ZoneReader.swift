// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import FocusCore
internal import FocusProcess
import Glibc

/// Time zones as GLib reads them from the system's time zone database.
enum ZoneReader {
    /// Whether the database has a zone of this name.
    static func exists(_ name: String) -> Bool {
        if name == "UTC" { return true }
        // GLib would take a name that no file has for a rule in POSIX' form.
        guard !name.isEmpty, !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else { return false }
        var status = stat()
        return stat("\(Environment["TZDIR"] ?? "/usr/share/zoneinfo")/\(name)", &status) == 0
            && status.st_mode & S_IFMT == S_IFREG
    }

    /// The zone's transitions between two instants, in seconds since the Unix epoch; `nil` if it cannot be read.
    /// `identifier`: a name in the database, or the absolute path of a file.
    static func table(_ identifier: String, in span: ClosedRange<Int64>) -> ZoneTable? {
        guard let zone = g_time_zone_new_identifier(identifier) else { return nil }
        defer { g_time_zone_unref(zone) }
        func interval(_ instant: Int64) -> Int32 {
            g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, Int(instant))
        }
        func offset(_ interval: Int32) -> Int64 { Int64(g_time_zone_get_offset(zone, interval)) }

        var instant = span.lowerBound
        var current = interval(instant)
        let first = offset(current)
        var transitions: [ZoneTable.Transition] = []
        while let next = firstInstant(after: instant, until: span.upperBound, where: { interval($0) != current }) {
            let old = offset(current)
            (instant, current) = (next, interval(next))
            if offset(current) != old { transitions.append(ZoneTable.Transition(at: next, offset: offset(current))) }
        }
        return ZoneTable(firstOffset: first, transitions: transitions)
    }

    /// By halving: what holds at an instant holds at each later one.
    private static func firstInstant(after start: Int64, until end: Int64, where holds: (Int64) -> Bool) -> Int64? {
        let stride: Int64 = 200 * 86_400
        var low = start
        var high = min(low + stride, end)
        while !holds(high) {
            guard high < end else { return nil }
            low = high
            high = min(low + stride, end)
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if holds(middle) { high = middle } else { low = middle }
        }
        return high
    }
}
