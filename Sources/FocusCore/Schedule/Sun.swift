// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

private import Glibc

/// When the sun's upper edge meets the horizon, by the low-precision series of Meeus, "Astronomical Algorithms", which
/// are good to a minute between the polar circles.
///
/// Where the sun stays below the horizon all day, sunrise and sunset are both at its highest point; where it stays
/// above, they are at its lowest points before and after that. So a night, from sunset to sunrise, is endless in winter
/// and does not come in summer.
enum Sun {
    enum Event: Hashable, Sendable {
        case rise
        case set
    }

    /// The event of the day whose local noon is `noon`, both in seconds since the Unix epoch.
    static func instant(of event: Event, noon: Int64, at place: Coordinates) -> Int64 {
        let start = Double(noon)
        // The day of the sun that is nearest to local noon, which need not be UTC's.
        let days = ((start - transit(0, place, at: start)) / 86_400).rounded()
        let sign: Double = event == .rise ? -1 : 1
        var instant = transit(days, place, at: start)
        for _ in 0..<4 {
            instant = transit(days, place, at: instant) + sign * 240 * hourAngle(place, at: instant)
        }
        return Int64(instant.rounded())
    }

    /// When the sun is highest on the day of this number; the equation of time is that of `instant`.
    private static func transit(_ day: Double, _ place: Coordinates, at instant: Double) -> Double {
        day * 86_400 + 43_200 - 240 * place.longitude - 60 * position(at: instant).equationOfTime
    }

    /// Half the day, as the angle through which Earth turns meanwhile, in degrees: 0 to 180.
    private static func hourAngle(_ place: Coordinates, at instant: Double) -> Double {
        let declination = position(at: instant).declination
        let latitude = radians(place.latitude)
        // Refraction and half the disc: the middle is that far below the horizon.
        let altitude = radians(-0.833)
        let divisor = cos(latitude) * cos(declination)
        let rest = sin(altitude) - sin(latitude) * sin(declination)
        // At a pole the sun never crosses the horizon within a day.
        guard abs(divisor) > 1e-9 else { return rest > 0 ? 0 : 180 }
        return acos(min(max(rest / divisor, -1), 1)) * 180 / .pi
    }

    /// `declination` in radians, `equationOfTime` in minutes.
    private static func position(at instant: Double) -> (declination: Double, equationOfTime: Double) {
        let century = (instant / 86_400 + 2_440_587.5 - 2_451_545) / 36_525
        let longitude = radians(280.46646 + century * (36_000.76983 + century * 0.0003032))
        let anomaly = radians(357.52911 + century * (35_999.05029 - century * 0.0001537))
        let eccentricity = 0.016708634 - century * (0.000042037 + century * 0.0000001267)
        let center = radians(
            sin(anomaly) * (1.914602 - century * (0.004817 + century * 0.000014))
                + sin(2 * anomaly) * (0.019993 - century * 0.000101) + sin(3 * anomaly) * 0.000289)
        let node = radians(125.04 - 1934.136 * century)
        let apparent = longitude + center - radians(0.00569 + 0.00478 * sin(node))
        let obliquity = radians(23.4392911 - century * 0.0130042 + 0.00256 * cos(node))
        let half = tan(obliquity / 2) * tan(obliquity / 2)
        let equation =
            half * sin(2 * longitude) - 2 * eccentricity * sin(anomaly)
            + 4 * eccentricity * half * sin(anomaly) * cos(2 * longitude) - half * half / 2 * sin(4 * longitude)
            - 1.25 * eccentricity * eccentricity * sin(2 * anomaly)
        return (asin(sin(obliquity) * sin(apparent)), 4 * equation * 180 / .pi)
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}
