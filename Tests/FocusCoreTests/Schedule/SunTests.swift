// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import FocusCore

/// Sunrise and sunset against another way to find them: the sun's altitude by the Astronomical Almanac's short formula,
/// looked at minute by minute.
struct SunTests {
    /// The altitude of the sun's middle in degrees: "The Astronomical Almanac", page C24, good to 0.01° until 2050.
    private static func altitude(_ instant: Int64, _ latitude: Double, _ longitude: Double) -> Double {
        let days = Double(instant) / 86_400 + 2_440_587.5 - 2_451_545
        func wrapped(_ degrees: Double) -> Double { degrees - 360 * (degrees / 360).rounded(.down) }
        let radian = Double.pi / 180
        let mean = wrapped(280.460 + 0.9856474 * days)
        let anomaly = wrapped(357.528 + 0.9856003 * days) * radian
        let ecliptic = (mean + 1.915 * sin(anomaly) + 0.020 * sin(2 * anomaly)) * radian
        let tilt = (23.439 - 0.0000004 * days) * radian
        let ascension = atan2(cos(tilt) * sin(ecliptic), cos(ecliptic))
        let declination = asin(sin(tilt) * sin(ecliptic))
        let sidereal = wrapped(280.46061837 + 360.98564736629 * days + longitude) * radian
        let hour = sidereal - ascension
        return asin(
            sin(latitude * radian) * sin(declination) + cos(latitude * radian) * cos(declination) * cos(hour)) / radian
    }

    @Test(arguments: [
        ("Berlin", 52.52, 13.40, 1), ("Quito", -0.18, -78.47, -5), ("Sydney", -33.87, 151.21, 10),
        ("Kiritimati", 1.87, -157.43, 14), ("Reykjavik", 64.15, -21.94, 0), ("Adak", 51.88, -176.66, -10),
        ("Nome", 64.50, -165.41, -9),
    ])
    func sunriseAndSunset_areWhereTheAltitudeSays(_ name: String, latitude: Double, longitude: Double, hours: Int64)
        throws
    {
        let place = try #require(Coordinates(latitude: latitude, longitude: longitude))
        let first = CivilDate(year: 2026, month: 1, day: 1).daysSinceEpoch
        var farthest: Double = 0
        for day in stride(from: first, to: first + 730, by: 9) {
            let noon = day * 86_400 + 43_200 - hours * 3600
            for (event, sign) in [(Sun.Event.rise, Int64(-1)), (.set, 1)] {
                let instant = Sun.instant(of: event, noon: noon, at: place)
                // From the sun's highest point outwards, the first minute below the horizon.
                let top = stride(from: noon - 43_200, to: noon + 43_200, by: 60).max {
                    Self.altitude($0, latitude, longitude) < Self.altitude($1, latitude, longitude)
                }
                var expected = try #require(top)
                while Self.altitude(expected, latitude, longitude) > -0.833 { expected += sign * 20 }
                farthest = max(farthest, abs(Double(instant - expected)))
                #expect(abs(instant - noon) < 86_400, "\(name): not of that day")
            }
        }
        #expect(farthest < 150, "\(name): \(farthest) s off")
    }

    @Test func farNorth_nightIsEndlessInWinterAndNeverInSummer() throws {
        let almanac = Almanac(
            local: ZoneTable(firstOffset: 3600, transitions: []), place: Coordinates(latitude: 78.2, longitude: 15.6))
        let night = try Schedule(parsing: "sunset-sunrise")
        let day = try Schedule(parsing: "sunrise-sunset")
        for hour in 0..<(24 * 20) {
            let winter = Zones.utc("2026-12-01", "00:00") + Int64(hour) * 3600
            let summer = Zones.utc("2026-06-01", "00:00") + Int64(hour) * 3600
            #expect(night.contains(winter, almanac) && !night.contains(summer, almanac), "hour \(hour)")
            #expect(day.contains(summer, almanac) && !day.contains(winter, almanac), "hour \(hour)")
        }
        // In spring it begins to alternate.
        let end = try #require(night.nextEdge(after: Zones.utc("2027-02-01", "00:00"), almanac))
        #expect(Zones.utc("2027-02-10", "00:00") < end.at && end.at < Zones.utc("2027-02-20", "00:00"))
        #expect(!end.isInside)
        for latitude in [-90.0, 90] {
            let pole = Almanac(place: Coordinates(latitude: latitude, longitude: 0))
            _ = night.nextEdge(after: Zones.utc("2026-06-01", "00:00"), pole)
        }
    }

    @Test func offsetsAndMixedTimes() throws {
        let almanac = Almanac(place: Coordinates(latitude: 52.52, longitude: 13.40))
        func length(_ text: String, _ day: String) throws -> Int64 {
            let schedule = try Schedule(parsing: text)
            let start = try #require(schedule.nextEdge(after: Zones.utc(day, "00:00"), almanac))
            let end = try #require(schedule.nextEdge(after: start.at, almanac))
            return end.at - start.at
        }
        let plain = try length("sunrise-sunset", "2026-03-20")
        #expect(try length("sunrise-30min-sunset+1h", "2026-03-20") - plain == 5400)
        #expect(try length("sunrise+1h-sunset-30min", "2026-03-20") - plain == -5400)
        // 16:00 UTC is after sunset in December: that day has no such window, and the next ones neither.
        let afternoon = try Schedule(parsing: "16:00-sunset")
        let start = Zones.utc("2026-12-10", "00:00")
        let next = try #require(afternoon.nextEdge(after: start, almanac))
        #expect(next.at > start + 30 * 86_400)
        #expect(try !Schedule(parsing: "sunset-sunrise").contains(start, Almanac()), "nobody knows where")
    }
}
