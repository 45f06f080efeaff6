// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What reading a file gave.
public enum FileReading: Hashable, Sendable {
    case content([UInt8])
    /// There is no such file.
    case missing
    /// In words why it cannot be read.
    case unreadable(String)
}

/// A time as the clock on the wall shows it, in the time zone of the session. The fields are as they were written down:
/// nothing says that such a time exists.
public struct WallTime: Hashable, Sendable {
    /// `2026`, not years since 1900.
    public var year: Int
    /// From 1 on.
    public var month: Int
    /// From 1 on.
    public var day: Int
    public var hour: Int
    public var minute: Int
    public var second: Int

    public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }
}
