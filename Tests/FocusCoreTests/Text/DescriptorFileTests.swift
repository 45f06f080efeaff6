// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

struct DescriptorFileTests {
    static let tasks = """
        [App]
        Name=Tasks
        Name[de]=Aufgaben
        Icon=org.example.Tasks
        BusName=org.example.Tasks.FocusHelper
        Background=activate

        [Filter UpNext]
        Title=Up Next
        Title[de]=Als Nächstes
        Description=Shows one category only
        Icon=/usr/share/ü.png
        Aliases=Next;Queue
        Deadline=30s

        [Parameter UpNext/taskCategory]
        Title=Category
        Title[de]=Kategorie
        Type=entity
        EntityName=Category
        Optional=true
        Array=true
        Options=dynamic
        DependsOn=order;
        Aliases=category;

        [Parameter UpNext/order]
        Title=Order
        Type=enum
        Default='due'

        [Parameter UpNext/share]
        Type=double
        Default=1
        Minimum=0
        Maximum=1.5
        X-Widget=slider

        [Case UpNext/order/due]
        Title=By due date
        Title[de]=Nach Fälligkeit
        Subtitle=Soonest first
        Icon=due-symbolic
        Synonyms=deadline;
        Synonyms[de]=Frist;Termin;

        [Case UpNext/order/a/b c]
        Title=Other

        [Filter Quiet]

        """

    func read(_ text: String, locale: String = "") throws(FileError) -> DescriptorFile.Reading {
        try DescriptorFile.read(
            appID("org.example.Tasks"), TextFile("/f/org.example.Tasks.filters", text), locale: locale,
            value: readValue)
    }

    @Test func everyKey_isRead() throws {
        let reading = try read(Self.tasks)
        #expect(reading.warnings.isEmpty)
        let upNext = FilterDescriptor(
            id: id("UpNext"), title: "Up Next", summary: "Shows one category only",
            icon: .file("file:///usr/share/%C3%BC.png"), aliases: [id("Next"), id("Queue")], deadline: .seconds(30),
            parameters: [
                ParameterDescriptor(
                    id: id("taskCategory"), type: .entity, isArray: true, isOptional: true, title: "Category",
                    options: .dynamic, entityName: "Category", dependsOn: [id("order")], aliases: [id("category")]),
                ParameterDescriptor(
                    id: id("order"), type: .enum, defaultValue: .string("due"), title: "Order",
                    cases: [
                        Item(
                            value: .string("due"), title: "By due date", subtitle: "Soonest first",
                            icon: .themed(["due-symbolic"]), synonyms: ["deadline"]),
                        Item(value: .string("a/b c"), title: "Other"),
                    ], options: .static),
                ParameterDescriptor(
                    id: id("share"), type: .double, defaultValue: .double(1), minimum: 0, maximum: 1.5),
            ])
        #expect(
            reading.descriptor
                == AppDescriptor(
                    id: appID("org.example.Tasks"), name: "Tasks", icon: "org.example.Tasks",
                    busName: appID("org.example.Tasks.FocusHelper"), background: .activate,
                    filters: [upNext, FilterDescriptor(id: id("Quiet"))]))
    }

    @Test func texts_areLocalised() throws {
        let app = try read(Self.tasks, locale: "de_AT.UTF-8").descriptor
        #expect(app.name == "Aufgaben")
        #expect(app.filters[0].title == "Als Nächstes")
        #expect(app.filters[0].summary == "Shows one category only")
        #expect(app.filters[0].parameters[0].title == "Kategorie")
        #expect(app.filters[0].parameters[1].cases[0].title == "Nach Fälligkeit")
        #expect(app.filters[0].parameters[1].cases[0].synonyms == ["Frist", "Termin"])
    }

    @Test func background_isReadWithItsCommand() throws {
        #expect(try read("[App]").descriptor == AppDescriptor(id: appID("org.example.Tasks")))
        #expect(
            try read("[App]\nBackground=exec\nExec=/bin/x --y").descriptor.background == .exec(ExecLine("/bin/x --y")))
        #expect(try read("[App]\nBackground=none\nExec=/bin/x").descriptor.background == .none)
    }

    @Test func groups_mayStandInAnyOrder() throws {
        let text = """
            [Case F/n/3]
            [Case F/n/-1]
            [Parameter F/n]
            Type=int
            Default=3
            [Filter F]
            [App]
            """
        let parameter = try read(text).descriptor.filters[0].parameters[0]
        #expect(parameter.cases.map(\.value) == [.int(3), .int(-1)])
        #expect(parameter.options == .static)
    }

    static let head = "[App]\n[Filter F]\n[Parameter F/p]\n"
    static let refusals: [(String, Int, Int, String)] = [
        ("", 1, 1, "the group '[App]' is missing"),
        ("[App]\nBusName=tasks", 2, 9, "BusName must be a well-known D-Bus name, such as 'org.example.Tasks'"),
        (
            "[App]\nBackground=aktivate", 2, 12,
            "Background must be one of: none, activate, exec; did you mean 'activate'?"
        ),
        ("[App]\nBackground=exec", 2, 12, "Background=exec needs a command in Exec"),
        (
            "[App]\n[Filter 1x]", 2, 9,
            "'1x' is not an id: an id is 1 to 128 letters, digits or '_', not starting with a digit"
        ),
        ("[App]\n[Filter F]\nDeadline=0s", 2, 2, "filter 'F': the deadline must be from 1ms to 10min"),
        (
            "[App]\n[Filter F]\nDeadline=soon", 3, 10,
            "Deadline: a time span is digits with a unit, such as '1h 30min'"
        ),
        (
            "[App]\n[Filter F]\nAliases=ok;not-ok;", 3, 9,
            "Aliases: 'not-ok' is not an id: 1 to 128 letters, digits or '_', not starting with a digit"
        ),
        (head, 3, 2, "Type is missing; it must be one of: bool, int, double, string, url, date, enum, entity"),
        (
            head + "Type=text", 4, 6,
            "Type must be one of: bool, int, double, string, url, date, enum, entity"
        ),
        (
            head + "Type=boole\nOptional=true", 4, 6,
            "Type must be one of: bool, int, double, string, url, date, enum, entity; did you mean 'bool'?"
        ),
        (
            head + "Type=string", 3, 2,
            "filter 'F', parameter 'p': it is neither optional nor has a default; give it one, or make it optional"
        ),
        (
            head + "Type=string\nDefault=nothing", 5, 9,
            "Default cannot be nothing; remove the line and say Optional=true"
        ),
        (
            head + "Type=string\nDefault=", 5, 9,
            "Default: a value is missing; write 'nothing' for none, or remove the line for the default"
        ),
        (head + "Type=string\nDefault='a", 5, 11, "Default: not a value"),
        (
            head + "Type=string\nDefault=5", 3, 2,
            "filter 'F', parameter 'p': its default 5 must be of type string, not int"
        ),
        (head + "Type=int\nOptional=true\nMinimum=a", 6, 9, "Minimum must be a number"),
        (head + "Type=enum\nOptional=true", 3, 2, "filter 'F', parameter 'p': an enum needs cases"),
        ("[App]\n[Parameter G/p]\nType=int", 2, 12, "there is no group '[Filter G]'"),
        (
            "[App]\n[Filter UpNext]\n[Parameter UpNxt/p]", 3, 12,
            "there is no group '[Filter UpNxt]'; did you mean 'UpNext'?"
        ),
        (
            "[App]\n[Filter F]\n[Parameter F]", 3, 12,
            "'F' is not FILTER/PARAMETER: an id is 1 to 128 letters, digits or '_', not starting with a digit"
        ),
        ("[App]\n[Filter Fé]\n[Case Fé/q/x]", 3, 10, "there is no group '[Parameter Fé/q]'"),
        (
            "[App]\n[Filter F]\n[Case F/q]", 3, 7,
            "'F/q' is not FILTER/PARAMETER/VALUE: an id is 1 to 128 letters, digits or '_', not starting with a digit"
        ),
        (head + "Type=int\nOptional=true\n[Case F/p/é]", 6, 11, "'é' is not a value of type int"),
        (
            "[App]\n[Filter F]\n[Filter G]\nAliases=F", 3, 2,
            "filter 'G': 'F' is already the id or an alias of a filter; give it another"
        ),
        (
            "[App]\n[Filter F]\n[Filter F]", 3, 2,
            "group 'Filter F' is already on line 2; put the keys of both under one header"
        ),
    ]

    @Test(arguments: refusals)
    func k2_aBrokenFile_isRefusedWholeWithItsPlace(_ text: String, _ line: Int, _ column: Int, _ message: String) {
        let error = fileRefusal { () throws(FileError) in try read(text) }
        #expect(error?.error == TextError(line: line, column: column, message: message))
        #expect(error?.path == "/f/org.example.Tasks.filters")
    }

    @Test func k2_unknownKeysAndGroups_areWarnedOf() throws {
        let reading = try read(
            "[App]\nNmae=x\n[Filter F]\nIcon[de]=x\n[Filters]\n[X-a]\n[Parameters F/p]\n[Filter]\nx=1\n")
        #expect(
            reading.warnings.map { "\($0.line):\($0.column): \($0.message)" } == [
                "2:1: unknown key 'Nmae'; did you mean 'Name'?",
                "4:1: 'Icon' is not translated; 'Icon[de]' is ignored",
                "5:2: unknown group '[Filters]'; did you mean 'Filter'?",
                "7:2: unknown group '[Parameters F/p]'; did you mean 'Parameter'?",
                "8:2: unknown group '[Filter]'",
            ])
    }

    @Test func limits_areKept() throws {
        let filters = (0..<257).map { "[Filter F\($0)]\n" }
        #expect(try read("[App]\n" + filters.dropLast().joined()).descriptor.filters.count == 256)
        let error = fileRefusal { () throws(FileError) in try read("[App]\n" + filters.joined()) }
        #expect(error?.error.line == 258)
        #expect(error?.error.message == "filter 'F256': an app may have at most 256 filters")
    }

    @Test func mutatedFiles_neverTrap() {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<600 {
            let file = TextFile(path: "f", bytes: random.mutation(of: Array(Self.tasks.utf8)))
            let error = fileRefusal { () throws(FileError) in
                try DescriptorFile.read(appID("a.b"), file, locale: "de", value: readValue)
            }
            if let error, !isInside(error.error, file.bytes) { Issue.record("\(error): \(file.bytes)") }
        }
    }
}
