// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces
import Testing

@testable import FocusControl

struct ReportTests {
    private func text(_ report: Report) -> String { report.lines.joined(separator: "\n") }

    @Test func status_showsModeReasonFactsFiltersAndProblems() {
        let status = Status(
            properties: Samples.properties, modes: Samples.modes, filters: [Samples.filter], problems: [Samples.problem]
        )
        #expect(
            text(status.report(Samples.wording)) == """
                Mode: work (Work)
                Since: 2026-11-30 07:50 (2 h 10 min ago)
                Why: do-not-disturb is on

                Facts:
                  battery         80
                  do-not-disturb  yes
                  locked          no
                  network         Office[2J

                Filters:
                  org.example.Tasks/UpNext: served, active
                    order       "due"
                    tags        ["a", "b"]
                    urgentOnly  yes

                Problems:
                  /home/a/sleep.mode:3:6: no fact 'lokced'; did you mean 'locked'?
                """)
        #expect(
            status.report(Samples.wording).json.line
                == #"{"mode":"work","since":1796021400000000,"reason":{"cause":"condition","#
                + #""facts":["do-not-disturb"],"text":"do-not-disturb is on"},"override":{},"facts":{"battery":80.0,"#
                + #""do-not-disturb":true,"locked":false,"network":"Office\u001b[2J"},"origins":[],"filters":["#
                + JSON(Samples.filter).line + #"],"problems":["# + JSON(Samples.problem).line + "]}")
    }

    @Test func filterThatFails_showsItsLastError() {
        var filter = Samples.filter
        filter["state"] = .string("failing")
        filter["error"] = .string("it answers\u{1B}[2J: the disk is full")
        let status = Status(properties: Samples.properties, modes: [], filters: [filter], problems: [])
        #expect(
            text(status.report(Samples.wording)).contains(
                """
                  org.example.Tasks/UpNext: failing, active
                    last error: it answers[2J: the disk is full
                    order       "due"
                """))
        #expect(
            text(ListReports.filters([filter], Samples.wording)).contains(
                "\n  state: failing, active\n  last error: it answers[2J: the disk is full\n  configured in: work\n"))
    }

    @Test func status_withNothing_saysSo() {
        let status = Status(
            properties: Control1.Properties(["ActiveMode": .string("")]), modes: [], filters: [], problems: [])
        #expect(
            text(status.report(Samples.wording)) == """
                Mode: none
                Why: none

                Facts:
                  none is known

                Filters:
                  no app offers any
                """)
        #expect(
            status.report(Samples.wording).json.line
                == #"{"mode":"","since":null,"reason":{},"override":{},"facts":{},"origins":[],"filters":[],"problems":[]}"#
        )
    }

    @Test func status_saysWhoseWordEachFactIs() {
        let status = Status(
            properties: Samples.properties, modes: [], filters: [], problems: [], origins: Samples.origins)
        let report = text(status.report(Samples.wording))
        #expect(report.contains("  battery         80         from upower for 45 s\n"))
        #expect(
            report.contains("  locked          no         from gnome-screensaver for 2 h; logind says otherwise\n"))
    }

    @Test func status_saysThatTheAgentHoldsTheSwitch() {
        let held: Row = [
            "fact": .string("do-not-disturb"), "value": .boolean(true), "source": .string("dunst"),
            "age": .uint64(60_000_000), "against": .strings([]), "held": .boolean(true),
        ]
        let status = Status(properties: Samples.properties, modes: [], filters: [], problems: [], origins: [held])
        #expect(
            text(status.report(Samples.wording)).contains(
                "do-not-disturb  yes        "
                    + "from dunst for 1 min; the agent holds the switch, and this is what it was before\n"))
    }

    @Test func why_namesWhoDoesNotCount() {
        var explanation = Samples.explanation
        explanation["terms"] =
            [
                [
                    "text": .string("locked"), "fact": .string("locked"), "source": .string("saver"),
                    "value": .boolean(false), "age": .uint64(1_000_000), "against": .strings(["logind"]),
                ] as Row
            ].busValue
        #expect(text(WhyReport.report(explanation, Samples.wording)).contains("no     saver, not logind  1 s"))
    }

    @Test func doctor_saysWhatIsMissingAndWhatToDo() {
        let agent = DoctorReport.Agent(
            sources: [
                [
                    "id": .string("upower"), "state": .string("absent"),
                    "detail": .string("UPower is not running: install upower"),
                    "tells": .strings(["battery", "on-battery"]),
                ],
                [
                    "id": .string("gnome-notifications"), "state": .string("ok"),
                    "tells": .strings(["do-not-disturb", "silenced"]),
                ],
                ["id": .string("reports"), "state": .string("ok"), "tells": .strings(["battery", "camera"])],
            ],
            facts: [
                [
                    "fact": .string("do-not-disturb"), "value": .boolean(true),
                    "source": .string("gnome-notifications"),
                ]
            ], problems: [Samples.problem])
        let report = DoctorReport(systemBus: "no such file", agent: agent).report(Style())
        let lines = text(report)
        #expect(
            lines.hasPrefix(
                """
                Session bus: reachable
                System bus: no such file: start dbus.service
                Agent: running
                Do Not Disturb: on, by gnome-notifications

                Sources:
                  upower               absent  UPower is not running: install upower
                  gnome-notifications  ok      decides do-not-disturb
                  reports              ok      -

                Facts that nothing tells:
                  battery
                    upower: UPower is not running: install upower
                  camera
                    no component is known that tells it; 'focusctl report' can
                """), "\(lines)")
        #expect(lines.contains("  silenced\n    gnome-notifications: it does not say on this machine\n"))
        #expect(lines.hasSuffix("Problems:\n  'focusctl problems' lists 1"))
    }

    @Test func doctor_withoutAnAgent_saysHowToStartIt() {
        let report = DoctorReport().report(Style())
        #expect(
            text(report).hasPrefix("Session bus: reachable\nSystem bus: reachable\nAgent: not running\n  start it with")
        )
        #expect(
            report.json.line == #"{"system-bus":true,"agent":false,"sources":[],"facts":[],"unknown":[]}"#)
    }

    @Test(
        arguments: [
            ("camera=true", Fact.camera, FactValue.bool(true)), ("locked=no", .locked, .bool(false)),
            (" network=Büro = 2", .network, .text("Büro = 2")), ("battery=20", .battery, .number(20)),
            ("camera=", .camera, nil),
        ] as [(String, Fact, FactValue?)])
    func reportedLine_isRead(line: String, fact: Fact, value: FactValue?) throws {
        let change = try #require(try FactReporter.change(line).get())
        #expect(change.0 == fact && change.1 == value)
    }

    @Test(arguments: ["camra=true", "camera", "camera=1", "battery=much", "battery=nan", "battery=-5", "=x"])
    func reportedLineThatMakesNoSense_isRefused(line: String) {
        #expect(throws: UsageError.self) { try FactReporter.change(line).get() }
    }

    @Test(arguments: ["", "  ", "# a note"]) func reportedLineThatSaysNothing_isPassedOver(line: String) throws {
        #expect(try FactReporter.change(line).get() == nil)
    }

    @Test func why_showsTermsWithSourceAndAge_andTheRunnersUp() {
        #expect(
            text(WhyReport.report(Samples.explanation, Samples.wording)) == """
                Mode: work
                Since: 2026-11-30 07:50 (2 h 10 min ago)
                Why: do-not-disturb is on
                Decided by: do-not-disturb
                By hand: mode work, since 2026-11-30 07:50 (2 h 10 min ago), until 2026-11-30 11:00 (in 1 h)

                Terms:
                  TERM            VALUE    SOURCE               FOR
                  do-not-disturb  yes      gnome-notifications  2 h 10 min
                  not locked      unknown  -                    -

                Candidates:
                  MODE            PRIORITY  CONDITION  WHY
                  work            50        holds      do-not-disturb is on
                  do-not-disturb  -100      unknown    do-not-disturb is on
                """)
    }

    @Test func overrides_areWorded() {
        let wording = Samples.wording
        #expect(wording.override([:]) == "nothing")
        #expect(
            wording.override(["mode": .string(""), "ends": .string("boundary")])
                == "no mode, until a schedule or the desktop's switch changes")
        #expect(
            wording.override(["mode": .string("work"), "ends": .string("resumed")])
                == "mode work, until 'focusctl auto'")
    }

    @Test func modes_areATable() {
        #expect(
            text(ListReports.modes(Samples.modes, active: "work", Samples.wording)) == """
                MODE            ON   CONDITION  PRIORITY  NAME
                do-not-disturb  no   holds      -100      Do Not Disturb
                sleep           no   disabled   0         Sleep
                work            yes  holds      50        Work
                """)
        #expect(text(ListReports.modes([], active: "", Samples.wording)) == "there are no modes")
    }

    @Test func filters_showParametersWithTypes() {
        #expect(
            text(ListReports.filters([Samples.filter], Samples.wording)) == """
                org.example.Tasks/UpNext
                  title: Up Next
                  state: served, active
                  configured in: work
                  parameters:
                    urgentOnly  yes         bool              Urgent only
                    category    none        entity, optional  Category
                    tags        ["a", "b"]  string list       Tags
                    order       "due"       enum              Order ("due", "name")
                    count       none        int               -
                    share       none        double            -
                """)
        #expect(text(ListReports.filters([], Samples.wording)) == "no app offers any filter")
    }

    @Test func sources_andProblems() {
        #expect(
            text(ListReports.sources(Samples.sources, Samples.wording)) == """
                SOURCE               STATE   IN CHARGE  DETAIL                              FACTS
                gnome-notifications  ok      yes        -                                   do-not-disturb=yes
                logind               absent  no         nobody owns org.freedesktop.login1  -
                """)
        #expect(text(ListReports.problems([], none: "all is well", Samples.wording)) == "all is well")
        let filter: Row = [
            "subject": .string("org.example.Tasks/Old"), "file": .string("/a/work.mode"), "line": .uint32(2),
            "message": .string("the app offers no such filter"),
        ]
        #expect(
            text(ListReports.problems([filter], none: "", Samples.wording))
                == "/a/work.mode:2: org.example.Tasks/Old: the app offers no such filter")
        #expect(
            text(
                ListReports.problems(
                    [["subject": .string("work"), "message": .string("no such app")]], none: "", Samples.wording))
                == "work: no such app")
    }

    @Test func show_listsSettingsAndFilters() {
        #expect(
            text(ModeReport.report("work", Samples.settings, Samples.wording)) == """
                mode            work
                name            Work
                when            do-not-disturb and not locked
                schedule        Mon..Fri 09:00-17:00
                do-not-disturb  on
                priority        50
                enabled         yes
                enter-delay     30s
                leave-delay     3s

                org.example.B/F
                  all defaults

                org.example.Tasks/UpNext
                  urgentOnly  yes
                  category    none
                """)
    }

    @Test func colour_isOnlyWhereItIsAskedFor() {
        var wording = Samples.wording
        wording.style = Style(isOn: true)
        let lines = ListReports.modes(Samples.modes, active: "work", wording).lines
        #expect(lines[0].hasPrefix("\u{1B}[1mMODE") && lines[0].hasSuffix("\u{1B}[0m"))
        #expect(!lines[1].contains("\u{1B}"))
    }
}
