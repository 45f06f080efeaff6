// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// One window of a schedule: from one time of the days of a pattern to another time, of the same day, of the next, or of a
/// weekday within the week that follows.
struct ScheduleWindow: Hashable, Sendable {
    /// A time of day.
    enum Time: Hashable, Sendable {
        /// Seconds since midnight as the clock on the wall shows them; 86400 is the next midnight.
        case clock(Int64)
        /// Seconds after the event.
        case sun(Sun.Event, offset: Int64)

        /// Where the time lies on a day whose night is as long as its day: decides whether a window ends on the day on
        /// which it starts.
        var nominal: Int64 {
            switch self {
            case .clock(let second): second
            case .sun(.rise, let offset): 6 * 3600 + offset
            case .sun(.set, let offset): 18 * 3600 + offset
            }
        }
    }

    var days: DayPattern
    var start: Time
    var end: Time
    /// The weekday on which the window ends, Monday is 0: the first one on which the end comes after the start. `nil`: the
    /// day of the start, or the next.
    var endWeekday: Int64?
    /// `nil`: the user's own zone, whichever that is.
    var zone: String?

    /// The window is not longer, wherever clocks jump meanwhile, in days.
    var reach: Int64 { endWeekday == nil ? 3 : 9 }

    /// Needs to know where it is.
    var followsSun: Bool {
        switch (start, end) {
        case (.clock, .clock): false
        case (.sun, _), (_, .sun): true
        }
    }

    /// The window that starts on `day`, in seconds since the Unix epoch; `nil`: there is none, since clocks jump over it,
    /// or the sun does not leave room for it.
    ///
    /// An edge that clocks jump over is the first instant after the jump; of a time that comes twice, the first is a
    /// start, the last an end.
    func interval(on day: Int64, _ almanac: Almanac) -> Range<Int64>? {
        guard let zone = almanac.zone(zone) else { return nil }
        let lastDay = day + daysToEnd(from: day)
        guard let first = Self.instant(start, day, zone, almanac.place, isEnd: false),
            let last = Self.instant(end, lastDay, zone, almanac.place, isEnd: true), first < last
        else { return nil }
        return first..<last
    }

    /// From the day of the start to that of the end.
    private func daysToEnd(from day: Int64) -> Int64 {
        let isLater = end.nominal > start.nominal
        guard let endWeekday else { return isLater ? 0 : 1 }
        let days = (endWeekday - CivilDate.weekday(day) + 7) % 7
        return days == 0 && !isLater ? 7 : days
    }

    private static func instant(
        _ time: Time, _ day: Int64, _ zone: ZoneTable, _ place: Coordinates?, isEnd: Bool
    ) -> Int64? {
        switch time {
        case .clock(let second):
            let instants = zone.instants(ofWall: day * 86_400 + second)
            return isEnd ? instants.last : instants.first
        case .sun(let event, let offset):
            let noon = zone.instants(ofWall: day * 86_400 + 43_200)
            // A day that the calendar leaves out has no sun either.
            guard let place, !noon.isSkipped else { return nil }
            return Sun.instant(of: event, noon: noon.first, at: place) + offset
        }
    }
}
