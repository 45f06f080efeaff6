// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Why the benchmark, or one of its rows, could not run.
struct BenchError: Error, CustomStringConvertible {
    let description: String
    /// The person pressed Control-C, or asked to stop in another way.
    let isInterruption: Bool

    init(_ description: String) {
        self.description = description
        isInterruption = false
    }

    private init(interruption: String) {
        description = interruption
        isInterruption = true
    }

    static let interrupted = BenchError(interruption: "stopped")

    /// What the last failed call of the C library means.
    static func system(_ what: String, _ code: Int32 = errno) -> BenchError {
        BenchError("\(what): \(String(cString: strerror(code)))")
    }
}

/// The signals that ask to stop, held back so that everything that was started is ended before the benchmark is.
enum Interruption {
    static let signals = [SIGINT, SIGTERM, SIGHUP]

    static func hold() {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        sigprocmask(SIG_BLOCK, &set, nil)
        // Writing to a child that has ended is an error, not the end of the benchmark.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Throws if a signal asked to stop.
    static func check() throws(BenchError) {
        var pending = sigset_t()
        sigpending(&pending)
        for signal in signals where sigismember(&pending, signal) == 1 { throw .interrupted }
    }
}

/// CLOCK_MONOTONIC in nanoseconds.
func monotonicNanoseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}

/// Waits until the descriptor is readable, or closed by its writer. False when the time is over. A descriptor of -1
/// just waits.
func waitReadable(_ descriptor: Int32, seconds: Double) throws(BenchError) -> Bool {
    let end = monotonicNanoseconds() + Int64(seconds * 1_000_000_000)
    while true {
        try Interruption.check()
        let left = (end - monotonicNanoseconds()) / 1_000_000
        if left < 0 { return false }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // In slices, since a signal that is held back does not end poll.
        let count = poll(&entry, 1, Int32(min(left + 1, 200)))
        if count > 0 { return true }
        if count < 0 && errno != EINTR { throw .system("poll") }
    }
}
