// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import Glibc
import Synchronization

/// The app of the benchmark's C programs, written with the library.
struct Bench: FocusFilterIntent {
    static let title: LocalizedStringResource = "Benchmark"
    /// When each perform began, CLOCK_MONOTONIC in nanoseconds.
    static let instants = Mutex<[Int64]>([])

    @Parameter(default: 0) var level: Int
    @Parameter(default: "") var label: String
    @Parameter(default: false) var urgent: Bool

    func perform() async throws -> some IntentResult {
        let now = Self.now
        Self.instants.withLock { $0.append(now) }
        return .result()
    }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// Says `performed` when it has caught up. Then, for each line `take N`: `ns` and the next N instants.
@main
struct BenchIntent {
    static func main() async throws {
        let registration = try FocusFilters.register(Bench.self, app: "org.focusfilters.bench.App0000")
        try await registration.registered()
        var updates = Bench.updates.makeAsyncIterator()
        _ = await updates.next()
        Bench.instants.withLock { $0 = [] }
        say("performed")
        for await command in commands() {
            guard let count = Int(command.dropFirst("take ".count)) else { exit(2) }
            // Those that are taken entered a while ago.
            while Bench.instants.withLock({ $0.count }) < count { try await Task.sleep(for: .milliseconds(1)) }
            let taken = Bench.instants.withLock { instants in
                defer { instants = [] }
                return instants
            }
            say("ns " + taken.map(String.init).joined(separator: " "))
        }
    }

    private static func commands() -> AsyncStream<String> {
        AsyncStream { commands in
            Thread.detachNewThread {
                while let line = readLine() { commands.yield(line) }
                commands.finish()
            }
        }
    }

    private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
