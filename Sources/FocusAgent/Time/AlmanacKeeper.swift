// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// Keeps what turns schedules' times into instants: the time zones that they need, for the years around now, and the
/// place. While no mode has a schedule it reads nothing.
final class AlmanacKeeper {
    private let clock: Clock
    private let local: LocalZone
    private let simulates: Bool
    private var names: Set<String> = []
    private var isNeeded = false
    private var place: Coordinates?
    /// While the clock is within it, the almanac serves; µs since the Unix epoch.
    private var comfort: Range<Int64> = 0..<0

    /// The user's zone under `--simulate`, until it is set.
    static let simulatedZone = "UTC"

    private static let year: Int64 = 366 * 86_400

    init(clock: Clock, local: LocalZone, simulates: Bool) {
        self.clock = clock
        self.local = local
        self.simulates = simulates
    }

    /// Takes in the modes and the place; says whether that asks for another almanac.
    func take(_ modes: [Mode], place: Coordinates?) -> Bool {
        let schedules = modes.compactMap(\.schedule)
        let names = schedules.reduce(into: Set<String>()) { $0.formUnion($1.zones) }
        let isChanged = !schedules.isEmpty && (!isNeeded || names != self.names || place != self.place)
        isNeeded = !schedules.isEmpty
        (self.names, self.place) = (names, place)
        if isNeeded, !simulates { local.start() }
        return isChanged
    }

    /// Some mode has a schedule.
    var isInUse: Bool { isNeeded }

    /// The almanac, if the clock has left the years that the last one is about.
    func renewed(at now: Int64) -> Almanac? { isNeeded && !comfort.contains(now) ? almanac() : nil }

    /// The almanac for the years around now.
    func almanac() -> Almanac {
        // A century around any clock that a time zone was ever made for.
        let now = min(max(floored(clock.now.realtime, by: 1_000_000), -50 * Self.year), 8000 * Self.year)
        let span = (now - 2 * Self.year)...(now + 12 * Self.year)
        comfort = ((now - Self.year) * 1_000_000)..<((now + 2 * Self.year) * 1_000_000)
        let own = clock.zone ?? (simulates ? Self.simulatedZone : local.identifier)
        var zones: [String: ZoneTable] = [:]
        for name in names where ZoneReader.exists(name) { zones[name] = ZoneReader.table(name, in: span) }
        return Almanac(local: ZoneReader.table(own, in: span) ?? .utc, zones: zones, place: place)
    }
}
