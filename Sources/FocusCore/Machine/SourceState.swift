// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// One source: what it said last, and for how long that stands.
struct SourceState: Sendable {
    /// Where the source stands.
    enum Standing: Hashable, Sendable {
        /// Not heard of yet.
        case unheard
        case ok
        case absent(String)
        case failing(String)

        /// For the log.
        var words: String {
            switch self {
            case .unheard: "unheard"
            case .ok: "ok"
            case .absent(let detail): "absent: \(detail)"
            case .failing(let detail): "failing: \(detail)"
            }
        }
    }

    /// The time between one owner and the next.
    struct Grace: Hashable, Sendable {
        /// `CLOCK_BOOTTIME`, µs.
        var end: Int64
        /// The new owner's first reading, which counts when the grace ends.
        var reading: [Fact: FactValue]?
    }

    /// How long values stand after their owner was lost.
    static let grace: Microseconds = .seconds(3)

    let description: SourceDescription
    private(set) var standing = Standing.unheard
    private(set) var values: [Fact: FactValue] = [:]
    private(set) var grace: Grace?
    /// When each value was last said, `CLOCK_BOOTTIME` µs.
    private(set) var saidAt: [Fact: Int64] = [:]
    /// When the source last said anything about its facts, µs since the Unix epoch.
    private(set) var lastRead: Int64?
    /// The owner was lost, and a change signal from the next one came before its first reading.
    private var hasSkippedGrace = false

    init(_ description: SourceDescription) { self.description = description }

    /// Takes in a report; the caller looks at what it did to `values` and `standing`.
    mutating func take(_ report: SourceReport, at now: Instant) {
        switch report {
        case .reading(let reading, let isFirst): take(reading: admissible(reading), isFirst: isFirst, at: now)
        case .change(let change): take(change: change, at: now)
        case .ownerLost:
            if standing == .ok { standing = .absent("its owner left the bus") }
            hasSkippedGrace = false
            beginGrace(at: now)
        case .absent(let detail):
            standing = .absent(detail)
            beginGrace(at: now)
        case .failing(let detail):
            standing = .failing(detail)
            beginGrace(at: now)
        }
    }

    /// Ends the grace if it is over.
    mutating func advance(to now: Int64) {
        guard let grace, grace.end <= now else { return }
        self.grace = nil
        set(grace.reading ?? [:])
    }

    private mutating func take(reading: [Fact: FactValue], isFirst: Bool, at now: Instant) {
        let isReplacement = isFirst && standing == .ok && grace == nil && !hasSkippedGrace
        hasSkippedGrace = false
        standing = .ok
        lastRead = now.realtime
        for fact in reading.keys { saidAt[fact] = now.boottime }
        if isReplacement { beginGrace(at: now) }
        // Only an "off" from somebody new waits: it may be a daemon that has not restored its state yet. That another
        // fact is on, such as that the session is in front, says nothing of this one.
        let lost = values.filter { $0.value == .bool(true) && reading[$0.key] != .bool(true) }
        if grace != nil, isFirst, !lost.isEmpty {
            grace?.reading = reading
            set(reading.merging(lost) { $1 })
        } else {
            grace = nil
            set(reading)
        }
    }

    private mutating func take(change: [Fact: FactValue?], at now: Instant) {
        lastRead = now.realtime
        if let grace {
            hasSkippedGrace = grace.reading == nil
            set(grace.reading ?? values)
            self.grace = nil
        }
        standing = .ok
        for (fact, value) in change where description.facts.contains(fact) {
            saidAt[fact] = now.boottime
            let value = value.flatMap { $0.type == Fact.types[fact] ? $0 : nil }
            // Most signals say what is known: the values are not to be copied for them.
            if values[fact] != value { values[fact] = value }
        }
    }

    /// A grace that runs already goes on: an owner that comes and goes does not make old values live longer.
    private mutating func beginGrace(at now: Instant) {
        guard grace == nil, !values.isEmpty else {
            grace?.reading = nil
            return
        }
        grace = Grace(end: now.boottime.later(by: Self.grace))
    }

    private mutating func set(_ reading: [Fact: FactValue]) { values = reading }

    /// A value of the wrong type, or of a fact that is none of the source's, is unknown.
    private func admissible(_ reading: [Fact: FactValue]) -> [Fact: FactValue] {
        reading.filter { description.facts.contains($0.key) && $0.value.type == Fact.types[$0.key] }
    }
}
