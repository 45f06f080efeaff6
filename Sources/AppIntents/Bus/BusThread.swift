// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// A thread of the library's own with a loop for the bus, so that an app may have any main loop, or none.
package final class BusThread: Sendable {
    private let loop: PollLoop
    private let isStopped = Locked(false)

    /// Starts it; it ends with ``stop()``. Fails if the process has no file descriptors to spare.
    package init?() {
        guard let loop = PollLoop() else { return nil }
        self.loop = loop
        let thread = Thread {
            loop.run()
            // What was accepted before the stop is done, for somebody may wait for it.
            var isLast = false
            loop.run(
                until: {
                    defer { isLast = true }
                    return isLast
                }, deadline: 1000)
        }
        thread.name = "focus filters"
        thread.start()
    }

    /// Does `work` on the thread, in the order of the calls. False: the thread has ended, and nothing is done.
    @discardableResult
    package func perform(_ work: @escaping @Sendable () -> Void) -> Bool {
        isStopped.withLock { isStopped in
            guard !isStopped else { return false }
            loop.perform(work)
            return true
        }
    }

    package func stop() {
        isStopped.withLock { $0 = true }
        loop.stop()
    }

    /// For what lives on the thread.
    package var eventLoop: PollLoop { loop }
}

/// What only one thread touches, to be carried past others.
package final class Confined<Content>: @unchecked Sendable {
    // Unchecked: `content` is used on the bus thread only.
    package var content: Content

    package init(_ content: Content) { self.content = content }
}
