// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusProcess
import Glibc

/// The files of one kind, by the key in their names, each with its last good text in force: a file that cannot be read
/// is a problem of its own and changes nothing else.
final class TextSet<Content> {
    /// What a text means, and what in it deserves a warning.
    typealias Parse = (_ key: String, _ files: [TextFile]) throws(FileError) -> (Content, [Problem])

    /// What is in force, by key.
    private(set) var contents: [String: Content] = [:]
    /// What is wrong with the files as they are now.
    private(set) var problems: [Problem] = []

    private let folder: String
    private let ending: String
    private let parse: Parse
    private let text: (Content, [TextFile]) -> [UInt8]?
    private var read: [String: Reading] = [:]
    private var vanished: [String: Microseconds] = [:]

    /// How long a file must be gone before it counts as deleted: editors replace files by removing and renaming.
    static var patience: Microseconds { .milliseconds(500) }

    /// What was made of one set of texts, so that unchanged files are not parsed again.
    private struct Reading {
        var files: [TextFile]
        var problems: [Problem]
    }

    /// `folder` keeps the last good texts, as `key` + `ending`.
    /// `text`: one file that alone says the same; nil if there is none.
    init(
        folder: String, ending: String, parse: @escaping Parse, text: @escaping (Content, [TextFile]) -> [UInt8]?
    ) {
        self.folder = folder
        self.ending = ending
        self.parse = parse
        self.text = text
    }

    /// Takes in what is on disk now: files by key, the base file first. Returns when to look again, in µs from `now` on
    /// the boot-time clock, because a file vanished a moment ago; with `isExplicit` it counts as deleted at once.
    func update(_ found: [String: [TextFile]], failures: [Problem], at now: Microseconds, isExplicit: Bool)
        -> Microseconds?
    {
        for (key, files) in found {
            vanished[key] = nil
            if read[key]?.files == files { continue }
            read[key] = Reading(files: files, problems: take(key, files))
        }
        var recheck: Microseconds?
        for key in read.keys where found[key] == nil {
            let since = vanished[key] ?? now
            vanished[key] = since
            let left = since + Self.patience - now
            if isExplicit || left <= 0 {
                forget(key)
            } else {
                recheck = min(recheck ?? left, left)
            }
        }
        problems = failures + read.keys.sorted().flatMap { read[$0]?.problems ?? [] }
        return recheck
    }

    private func take(_ key: String, _ files: [TextFile]) -> [Problem] {
        do throws(FileError) {
            let (content, warnings) = try parse(key, files)
            contents[key] = content
            keep(key, text(content, files))
            return warnings
        } catch {
            if contents[key] == nil { contents[key] = lastGood(key) }
            var problem = error.problem
            problem.message +=
                contents[key] == nil
                ? "; the file is not in force" : "; what it said before stays in force until it is put right"
            return [problem]
        }
    }

    private func forget(_ key: String) {
        read[key] = nil
        vanished[key] = nil
        contents[key] = nil
        unlink(path(key))
    }

    private func path(_ key: String) -> String { "\(folder)/\(key)\(ending)" }

    /// A text that cannot be kept is not worth a failure: it is in force.
    private func keep(_ key: String, _ bytes: [UInt8]?) {
        guard let bytes else { return }
        if let stored = try? AtomicFile.read(path(key)), stored == bytes { return }
        try? AtomicFile.write(path(key), bytes, mode: 0o600)
    }

    private func lastGood(_ key: String) -> Content? {
        guard let bytes = (try? AtomicFile.read(path(key))) ?? nil else { return nil }
        return try? parse(key, [TextFile(path: path(key), bytes: bytes)]).0
    }
}
