// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

struct ModeFileTests {
    static let work = """
        # Weekdays
        [Mode]
        Name=Work
        Name[de]=Arbeit
        Icon=briefcase-symbolic
        Color=#3584e4
        Priority=50
        When=do-not-disturb and not locked
        LeaveDelay=1min 30s
        X-Note=mine

        [Filter org.example.Tasks/UpNext]
        taskCategory='7d0a'
        urgentOnly=true
        größe=nothing

        [X-Other]
        a=b

        """

    func read(
        _ base: String, _ dropIns: [String] = [], locale: String = ""
    ) throws(FileError) -> ModeFile.Reading {
        try ModeFile.read(
            modeID("work"), base: TextFile("/m/work.mode", base),
            dropIns: dropIns.enumerated().map { TextFile("/m/work.mode.d/\($0.offset).conf", $0.element) },
            locale: locale, value: readValue)
    }

    @Test func everyKey_isRead() throws {
        let reading = try read(Self.work)
        let mode = reading.mode
        #expect(mode.id.text == "work")
        #expect(mode.name == "Work")
        #expect(mode.icon == "briefcase-symbolic")
        #expect(mode.color == "#3584e4")
        #expect(mode.priority == 50)
        #expect(mode.isEnabled)
        #expect(mode.condition?.text == "do-not-disturb and not locked")
        #expect(mode.leaveDelay == .seconds(90))
        #expect(mode.file == "/m/work.mode")
        #expect(
            mode.filters == [
                filterKey("org.example.Tasks/UpNext"): [
                    id("taskCategory"): .value(.string("7d0a")), id("urgentOnly"): .value(.bool(true)),
                    id("größe"): .none,
                ]
            ])
        #expect(reading.warnings.isEmpty)
        #expect(try read(Self.work, locale: "de_AT.UTF-8").mode.name == "Arbeit")
    }

    @Test func theLongestName_isRead() throws {
        let name = String(repeating: "x", count: Mode.maximumText)
        #expect(try read("[Mode]\nName=\(name)\n").mode.name == name)
    }

    @Test func anEmptyMode_hasDefaults() throws {
        let mode = try read("[Mode]\n").mode
        #expect(mode == Mode(id: mode.id, name: "work", file: "/m/work.mode"))
    }

    @Test func dropIns_overrideKeyByKey() throws {
        let reading = try read(
            Self.work,
            [
                "[Mode]\nPriority=-7\nWhen=\nIcon=\nColor=\nLeaveDelay=\nName=\n",
                "[Filter org.example.Tasks/UpNext]\nurgentOnly=false\n[Filter a.b/C]\nx=1\n[Mode]\nEnabled=false",
                "",
            ])
        let mode = reading.mode
        #expect(mode.priority == -7)
        #expect(mode.condition == nil && mode.icon == nil && mode.color == nil && mode.leaveDelay == nil)
        #expect(mode.name == "work")
        #expect(!mode.isEnabled)
        #expect(mode.filters[filterKey("org.example.Tasks/UpNext")]?[id("urgentOnly")] == .value(.bool(false)))
        #expect(mode.filters[filterKey("org.example.Tasks/UpNext")]?[id("taskCategory")] == .value(.string("7d0a")))
        #expect(mode.filters[filterKey("a.b/C")] == [id("x"): .value(.int(1))])
        #expect(mode.file == "/m/work.mode")
    }

    @Test func resetFilters_forgetsEarlierFiles() throws {
        let mode = try read(
            Self.work,
            [
                "[Filter a.b/C]\nx=1\n",
                "[Filter org.example.Tasks/UpNext]\nurgentOnly=false\n"
                    + "[Mode]\nResetFilters=org.example.Tasks/UpNext;a.b/C;\n",
            ]
        ).mode
        #expect(mode.filters == [filterKey("org.example.Tasks/UpNext"): [id("urgentOnly"): .value(.bool(false))]])
    }

    static let refusals: [(String, Int, Int, String)] = [
        ("", 1, 1, "the group '[Mode]' is missing"),
        ("# nothing\n\n", 1, 1, "the group '[Mode]' is missing"),
        ("# x\n[mode]\n", 2, 2, "the group '[Mode]' is missing; did you mean it by '[mode]'?"),
        (
            "[Mode]\nName=a\\q\n", 2, 7,
            #"Name: after '\' may come s, n, t, r or another '\'; write '\\' for a backslash"#
        ),
        ("[Mode]\nName=\(String(repeating: "é", count: 513))", 2, 6, "Name has 1026 bytes; at most 1024 are allowed"),
        (
            "[Mode]\nIcon=\(String(repeating: "x", count: 300_000))", 2, 6,
            "Icon has 300000 bytes; at most 1024 are allowed"
        ),
        ("[Mode]\nColor=blue", 2, 7, "Color must be '#' and six hexadecimal digits, such as '#3584e4'"),
        ("[Mode]\nColor=#12345g", 2, 7, "Color must be '#' and six hexadecimal digits, such as '#3584e4'"),
        ("[Mode]\nPriority=1001", 2, 10, "Priority must be a whole number from -1000 to 1000"),
        ("[Mode]\nPriority=", 2, 10, "Priority must be a whole number from -1000 to 1000"),
        ("[Mode]\nEnabled=yes", 2, 9, "Enabled must be 'true' or 'false'"),
        ("[Mode]\nLeaveDelay=3 years", 2, 14, "LeaveDelay: unknown unit 'years'; use ms, s, min, h, d or w"),
        (
            "[Mode]\n  When = idle and do-not-distrub ", 2, 19,
            "When: unknown fact 'do-not-distrub'; did you mean 'do-not-disturb'?"
        ),
        ("[Mode]\nWhen=(idle", 2, 6, "When: '(' without ')'"),
        (
            "[Mode]\nSchedule=Mon..Fri 9-17", 2, 19, "Schedule: \(ScheduleTests.date)"
        ),
        (
            "[Mode]\n DoNotDisturb=yes", 2, 15,
            "DoNotDisturb must be 'on' or 'off', or empty to leave the switch alone"
        ),
        ("[Mode]\nEnterDelay=soon", 2, 12, "EnterDelay: a time span is digits with a unit, such as '1h 30min'"),
        (
            "[Mode]\n[Filter tasks]", 2, 9,
            "'tasks' is not an app's and a filter's id with '/' between them, such as 'org.example.Tasks/UpNext'"
        ),
        ("[Mode]\n[Filter a.b/C]\nx='é' 5", 3, 6, "x: not a value"),
        (
            "[Mode]\n[Filter a.b/C]\nx=", 3, 3,
            "x: a value is missing; write 'nothing' for none, or remove the line for the default"
        ),
        (
            "[Mode]\nResetFilters=a.b", 2, 14,
            "ResetFilters: 'a.b' is not an app's and a filter's id with '/' between them"
        ),
        (
            "[Mode]\n[Filter a.b/C]\n[Filter a.b/C]", 3, 2,
            "group 'Filter a.b/C' is already on line 2; put the keys of both under one header"
        ),
    ]

    @Test(arguments: refusals)
    func k2_aBrokenFile_isRefusedWholeWithItsPlace(_ text: String, _ line: Int, _ column: Int, _ message: String) {
        let error = TextError(line: line, column: column, message: message)
        #expect(fileRefusal { () throws(FileError) in try read(text) } == FileError(path: "/m/work.mode", error: error))
    }

    @Test func k2_aBrokenDropIn_isNamed() throws {
        let error = try #require(
            fileRefusal { () throws(FileError) in try read(Self.work, ["", "[Mode]\nName=a\nName=b"]) })
        #expect(
            error.description == "/m/work.mode.d/1.conf:3:1: key 'Name' is already on line 2 in this group; "
                + "keep one of them")
        #expect(
            error.problem
                == Problem(
                    kind: .file, subject: "/m/work.mode.d/1.conf", message: error.error.message,
                    file: "/m/work.mode.d/1.conf", line: 3, column: 1))
    }

    @Test func k2_unknownKeysAndGroups_areWarnedOf() throws {
        let reading = try read(
            "[Mode]\nPriorty=5\nIcon[de]=x\nX-a=1\n[Filters a.b/C]\n[Filter a.b/D]\nurgent-only=true\nx[de]=1\nX-y=1\n")
        #expect(
            reading.warnings.map(\.message) == [
                "unknown key 'Priorty'; did you mean 'Priority'?",
                "'Icon' is not translated; 'Icon[de]' is ignored",
                "unknown group '[Filters a.b/C]'",
                "'urgent-only' cannot be a parameter's id",
                "'x[de]' cannot be a parameter's id",
            ])
        #expect(reading.warnings.map(\.line) == [2, 3, 5, 7, 8])
        #expect(reading.warnings.map(\.column) == [1, 1, 2, 1, 1])
        #expect(reading.warnings.allSatisfy { $0.kind == .file && $0.file == "/m/work.mode" && $0.subject == $0.file })
        #expect(reading.mode.filters == [filterKey("a.b/D"): [:]])
    }

    @Test func h3_badBytesInAnAppID_refuseTheFile() {
        let bytes = Array("[Mode]\n[Filter org.B".utf8) + [0xE9] + Array("ro/X]\n".utf8)
        let error = fileRefusal { () throws(FileError) in
            try ModeFile.read(modeID("work"), base: TextFile(path: "f", bytes: bytes), value: readValue)
        }
        #expect(error?.description == "f:2:14: not UTF-8; save the file in the encoding UTF-8")
    }

    @Test func h3_entityIdsThatAreNotASCII_surviveUnchanged() throws {
        for entity in ["Büro/日本", "Bu\u{308}ro/日本"] {
            let mode = try read("[Mode]\n[Filter a.b/C]\nplace='\(entity)'\n").mode
            guard case .value(.string(let text)) = mode.filters[filterKey("a.b/C")]?[id("place")] else {
                Issue.record("no value")
                continue
            }
            #expect(text.isExactly(entity))
            let written = try read(String(decoding: ModeFile.text(of: mode), as: UTF8.self)).mode
            #expect(written.filters == mode.filters)
        }
    }

    @Test func theTextOfAMode_readsAsTheMode() throws {
        var random = SeededGenerator(seed: 9)
        let facts = try Condition(parsing: "not (idle or\n locked)")
        for _ in 0..<500 {
            var mode = try read("[Mode]").mode
            let name = random.text(upTo: 8)
            mode.name = name.isEmpty || name.unicodeScalars.first == "\u{0C}" ? "n" : name
            mode.icon = Bool.random(using: &random) ? "i" : nil
            mode.color = Bool.random(using: &random) ? "#00fFaA" : nil
            mode.priority = Int.random(in: Mode.priorities, using: &random)
            mode.isEnabled = Bool.random(using: &random)
            mode.condition = Bool.random(using: &random) ? Condition(facts.expression) : nil
            mode.leaveDelay = Bool.random(using: &random) ? Int64.random(in: 0...10_000_000, using: &random) : nil
            mode.filters = [
                filterKey("a.b/C"): [id("x"): .value(.string(random.text(upTo: 8))), id("y"): .none],
                filterKey("a.b/D"): [:],
            ]
            let reading = try read(String(decoding: ModeFile.text(of: mode), as: UTF8.self))
            #expect(reading.mode == mode)
            #expect(reading.warnings.isEmpty)
        }
        var mode = try read("[Mode]").mode
        mode.condition = facts
        let read = try read(String(decoding: ModeFile.text(of: mode), as: UTF8.self)).mode
        #expect(read.condition?.text == "not (idle or locked)")
        #expect(read.condition?.expression == facts.expression)
    }

    @Test func mutatedFiles_neverTrap() {
        var random = SeededGenerator(seed: 10)
        for _ in 0..<1500 {
            let base = TextFile(path: "base", bytes: random.mutation(of: Array(Self.work.utf8)))
            let error = fileRefusal { () throws(FileError) in
                try ModeFile.read(modeID("work"), base: base, dropIns: [base], value: readValue)
            }
            if let error, !isInside(error.error, base.bytes) { Issue.record("\(error): \(base.bytes)") }
        }
    }

    @Test func aReaderOfValuesThatPointsAnywhere_staysWithinTheValue() {
        for (line, column) in [(1, 0), (1, 99), (5, 1), (0, -3), (1, .max)] {
            let base = TextFile("f", "[Mode]\n[Filter a.b/C]\nx='a'\n")
            let error = fileRefusal { () throws(FileError) in
                try ModeFile.read(modeID("work"), base: base) { _ in
                    .failure(TextError(line: line, column: column, message: "m"))
                }
            }
            #expect(error.map { isInside($0.error, base.bytes) } == true)
        }
    }
}
