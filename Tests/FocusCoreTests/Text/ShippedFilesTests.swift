// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FocusCore

/// The files under `data/` are what people copy from: they are read without a word.
struct ShippedFilesTests {
    static func files(_ ending: String) -> [URL] {
        var data = URL(filePath: #filePath)
        for _ in 0..<4 { data.deleteLastPathComponent() }
        data.append(component: "data")
        let folders = ["modes", "presets", "examples", "filters"].map { data.appending(component: $0) }
        return folders.flatMap { folder in
            (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        }.filter { $0.pathExtension == ending }.sorted { $0.path() < $1.path() }
    }

    private func file(_ url: URL) throws -> (name: String, text: TextFile) {
        (
            url.deletingPathExtension().lastPathComponent,
            TextFile(path: url.path(), bytes: Array(try Data(contentsOf: url)))
        )
    }

    @Test func thereAreSome() {
        #expect(Self.files("mode").count >= 10)
        #expect(!Self.files("filters").isEmpty)
    }

    @Test(arguments: files("mode"))
    func modes_areRead(_ url: URL) throws {
        let (name, text) = try file(url)
        let reading = try ModeFile.read(try #require(ModeID(name)), base: text, value: readValue)
        #expect(reading.warnings.isEmpty)
        #expect(reading.mode.name != name, "a mode that ships has a name for people")
    }

    @Test(arguments: files("filters"))
    func descriptors_areRead(_ url: URL) throws {
        let (name, text) = try file(url)
        let reading = try DescriptorFile.read(try #require(AppID(name)), text, value: readValue)
        #expect(reading.warnings.isEmpty)
        #expect(!reading.descriptor.filters.isEmpty)
    }
}
