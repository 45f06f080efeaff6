// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Glibc

/// What a scene needs: a loop, a temporary folder, the programs that it starts, and the signals that end it.
final class Stage {
    let loop: PollLoop
    let folder: Folder
    /// Every program that was started, in order.
    private(set) var children: [Child] = []
    /// Ctrl-C, or another request to end.
    private(set) var isInterrupted = false
    /// Processes to be ended with the rest though they are no children: the bus started them.
    var strangers: [Int32] = []
    private var signals: Signals?

    init() throws(DemoFailure) {
        guard let loop = PollLoop() else { throw DemoFailure("this process has no file descriptors to spare") }
        self.loop = loop
        folder = try Folder()
        signals = try Signals([SIGINT, SIGTERM, SIGHUP, SIGCHLD], loop: loop) { [weak self] number in
            guard let self else { return }
            if number == SIGCHLD { for child in children { child.reap() } } else { isInterrupted = true }
        }
    }

    /// Starts a program. `output`: called with each piece of its standard output; absent: it shares ours.
    @discardableResult
    func start(
        _ name: String, _ command: [String], environment: [String: String], output: ((String) -> Void)? = nil
    ) throws(DemoFailure) -> Child {
        let child = try Child(name, command, environment: environment, loop: loop, output: output)
        children.append(child)
        return child
    }

    /// Runs the loop until `condition` holds. Fails if it does not in time, on Ctrl-C, and when a program that should
    /// go on has ended.
    func wait(for what: String, seconds: Int64 = 15, until condition: () -> Bool) throws(DemoFailure) {
        loop.run(until: { condition() || isInterrupted || endedChild != nil }, deadline: seconds * 1_000_000)
        if isInterrupted { throw DemoFailure("interrupted") }
        if condition() { return }
        if let child = endedChild { throw DemoFailure("\(child.name) has ended, while waiting for \(what)") }
        throw DemoFailure("waited \(seconds) s in vain for \(what)")
    }

    /// Leaves a person at a terminal time to read.
    func pause() throws(DemoFailure) {
        guard Story.isOnTerminal else { return }
        loop.run(until: { isInterrupted || endedChild != nil }, deadline: 1_500_000)
        if isInterrupted { throw DemoFailure("interrupted") }
    }

    /// Runs until Ctrl-C. Fails when a program that should go on has ended.
    func waitForInterruption() throws(DemoFailure) {
        loop.run(until: { isInterrupted || endedChild != nil })
        if !isInterrupted, let child = endedChild { throw DemoFailure("\(child.name) has ended") }
    }

    private var endedChild: Child? { children.first { $0.status != nil && !$0.mayEnd } }

    /// Ends every program, the last first, and removes the folder.
    func clear() {
        for process in strangers { kill(process, SIGTERM) }
        for child in children.reversed() { child.end(loop) }
        signals = nil
        folder.remove()
    }
}

/// The last error of the C library, in words.
func lastError() -> String { String(cString: strerror(errno)) }

/// `CLOCK_MONOTONIC`, µs.
func monotonicNow() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}
