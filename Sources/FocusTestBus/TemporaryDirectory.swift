// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A folder of its own below `$TMPDIR`, removed with all that is in it when the last reference goes.
public final class TemporaryDirectory: Sendable {
    public let path: String

    public init() throws {
        let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        var template = Array("\(parent)/focus-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FixtureError("mkdtemp in \(parent): \(lastError())") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes `text` to the file at the relative `name`, with its folders; returns the whole path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        let file = URL(fileURLWithPath: path).appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// Makes the folder at the relative `name`; returns the whole path.
    @discardableResult
    public func makeFolder(_ name: String) throws -> String {
        let folder = URL(fileURLWithPath: path).appendingPathComponent(name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.path
    }

    /// The text of the file at the relative `name`.
    public func read(_ name: String) throws -> String {
        // By hand: Foundation leaks when it reads an empty file, which a leak checker reports.
        guard let file = fopen("\(path)/\(name)", "r") else { throw FixtureError("\(name): \(lastError())") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}

func lastError() -> String { String(cString: strerror(errno)) }
