// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Two sockets that are joined.
final class DescriptorPair {
    let reader: Int32
    private let writer: Int32

    init?() {
        var ends: [Int32] = [-1, -1]
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        guard socketpair(AF_UNIX, Int32(kind), 0, &ends) == 0 else { return nil }
        reader = ends[0]
        writer = ends[1]
    }

    deinit {
        close(reader)
        close(writer)
    }

    func write() {
        var byte: UInt8 = 1
        _ = Glibc.write(writer, &byte, 1)
    }

    func drain() {
        var bytes: [UInt8] = [0, 0, 0, 0]
        while read(reader, &bytes, bytes.count) > 0 {}
    }
}
