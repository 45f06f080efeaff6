// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

enum ScheduleTarget {
    /// Paris in 2024, and a zone that leaves out a day in that year.
    private static let almanac = Almanac(
        local: ZoneTable(
            firstOffset: 3600,
            transitions: [
                ZoneTable.Transition(at: 1_711_846_800, offset: 7200),
                ZoneTable.Transition(at: 1_729_990_800, offset: 3600),
            ]),
        zones: [
            "Pacific/Apia": ZoneTable(
                firstOffset: -36_000, transitions: [ZoneTable.Transition(at: 1_711_879_200, offset: 50_400)])
        ], place: Coordinates(latitude: 66.6, longitude: 25.7))

    static func run(_ input: inout FuzzInput) throws(Finding) {
        // A few weeks around the jumps, or anywhere.
        let number: UInt32 = input.integer()
        let instant = input.flag() ? 1_700_000_000 + Int64(number % 40_000_000) : Int64(number) * 4 - 4_000_000_000
        let text = String(decoding: input.rest(), as: UTF8.self)
        let schedule: Schedule
        do throws(TextError) {
            schedule = try Schedule(parsing: text)
        } catch {
            return try TextPlaces(text).check(error)
        }
        let isInside = schedule.contains(instant, almanac)
        guard let edge = schedule.nextEdge(after: instant, almanac) else {
            return try Finding.unless(!isInside, "'\(text)' never ends after \(instant)")
        }
        try Finding.unless(edge.at > instant, "the edge of '\(text)' after \(instant) is \(edge.at)")
        try Finding.unlessEqual(schedule.contains(edge.at, almanac), edge.isInside, "'\(text)' at its edge \(edge.at)")
        for share in Int64(1)...7 {
            let between = instant + (edge.at - 1 - instant) * share / 7
            try Finding.unlessEqual(
                schedule.contains(between, almanac), isInside, "'\(text)' at \(between), before its edge")
        }
    }
}
