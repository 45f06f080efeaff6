// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import FocusControl

struct CommandParserTests {
    static let key = FilterKey("org.example.Tasks/UpNext")

    private static let known: FilterKey = {
        guard let key else { preconditionFailure("the sample is no key") }
        return key
    }()

    static let commands: [(String, Command)] = [
        ("", .status), ("status", .status), ("why", .why), ("modes", .modes), ("filters", .filters),
        ("sources", .sources), ("problems", .problems), ("auto", .resume), ("watch", .watch), ("reload", .reload),
        ("doctor", .doctor(awaitsFlip: false)), ("doctor --watch", .doctor(awaitsFlip: true)), ("report", .report),
        ("next", .next(count: 10)), ("next --count 3", .next(count: 3)), ("history --count=99", .history(count: 99)),
        ("preview", .preview(at: nil, facts: [:])),
        (
            "preview --at 17:00 --fact locked=true --fact battery=15 --fact network=A=b",
            .preview(
                at: LocalTime("17:00"), facts: [.locked: .bool(true), .battery: .number(15), .network: .text("A=b")])
        ),
        ("validate - --kind schedule", .validate(file: "-", kind: .schedule)),
        ("on work", .activate(mode: "work", .boundary)),
        ("on work --for 1h", .activate(mode: "work", .span(3_600_000_000))),
        ("on --for=90s work", .activate(mode: "work", .span(90_000_000))),
        ("on work --until-resumed", .activate(mode: "work", .resumed)),
        ("hold work", .hold(mode: "work", reason: "", command: [])),
        ("hold work -- ls -l", .hold(mode: "work", reason: "ls", command: ["ls", "-l"])),
        ("hold work --reason why -- ls -l", .hold(mode: "work", reason: "why", command: ["ls", "-l"])),
        ("off", .deactivate(.boundary)), ("off --for 2d", .deactivate(.span(172_800_000_000))),
        ("show work", .show(mode: "work")), ("delete work", .delete(mode: "work")),
        ("create deep", .create(mode: "deep", preset: "")),
        ("create deep --preset work", .create(mode: "deep", preset: "work")),
        ("validate a/work.mode", .validate(file: "a/work.mode", kind: .mode)),
        ("validate work.mode.d/50-user.conf", .validate(file: "work.mode.d/50-user.conf", kind: .mode)),
        ("validate agent.conf", .validate(file: "agent.conf", kind: .agent)),
        ("validate org.example.Tasks.filters", .validate(file: "org.example.Tasks.filters", kind: .filters)),
        ("validate - --kind condition", .validate(file: "-", kind: .condition)),
        ("options org.example.Tasks/UpNext list", .options(known, parameter: "list", search: "", Changes())),
        (
            "options --search work org.example.Tasks/UpNext list tags=a",
            .options(
                known, parameter: "list", search: "work",
                Changes(assignments: [Changes.Assignment(name: "tags", value: "a")]))
        ),
        ("resolve org.example.Tasks/UpNext list a b", .resolve(known, parameter: "list", ids: ["a", "b"])),
        ("describe org.example.Tasks/UpNext", .describe(known, Changes())),
        ("suggest org.example.Tasks/UpNext", .suggest(known)),
        ("policy org.example.Tasks", .policy(known.app, PolicyChange())),
        (
            "policy org.example.Tasks share-mode=yes activate=off",
            .policy(known.app, PolicyChange(shareMode: true, activate: false))
        ),
        ("help", .help(nil)), ("help on", .help(.on)), ("on --help", .help(.on)), ("-h", .help(nil)),
        ("--version", .version), ("show -- --odd", .show(mode: "--odd")),
    ]

    @Test(arguments: commands)
    func commandLine_isUnderstood(_ line: String, _ command: Command) throws {
        #expect(try CommandParser.parse(words(line)).command == command)
    }

    @Test func everyVerb_isAmongTheCases() {
        let tested = Set(Self.commands.compactMap { words($0.0).first }).union(["set", "unset"])
        #expect(Set(Verb.allCases.map(\.rawValue)).isSubset(of: tested))
    }

    @Test func set_readsAssignmentsInOrder() throws {
        let key = try #require(Self.key)
        let invocation = try CommandParser.parse(
            words("set work org.example.Tasks/UpNext tags=a tags=b text=x=y --none category --default order count=-5"))
        let changes = Changes(
            assignments: [
                .init(name: "tags", value: "a"), .init(name: "tags", value: "b"), .init(name: "text", value: "x=y"),
                .init(name: "count", value: "-5"),
            ], none: ["category"], toDefault: ["order"])
        #expect(invocation.command == .configure(mode: "work", key, changes))
        #expect(
            try CommandParser.parse(words("unset work org.example.Tasks/UpNext")).command
                == .unconfigure(mode: "work", key)
        )
    }

    @Test func until_isReadAsALocalTime() throws {
        let time = try #require(LocalTime("17:00"))
        #expect(
            try CommandParser.parse(["on", "work", "--until", "17:00"]).command == .activate(mode: "work", .time(time)))
    }

    @Test func jsonAndColor_goWithEveryVerb() throws {
        let invocation = try CommandParser.parse(["--json", "modes", "--color", "never"])
        #expect(invocation == Invocation(command: .modes, json: true, color: .never))
    }

    static let mistakes: [(String, String)] = [
        ("stauts", "no verb 'stauts'; did you mean 'status'?"),
        ("next --count 0", "--count: '0' is not a number above 0"),
        ("preview --fact lokced=true", "--fact: there is no fact 'lokced'; did you mean 'locked' or 'docked'?"),
        ("preview --fact locked", "--fact: 'locked' is not NAME=VALUE; for example locked=true"),
        ("preview --fact locked=maybe", "--fact: 'locked' is true or false, not 'maybe'"),
        ("preview --fact battery=low", "--fact: 'battery' is a number, not 'low'"),
        ("preview --fact battery=-5", "--fact: 'battery' is -5.0; it can be 0 to 100"),
        ("preview --fact battery=1e9", "--fact: 'battery' is 1000000000.0; it can be 0 to 100"),
        ("preview --fact network=A\u{7}", "--fact: 'network' has control characters"),
        (
            "preview --fact network=\(String(repeating: "n", count: 1025))",
            "--fact: 'network' is longer than 1024 bytes"
        ),
        ("preview --fact idle=true --fact idle=no", "--fact: 'idle' is given twice"),
        ("frobnicate", "no verb 'frobnicate'"),
        ("help modse", "no verb 'modse'; did you mean 'modes'?"),
        ("modes --jsn", "no option '--jsn'; did you mean '--json'?"),
        ("modes -x", "no option '-x'"),
        ("modes --for 1h", "--for does not go with 'modes', only with on, off"),
        ("on work --json=yes", "--json takes no value"),
        ("modes --json --json", "--json is given twice"),
        ("on work --for", "--for SPAN: the value is missing; for this long: 90s, 45min, 1h, 1h 30min, 2d"),
        ("on work --for 1h --until 17:00", "--for and --until exclude each other"),
        ("on work --for 0s", "--for: '0s' is no time at all; for example 90s, 45min, 1h, 1h 30min, 2d"),
        (
            "on work --until 5pm",
            "--until: '5pm' is not a time; for example 17:00 (the next), 'Fri 18:30', 2026-12-01T09:00"
        ),
        ("modes --color=alwys", "--color: 'alwys' is none of auto, always, never; did you mean 'always'?"),
        ("on", "'on' is used as: focusctl on MODE [--for SPAN | --until TIME | --until-resumed]"),
        ("on a b", "'on' is used as: focusctl on MODE [--for SPAN | --until TIME | --until-resumed]"),
        ("why now", "'why' is used as: focusctl why"),
        ("unset work", "'unset' is used as: focusctl unset MODE APP/FILTER"),
        (
            "set work UpNext",
            "'UpNext' is not a filter; write APP/FILTER, as 'focusctl filters' lists them: org.example.Tasks/UpNext"
        ),
        ("set work org.example.Tasks/UpNext urgent", "'urgent' is not NAME=VALUE; for example urgentOnly=true"),
        ("set work org.example.Tasks/UpNext =1", "'=1' is not NAME=VALUE; for example urgentOnly=true"),
        (
            "set work org.example.Tasks/UpNext a=1 --none a", "'a' cannot have --none and a value at once"
        ),
        (
            "validate notes.txt",
            "the name 'notes.txt' does not tell what the file is; add --kind mode, agent, filters, condition or schedule"
        ),
        (
            "validate x --kind moed",
            "--kind: 'moed' is none of mode, agent, filters, condition, schedule; did you mean 'mode'?"
        ),
    ]

    @Test(arguments: mistakes)
    func mistake_isNamedWithTheCure(_ line: String, _ message: String) {
        #expect(throws: UsageError(message)) { try CommandParser.parse(words(line)) }
    }

    @Test func badSpan_givesExamples() {
        do {
            _ = try CommandParser.parse(["on", "work", "--for", "soon"])
            Issue.record("'soon' was taken for a span")
        } catch {
            #expect(error.message.hasPrefix("--for: 'soon': "))
            #expect(error.message.hasSuffix("; for example 90s, 45min, 1h, 1h 30min, 2d"))
        }
    }
}

private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
