// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Glibc

/// Whether a process runs in a sandbox, and as which app. Read from what the kernel and the sandbox's maker vouch for,
/// never from what the process says.
enum Sandbox: Hashable {
    case none
    /// A Flatpak app, by the `.flatpak-info` in the root of its file system.
    case flatpak(AppID)
    /// Some other sandbox; its app may speak only for a name that it owns.
    case other

    /// Nil if it cannot be established. `label` is the security label that the bus knows of the process.
    init?(of process: UInt32, label: String?) {
        if let label, label.hasPrefix("snap.") {
            self = .other
            return
        }
        let root = open("/proc/\(process)/root", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0 else { return nil }
        defer { close(root) }
        let descriptor = openat(root, ".flatpak-info", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { return nil }
            self = .none
            return
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0, count < buffer.count, let file = try? KeyFile(parsing: Array(buffer[..<count])),
            let name = try? file[group: "Application"]?["name"]?.string(), let app = AppID(name)
        else { return nil }
        self = .flatpak(app)
    }
}
