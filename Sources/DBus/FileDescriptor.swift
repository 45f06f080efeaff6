// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A file descriptor that came with a message; closed when the last reference goes.
public final class FileDescriptor: Hashable, Sendable {
    /// The number, for as long as this object lives; −1 if the process had no descriptor to spare for it.
    public let number: Int32

    /// Takes over `number`.
    init(owning number: Int32) { self.number = number }

    deinit {
        if number >= 0 { close(number) }
    }

    /// A descriptor for the same file that the caller must close (close-on-exec); `nil` if the process has none to
    /// spare.
    public func duplicate() -> Int32? {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        return copy >= 0 ? copy : nil
    }

    /// Whether both are the same object; two descriptors for the same file differ.
    public static func == (left: FileDescriptor, right: FileDescriptor) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
