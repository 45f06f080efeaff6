// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What handling an event needs besides the state that it is about: the instant, the deadlines, the serials, and where
/// the actions go.
struct Courier: Sendable {
    var now: Instant
    var timers = TimerHeap<Deadline>()
    /// Apps with a helper, a program or filters that fail, for which this event may mean something.
    var background: Set<AppID> = []
    var serials: Serials
    var outbox = Outbox()
    var history = History()
    private var inquiries: UInt64 = 0

    init(now: Instant, serials: Serials) {
        self.now = now
        self.serials = serials
    }

    mutating func nextInquiry() -> InquiryID {
        inquiries &+= 1
        return InquiryID(inquiries)
    }

    /// `run`: a program is run with it; else the handler is called.
    mutating func perform(_ perform: Perform, run: ProgramRun? = nil) {
        if let run { outbox.run(perform, run) } else { outbox.perform(perform) }
        guard perform.attempt == 1 else { return }
        history.add(
            HistoryRow(
                .perform, at: now.realtime, mode: nil, text: perform.transition.reason.rawValue,
                filter: FilterKey(app: perform.app, filter: perform.filter), serial: perform.transition.serial))
    }
}

/// What a deadline in the heap is about.
enum Deadline: Hashable, Sendable {
    /// The call in flight, or the pause before the next.
    case delivery(FilterKey)
    /// The helper's registration after its start, or the pause before the next start.
    case start(AppID)
    /// The app's answer about the entities that are configured.
    case entities(AppID)
    /// The app's answer to a tool.
    case inquiry(InquiryID)
}

/// Gives out serials that grow, also over restarts: those up to `limit` are reserved on disk before they are used.
struct Serials: Sendable {
    /// Large, since each block costs a write that Performs wait for.
    static let blockSize: UInt64 = 1 << 20

    private let blockSize: UInt64
    private var last: UInt64
    private(set) var limit: UInt64

    /// `limit`: as stored; every serial up to it may have been given out.
    init(limit: UInt64, blockSize: UInt64 = Serials.blockSize) {
        self.blockSize = blockSize
        last = limit
        self.limit = limit
    }

    mutating func next() -> UInt64 {
        last &+= 1
        if last > limit { limit = last &+ (blockSize - 1) }
        return last
    }
}
