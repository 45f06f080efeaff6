// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Foundation
import TestSupport
import Testing

/// The sample that is a shell script, run by the real agent.
@Suite struct ProgramExampleTests {
    private static let examples = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("data/examples")

    private static func mode(_ name: String, picture: String) -> String {
        "[Mode]\nName=\(name)\n\n[Filter org.example.Wallpaper/Picture]\npicture='\(picture)'\n"
    }

    @Test func script_isRunOncePerChangeOfItsValues() throws {
        let descriptor = try String(
            contentsOf: Self.examples.appendingPathComponent("org.example.Wallpaper.filters"), encoding: .utf8)
        let program = Self.examples.appendingPathComponent("wallpaper.sh").path
        let pictures = try TemporaryDirectory()
        let desk = try pictures.write("", to: "the desk.png")
        let bed = try pictures.write("", to: "bed.png")
        let scene = try Scene(
            modes: [
                "work": Self.mode("Work", picture: desk), "study": Self.mode("Study", picture: desk),
                "sleep": Self.mode("Sleep", picture: bed),
            ],
            files: [
                "data/focus-filters/filters/org.example.Wallpaper.filters":
                    descriptor.replacingOccurrences(of: "Exec=focus-wallpaper", with: "Exec=\"\(program)\"")
            ])
        /// What the script says goes to the agent's log.
        func logs(_ line: String) -> Bool {
            scene.agent.waitForLine(in: .errors) { $0.contains(line) } != nil
        }
        let link = try #require(scene.environment["XDG_DATA_HOME"]) + "/focus-wallpaper"
        func target() -> String? { try? FileManager.default.destinationOfSymbolicLink(atPath: link) }

        try scene.activate("work")
        #expect(logs("activated: {\"picture\":\"\(desk)\"}"), "\(scene.log)")
        #expect(target() == desk)
        try scene.activate("study")
        try scene.activate("sleep")
        #expect(logs("changed: {\"picture\":\"\(bed)\"}"), "\(scene.log)")
        #expect(target() == bed)
        try scene.deactivate()
        #expect(logs("ended: {}"), "\(scene.log)")
        #expect(target() == nil)
        // Between the two modes with equal values nothing was run.
        #expect(scene.log.split(separator: "\n").count { $0.contains("{\"picture\":\"\(desk)\"}") } == 1)
    }
}
