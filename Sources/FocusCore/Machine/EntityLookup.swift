// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Which entities an app is to be asked about: one question at a time, so that no app is flooded with them.
struct EntityLookup: Sendable {
    struct Query: Hashable, Sendable {
        var place: AppAnswers.Place
        var ids: [ParameterValue]
    }

    /// How long an answer may take. Nothing waits for it.
    static let deadline: Microseconds = .seconds(10)
    /// Bytes of ids in one question; at least one id is asked about.
    private static let maximumBytes = 64 << 10

    private var waiting: [Query] = []
    private(set) var current: (id: InquiryID, query: Query)?
    /// Questions that missed their deadline; a late answer still counts.
    private var overdue: [InquiryID: Query] = [:]
    /// The last question was not answered: nothing more is asked until the process is heard of.
    private(set) var isSilent = false
    var timer: TimerHeap<Deadline>.Handle?

    /// Has these looked up, in place of what waits about the same parameter.
    mutating func want(_ ids: [ParameterValue], at place: AppAnswers.Place) {
        waiting.removeAll { $0.place == place }
        guard !ids.isEmpty else { return }
        waiting.append(Query(place: place, ids: ids))
    }

    /// Nothing more is asked about filters that are not served.
    mutating func keep(_ served: Set<Identifier>) { waiting.removeAll { !served.contains($0.place.filter) } }

    /// The next question, if one may be asked now.
    mutating func next(_ id: @autoclosure () -> InquiryID) -> (id: InquiryID, query: Query)? {
        guard current == nil, !isSilent, var query = waiting.first else { return nil }
        var bytes = 0
        let count = query.ids.prefix(OptionsQuery.maximumItems).prefix { id in
            bytes += id.text?.utf8.count ?? 0
            return bytes <= Self.maximumBytes
        }.count
        let taken = max(1, count)
        if taken < query.ids.count {
            waiting[0].ids.removeFirst(taken)
            query.ids.removeSubrange(taken...)
        } else {
            waiting.removeFirst()
        }
        // What was asked before about the same is out of date.
        overdue = overdue.filter { $0.value.place != query.place || Set($0.value.ids).isDisjoint(with: query.ids) }
        let next = (id: id(), query: query)
        current = next
        return next
    }

    /// Whether an answer to this question is still wanted.
    func isWanted(_ id: InquiryID) -> Bool { current?.id == id || overdue[id] != nil }

    /// What was asked, if the answer is still wanted.
    mutating func answered(_ id: InquiryID) -> Query? {
        if let current, current.id == id {
            self.current = nil
            return current.query
        }
        return overdue.removeValue(forKey: id)
    }

    mutating func timedOut() {
        guard let current else { return }
        overdue[current.id] = current.query
        self.current = nil
        isSilent = true
    }

    /// The process sent a message.
    mutating func heard() { isSilent = false }
}
