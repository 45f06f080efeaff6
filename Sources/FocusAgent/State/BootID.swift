// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Names this boot of the machine: what is measured on `CLOCK_BOOTTIME` means nothing in another.
enum BootID {
    /// As the kernel gives it; empty if it does not.
    static var current: String {
        let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 36)
        return read(descriptor, &bytes, bytes.count) == bytes.count ? String(decoding: bytes, as: UTF8.self) : ""
    }
}
