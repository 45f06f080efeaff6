// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import FocusControl

struct JSONTests {
    static let values: [(Value, String)] = [
        (.boolean(true), "true"), (.byte(7), "7"), (.int16(-7), "-7"), (.uint16(7), "7"), (.int32(-7), "-7"),
        (.uint32(7), "7"), (.int64(.min), "-9223372036854775808"), (.uint64(.max), "18446744073709551615"),
        (.double(0.5), "0.5"), (.double(1e300), "1e+300"), (.double(.nan), "null"), (.double(-.infinity), "null"),
        (.string("a \"b\" \\ /"), #""a \"b\" \\ /""#),
        (.string("\n\r\t\u{1B}[31m\u{7F}\u{85}"), #""\n\r\t\u001b[31m\u007f\u0085""#),
        (.string("\u{202E}\u{2028}é👩‍💻"), #""\u202e\u2028é👩‍💻""#), (.string("\r\n"), #""\r\n""#),
        (.objectPath("/a/b"), #""/a/b""#), (.signature("a{sv}"), #""a{sv}""#),
        (.strings([]), "[]"), (.strings(["a", "b"]), #"["a","b"]"#),
        (.structure([.string("a"), .variant(.boolean(false))]), #"["a",false]"#),
        (.dictionary(key: "u", value: "s", [DictionaryEntry(key: .uint32(2), value: .string("x"))]), #"{"2":"x"}"#),
    ]

    @Test(arguments: values)
    func value_isPrinted(_ value: Value, _ text: String) {
        #expect(JSON(value).line == text)
    }

    @Test func dictionaries_areInTheOrderOfTheirKeys() {
        let row: Row = ["b": .boolean(true), "a": .variant(.strings(["x"])), "B": .int32(1)]
        #expect(JSON(row).line == #"{"B":1,"a":["x"],"b":true}"#)
        #expect(JSON(row.busValue).line == JSON(row).line)
    }

    @Test func ownObjects_keepTheirOrder() {
        #expect(JSON.object(["z": .null, "a": .integer(1)]).line == #"{"z":null,"a":1}"#)
    }
}

struct PlainTextTests {
    static let texts: [(String, String)] = [
        ("Up Next", "Up Next"), ("red \u{1B}[31m!", "red [31m!"), ("two\nlines", "two lines"), ("a\r\n\tb", "a b"),
        ("\u{202E}evil\u{202C}", "evil"), ("bell\u{7}\u{9B}", "bell"), ("👩‍💻 ok", "👩‍💻 ok"), ("", ""),
    ]

    @Test(arguments: texts)
    func controlCharacters_areRemoved(_ text: String, _ clean: String) {
        #expect(PlainText.clean(text) == clean)
    }

    @Test func columns_areAlignedWithoutTrailingSpace() {
        var table = Table(["MODE", "NAME"], indent: " ")
        table.rows = [["work", "Work"], ["do-not-disturb", ""]]
        #expect(table.lines() == [" MODE            NAME", " work            Work", " do-not-disturb  -"])
        #expect(Table().lines().isEmpty)
    }
}
