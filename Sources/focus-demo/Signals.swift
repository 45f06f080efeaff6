// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Glibc

/// Signals as events on the loop: the handler writes the number into a pipe that the loop reads.
final class Signals {
    private let pipe: Pipe
    private var source: (any LoopSource)?

    /// Once in a process. `received` runs on the loop.
    init(_ numbers: [Int32], loop: PollLoop, received: @escaping (Int32) -> Void) throws(DemoFailure) {
        pipe = try Pipe()
        handlerTarget = pipe.writer
        for number in numbers { signal(number, writeSignal) }
        source = loop.addWatch(fd: pipe.reader, readable: true, writable: false) { [pipe] _, _, _ in
            for number in pipe.read() { received(Int32(number)) }
        }
    }

    deinit {
        source?.cancel()
        handlerTarget = -1
    }
}

/// Where the handler writes to; set before any handler is.
private nonisolated(unsafe) var handlerTarget: Int32 = -1

/// Only what a handler may do (signal-safety(7)).
private func writeSignal(_ number: Int32) {
    let before = errno
    var byte = UInt8(truncatingIfNeeded: number)
    write(handlerTarget, &byte, 1)
    errno = before
}
