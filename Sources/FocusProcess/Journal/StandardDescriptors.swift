// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The descriptors 0, 1 and 2.
package enum StandardDescriptors {
    /// Opens `/dev/null` in place of those that the process was started without. A socket would get their numbers else,
    /// and what is meant for the log would go to the bus. To be called before anything is opened.
    package static func fill() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest number that is free is this one.
            _ = open("/dev/null", O_RDWR)
        }
    }
}
