// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusInterfaces
import FocusProcess
import Glibc

/// Finds the files of one kind in the XDG folders: the first folder's base file counts, then the drop-ins of all of
/// them in the order of their names; of two drop-ins with one name, the first folder's counts.
struct FileSearch {
    /// Most important first.
    var folders: [String]
    var ending: String
    var hasDropIns: Bool
    /// Drop-ins count only where there is a base file.
    var needsBase = true

    /// What was found.
    struct Result {
        /// By the name without the ending; the base file first.
        var files: [String: [TextFile]] = [:]
        /// Files that are there but cannot be read.
        var failures: [Problem] = []
    }

    /// Reads every file. `isKey` tells whether a name without the ending is one that may be used; `keyWords` say what it
    /// should look like.
    func run(isKey: (String) -> Bool, keyWords: String) -> Result {
        var result = Result()
        var dropIns: [String: [String: String]] = [:]
        for folder in folders {
            for name in AtomicFile.list(folder) {
                if name.hasSuffix(ending) {
                    let key = String(name.dropLast(ending.utf8.count))
                    guard result.files[key] == nil else { continue }
                    guard isKey(key) else {
                        // Editors' backups and hidden files are not worth a word.
                        if !name.hasPrefix(".") {
                            result.failures.append(
                                Problem(
                                    kind: .file, subject: "\(folder)/\(name)",
                                    message: "the file is not read: '\(key)' is not \(keyWords)",
                                    file: "\(folder)/\(name)"))
                        }
                        continue
                    }
                    if let file = read("\(folder)/\(name)", &result.failures) { result.files[key] = [file] }
                } else if hasDropIns, name.hasSuffix(ending + Names.Files.dropInFolderEnding) {
                    let key = String(name.dropLast(ending.utf8.count + Names.Files.dropInFolderEnding.utf8.count))
                    for dropIn in AtomicFile.list("\(folder)/\(name)")
                    where dropIn.hasSuffix(Names.Files.dropInEnding) && dropIns[key]?[dropIn] == nil {
                        dropIns[key, default: [:]][dropIn] = "\(folder)/\(name)/\(dropIn)"
                    }
                }
            }
        }
        for (key, paths) in dropIns where result.files[key] != nil || !needsBase && isKey(key) {
            for name in paths.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
                if let path = paths[name], let file = read(path, &result.failures) {
                    result.files[key, default: []].append(file)
                }
            }
        }
        return result
    }

    private func read(_ path: String, _ failures: inout [Problem]) -> TextFile? {
        do throws(AtomicFile.Failure) {
            return try AtomicFile.read(path).map { TextFile(path: path, bytes: $0) }
        } catch {
            failures.append(
                Problem(kind: .file, subject: path, message: "the file cannot be read: \(error.reason)", file: path))
            return nil
        }
    }
}
