// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What conditions and schedules are about, at one instant.
struct Surroundings: Sendable {
    /// The known facts.
    var values: [Fact: FactValue] = [:]
    /// Since when each fact has the value that it has, `CLOCK_BOOTTIME` µs.
    var since: [Fact: Int64] = [:]
    /// Bus names, with whether somebody owns them; those of which that is not known are absent.
    var owned: [AppID: Bool] = [:]
    var almanac = Almanac()
    var now: Instant
}

extension Instant {
    /// The wall clock's whole seconds since the Unix epoch.
    var second: Int64 { floored(realtime, by: 1_000_000) }
}
