// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

struct KeyFileTests {
    func file(_ text: String) throws(TextError) -> KeyFile { try KeyFile(parsing: Array(text.utf8)) }

    @Test func everythingHasItsPlace() throws {
        let file = try file("# comment\n\n  [Möde x]  \nKey=value\n\tOther[de] = Ä b \n")
        let group = try #require(file[group: "Möde x"])
        #expect((group.line, group.column) == (3, 4))
        let key = try #require(group["Key"])
        #expect((key.rawValue, key.line, key.column, key.valueColumn) == ("value", 4, 1, 5))
        let other = try #require(group.entries.last)
        #expect((other.key, other.locale, other.rawValue) == ("Other", "de", "Ä b "))
        #expect((other.line, other.column, other.valueColumn) == (5, 2, 14))
        #expect(other.trimmedValue == "Ä b")
    }

    @Test func carriageReturnsBeforeLineFeeds_belongToTheLineEnd() throws {
        let file = try file("[A]\r\n\r\nx=1\r\ny=2\r\r\nz=3\r")
        #expect(file.groups[0].entries.map(\.rawValue) == ["1", "2\r", "3"])
    }

    static let refusals: [(String, Int, Int, String)] = [
        ("x=1\n[A]", 1, 1, "a key must come after a '[group]' line"),
        ("[A]\nx", 2, 2, "'=' is missing: a line is '[group]', 'key=value', '#' comment or blank"),
        ("[A]\n  =1", 2, 3, "there is no key before '='"),
        ("[A", 1, 3, "the group's name must end with ']'"),
        ("[A] x", 1, 5, "nothing may follow the group's name on its line"),
        ("[A]]", 1, 4, "nothing may follow the group's name on its line"),
        ("[]", 1, 2, "the group has no name"),
        ("[Ä[b]", 1, 3, "a group's name must not contain '[' or control characters"),
        ("[A\tb]", 1, 3, "a group's name must not contain '[' or control characters"),
        ("[A]\nx=1\n[B]\n[A]\n", 4, 2, "group 'A' is already on line 1; put the keys of both under one header"),
        ("[A]\nx=1\n x =2", 3, 2, "key 'x' is already on line 2 in this group; keep one of them"),
        ("[A]\nx[de]=1\nx[de]=2", 3, 1, "key 'x[de]' is already on line 2 in this group; keep one of them"),
        ("[A]\nx[de=1", 2, 5, "the locale must end with ']'"),
        ("[A]\nx[d e]=1", 2, 4, "a locale is letters, digits, '-', '_', '.' and '@'"),
        ("[A]\nx[de]y=1", 2, 5, "']' may only end a key, after '[locale'"),
        ("[A]\nx]=1", 2, 2, "']' without '['"),
        ("[A]\nx [de]=1", 2, 3, "no space may stand before '['"),
        ("[A]\nö=a\0b", 2, 4, "a NUL byte"),
        ("\u{FEFF}[A]", 1, 1, "the file starts with a byte order mark; save it as UTF-8 without one"),
    ]

    @Test(arguments: refusals)
    func whatIsNotAKeyFile_isRefusedWithItsPlace(_ text: String, _ line: Int, _ column: Int, _ message: String) {
        #expect(
            refusal { () throws(TextError) in try file(text) }
                == TextError(line: line, column: column, message: message))
    }

    @Test func namesThatDifferInBytes_areTwo() throws {
        let file = try file("[é]\né=1\ne\u{301}=2\n[e\u{301}]\n")
        #expect(file.groups.count == 2)
        #expect(file[group: "é"]?["e\u{301}"]?.rawValue == "2")
        #expect(file[group: "e\u{301}"]?.entries.isEmpty == true)
    }

    @Test func h3_badBytes_areRefusedWithLineAndColumn() {
        let bytes = Array("[Mode]\nName=B\u{FC}ro ".utf8) + [0xE9] + Array("x\n".utf8)
        let error = refusal { () throws(TextError) in try KeyFile(parsing: bytes) }
        #expect(error == TextError(line: 2, column: 11, message: "not UTF-8; save the file in the encoding UTF-8"))
        for bad: [UInt8] in [[0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3], [0x80], [0xFF]] {
            let error = refusal { () throws(TextError) in try KeyFile(parsing: Array("#\n日".utf8) + bad) }
            #expect(error.map { ($0.line, $0.column) } ?? (0, 0) == (2, 2))
        }
    }

    @Test func h3_idsThatAreNotASCII_surviveUnchanged() throws {
        let text = "[Case F/p/Büro/日本]\nTitle=Bu\u{308}ro\n"
        let file = try file(text)
        #expect(file.groups[0].name.isExactly("Case F/p/Büro/日本"))
        #expect(try file.groups[0]["Title"]?.string().isExactly("Bu\u{308}ro") == true)
    }

    @Test func sizeLimit_isKept() {
        let error = refusal { () throws(TextError) in
            try KeyFile(parsing: [UInt8](repeating: UInt8(ascii: "#"), count: KeyFile.maximumSize + 1))
        }
        #expect(error?.message == "the file is larger than 1048576 bytes")
        #expect(
            refusal { () throws(TextError) in
                try KeyFile(parsing: [UInt8](repeating: UInt8(ascii: "#"), count: KeyFile.maximumSize))
            } == nil)
    }

    @Test func values_areReadByKind() throws {
        let group = try file(
            #"""
            [A]
            text=\s a\\b\n\tc\r
            list=a\;b;;c\\;
            yes=true
            no=false 
            number=-12
            real=1.5
            badEscape=ab\q
            badEnd=ab\
            badBool=True
            badNumber=12a
            badReal=inf
            """#
        ).groups[0]
        #expect(try group["text"]?.string() == "  a\\b\n\tc\r")
        #expect(try group["list"]?.list() == ["a;b", "", "c\\"])
        #expect(try group["yes"]?.bool() == true)
        #expect(try group["no"]?.bool() == false)
        #expect(try group["number"]?.int() == -12)
        #expect(try group["real"]?.double() == 1.5)
        let badEscape = try #require(group["badEscape"])
        #expect(refusal(badEscape.string).map { ($0.line, $0.column) } ?? (0, 0) == (8, 13))
        let badEnd = try #require(group["badEnd"])
        #expect(refusal(badEnd.list).map { ($0.line, $0.column) } ?? (0, 0) == (9, 10))
        let badBool = try #require(group["badBool"])
        #expect(refusal(badBool.bool) == TextError(line: 10, column: 9, message: "badBool must be 'true' or 'false'"))
        let badNumber = try #require(group["badNumber"])
        #expect(refusal(badNumber.int)?.message == "badNumber must be a whole number")
        let badReal = try #require(group["badReal"])
        #expect(refusal(badReal.double)?.message == "badReal must be a number")
    }

    @Test(arguments: [
        ("de_AT.UTF-8@euro", "de_AT@euro"), ("de_AT@other", "de_AT"), ("de_CH@euro", "de@euro"), ("de_DE", "de"),
        ("de", "de"), ("C", "none"), ("C.UTF-8", "none"), ("POSIX", "none"), ("", "none"), ("fr_FR.UTF-8", "none"),
        ("fr:de_CH:en", "de"), ("sr@latin", "none"), ("@euro", "none"), (":", "none"), ("_.@", "none"),
    ])
    func localised_asDesktopEntries(_ locale: String, _ expected: String) throws {
        let file = try file(
            "[A]\nT=none\nT[de]=de\nT[de@euro]=de@euro\nT[de_AT]=de_AT\nT[de_AT@euro]=de_AT@euro\nT[]=empty\n")
        #expect(file.groups[0].localized("T", locale: locale)?.rawValue == expected)
        #expect(file.groups[0].localized("U", locale: locale) == nil)
    }

    @Test func anyText_survivesEscaping() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<1000 {
            var text = random.text(upTo: 12)
            while text.unicodeScalars.first == "\u{0C}" { text.unicodeScalars.removeFirst() }
            let elements = [text, "x", text]
            var file = KeyFile()
            try file.set("text", to: KeyFile.escaped(text), in: "A")
            try file.set("list", to: KeyFile.escaped(elements), in: "A")
            #expect(
                try file.groups[0]["text"]?.string().isExactly(text) == true,
                "\(Array(text.unicodeScalars)) \(file.bytes)")
            #expect(try file.groups[0]["list"]?.list().map(ExactText.init) == elements.map(ExactText.init))
        }
        #expect(KeyFile.escaped("\0a") == "\u{FFFD}a")
        #expect(KeyFile.escaped([String]()) == "")
    }

    /// All files of up to five of the grammar's characters: never a trap, and each refusal points into the text.
    @Test func everySmallFile_isReadOrRefusedAtAPlace() {
        let alphabet = Array("[]=\na \r".utf8)
        var accepted = 0
        for length in 0...5 {
            var digits = [Int](repeating: 0, count: length)
            repeat {
                let bytes = digits.map { alphabet[$0] }
                do {
                    _ = try KeyFile(parsing: bytes)
                    accepted += 1
                } catch {
                    if !isInside(error, bytes) { Issue.record("\(bytes): \(error)") }
                }
            } while next(&digits, base: alphabet.count)
        }
        #expect(accepted > 100)
    }

    private func next(_ digits: inout [Int], base: Int) -> Bool {
        for index in digits.indices {
            digits[index] += 1
            if digits[index] < base { return true }
            digits[index] = 0
        }
        return false
    }

    @Test func mutatedFiles_neverTrap() {
        var random = SeededGenerator(seed: 2)
        let base = Array("# é\n[Mode]\nName=Work\nName[de]=Arbeit\n\n[Filter a.b/C]\nx='日'\ny=@as []\n".utf8)
        for _ in 0..<5000 {
            let bytes = random.mutation(of: base)
            if let error = refusal({ () throws(TextError) in try KeyFile(parsing: bytes) }), !isInside(error, bytes) {
                Issue.record("\(bytes): \(error)")
            }
        }
    }
}
