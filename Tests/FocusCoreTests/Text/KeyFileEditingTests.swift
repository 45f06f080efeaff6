// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

struct KeyFileEditingTests {
    func edited(_ text: String, _ edit: (inout KeyFile) throws -> Void) throws -> String {
        var file = try KeyFile(parsing: Array(text.utf8))
        try edit(&file)
        return String(decoding: file.bytes, as: UTF8.self)
    }

    @Test func setting_changesTheValueAlone() throws {
        let text = "# top\n[A]\n  x = 1  \n# note\ny=2\n\n# about B\n[B]\nx=3"
        #expect(
            try edited(text) { try $0.set("x", to: "9", in: "A") }
                == "# top\n[A]\n  x = 9\n# note\ny=2\n\n# about B\n[B]\nx=3")
        #expect(
            try edited(text) { try $0.set("z", to: "", in: "A") }
                == "# top\n[A]\n  x = 1  \n# note\ny=2\nz=\n\n# about B\n[B]\nx=3")
        #expect(try edited(text) { try $0.set("z", to: "4", in: "B") }.hasSuffix("[B]\nx=3\nz=4\n"))
        #expect(try edited(text) { try $0.set("z[de]", to: "4", in: "C") }.hasSuffix("[B]\nx=3\n\n[C]\nz[de]=4\n"))
    }

    @Test func newGroups_followOneBlankLine() throws {
        #expect(try edited("") { try $0.set("x", to: "1", in: "A") } == "[A]\nx=1\n")
        #expect(try edited("[A]\n") { try $0.addGroup("B") } == "[A]\n\n[B]\n")
        #expect(try edited("[A]\n\n") { try $0.addGroup("B") } == "[A]\n\n[B]\n")
        #expect(try edited("[A]\n  ") { try $0.addGroup("B") } == "[A]\n  \n[B]\n")
        #expect(try edited("#") { try $0.addGroup("B") } == "#\n\n[B]\n")
        #expect(
            try edited("[A]\r\nx=1\r\n") { try $0.set("y", to: "2", in: "B") } == "[A]\r\nx=1\r\n\r\n[B]\r\ny=2\r\n")
        #expect(try edited("[A]\n") { try $0.addGroup("A") } == "[A]\n")
    }

    @Test func removing_takesTheLine() throws {
        #expect(try edited("[A]\nx=1\n# c\ny=2\n") { try $0.remove("x", in: "A") } == "[A]\n# c\ny=2\n")
        #expect(try edited("[A]\nx=1\nx[de]=2") { try $0.remove("x[de]", in: "A") } == "[A]\nx=1\n")
        #expect(try edited("[A]\nx=1") { try $0.remove("y", in: "A") } == "[A]\nx=1")
    }

    @Test func removingAGroup_leavesCommentsAndOneBlankLine() throws {
        let text = "[A]\nx=1\n\n[B]\n# why\ny=2\nz=3\n\n# about C\n[C]\nx=1\n"
        #expect(try edited(text) { try $0.removeGroup("B") } == "[A]\nx=1\n\n# why\n\n# about C\n[C]\nx=1\n")
        #expect(try edited("[A]\n\n[B]\ny=2\n\n[C]\n") { try $0.removeGroup("B") } == "[A]\n\n[C]\n")
        #expect(try edited("[A]\n\n[B]\ny=2\n") { try $0.removeGroup("B") } == "[A]\n")
        #expect(try edited("[A]\nx=1") { try $0.removeGroup("A") } == "")
        #expect(try edited("[A]\r\n\r\n[B]\r\n") { try $0.removeGroup("B") } == "[A]\r\n")
    }

    @Test(arguments: [
        ("a\nb", "1", "A"), ("x", "1\n[B]", "A"), ("x", "1\ny=2", "A"), ("x", " 1", "A"), ("", "1", "A"),
        ("x", "1", "A]\n[B"), ("x=y", "1", "A"), ("x", "\0", "A"), ("x", "1", ""), ("[B]", "", "A"), ("#x", "1", "A"),
    ])
    func whatWouldReadAsSomethingElse_isRefusedAndChangesNothing(key: String, value: String, group: String) throws {
        let text = "[A]\nx=1\n"
        var file = try KeyFile(parsing: Array(text.utf8))
        #expect(throws: TextError.self) { try file.set(key, to: value, in: group) }
        #expect(file.bytes == Array(text.utf8))
    }

    /// Every edit of a random file changes what was asked for, and no other line.
    @Test func randomEdits_leaveAllOtherLinesAlone() throws {
        var random = SeededGenerator(seed: 3)
        let pool = [
            "", "  ", "# c", "#[A]", "a=1", " b = 2 ", "c[de]=x", "d=é\\n", "[A]", " [B] ", "[Ç x]", "a[de]=1", "\tz=",
        ]
        var edits = 0
        for _ in 0..<3000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...9, using: &random) {
                text += (pool.randomElement(using: &random) ?? "") + (Bool.random(using: &random) ? "\n" : "\r\n")
            }
            if Bool.random(using: &random), !text.isEmpty { text.unicodeScalars.removeLast() }
            guard let before = try? KeyFile(parsing: Array(text.utf8)) else { continue }
            let group = ["A", "B", "Ç x", "New"].randomElement(using: &random) ?? "A"
            let key = ["a", "b", "c[de]", "new"].randomElement(using: &random) ?? "a"
            var set = before
            try set.set(key, to: "7", in: group)
            expect(set, differsFrom: before, in: group, key: key, value: "7")
            var back = set
            try back.remove(key, in: group)
            expect(back, differsFrom: set, in: group, key: key, value: nil)
            var without = before
            try without.removeGroup(group)
            #expect(without[group: group] == nil)
            #expect(without.groups.count == before.groups.count - (before[group: group] == nil ? 0 : 1))
            #expect(comments(without) == comments(before))
            edits += 1
        }
        #expect(edits > 500)
    }

    private func expect(
        _ after: KeyFile, differsFrom before: KeyFile, in group: String, key: String, value: String?
    ) {
        #expect(comments(after) == comments(before))
        var wanted: [String: [String: String]] = [:]
        for group in before.groups { wanted[group.name] = values(group) }
        wanted[group, default: [:]][key] = value
        var found: [String: [String: String]] = [:]
        for group in after.groups { found[group.name] = values(group) }
        #expect(found == wanted)
    }

    private func values(_ group: KeyFile.Group) -> [String: String] {
        Dictionary(group.entries.map { ($0.fullKey, $0.rawValue) }) { first, _ in first }
    }

    private func comments(_ file: KeyFile) -> [String] {
        String(decoding: file.bytes, as: UTF8.self).unicodeScalars.split { $0 == "\n" }.map { String($0) }
            .filter { $0.contains("#") }.map { $0.replacing("\r", with: "") }
    }
}
