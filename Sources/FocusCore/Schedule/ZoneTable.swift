// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A time zone as data: the instants at which local time jumps, in seconds since the Unix epoch.
public struct ZoneTable: Hashable, Sendable {
    /// From `at` on, local time is `offset` seconds ahead of UTC.
    public struct Transition: Hashable, Sendable {
        public var at: Int64
        public var offset: Int64

        public init(at: Int64, offset: Int64) {
            self.at = at
            self.offset = offset
        }
    }

    /// How far local time is ahead of UTC before the first transition, in seconds.
    public let firstOffset: Int64
    /// Ascending.
    public let transitions: [Transition]

    public static let utc = ZoneTable(firstOffset: 0, transitions: [])

    /// `transitions` in any order.
    public init(firstOffset: Int64, transitions: [Transition]) {
        self.firstOffset = firstOffset
        self.transitions = transitions.sorted { $0.at < $1.at }
    }

    /// How far local time is ahead of UTC, in seconds.
    public func offset(at instant: Int64) -> Int64 { offset(ofSpan: span(at: instant)) }

    /// What clock and calendar on the wall show, as the seconds since 1970-01-01 00:00 on them.
    public func wall(at instant: Int64) -> Int64 { instant + offset(at: instant) }

    /// Days since 1970-01-01 in local time.
    public func day(at instant: Int64) -> Int64 { floored(wall(at: instant), by: 86_400) }

    /// When the wall shows `wall`: the first and the last such instant. A time that is jumped over is the first instant
    /// after the jump.
    public func instants(ofWall wall: Int64) -> (first: Int64, last: Int64, isSkipped: Bool) {
        // No place was ever further from UTC.
        let reach: Int64 = 26 * 3600
        let spans = span(at: wall - reach)...span(at: wall + reach)
        var found: (first: Int64, last: Int64)?
        for span in spans {
            let instant = wall - offset(ofSpan: span)
            guard self.span(at: instant) == span else { continue }
            found = (found?.first ?? instant, instant)
        }
        if let found { return (found.first, found.last, false) }
        for span in spans.dropFirst() {
            let jump = transitions[span - 1].at
            if jump + offset(ofSpan: span - 1) <= wall, wall < jump + offset(ofSpan: span) { return (jump, jump, true) }
        }
        let nearest = wall - offset(ofSpan: spans.lowerBound)
        return (nearest, nearest, true)
    }

    /// How many transitions have passed.
    private func span(at instant: Int64) -> Int {
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].at <= instant { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func offset(ofSpan span: Int) -> Int64 { span == 0 ? firstOffset : transitions[span - 1].offset }
}

/// A place on Earth, in degrees; north and east are positive.
public struct Coordinates: Hashable, Sendable {
    public let latitude: Double
    public let longitude: Double

    /// Fails beyond 90 degrees north or south, and 180 degrees east or west.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// What turns a schedule's times into instants.
public struct Almanac: Hashable, Sendable {
    /// The user's own zone.
    public var local: ZoneTable
    /// Zones that schedules name.
    public var zones: [String: ZoneTable]
    /// Where sunrise and sunset are looked up; `nil`: nowhere is known.
    public var place: Coordinates?

    public init(local: ZoneTable = .utc, zones: [String: ZoneTable] = [:], place: Coordinates? = nil) {
        self.local = local
        self.zones = zones
        self.place = place
    }

    func zone(_ name: String?) -> ZoneTable? { name.map { zones[$0] } ?? local }
}
