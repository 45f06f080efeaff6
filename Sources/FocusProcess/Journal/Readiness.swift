// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The readiness protocol of sd_notify(3): datagrams to the socket that `$NOTIFY_SOCKET` names.
package struct Readiness {
    private let address: String?

    /// Takes the variable out of the environment, so that no child speaks for the agent.
    package init() {
        address = Environment["NOTIFY_SOCKET"]
        unsetenv("NOTIFY_SOCKET")
    }

    /// Sends `state` lines such as `READY=1`; without a supervisor, nothing.
    package func notify(_ state: String) {
        guard let address, address.utf8.first == UInt8(ascii: "/") || address.utf8.first == UInt8(ascii: "@") else {
            return
        }
        var socketAddress = sockaddr_un()
        let capacity = MemoryLayout.size(ofValue: socketAddress.sun_path)
        guard address.utf8.count < capacity else { return }
        socketAddress.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &socketAddress.sun_path) { path in
            path.copyBytes(from: address.utf8)
            // The abstract name space is written with a leading @ in the variable and a leading NUL on the socket.
            if address.utf8.first == UInt8(ascii: "@") { path[0] = 0 }
        }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + address.utf8.count)
        withUnsafePointer(to: &socketAddress) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
                var bytes = Array(state.utf8)
                _ = sendto(descriptor, &bytes, bytes.count, Int32(MSG_NOSIGNAL), target, length)
            }
        }
    }
}
