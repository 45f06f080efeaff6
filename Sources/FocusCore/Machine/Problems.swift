// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// The problems of one origin, each with the instant since when it exists (µs since the Unix epoch).
struct ProblemGroup: Sendable {
    private(set) var since: [Problem: Int64] = [:]

    /// Puts `problems` in place of those from before; says whether that changed anything.
    mutating func replace(with problems: [Problem], at now: Instant) -> Bool {
        guard Set(problems) != Set(since.keys) else { return false }
        let old = since
        since = [:]
        for problem in problems { since[problem] = old[problem] ?? now.realtime }
        return true
    }
}
