// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// A thread of the library's own with a loop for the bus, so that an app may have any main loop, or none.
package final class BusThread: Sendable {
    private let loop: PollLoop

    /// Starts it; it ends with ``stop()``. Fails if the process has no file descriptors to spare.
    package init?() {
        guard let loop = PollLoop() else { return nil }
        self.loop = loop
        let thread = Thread { loop.run() }
        thread.name = "focus filters"
        thread.start()
    }

    /// Does `work` on the thread, in the order of the calls.
    package func perform(_ work: @escaping @Sendable () -> Void) { loop.perform(work) }

    package func stop() { loop.stop() }

    /// For what lives on the thread.
    package var eventLoop: PollLoop { loop }
}

/// What only one thread touches, to be carried past others.
package final class Confined<Content>: @unchecked Sendable {
    // Unchecked: `content` is used on the bus thread only.
    package var content: Content

    package init(_ content: Content) { self.content = content }
}
