// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// When a mode is on by the clock, as `Schedule=` writes it: windows, any of which suffices. A window contains its start
/// and not its end.
///
/// ```
/// schedule = window *( "," window )
/// window   = [ weekdays ] [ dates ] [ times *( times ) ] [ zone ]       without times: the whole day
/// weekdays = weekday [ ".." weekday ] *( "," weekday [ ".." weekday ] )
/// dates    = part "-" part ( "-" | "~" ) part           year, month, day; "~" counts days from the month's end
///          | date ".." date                             either with a year each, or each year
/// part     = "*" | number [ ".." number ] [ "/" step ] *( "," … )
/// times    = time "-" [ weekday ] time                  an end that is not later is the next day's, or next week's
/// time     = hours ":" minutes [ ":" seconds ] | ( "sunrise" | "sunset" ) [ ( "+" | "-" ) span ]
/// zone     = a name of the time zone database
/// ```
///
/// Weekdays and dates are those of the day on which a window starts. One that names the weekday of its end goes on until
/// that time comes first, at most a week: `Fri 18:00-Mon 08:00`. What `OnCalendar=` of systemd.time(7) knows too is
/// written as there.
public struct Schedule: Hashable, Sendable {
    /// As written.
    public let text: String
    let windows: [ScheduleWindow]

    /// The longest text that is read, in bytes.
    public static let maximumLength = 4096
    public static let maximumWindows = 128

    /// Reads `text`; the error's place is within it. `isZone`: whether there is a time zone of this name.
    public init(parsing text: String, isZone: (String) -> Bool = { _ in true }) throws(TextError) {
        var parser = ScheduleParser(text)
        windows = try parser.parse(isZone: isZone)
        self.text = text
    }

    /// The time zones that windows name.
    public var zones: Set<String> { Set(windows.compactMap(\.zone)) }

    /// Some window depends on the user's own zone.
    public var isFloating: Bool { windows.contains { $0.zone == nil } }

    /// Some window depends on where the user is.
    public var followsSun: Bool { windows.contains(where: \.followsSun) }

    /// From when on the schedule is inside or outside its windows.
    public struct Edge: Hashable, Sendable {
        /// Seconds since the Unix epoch.
        public var at: Int64
        public var isInside: Bool
    }

    /// Whether an instant, in seconds since the Unix epoch, is inside a window.
    public func contains(_ instant: Int64, _ almanac: Almanac) -> Bool { end(covering: instant, almanac) != nil }

    /// The first edge after an instant. Windows that touch or overlap have no edge between them; for those that do so
    /// for very long, the edge says that nothing changes, and is where to look on. `nil`: none ever comes.
    ///
    /// Takes bounded time whatever the schedule: it looks no further than the 400 years in which the calendar repeats.
    public func nextEdge(after instant: Int64, _ almanac: Almanac) -> Edge? {
        guard var end = end(covering: instant, almanac) else {
            let starts = windows.compactMap { nextStart(of: $0, after: instant, almanac) }
            return starts.min().map { Edge(at: $0, isInside: true) }
        }
        while let further = self.end(covering: end, almanac) {
            end = further
            if end - instant > Self.farthest { return Edge(at: end, isInside: contains(end, almanac)) }
        }
        return Edge(at: end, isInside: false)
    }

    /// How far windows that follow each other without a break are looked at in one go, in seconds.
    private static let farthest: Int64 = 40 * 86_400
    /// How many days on which a window should start, but does not come to be, are looked at.
    private static let mostVain = 4000

    /// The latest end of those windows that contain the instant.
    private func end(covering instant: Int64, _ almanac: Almanac) -> Int64? {
        var latest: Int64?
        for window in windows {
            guard let zone = almanac.zone(window.zone) else { continue }
            let today = zone.day(at: instant)
            for day in (today - window.reach)...(today + 1) where window.days.contains(day) {
                guard let interval = window.interval(on: day, almanac), interval.contains(instant) else { continue }
                latest = max(latest ?? interval.upperBound, interval.upperBound)
            }
        }
        return latest
    }

    private func nextStart(of window: ScheduleWindow, after instant: Int64, _ almanac: Almanac) -> Int64? {
        guard let zone = almanac.zone(window.zone) else { return nil }
        var from = zone.day(at: instant) - 1
        for _ in 0..<Self.mostVain {
            guard let day = window.days.first(from: from) else { return nil }
            if let interval = window.interval(on: day, almanac), interval.lowerBound > instant {
                return interval.lowerBound
            }
            from = day + 1
        }
        return nil
    }
}
