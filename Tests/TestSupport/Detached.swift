// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Threads of a test's own.
public enum Detached {
    /// Runs `body` on a new thread, which may block.
    public static func run(_ body: @escaping @Sendable () -> Void) { Thread.detachNewThread(body) }
}
