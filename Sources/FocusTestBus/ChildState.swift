// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What is known of a child process, shared with the threads that listen to it and wait for its end.
final class ChildState: @unchecked Sendable {
    // Unchecked: everything that changes is touched under `condition` only.

    /// What changes.
    struct Facts {
        var status: ChildProcess.ExitStatus?
        var streams: [ChildProcess.Stream: [UInt8]] = [:]
        var openStreams = 2
        /// The write end of the process's standard input; −1 if there is none.
        var input: Int32
    }

    private let pid: pid_t
    private let maximumBytes: Int
    private let condition = NSCondition()
    private var facts: Facts

    init(_ pid: pid_t, input: Int32, maximumBytes: Int) {
        self.pid = pid
        self.maximumBytes = maximumBytes
        facts = Facts(input: input)
    }

    func read<Result>(_ body: (Facts) -> Result) -> Result { condition.withLock { body(facts) } }

    /// The first result of `body`, which is asked again after each change; `nil` when time is up.
    func wait<Result>(until deadline: Deadline, _ body: (Facts) -> Result?) -> Result? {
        condition.withLock {
            while true {
                if let result = body(facts) { return result }
                let left = deadline.remaining
                guard left > 0 else { return nil }
                _ = condition.wait(until: Date(timeIntervalSinceNow: Double(left) / 1_000_000))
            }
        }
    }

    private func change(_ body: (inout Facts) -> Void) {
        condition.withLock {
            body(&facts)
            condition.broadcast()
        }
    }

    /// Waits for the end of the process. It is reaped under the lock, so that ``signal(_:)`` never meets another of the
    /// same id.
    func reap() {
        var information = siginfo_t()
        while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        change { facts in
            var raw: Int32 = 0
            waitpid(pid, &raw, 0)
            let signal = raw & 0x7f
            facts.status = signal == 0 ? .exited((raw >> 8) & 0xff) : .signalled(signal)
        }
    }

    func signal(_ number: Int32) {
        condition.withLock { if facts.status == nil { _ = kill(pid, number) } }
    }

    /// Takes in what comes from `descriptor` until its end, and closes it.
    func listen(to descriptor: Int32, as stream: ChildProcess.Stream) {
        var buffer = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = Foundation.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            change { facts in
                facts.streams[stream, default: []] += buffer[..<count]
                let surplus = facts.streams[stream, default: []].count - maximumBytes
                if surplus > 0 { facts.streams[stream]?.removeFirst(surplus) }
            }
        }
        close(descriptor)
        change { $0.openStreams -= 1 }
    }

    func write(_ text: String) {
        let descriptor = read { $0.input }
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    func closeInput() {
        change { facts in
            if facts.input >= 0 { close(facts.input) }
            facts.input = -1
        }
    }
}
