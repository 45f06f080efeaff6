// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DesktopSources
import Glibc

/// The time zone of the session, as desktops read it: `TZ`, else `/etc/localtime`.
enum LocalTime {
    /// When the clock on the wall shows `time`, µs since the Unix epoch. A time that does not exist is taken as the C
    /// library takes it, as desktops do. `nil`: it is beyond what can be told.
    static func instant(of time: WallTime) -> Int64? {
        var broken = tm()
        guard let year = Int32(exactly: time.year), year >= 1900, let month = Int32(exactly: time.month),
            (1...12).contains(month), let day = Int32(exactly: time.day), (1...31).contains(day),
            let hour = Int32(exactly: time.hour), (0...24).contains(hour), let minute = Int32(exactly: time.minute),
            (0...59).contains(minute), let second = Int32(exactly: time.second), (0...60).contains(second)
        else { return nil }
        broken.tm_year = year - 1900
        broken.tm_mon = month - 1
        broken.tm_mday = day
        broken.tm_hour = hour
        broken.tm_min = minute
        broken.tm_sec = second
        broken.tm_isdst = -1
        let (instant, isTooFar) = Int64(mktime(&broken)).multipliedReportingOverflow(by: 1_000_000)
        return isTooFar ? nil : instant
    }
}
