// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A temporary folder of the demonstration's own.
struct Folder {
    let path: String

    init() throws(DemoFailure) {
        // Short: the path of a bus's socket must fit into 108 bytes.
        let template = strdup("/tmp/focus-demo-XXXXXX")
        defer { free(template) }
        guard let template, mkdtemp(template) != nil else { throw DemoFailure("no temporary folder: \(lastError())") }
        path = String(cString: template)
    }

    /// Makes a folder within, with all above it; gives its path.
    @discardableResult
    func makeFolder(_ name: String) throws(DemoFailure) -> String {
        var made = path
        for part in name.split(separator: "/") {
            made += "/\(part)"
            guard mkdir(made, 0o700) == 0 || errno == EEXIST else {
                throw DemoFailure("cannot make \(made): \(lastError())")
            }
        }
        return made
    }

    /// Writes a file within a folder that is there; gives its path.
    @discardableResult
    func write(_ text: String, to name: String) throws(DemoFailure) -> String {
        let file = "\(path)/\(name)"
        guard let stream = fopen(file, "w") else { throw DemoFailure("cannot write \(file): \(lastError())") }
        let isWritten = fputs(text, stream) >= 0
        guard fclose(stream) == 0, isWritten else { throw DemoFailure("cannot write \(file): \(lastError())") }
        return file
    }

    /// Makes `name` stand for a file or folder elsewhere.
    func link(_ target: String, as name: String) throws(DemoFailure) {
        guard symlink(target, "\(path)/\(name)") == 0 else {
            throw DemoFailure("cannot make \(path)/\(name): \(lastError())")
        }
    }

    /// Removes all of it; links are removed, not followed.
    func remove() { Self.remove(path) }

    private static func remove(_ path: String) {
        // A folder cannot be unlinked; whatever else there is can.
        guard unlink(path) != 0, let stream = opendir(path) else { return }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        closedir(stream)
        for name in names { remove("\(path)/\(name)") }
        rmdir(path)
    }

    /// The text of a file anywhere.
    static func read(_ path: String) throws(DemoFailure) -> String {
        guard let stream = fopen(path, "r") else { throw DemoFailure("cannot read \(path): \(lastError())") }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65536)
        while case let count = fread(&part, 1, part.count, stream), count > 0 { bytes += part[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
