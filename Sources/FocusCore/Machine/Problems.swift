// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// The problems of one origin, each with the instant since when it exists (µs since the Unix epoch).
struct ProblemGroup: Sendable {
    private(set) var since: [Problem: Int64] = [:]
    private let isBySubject: Bool

    /// `isBySubject`: a problem that is put in other words is still the same if it has the same kind and subject.
    init(isBySubject: Bool = false) { self.isBySubject = isBySubject }

    /// Puts `problems` in place of those from before; says whether that changed anything.
    mutating func replace(with problems: [Problem], at now: Instant) -> Bool {
        guard Set(problems) != Set(since.keys) else { return false }
        let old = since
        since = [:]
        for problem in problems { since[problem] = old[problem] ?? earlier(problem, in: old) ?? now.realtime }
        return true
    }

    private func earlier(_ problem: Problem, in old: [Problem: Int64]) -> Int64? {
        guard isBySubject else { return nil }
        return old.first { $0.key.kind == problem.kind && $0.key.subject == problem.subject }?.value
    }
}
