// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Whole files, read and replaced.
package enum AtomicFile {
    /// A system call that failed.
    package struct Failure: Error, Equatable {
        package var path: String
        package var code: Int32

        package init(path: String, code: Int32) {
            self.path = path
            self.code = code
        }

        /// In words, without the path.
        package var reason: String { code == EFBIG ? "it is larger than 1 MiB" : String(cString: strerror(code)) }
        /// In words.
        package var message: String { "\(path): \(reason)" }
    }

    /// The file's bytes, or nil if there is none. Longer than `limit`: fails with `EFBIG`.
    package static func read(_ path: String, limit: Int = 1 << 20) throws(Failure) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0 {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw Failure(path: path, code: errno)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure(path: path, code: errno) }
        // A pipe or a device in place of a file must not hang the agent.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Failure(path: path, code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
        }
        guard status.st_size <= limit else { throw Failure(path: path, code: EFBIG) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16384)
        while bytes.count <= limit {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            if count < 0 { throw Failure(path: path, code: errno) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
        throw Failure(path: path, code: EFBIG)
    }

    /// Replaces the file by way of a temporary one beside it, so that a reader, or a crash at any instant, finds the old
    /// content or the new. A symbolic link is followed: what it points to is replaced.
    package static func write(_ path: String, _ bytes: [UInt8], mode: UInt32, isSynced: Bool = false) throws(Failure) {
        let target = realPath(path)
        let temporary = "\(target).\(getpid()).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw Failure(path: temporary, code: errno) }
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: offset), $0.count - offset)
            }
            if count < 0 && errno == EINTR { continue }
            if count < 0 {
                let code = errno
                close(descriptor)
                unlink(temporary)
                throw Failure(path: temporary, code: code)
            }
            offset += count
        }
        if isSynced { fsync(descriptor) }
        close(descriptor)
        guard rename(temporary, target) == 0 else {
            let code = errno
            unlink(temporary)
            throw Failure(path: target, code: code)
        }
    }

    /// Creates a folder and its parents; no error if it is there.
    package static func makeFolder(_ path: String, mode: UInt32) throws(Failure) {
        if mkdir(path, mode) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            throw Failure(path: path, code: errno)
        }
        // The XDG base directory specification asks for 0700 on folders that have to be made on the way.
        try makeFolder(String(path[..<slash]), mode: 0o700)
        if mkdir(path, mode) == 0 || errno == EEXIST { return }
        throw Failure(path: path, code: errno)
    }

    /// The names in a folder, sorted by bytes; none if it is not there.
    package static func list(_ path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func realPath(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
