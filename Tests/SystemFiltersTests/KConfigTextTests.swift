// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SystemFilters

@Suite struct KConfigTextTests {
    private static let app = ["Applications", "org.example.mail"]

    private static func text(_ string: String) -> KConfigText { KConfigText(Array(string.utf8)) }
    private static func string(_ text: KConfigText) -> String { String(decoding: text.bytes, as: UTF8.self) }

    // MARK: Reading

    @Test func groupsLieInEachOther_andTheLastOfAKeyCounts() {
        let text = Self.text(
            """
            General=before any group
            # [Applications][no]
            [Applications][org.example.mail]
              ShowPopups = false
            [Applications][a][deeper]
            ShowPopups=yes
            [Services][org.example.mail]
            ShowPopups=no

            [Applications][org.example.mail]
            ShowPopups=0
            Seen=true
            """)
        #expect(text.entry("ShowPopups", in: Self.app)?.value == "0")
        #expect(text.entry("Seen", in: Self.app)?.value == "true")
        #expect(text.entry("ShowPopups", in: ["Services", "org.example.mail"])?.value == "no")
        #expect(text.entry("ShowPopups", in: ["Applications"]) == nil)
        #expect(text.entry("Seen", in: ["Services", "org.example.mail"]) == nil)
        #expect(text.groups(in: ["Applications"]) == ["org.example.mail", "a"])
        #expect(text.groups(in: []) == ["Applications", "Services"])
        #expect(text.groups(in: ["Applications", "a"]) == ["deeper"])
    }

    @Test(arguments: [
        ("Key=1", false, false), ("Key[$i]=1", true, false), ("Key[$d]", false, true), ("Key[$e]=1", false, false),
        ("Key[$ei]=1", true, false), (" Key [$i] = 1 ", true, false),
    ])
    func marksBehindAKey(line: String, isLocked: Bool, isDeleted: Bool) {
        let entry = Self.text("[A]\n\(line)\n").entry("Key", in: ["A"])
        #expect(entry == .init(value: isDeleted ? "" : "1", isLocked: isLocked, isDeleted: isDeleted))
    }

    @Test func localisedKey_isAnother() {
        #expect(Self.text("[A]\nKey[de]=1\n").entry("Key", in: ["A"]) == nil)
    }

    @Test(arguments: [
        ("[Applications][org.example.mail][$i]\n", true), ("[Applications][$i]\n", true), ("[$i]\n", true),
        ("[Applications][other][$i]\n", false), ("[Services][$i]\n", false),
        ("[Applications][org.example.mail]\n", false),
        ("[Applications][org.example.mail][deeper][$i]\n", false),
    ])
    func whatIsLocked(content: String, isLocked: Bool) { #expect(Self.text(content).isLocked(Self.app) == isLocked) }

    @Test(arguments: ["a[b]c", #"a\b"#, " a", "ä ö", "a]", "@other"]) func anyNameOfAGroup_isReadBack(name: String) {
        var text = KConfigText()
        text.set("Key", to: "true", in: ["Applications", name])
        let again = KConfigText(text.bytes)
        #expect(again.entry("Key", in: ["Applications", name])?.value == "true")
        #expect(again.groups(in: ["Applications"]) == [name])
    }

    @Test(arguments: [#"\s"#, #"\t"#, #"\x41"#, #"\xZZ"#, #"\x"#, #"\"#, "", "]["]) func oddHeaders_trapNothing(
        name: String
    ) {
        let text = Self.text("[Applications][\(name)]\nKey=1\n[\n[[\n[a\n=\n[$\n")
        #expect(Self.string(text) == "[Applications][\(name)]\nKey=1\n[\n[[\n[a\n=\n[$\n")
        _ = text.groups(in: ["Applications"])
    }

    // MARK: Changing

    @Test(arguments: [
        ("", "[Applications][org.example.mail]\nShowPopups=false\n"),
        ("[B]\nx=1\n", "[B]\nx=1\n\n[Applications][org.example.mail]\nShowPopups=false\n"),
        ("[B]\nx=1\n\n", "[B]\nx=1\n\n\n[Applications][org.example.mail]\nShowPopups=false\n"),
        ("[B]\nx=1", "[B]\nx=1\n\n[Applications][org.example.mail]\nShowPopups=false\n"),
        (
            "# c\n[Applications][org.example.mail]\n# d\nSeen=true\n\n[B]\nx=1\n",
            "# c\n[Applications][org.example.mail]\n# d\nSeen=true\nShowPopups=false\n\n[B]\nx=1\n"
        ),
        ("[Applications][org.example.mail]", "[Applications][org.example.mail]\nShowPopups=false\n"),
        (
            "[Applications][org.example.mail]\n ShowPopups = yes\nSeen=true\n",
            "[Applications][org.example.mail]\nShowPopups=false\nSeen=true\n"
        ),
        (
            "[Applications][org.example.mail]\nShowPopups[$d]\n",
            "[Applications][org.example.mail]\nShowPopups=false\n"
        ),
    ])
    func set(before: String, after: String) {
        var text = Self.text(before)
        text.set("ShowPopups", to: "false", in: Self.app)
        #expect(Self.string(text) == after)
        #expect(KConfigText(text.bytes) == text)
    }

    /// Every file of up to four lines out of these: what is added and taken away again leaves no trace, and other groups
    /// read as before.
    @Test func addedAndTakenAway_leavesEveryByte() {
        let lines = [
            "", "# c", "[Applications][org.example.mail]", "[Applications][b]", "Seen=true", "ShowPopups=true",
        ]
        var files: [[String]] = [[]]
        for _ in 1...4 { files += files.flatMap { file in lines.map { file + [$0] } } }
        for file in Set(files) {
            let before = file.map { $0 + "\n" }.joined()
            var text = Self.text(before)
            let others = text.entry("ShowPopups", in: ["Applications", "b"])
            let own = text.entry("ShowPopups", in: Self.app)
            text.set("ShowPopups", to: "false", in: Self.app)
            #expect(text.entry("ShowPopups", in: Self.app)?.value == "false")
            #expect(text.entry("ShowPopups", in: ["Applications", "b"]) == others)
            #expect(KConfigText(text.bytes) == text)
            if let own {
                text.set("ShowPopups", to: own.value, in: Self.app)
                #expect(Self.string(text) == before)
            } else {
                text.remove("ShowPopups", in: Self.app)
                #expect(text.entry("ShowPopups", in: Self.app) == nil)
                // A header with nothing under it says nothing, and goes.
                if !file.contains("[Applications][org.example.mail]") { #expect(Self.string(text) == before) }
            }
            #expect(text.entry("ShowPopups", in: ["Applications", "b"]) == others)
            #expect(text.entry("Seen", in: Self.app) == Self.text(before).entry("Seen", in: Self.app))
        }
    }

    @Test(arguments: [
        ("[Applications][org.example.mail]\nShowPopups=false\n\n[B]\nx=1\n", "[B]\nx=1\n"),
        ("[B]\nx=1\n\n[Applications][org.example.mail]\nShowPopups=false\n\n[C]\n", "[B]\nx=1\n\n[C]\n"),
        ("[Applications][org.example.mail]\n# mine\nShowPopups=false\n", "[Applications][org.example.mail]\n# mine\n"),
        ("[Applications][org.example.mail][$i]\nShowPopups=1\n", "[Applications][org.example.mail][$i]\n"),
        ("[Applications][org.example.mail]\nSeen=true\n", "[Applications][org.example.mail]\nSeen=true\n"),
    ])
    func remove(before: String, after: String) {
        var text = Self.text(before)
        text.remove("ShowPopups", in: Self.app)
        #expect(Self.string(text) == after)
    }

    // MARK: The user's file over the system's

    @Test func usersFileCounts_thenTheSystems_thenTheFallback() {
        let off = Self.text("[G]\nKey=off\n")
        let on = Self.text("[G]\nKey=on\n")
        func value(_ user: KConfigText, _ system: [KConfigText]) -> (String?, Bool?) {
            let value = KConfigFiles(user: user, system: system).bool("Key", in: ["G"], else: true)
            return (value?.text, value?.isDefault)
        }
        #expect(value(off, [on]) == ("off", false))
        #expect(value(KConfigText(), [on, off]) == ("on", true))
        #expect(value(KConfigText(), [KConfigText(), off]) == ("off", true))
        #expect(value(KConfigText(), []) == ("true", true))
        #expect(value(Self.text("[G]\nKey[$d]\n"), [off]) == ("true", false))
        for locked in ["[G]\nKey[$i]=on\n", "[G][$i]\n", "[$i]\n"] {
            #expect(value(off, [KConfigText(), Self.text(locked)]) == (nil, nil))
            #expect(value(Self.text(locked), []) == (nil, nil))
        }
        #expect(
            KConfigFiles(user: Self.text("[G][a]\n"), system: [Self.text("[G][b]\n")]).groups(in: ["G"]) == ["a", "b"])
    }

    @Test(arguments: [
        ("true", true), ("1", true), ("yes", true), ("", true), ("maybe", true), ("false", false), ("False", false),
        ("no", false), ("OFF", false), ("0", false),
    ])
    func yesAndNo(text: String, isTrue: Bool) { #expect(KConfigFiles.isTrue(text) == isTrue) }
}
