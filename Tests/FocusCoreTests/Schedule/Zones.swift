// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// Zones and instants by hand, as tests need them.
enum Zones {
    /// Europe/Paris in 2024: 2024-03-31 01:00 UTC and 2024-10-27 01:00 UTC.
    static let paris = ZoneTable(
        firstOffset: 3600,
        transitions: [
            ZoneTable.Transition(at: utc("2024-03-31", "01:00"), offset: 7200),
            ZoneTable.Transition(at: utc("2024-10-27", "01:00"), offset: 3600),
        ])
    /// Pacific/Apia in 2011: the 30th of December did not come.
    static let apia = ZoneTable(
        firstOffset: -10 * 3600,
        transitions: [ZoneTable.Transition(at: utc("2011-12-30", "10:00"), offset: 14 * 3600)])
    /// Half an hour is what its clocks jump.
    static let lordHowe = ZoneTable(
        firstOffset: 11 * 3600,
        transitions: [
            ZoneTable.Transition(at: utc("2024-04-06", "15:00"), offset: 10 * 3600 + 1800),
            ZoneTable.Transition(at: utc("2024-10-05", "15:30"), offset: 11 * 3600),
        ])
    /// One that leaves out a day as Apia did, on the 28th of June 2024.
    static let leaving = ZoneTable(
        firstOffset: -10 * 3600,
        transitions: [ZoneTable.Transition(at: utc("2024-06-28", "10:00"), offset: 14 * 3600)])
    static let newYork = ZoneTable(
        firstOffset: -5 * 3600,
        transitions: [
            ZoneTable.Transition(at: utc("2024-03-10", "07:00"), offset: -4 * 3600),
            ZoneTable.Transition(at: utc("2024-11-03", "06:00"), offset: -5 * 3600),
        ])

    /// Seconds since the Unix epoch; of UTC, unless a zone is given: then the first time that its wall shows it.
    static func utc(_ day: String, _ time: String) -> Int64 {
        let date = day.split(separator: "-").compactMap { Int64($0) }
        let clock = time.split(separator: ":").compactMap { Int64($0) }
        let seconds = clock[0] * 3600 + clock[1] * 60 + (clock.count > 2 ? clock[2] : 0)
        return CivilDate(year: date[0], month: date[1], day: date[2]).daysSinceEpoch * 86_400 + seconds
    }

    static func instant(_ day: String, _ time: String, _ zone: ZoneTable) -> Int64 {
        zone.instants(ofWall: utc(day, time)).first
    }
}
