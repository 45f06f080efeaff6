// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import CDBus
internal import Glibc

/// A call that waits for its reply.
public final class PendingCall {
    fileprivate let serial: UInt32
    fileprivate let destination: BusName?
    /// µs on `CLOCK_MONOTONIC`; `nil`: none.
    fileprivate let due: Int64?
    fileprivate weak var table: PendingCalls?
    private var handler: ((Result<Message, CallError>) -> Void)?

    fileprivate init(
        serial: UInt32, destination: BusName?, due: Int64?, table: PendingCalls?,
        handler: @escaping (Result<Message, CallError>) -> Void
    ) {
        self.serial = serial
        self.destination = destination
        self.due = due
        self.table = table
        self.handler = handler
    }

    /// The handler is not called any more; the peer is not told. Harmless if repeated or late.
    public func cancel() {
        guard handler != nil else { return }
        handler = nil
        table?.remove(self)
    }

    func finish(_ result: Result<Message, CallError>) {
        let handler = handler
        self.handler = nil
        handler?(result)
    }

    fileprivate func abandon() { handler = nil }
    fileprivate var isWaiting: Bool { handler != nil }
}

/// The calls in flight of one connection, by serial, with all deadlines behind one timer of the loop.
final class PendingCalls {
    private let loop: any EventLoop
    private var calls: [UInt32: PendingCall] = [:]
    private var deadlines = Heap<Deadline>()
    private var timer: (any LoopSource)?
    /// When `timer` goes off.
    private var timerDue: Int64?

    private struct Deadline: Comparable {
        var due: Int64
        var serial: UInt32
        static func < (left: Self, right: Self) -> Bool { (left.due, left.serial) < (right.due, right.serial) }
    }

    init(loop: any EventLoop) { self.loop = loop }

    var count: Int { calls.count }

    func add(
        _ serial: UInt32, destination: BusName, deadline: Int64?,
        _ handler: @escaping (Result<Message, CallError>) -> Void
    ) -> PendingCall {
        let due = deadline.map { MonotonicClock.after($0) }
        let call = PendingCall(serial: serial, destination: destination, due: due, table: self, handler: handler)
        calls[serial] = call
        if let due {
            deadlines.insert(Deadline(due: due, serial: serial))
            setTimer()
        }
        return call
    }

    /// For a call that could not be sent: its handler learns it as any other result, later.
    func addFailed(_ error: CallError, _ handler: @escaping (Result<Message, CallError>) -> Void) -> PendingCall {
        let call = PendingCall(serial: 0, destination: nil, due: nil, table: nil, handler: handler)
        loop.enqueue { call.finish(.failure(error)) }
        return call
    }

    /// The call that `reply` answers, which then waits no more. A reply from another than the callee is not one; one
    /// without a sender is: a bus names every peer, so it comes from what stands between us and it, such as a sandbox's
    /// proxy that refuses the call.
    func take(_ serial: UInt32, from reply: OpaquePointer) -> PendingCall? {
        guard let call = calls[serial] else { return nil }
        if let destination = call.destination, destination.isUnique, dbus_message_get_sender(reply) != nil,
            dbus_message_has_sender(reply, destination.text) == 0,
            dbus_message_has_sender(reply, DBUS_SERVICE_DBUS) == 0
        {
            return nil
        }
        remove(call)
        return call
    }

    func failAll(_ error: CallError) {
        let waiting = calls.values.sorted { $0.serial < $1.serial }
        clear()
        for call in waiting { call.finish(.failure(error)) }
    }

    func abandonAll() {
        for call in calls.values { call.abandon() }
        clear()
    }

    fileprivate func remove(_ call: PendingCall) {
        calls[call.serial] = nil
        guard call.due != nil else { return }
        // Deadlines of calls that are done stay in the heap until they are on top or too many.
        if deadlines.count > 64, deadlines.count > 2 * calls.count {
            deadlines.removeAll { calls[$0.serial]?.due != $0.due }
        }
        setTimer()
    }

    private func clear() {
        calls = [:]
        deadlines = Heap()
        setTimer()
    }

    private func setTimer() {
        while let first = deadlines.first, calls[first.serial]?.due != first.due { deadlines.removeFirst() }
        guard let first = deadlines.first else {
            timer?.cancel()
            timer = nil
            timerDue = nil
            return
        }
        // A timer that goes off too early for what is left is set again then; that is cheaper than for each reply.
        if let timerDue, timerDue <= first.due { return }
        timer?.cancel()
        timerDue = first.due
        timer = loop.addTimer(after: max(0, first.due - MonotonicClock.now)) { [weak self] in self?.timerFired() }
    }

    private func timerFired() {
        timer = nil
        timerDue = nil
        let now = MonotonicClock.now
        var late: [PendingCall] = []
        while let first = deadlines.first, first.due <= now {
            deadlines.removeFirst()
            guard let call = calls[first.serial], call.due == first.due else { continue }
            calls[first.serial] = nil
            late.append(call)
        }
        setTimer()
        for call in late { call.finish(.failure(.timedOut)) }
    }
}

/// `CLOCK_MONOTONIC` in µs: the clock of deadlines. It stands still while the machine sleeps, as peers do.
enum MonotonicClock {
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    /// The instant `span` µs from now; the end of time if that is too far.
    static func after(_ span: Int64) -> Int64 {
        let (instant, overflow) = now.addingReportingOverflow(max(0, span))
        return overflow ? .max : instant
    }
}
