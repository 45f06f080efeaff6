// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The folders that hold the interfaces.
public enum InterfaceFiles {
    /// Reads every interface file of a folder, by name.
    public static func read(_ folder: String) throws -> [Interface] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".xml") }
            .sorted()
            .map { try Interface.read(String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8), file: $0) }
    }

    /// Writes the Swift files of all interfaces where they differ from what is there, and removes what is generated no
    /// more; gives the paths of both.
    public static func generate(into target: String, from folder: String) throws -> [String] {
        let files = try read(folder).flatMap { try $0.generate() }
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
        var changed: [String] = []
        for file in files {
            let path = "\(target)/\(file.name)"
            if (try? String(contentsOfFile: path, encoding: .utf8)) == file.text { continue }
            try file.text.write(toFile: path, atomically: true, encoding: .utf8)
            changed.append(path)
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: target)
        where !files.contains(where: { $0.name == name }) {
            try FileManager.default.removeItem(atPath: "\(target)/\(name)")
            changed.append("\(target)/\(name)")
        }
        return changed
    }
}
