// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A plain main loop on `poll(2)`, for a thread that has no other. Without work it sleeps until something happens.
///
/// Everything belongs to the thread that runs it, but ``perform(_:)`` and ``stop()``, which any thread may call.
public final class PollLoop: EventLoop, @unchecked Sendable {
    // Unchecked: all but `inbox` and the sockets, which are made for it, is used by the loop's thread alone.
    private var watches: [Watch] = []
    private var timers = Heap<TimerEntry>()
    private var timerCount: UInt64 = 0
    /// How many of `timers` are cancelled.
    private var cancelledTimers = 0
    private var queue: [() -> Void] = []
    private let inbox = Locked(Inbox())
    private let wakeReader: Int32
    private let wakeWriter: Int32

    private struct Inbox {
        var work: [@Sendable () -> Void] = []
        var isStopped = false
        /// A byte is under way.
        var isSignalled = false
    }

    private final class Watch: LoopSource {
        let fileDescriptor: Int32
        var events: Int16
        var handler: ((Bool, Bool, Bool) -> Void)?
        weak var loop: PollLoop?

        init(_ fileDescriptor: Int32, _ handler: @escaping (Bool, Bool, Bool) -> Void, _ loop: PollLoop) {
            self.fileDescriptor = fileDescriptor
            events = 0
            self.handler = handler
            self.loop = loop
        }

        func update(readable: Bool, writable: Bool) {
            events = Int16((readable ? POLLIN : 0) | (writable ? POLLOUT : 0))
        }

        func cancel() {
            handler = nil
            loop?.watches.removeAll { $0 === self }
        }
    }

    private final class Timer: LoopSource {
        var handler: (() -> Void)?
        weak var loop: PollLoop?

        init(_ handler: @escaping () -> Void, _ loop: PollLoop) {
            self.handler = handler
            self.loop = loop
        }

        func update(readable: Bool, writable: Bool) {}

        func cancel() {
            guard handler != nil else { return }
            handler = nil
            loop?.timerCancelled()
        }
    }

    private struct TimerEntry: Comparable {
        var due: Int64
        /// Timers for the same instant go off in the order in which they were made.
        var order: UInt64
        var timer: Timer

        static func < (left: Self, right: Self) -> Bool { (left.due, left.order) < (right.due, right.order) }
        static func == (left: Self, right: Self) -> Bool { left.order == right.order }
    }

    /// Fails if the process has no file descriptors to spare.
    public init?() {
        var ends: [Int32] = [-1, -1]
        // A pair of sockets rather than a pipe: it is close-on-exec from the start, with no instant between.
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        guard socketpair(AF_UNIX, Int32(kind), 0, &ends) == 0 else { return nil }
        wakeReader = ends[0]
        wakeWriter = ends[1]
    }

    deinit {
        close(wakeReader)
        close(wakeWriter)
    }

    // MARK: Sources

    public func addWatch(
        fd: Int32, readable: Bool, writable: Bool, handler: @escaping (Bool, Bool, Bool) -> Void
    ) -> any LoopSource {
        let watch = Watch(fd, handler, self)
        watch.update(readable: readable, writable: writable)
        watches.append(watch)
        return watch
    }

    public func addTimer(after: Int64, handler: @escaping () -> Void) -> any LoopSource {
        let timer = Timer(handler, self)
        timerCount += 1
        timers.insert(TimerEntry(due: MonotonicClock.after(after), order: timerCount, timer: timer))
        return timer
    }

    public func enqueue(_ work: @escaping () -> Void) { queue.append(work) }

    // MARK: From any thread

    /// Does `work` on the loop's thread, soon, in the order of the calls. From any thread.
    public func perform(_ work: @escaping @Sendable () -> Void) {
        let mustWake = inbox.withLock { inbox in
            inbox.work.append(work)
            defer { inbox.isSignalled = true }
            return !inbox.isSignalled
        }
        if mustWake { wake() }
    }

    /// Makes ``run()`` return after what it is doing; if none runs, the next returns at once. From any thread.
    public func stop() {
        let mustWake = inbox.withLock { inbox in
            inbox.isStopped = true
            defer { inbox.isSignalled = true }
            return !inbox.isSignalled
        }
        if mustWake { wake() }
    }

    private func wake() {
        var byte: UInt8 = 0
        while write(wakeWriter, &byte, 1) < 0, errno == EINTR {}
    }

    // MARK: Running

    /// Runs until ``stop()``.
    public func run() {
        while !takeStop() { turn(until: nil) }
    }

    /// Runs until `condition` holds, which is looked at after each turn, or ``stop()``; at most `deadline` µs from now
    /// (`nil`: without limit). Returns whether the condition holds.
    @discardableResult
    public func run(until condition: () -> Bool, deadline: Int64? = nil) -> Bool {
        let end = deadline.map { MonotonicClock.after($0) }
        while !condition() {
            if takeStop() { return false }
            if let end, MonotonicClock.now >= end { return false }
            turn(until: end)
        }
        return true
    }

    private func takeStop() -> Bool {
        inbox.withLock { inbox in
            defer { inbox.isStopped = false }
            return inbox.isStopped
        }
    }

    /// Waits for something to happen, and handles all of it: work from elsewhere, sockets, timers, then what was queued.
    private func turn(until end: Int64?) {
        // What is polled now; handlers may add and cancel.
        let polled = watches
        var descriptors = [pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0)]
        for watch in polled {
            // One that waits for nothing is left out: a hang-up would be reported for ever.
            let fileDescriptor = watch.events == 0 ? -1 : watch.fileDescriptor
            descriptors.append(pollfd(fd: fileDescriptor, events: watch.events, revents: 0))
        }
        let count = poll(&descriptors, nfds_t(descriptors.count), pollTimeout(until: end))
        if count > 0 {
            if descriptors[0].revents != 0 { takeInbox() }
            for (watch, descriptor) in zip(polled, descriptors.dropFirst()) where descriptor.revents != 0 {
                let events = Int32(descriptor.revents)
                watch.handler?(
                    events & POLLIN != 0, events & POLLOUT != 0, events & (POLLERR | POLLHUP | POLLNVAL) != 0)
            }
        }
        fireTimers()
        let work = queue
        queue = []
        for item in work { item() }
    }

    /// In ms, rounded up so that no timer is found not yet due; −1: until something happens.
    private func pollTimeout(until end: Int64?) -> Int32 {
        guard queue.isEmpty else { return 0 }
        guard let next = [timers.first?.due, end].compactMap({ $0 }).min() else { return -1 }
        let wait = max(0, next - MonotonicClock.now)
        return Int32(min(wait / 1000 + (wait % 1000 == 0 ? 0 : 1), Int64(Int32.max)))
    }

    private func takeInbox() {
        var bytes: [UInt8] = [0, 0, 0, 0]
        while read(wakeReader, &bytes, bytes.count) > 0 {}
        let work = inbox.withLock { inbox in
            inbox.isSignalled = false
            defer { inbox.work = [] }
            return inbox.work
        }
        for item in work { item() }
    }

    private func fireTimers() {
        guard timers.first != nil else { return }
        let now = MonotonicClock.now
        // Those that a handler makes have their turn later.
        let last = timerCount
        var postponed: [TimerEntry] = []
        while let entry = timers.first, entry.due <= now {
            timers.removeFirst()
            guard entry.order <= last else {
                postponed.append(entry)
                continue
            }
            guard let handler = entry.timer.handler else {
                cancelledTimers -= 1
                continue
            }
            entry.timer.handler = nil
            handler()
        }
        for entry in postponed { timers.insert(entry) }
    }

    /// Cancelled timers leave when they come on top, so that they wake nobody, or when they are most of all.
    private func timerCancelled() {
        cancelledTimers += 1
        if cancelledTimers > 64, cancelledTimers > timers.count / 2 {
            timers.removeAll { $0.timer.handler == nil }
            cancelledTimers = 0
        }
        while let first = timers.first, first.timer.handler == nil {
            timers.removeFirst()
            cancelledTimers -= 1
        }
    }
}
