// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import DBus
import Glibc

/// GLib's main loop, as ``DBus`` wants a loop: watches, timers and queued work are GSources of one main context.
///
/// Confined to the thread that runs it.
final class GLibLoop: EventLoop {
    private let context: OpaquePointer?
    private let loop: OpaquePointer?
    private var work: [() -> Void] = []
    private lazy var queue = Source(context: context) { [weak self] in self?.runWork() }

    init() {
        context = g_main_context_default()
        loop = g_main_loop_new(context, 0)
    }

    deinit { g_main_loop_unref(loop) }

    /// Runs until ``stop()``.
    func run() { g_main_loop_run(loop) }

    /// Makes ``run()`` return.
    func stop() { g_main_loop_quit(loop) }

    func addWatch(
        fd: Int32, readable: Bool, writable: Bool,
        handler: @escaping (_ readable: Bool, _ writable: Bool, _ failed: Bool) -> Void
    ) -> any LoopSource {
        let source = WatchSource(context: context, descriptor: fd, handler: handler)
        source.update(readable: readable, writable: writable)
        return source
    }

    func addTimer(after: Int64, handler: @escaping () -> Void) -> any LoopSource {
        let source = TimerSource(context: context, handler: handler)
        source.arm(after: after)
        return source
    }

    func enqueue(_ work: @escaping () -> Void) {
        self.work.append(work)
        if self.work.count == 1 { queue.wake() }
    }

    private func runWork() {
        // What the work enqueues runs on the next turn, so that it cannot starve the rest.
        let batch = work
        work = []
        for item in batch { item() }
    }
}

/// A GSource without a prepare or check function: GLib finds it ready by its file descriptor or ready time.
private class Source {
    fileprivate let source: UnsafeMutablePointer<GSource>
    private let fired: () -> Void

    /// Lives as long as the process: a GSource keeps a pointer to it.
    nonisolated(unsafe) private static let functions: UnsafeMutablePointer<GSourceFuncs> = {
        let functions = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
        functions.initialize(to: GSourceFuncs())
        functions.pointee.dispatch = { _, callback, data in callback?(data) ?? 0 }
        return functions
    }()

    init(context: OpaquePointer?, fired: @escaping () -> Void) {
        self.fired = fired
        source = g_source_new(Self.functions, UInt32(MemoryLayout<GSource>.size))
        // A retained context is released by the destroy notification, so a callback never sees a dead object.
        g_source_set_callback(
            source,
            { data in
                if let data { Unmanaged<Weak>.fromOpaque(data).takeUnretainedValue().source?.dispatch() }
                return 1
            }, Unmanaged.passRetained(Weak(self)).toOpaque(),
            { data in if let data { Unmanaged<Weak>.fromOpaque(data).release() } })
        g_source_attach(source, context)
    }

    deinit {
        g_source_destroy(source)
        g_source_unref(source)
    }

    func wake() { g_source_set_ready_time(source, 0) }

    fileprivate func dispatch() {
        g_source_set_ready_time(source, -1)
        fired()
    }

    /// What the callback holds, so that the source can go while GLib still knows it.
    private final class Weak {
        weak var source: Source?
        init(_ source: Source) { self.source = source }
    }
}

/// A watch on a file descriptor.
private final class WatchSource: Source, LoopSource {
    private var tag: UnsafeMutableRawPointer?
    private let handler: (Bool, Bool, Bool) -> Void
    private var isCancelled = false

    init(
        context: OpaquePointer?, descriptor: Int32, handler: @escaping (Bool, Bool, Bool) -> Void
    ) {
        self.handler = handler
        super.init(context: context, fired: {})
        tag = g_source_add_unix_fd(source, descriptor, GIOCondition(rawValue: 0))
    }

    override func dispatch() {
        guard let tag, !isCancelled else { return }
        let ready = g_source_query_unix_fd(source, tag).rawValue
        let failed = ready & (G_IO_ERR.rawValue | G_IO_HUP.rawValue | G_IO_NVAL.rawValue) != 0
        // The handler may cancel and drop this watch.
        withExtendedLifetime(self) {
            handler(ready & G_IO_IN.rawValue != 0, ready & G_IO_OUT.rawValue != 0, failed)
        }
    }

    func update(readable: Bool, writable: Bool) {
        guard let tag, !isCancelled else { return }
        let events = (readable ? G_IO_IN.rawValue : 0) | (writable ? G_IO_OUT.rawValue : 0)
        g_source_modify_unix_fd(source, tag, GIOCondition(rawValue: events))
    }

    func cancel() {
        isCancelled = true
        if let tag { g_source_remove_unix_fd(source, tag) }
        tag = nil
    }
}

/// A timer that fires once.
private final class TimerSource: Source, LoopSource {
    /// The loop keeps a timer until it fired or was cancelled, whether or not the caller keeps it.
    private var keepsItself: TimerSource?

    init(context: OpaquePointer?, handler: @escaping () -> Void) {
        super.init(context: context, fired: handler)
        keepsItself = self
    }

    func arm(after microseconds: Int64) {
        let (due, isTooFar) = Int(g_get_monotonic_time()).addingReportingOverflow(Int(max(microseconds, 0)))
        g_source_set_ready_time(source, isTooFar ? .max : due)
    }

    override func dispatch() {
        keepsItself = nil
        withExtendedLifetime(self) { super.dispatch() }
    }

    func update(readable: Bool, writable: Bool) {}

    func cancel() {
        g_source_set_ready_time(source, -1)
        keepsItself = nil
    }
}
