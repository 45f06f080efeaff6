// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What a ``Connection`` needs from a main loop. All members are used on the loop's thread only.
public protocol EventLoop: AnyObject {
    /// Calls `handler` whenever `fd` is ready in a way that is asked for, or has failed or hung up.
    func addWatch(
        fd: Int32, readable: Bool, writable: Bool,
        handler: @escaping (_ readable: Bool, _ writable: Bool, _ failed: Bool) -> Void
    ) -> any LoopSource

    /// Calls `handler` once, `after` µs from now on `CLOCK_MONOTONIC`.
    func addTimer(after: Int64, handler: @escaping () -> Void) -> any LoopSource

    /// Does `work` soon, after what is being handled now and after other sources that are ready had their turn.
    func enqueue(_ work: @escaping () -> Void)
}

/// A watch or a timer on an ``EventLoop``.
public protocol LoopSource: AnyObject {
    /// For a watch: what to wait for from now on. Without effect on a timer.
    func update(readable: Bool, writable: Bool)
    /// Ends it; the handler is not called again and is let go. Harmless if repeated.
    func cancel()
}
