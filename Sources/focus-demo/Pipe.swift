// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A pipe whose reading end does not block.
final class Pipe {
    let reader: Int32
    private(set) var writer: Int32

    init() throws(DemoFailure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw DemoFailure("no pipe: \(lastError())") }
        reader = ends[0]
        writer = ends[1]
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(reader, F_SETFL, O_NONBLOCK)
    }

    deinit {
        closeWriter()
        close(reader)
    }

    /// For when a program has this end by now.
    func closeWriter() {
        if writer >= 0 { close(writer) }
        writer = -1
    }

    /// What is there to read.
    func read() -> [UInt8] {
        var all: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = Glibc.read(reader, &part, part.count)
            if count > 0 { all += part[..<count] } else if count == 0 || errno != EINTR { return all }
        }
    }
}
