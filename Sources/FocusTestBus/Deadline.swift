// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// An instant on `CLOCK_MONOTONIC` after which waiting is given up. Generous by default: a test fails by what it sees, not
/// by how fast the machine is.
public struct Deadline: Hashable, Sendable {
    /// µs on the clock.
    private let instant: Int64

    private init(instant: Int64) { self.instant = instant }

    /// What a test waits for something that must come.
    public static var standard: Deadline { .seconds(30) }

    /// `count` seconds from now; more where everything is slower, as `FOCUS_TEST_PATIENCE` says.
    public static func seconds(_ count: Double) -> Deadline {
        Deadline(instant: now + Int64(count * patience * 1_000_000))
    }

    /// By how much a run under a sanitizer is slower.
    private static let patience: Double = getenv("FOCUS_TEST_PATIENCE").flatMap { Double(String(cString: $0)) } ?? 1

    /// µs left; 0 when it has passed.
    public var remaining: Int64 { max(0, instant - Self.now) }
    public var hasPassed: Bool { remaining == 0 }

    /// `CLOCK_MONOTONIC` in µs.
    public static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}

/// What fails in the fixtures themselves.
public struct FixtureError: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
