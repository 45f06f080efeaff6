// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
package import DBus
import Glibc

/// Signals as events on the loop, by signalfd(2): no handler, no thread.
package final class Signals {
    private let descriptor: Int32
    private var watch: (any LoopSource)?

    /// Blocks `numbers` for the process; call before any thread starts. `received` runs on the loop.
    package init(_ numbers: [Int32], loop: any EventLoop, received: @escaping (Int32) -> Void) {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        sigprocmask(SIG_BLOCK, &set, nil)
        let descriptor = signalfd(-1, &set, Int32(SFD_NONBLOCK) | Int32(SFD_CLOEXEC))
        self.descriptor = descriptor
        guard descriptor >= 0 else { return }
        watch = loop.addWatch(fd: descriptor, readable: true, writable: false) { _, _, _ in
            var information = signalfd_siginfo()
            while read(descriptor, &information, MemoryLayout<signalfd_siginfo>.size)
                == MemoryLayout<signalfd_siginfo>.size
            {
                received(Int32(bitPattern: information.ssi_signo))
            }
        }
    }

    deinit {
        watch?.cancel()
        if descriptor >= 0 { close(descriptor) }
    }
}
