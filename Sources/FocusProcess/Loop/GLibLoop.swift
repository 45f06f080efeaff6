// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
package import DBus
import Glibc

/// GLib's main loop, as ``DBus`` wants a loop: watches, timers and queued work are GSources of one main context.
///
/// Confined to the thread that runs it.
package final class GLibLoop: EventLoop {
    private let context: OpaquePointer?
    private let loop: OpaquePointer?
    private let turn: Turn

    package init() {
        context = g_main_context_default()
        loop = g_main_loop_new(context, 0)
        turn = Turn(context: context)
    }

    deinit { g_main_loop_unref(loop) }

    /// Runs until ``stop()``.
    package func run() { g_main_loop_run(loop) }

    /// Makes ``run()`` return.
    package func stop() { g_main_loop_quit(loop) }

    package func addWatch(
        fd: Int32, readable: Bool, writable: Bool,
        handler: @escaping (_ readable: Bool, _ writable: Bool, _ failed: Bool) -> Void
    ) -> any LoopSource {
        let source = WatchSource(context: context, descriptor: fd, turn: turn, handler: handler)
        source.update(readable: readable, writable: writable)
        return source
    }

    package func addTimer(after: Int64, handler: @escaping () -> Void) -> any LoopSource {
        let source = TimerSource(context: context, handler: handler)
        source.arm(after: after)
        return source
    }

    package func enqueue(_ work: @escaping () -> Void) { turn.work.append(work) }
}

/// What is put off to the next turn of the loop: queued work, and changes of watches, of which the bus library makes
/// many that cancel each other out. GLib asks for it before it polls; to tell GLib of each would cost a system call.
private final class Turn {
    var work: [() -> Void] = []
    private var changedWatches: [WatchSource] = []
    private let source: UnsafeMutablePointer<GSource>

    /// Lives as long as the process: a GSource keeps a pointer to it.
    nonisolated(unsafe) private static let functions: UnsafeMutablePointer<GSourceFuncs> = {
        let functions = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
        functions.initialize(to: GSourceFuncs())
        functions.pointee.prepare = { source, timeout in
            timeout?.pointee = -1
            return Turn.of(source)?.prepare() == true ? 1 : 0
        }
        functions.pointee.check = { source in Turn.of(source)?.work.isEmpty == false ? 1 : 0 }
        functions.pointee.dispatch = { source, _, _ in
            Turn.of(source)?.runWork()
            return 1
        }
        return functions
    }()

    init(context: OpaquePointer?) {
        // The object's address stands behind GLib's own part.
        let size = MemoryLayout<GSource>.stride
        source = g_source_new(Self.functions, UInt32(size + MemoryLayout<UnsafeMutableRawPointer>.size))
        UnsafeMutableRawPointer(source).advanced(by: size)
            .storeBytes(of: Unmanaged.passUnretained(self).toOpaque(), as: UnsafeMutableRawPointer.self)
        g_source_attach(source, context)
    }

    deinit {
        g_source_destroy(source)
        g_source_unref(source)
    }

    private static func of(_ source: UnsafeMutablePointer<GSource>?) -> Turn? {
        guard let source else { return nil }
        let address = UnsafeMutableRawPointer(source).advanced(by: MemoryLayout<GSource>.stride)
            .load(as: UnsafeMutableRawPointer.self)
        return Unmanaged<Turn>.fromOpaque(address).takeUnretainedValue()
    }

    func watchChanged(_ watch: WatchSource) { changedWatches.append(watch) }

    private func prepare() -> Bool {
        if !changedWatches.isEmpty {
            for watch in changedWatches { watch.apply() }
            changedWatches.removeAll(keepingCapacity: true)
        }
        return !work.isEmpty
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
    private let descriptor: Int32
    private let turn: Turn
    private let handler: (Bool, Bool, Bool) -> Void
    private var wanted: UInt32 = 0
    /// What GLib knows; without a tag, nothing: a descriptor that is watched for nothing would still report a hang-up.
    private var applied: (tag: UnsafeMutableRawPointer?, events: UInt32) = (nil, 0)
    private var isChanged = false
    private var isCancelled = false

    init(
        context: OpaquePointer?, descriptor: Int32, turn: Turn, handler: @escaping (Bool, Bool, Bool) -> Void
    ) {
        self.descriptor = descriptor
        self.turn = turn
        self.handler = handler
        super.init(context: context, fired: {})
    }

    override func dispatch() {
        guard let tag = applied.tag, wanted != 0 else { return }
        let ready = g_source_query_unix_fd(source, tag).rawValue
        let failed = ready & (G_IO_ERR.rawValue | G_IO_HUP.rawValue | G_IO_NVAL.rawValue) != 0
        // The handler may cancel and drop this watch.
        withExtendedLifetime(self) {
            handler(ready & G_IO_IN.rawValue != 0, ready & G_IO_OUT.rawValue != 0, failed)
        }
    }

    func update(readable: Bool, writable: Bool) {
        guard !isCancelled else { return }
        wanted = (readable ? G_IO_IN.rawValue : 0) | (writable ? G_IO_OUT.rawValue : 0)
        guard !isChanged else { return }
        isChanged = true
        turn.watchChanged(self)
    }

    /// Tells GLib what is wanted now.
    func apply() {
        isChanged = false
        guard wanted != applied.events else { return }
        if let tag = applied.tag {
            if wanted == 0 {
                g_source_remove_unix_fd(source, tag)
                applied.tag = nil
            } else {
                g_source_modify_unix_fd(source, tag, GIOCondition(rawValue: wanted))
            }
        } else {
            applied.tag = g_source_add_unix_fd(source, descriptor, GIOCondition(rawValue: wanted))
        }
        applied.events = wanted
    }

    /// At once: the descriptor may be closed next.
    func cancel() {
        isCancelled = true
        wanted = 0
        apply()
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
