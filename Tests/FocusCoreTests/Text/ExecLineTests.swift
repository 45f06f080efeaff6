// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

struct ExecLineTests {
    @Test(arguments: [
        ("/bin/x", ["/bin/x"]), ("  x  a   b ", ["x", "a", "b"]), (#"x "a b" "" c"#, ["x", "a b", "", "c"]),
        (#""/opt/my app/run" -v"#, ["/opt/my app/run", "-v"]), (#"x "\"\`\$\\" "#, ["x", #""`$\"#]),
        ("x 100%% a=b,c:d", ["x", "100%", "a=b,c:d"]), (#"x "it's; *fine* | <ok>""#, ["x", "it's; *fine* | <ok>"]),
        ("größe ä", ["größe", "ä"]),
    ])
    func goodLines(text: String, arguments: [String]) throws {
        #expect(try ExecLine(text).arguments == arguments)
    }

    @Test(arguments: [
        ("", 1, "a program is missing"), ("   ", 1, "a program is missing"), (#""" x"#, 1, "not a program's name"),
        ("A=1 x", 1, "not a program's name"), ("bin/x", 1, "relative path"), ("./x", 1, "relative path"),
        ("x $HOME", 3, "reserved"), ("x 'a'", 3, "reserved"), ("x a;b", 4, "reserved"), ("x >f", 3, "reserved"),
        (#"x "a"#, 3, "not closed"), (#"x "a"b"#, 6, "quoted whole"), (#"x "\n""#, 4, "after '\\'"),
        (#"x "$a""#, 4, "no shell"), ("x %f", 3, "field codes"), ("x a\tb", 4, "reserved"),
    ])
    func badLines(text: String, column: Int, words: String) {
        do throws(TextError) {
            let line = try ExecLine(text)
            Issue.record("\(text) is read as \(line.arguments)")
        } catch {
            #expect(error.column == column && error.message.contains(words), "\(text): \(error)")
        }
    }
}

struct ProgramInputTests {
    private static func input(
        _ values: [String: ParameterValue], mode: SharedMode? = nil, previous: [Identifier: ParameterValue]? = nil
    ) -> ProgramInput {
        let values = Dictionary(uniqueKeysWithValues: values.map { (Make.id($0.key), $0.value) })
        return ProgramInput(
            Perform(
                peer: PeerID("program"), app: Make.app("org.example.Tasks"), filter: Make.id("UpNext"), handler: "",
                values: values,
                transition: Transition(
                    serial: 7, token: Token("abc"), reason: .activated, isActive: true, previous: previous, mode: mode),
                attempt: 1))
    }

    @Test
    func everythingIsTold() {
        let input = Self.input([
            "list": .string("a \"b\""), "urgent": .bool(true), "count": .int(-3), "part": .double(0.5),
            "tags": .array([.string("x"), .string("y")]),
        ])
        let json = #"{"count":-3,"list":"a \"b\"","part":0.5,"tags":["x","y"],"urgent":true}"#
        #expect(input.standardInput == json + "\n")
        #expect(
            input.environment == [
                "FOCUS_APP": "org.example.Tasks", "FOCUS_FILTER": "UpNext", "FOCUS_REASON": "activated",
                "FOCUS_ACTIVE": "true", "FOCUS_SERIAL": "7", "FOCUS_TOKEN": "abc", "FOCUS_VALUES": json,
                "FOCUS_VALUE_list": "a \"b\"", "FOCUS_VALUE_urgent": "true", "FOCUS_VALUE_count": "-3",
                "FOCUS_VALUE_part": "0.5", "FOCUS_VALUE_tags": #"["x","y"]"#,
            ])
    }

    @Test
    func modeAndPrevious_areToldOnlyIfKnown() {
        let input = Self.input(
            [:], mode: SharedMode(id: "work", name: "Work"), previous: [Make.id("list"): .string("all")])
        #expect(input.environment["FOCUS_MODE"] == "work")
        #expect(input.environment["FOCUS_MODE_NAME"] == "Work")
        #expect(input.environment["FOCUS_PREVIOUS"] == #"{"list":"all"}"#)
        #expect(Self.input([:]).environment["FOCUS_MODE"] == nil)
    }

    @Test
    func whatNoVariableTakes_isOnStandardInputOnly() {
        let long = String(repeating: "x", count: 40000)
        let input = Self.input(["größe": .int(1), "long": .string(long), "odd": .string("a\u{1}b"), "ok": .int(2)])
        #expect(input.environment.keys.filter { $0.hasPrefix("FOCUS_VALUE") }.sorted() == ["FOCUS_VALUE_ok"])
        #expect(input.standardInput.contains(long) && input.standardInput.contains("größe"))
        #expect(input.standardInput.contains(#""odd":"a\u0001b""#))
    }
}
