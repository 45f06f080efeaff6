// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Text that a person names on the command line.
enum InputFile {
    /// What the agent takes at most, bytes.
    static let limit = 1 << 20

    /// Reads a whole file, or standard input for `-`.
    static func read(_ path: String) throws(Failure) -> String {
        let isInput = path == "-"
        // Opening a FIFO that nobody writes to would wait for ever.
        let descriptor = isInput ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path) }
        guard isInput || status.st_mode & S_IFMT == S_IFREG else {
            throw .refused("'\(PlainText.clean(path))' is not a regular file; '-' reads standard input")
        }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = Glibc.read(descriptor, &part, part.count)
            if count < 0 {
                guard errno == EINTR else { throw failure(path) }
                continue
            }
            if count == 0 { break }
            bytes += part[..<count]
            guard bytes.count <= limit else {
                throw .refused("'\(PlainText.clean(path))' is larger than 1 MiB, which no such file may be")
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .refused("'\(PlainText.clean(path))' is not text in UTF-8; save it in that encoding")
        }
        return text
    }

    private static func failure(_ path: String) -> Failure {
        .refused("cannot read '\(PlainText.clean(path))': \(String(cString: strerror(errno)))")
    }
}
