// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusProcess
import Glibc

/// The file beside a configuration file of KDE's by which programs take turns at it, as Qt's QLockFile has it: in it
/// stands who has made it, and it is there as long as the lock is held.
struct KConfigLock: ~Copyable {
    /// As /proc names it, by which Qt tells whether it still runs.
    private static let program = "focus-system-filters"

    private let path: String

    /// Fails with `EEXIST` while another program holds it.
    init(_ file: String) throws(AtomicFile.Failure) {
        let path = "\(file).lock"
        var isMade = Self.make(path)
        if !isMade, errno == EEXIST, Self.isStale(path) {
            unlink(path)
            isMade = Self.make(path)
        }
        // What is complete would be taken down, and with it another program's file.
        guard isMade else { throw AtomicFile.Failure(path: path, code: errno) }
        self.path = path
    }

    deinit { unlink(path) }

    private static var host: String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func make(_ path: String) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return false }
        let text = Array("\(getpid())\n\(program)\n\(host)\n".utf8)
        let count = Glibc.write(descriptor, text, text.count)
        let code = errno
        close(descriptor)
        if count == text.count { return true }
        unlink(path)
        errno = code
        return false
    }

    /// Whoever made it, on this machine, has ended.
    private static func isStale(_ path: String) -> Bool {
        defer { errno = EEXIST }
        guard let bytes = try? AtomicFile.read(path, limit: 4096) else { return false }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard lines.count >= 3, let pid = Int32(lines[0]), pid > 0, lines[2] == host else { return false }
        return kill(pid, 0) != 0 && errno == ESRCH
    }
}
