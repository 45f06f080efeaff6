// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import Glibc

/// The app of the benchmark's C programs, written with the library.
struct Bench: FocusFilterIntent {
    static let title: LocalizedStringResource = "Benchmark"
    /// When each perform began, CLOCK_MONOTONIC in nanoseconds.
    static let (instants, began) = AsyncStream.makeStream(of: Int64.self)

    @Parameter(default: 0) var level: Int
    @Parameter(default: "") var label: String
    @Parameter(default: false) var urgent: Bool

    func perform() async throws -> some IntentResult {
        let now = Self.now
        Self.began.yield(now)
        return .result()
    }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// Says `performed` when it has caught up. Then, for each line `take`: `ns`, and when the next perform began.
@main
struct BenchIntent {
    static func main() async throws {
        let registration = try FocusFilters.register(Bench.self, app: "org.focusfilters.bench.App0000")
        try await registration.registered()
        var instants = Bench.instants.makeAsyncIterator()
        _ = await instants.next()
        say("performed")
        for await _ in commands() {
            guard let instant = await instants.next() else { return }
            say("ns \(instant)")
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
