// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusInterfaces
import Foundation
import TestSupport
import Testing

@testable import FocusControl

/// The real `focusctl`, with a fake agent on a private bus.
struct VerbTests {
    private let bus: PrivateBus

    init() throws { bus = try PrivateBus() }

    private func run(
        _ arguments: [String], _ environment: [String: String] = [:]
    ) throws -> (status: ChildProcess.ExitStatus, output: String, errors: String) {
        try ChildProcess.run(
            [try programPath("focusctl")] + arguments, environment: focusctlEnvironment(bus, environment))
    }

    @Test func lists_areThoseOfTheAgent() throws {
        let agent = try FakeAgent(bus)
        defer { agent.stop() }
        let problem = "/home/a/sleep.mode:3:6: no fact 'lokced'; did you mean 'locked'?\n"
        #expect(try run(["problems"]).output == problem)
        #expect(try run(["modes"]).output.hasPrefix("MODE            ON   CONDITION  PRIORITY  NAME\n"))
        #expect(try run(["filters"]).output.hasPrefix("org.example.Tasks/UpNext\n  title: Up Next\n"))
        #expect(try run(["sources"]).output.hasPrefix("SOURCE               STATE   IN CHARGE"))
        #expect(try run(["show", "work"]).output.hasPrefix("mode            work\n"))
        let why = try run(["why"])
        #expect(why.output.hasPrefix("Mode: work\nSince: 2026-11-30 07:50"))
        #expect(why.status == .exited(0) && why.errors.isEmpty)
        let status = try run([])
        #expect(status.output.hasPrefix("Mode: work (Work)\nSince: 2026-11-30 07:50"))
        #expect(status.output.hasSuffix("\nProblems:\n  " + problem))
        #expect(!status.output.contains("\u{1B}"))
        #expect(try run(["modes", "--color=always"]).output.hasPrefix("\u{1B}[1mMODE"))
    }

    @Test func doctor_withoutAnAgentOrASystemBus_saysBoth() throws {
        let result = try run(["doctor"], ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent"])
        #expect(result.status == .exited(3))
        #expect(result.output.contains("Agent: not running\n  start it with 'systemctl --user start"))
        #expect(result.output.contains("System bus: ") && result.output.contains("start dbus.service"))
        #expect(result.errors.isEmpty)
    }

    @Test func doctorThatWaits_showsTheFlipAndItsSource() throws {
        let agent = try FakeAgent(bus)
        defer { agent.stop() }
        let child = try ChildProcess(
            [try programPath("focusctl"), "doctor", "--watch"], environment: focusctlEnvironment(bus, [:]))
        guard child.waitForLine(in: .errors, where: { $0.hasPrefix("Switch Do Not Disturb") }) != nil else {
            Issue.record("it does not wait: \(child.errors)")
            return
        }
        agent.perform { service, connection in
            service.facts["do-not-disturb"] = .boolean(false)
            try? Control1.emitPropertiesChanged([.facts], of: service, on: connection)
        }
        #expect(child.waitForLine(in: .output, where: { $0.hasPrefix("do-not-disturb: yes → no") }) != nil)
    }

    @Test func outputThatIsLost_isAFailure() throws {
        let agent = try FakeAgent(bus)
        defer { agent.stop() }
        let script = "'\(try programPath("focusctl"))' status > /dev/full"
        let result = try ChildProcess.run(["/bin/sh", "-c", script], environment: focusctlEnvironment(bus, [:]))
        #expect(result.status == .exited(1))
        #expect(result.errors.hasPrefix("focusctl: the output could not be written: "))
    }

    @Test func report_withoutAnAgent_saysSoByItsExitCode() throws {
        let script = "echo locked=true | '\(try programPath("focusctl"))' report"
        let result = try ChildProcess.run(["/bin/sh", "-c", script], environment: focusctlEnvironment(bus, [:]))
        #expect(result.status == .exited(3))
    }

    @Test func report_passesLinesOnUntilTheInputEnds() throws {
        let agent = try FakeAgent(bus)
        defer { agent.stop() }
        let script = "printf 'camera=true\\ncamra=true\\ncamera=\\n' | '\(try programPath("focusctl"))' report"
        let result = try ChildProcess.run(["/bin/sh", "-c", script], environment: focusctlEnvironment(bus, [:]))
        #expect(result.status == .exited(0))
        #expect(result.errors == "focusctl: there is no fact 'camra'; did you mean 'camera'?\n")
        #expect(agent.calls.waitForNext() == #"ReportFacts {"camera":true} []"#)
        #expect(agent.calls.waitForNext() == #"ReportFacts {} ["camera"]"#)
    }

    @Test func reportWithoutALineThatMakesSense_isAFailure() throws {
        let agent = try FakeAgent(bus)
        defer { agent.stop() }
        let script = "printf 'camra=true\\nbattery=-5\\n' | '\(try programPath("focusctl"))' report"
        let result = try ChildProcess.run(["/bin/sh", "-c", script], environment: focusctlEnvironment(bus, [:]))
        #expect(result.status == .exited(1))
        #expect(result.errors.hasSuffix("focusctl: 'battery' is -5.0; it can be 0 to 100\n"))
        let nothing = "printf '\\n# a note\\n' | '\(try programPath("focusctl"))' report"
        let silent = try ChildProcess.run(["/bin/sh", "-c", nothing], environment: focusctlEnvironment(bus, [:]))
        #expect(silent.status == .exited(0) && silent.errors.isEmpty)
    }

    @Test func report_readsALastLineWithoutItsEnd() throws {
        let agent = try FakeAgent(bus)
        defer { agent.stop() }
        let script = "printf 'camera=true' | '\(try programPath("focusctl"))' report"
        let result = try ChildProcess.run(["/bin/sh", "-c", script], environment: focusctlEnvironment(bus, [:]))
        #expect(result.status == .exited(0))
        #expect(agent.calls.waitForNext() == #"ReportFacts {"camera":true} []"#)
    }

    @Test func validateOfWhatIsNoFile_isRefusedAtOnce() throws {
        let agent = try FakeAgent(bus)
        defer { agent.stop() }
        let folder = try TemporaryDirectory()
        let fifo = "\(folder.path)/work.mode"
        #expect(mkfifo(fifo, 0o600) == 0)
        for path in [fifo, "/dev/zero", folder.path] {
            let result = try run(["validate", "--kind", "mode", path])
            #expect(result.status == .exited(1))
            #expect(result.errors == "focusctl: '\(path)' is not a regular file; '-' reads standard input\n")
        }
        let script = "printf '[Mode]\\n' | '\(try programPath("focusctl"))' validate --kind mode -"
        let piped = try ChildProcess.run(["/bin/sh", "-c", script], environment: focusctlEnvironment(bus, [:]))
        #expect(piped.status == .exited(0))
    }

    @Test func commandThatCannotBeHeldFor_endsAsEnvDoes() throws {
        let agent = try FakeAgent(bus)
        defer { agent.stop() }
        let folder = try TemporaryDirectory()
        try folder.write("no program", to: "plain")
        for (command, code) in [("no-such-program-anywhere", 127), ("/nonexistent/program", 127)] + [
            ("\(folder.path)/plain", 126), (folder.path, 126),
        ] {
            let result = try run(["hold", "work", "--", command])
            #expect(result.status == .exited(Int32(code)), "\(command)")
            #expect(result.errors.hasPrefix("focusctl: cannot run '\(command)': "))
        }
    }

    @Test(arguments: [
        "status", "why", "modes", "filters", "sources", "problems", "doctor", "show work", "on work", "off", "auto",
        "next", "preview", "history",
        "options org.example.Tasks/UpNext category", "resolve org.example.Tasks/UpNext category 7d0a 91c2",
        "describe org.example.Tasks/UpNext urgentOnly=true", "suggest org.example.Tasks/UpNext",
        "policy org.example.Tasks", "policy org.example.Tasks share-mode=yes",
    ])
    func json_isOneLineThatParses(_ line: String) throws {
        let agent = try FakeAgent(bus)
        defer { agent.stop() }
        let result = try run(line.split(separator: " ").map(String.init) + ["--json"])
        #expect(result.status == .exited(0) && result.errors.isEmpty)
        #expect(result.output.filter { $0 == "\n" }.count == 1 && result.output.hasSuffix("\n"))
        _ = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    }

    @Test func byHand_theAgentIsAskedAndTheOutcomeTold() throws {
        let agent = try FakeAgent(bus)
        defer { agent.stop() }
        let on = try run(["on", "work", "--for", "1h"])
        #expect(agent.calls.waitForNext() == #"Activate "work" {"for":3600000000}"#)
        #expect(on.output.hasPrefix("Mode: work\nBy hand: mode work, since 2026-11-30 07:50"))
        #expect(try run(["on", "work", "--until-resumed"]).status == .exited(0))
        #expect(agent.calls.waitForNext() == #"Activate "work" {"ends":"resumed"}"#)
        #expect(
            try run(["off"]).output
                == "Mode: none\nBy hand: no mode, until a schedule or the desktop's switch changes\n")
        #expect(agent.calls.waitForNext() == #"Deactivate {"ends":"boundary"}"#)
        #expect(try run(["auto"]).output == "Mode: none\nWhy: do-not-disturb is on\n")
        #expect(agent.calls.waitForNext() == "Resume")
    }

    @Test func whatComesAndWas_isToldInWords() throws {
        let agent = try FakeAgent(bus)
        defer { agent.stop() }
        let next = try run(["next", "--count", "1"]).output
        #expect(agent.calls.waitForNext() == "Next 1")
        #expect(next.hasPrefix("WHEN"))
        #expect(next.contains("2026-11-30 08:50") && next.contains("sleep") && !next.contains("no mode's"))
        let preview = try run(["preview", "--at", "2999-03-31T02:30", "--fact", "locked=true"]).output
        #expect(agent.calls.waitForNext() == #"Preview {"locked":true} 32479837200000000"#)
        #expect(preview.hasPrefix("Mode: sleep\nWhy: "))
        #expect(preview.hasSuffix("Apps would be told:\n  org.example.Tasks/UpNext\n    urgentOnly  yes\n"))
        let history = try run(["history"]).output
        #expect(agent.calls.waitForNext() == "History 10")
        #expect(history.contains("org.example.Tasks/UpNext  activated") && history.contains("none "))
        #expect(!history.contains("\u{7}"))
    }

    @Test func until_followsTheZoneOfTheProcess() throws {
        let agent = try FakeAgent(bus)
        defer { agent.stop() }
        // Summer time: the clock skips 02:30 on this day, and the first instant after the gap is 01:00 UTC.
        let skipped = ["on", "work", "--until", "2999-03-31T02:30"]
        #expect(try run(skipped).status == .exited(0))
        #expect(agent.calls.waitForNext() == #"Activate "work" {"until":32479837200000000}"#)
        #expect(try run(skipped, ["TZ": "UTC"]).status == .exited(0))
        #expect(agent.calls.waitForNext() == #"Activate "work" {"until":32479842600000000}"#)
        let past = try run(["off", "--until", "2001-01-01T00:00"])
        #expect(past.status == .exited(2))
        #expect(past.errors.hasPrefix("focusctl: --until: that time is past; name one that is to come"))
    }

    @Test func configuring_sendsTypedValuesOverWhatIsConfigured() throws {
        let agent = try FakeAgent(bus)
        defer { agent.stop() }
        let set = try run(["set", "work", "org.example.Tasks/UpNext", "tags=a", "tags=b", "count=3"])
        #expect(
            agent.calls.waitForNext()
                == #"Configure "work" "org.example.Tasks" "UpNext" {"count":3,"tags":["a","b"],"urgentOnly":true} "#
                + #"{"none":["category"]}"#)
        #expect(
            set.output == """
                work: org.example.Tasks/UpNext is configured
                  count       3
                  tags        ["a", "b"]
                  urgentOnly  yes
                  category    none

                """)
        #expect(try run(["unset", "work", "org.example.Tasks/UpNext"]).status == .exited(0))
        #expect(agent.calls.waitForNext() == #"Unconfigure "work" "org.example.Tasks" "UpNext""#)
        #expect(try run(["create", "deep", "--preset", "work"]).output == "deep is created\n")
        #expect(agent.calls.waitForNext() == #"CreateMode "deep" "work" {}"#)
        #expect(try run(["delete", "deep"]).output == "deep is deleted\n")
        #expect(agent.calls.waitForNext() == #"DeleteMode "deep""#)
        #expect(try run(["delete", "work"]).output == "work is disabled, since it came with the system\n")
    }

    @Test func appsAnswers_areAskedForAndShownWithTheirAge() throws {
        let agent = try FakeAgent(bus)
        defer { agent.stop() }
        let key = "org.example.Tasks/UpNext"
        let options = try run(["options", key, "category", "--search", "ho"])
        #expect(
            agent.calls.waitForNext()
                == #"Options "org.example.Tasks" "UpNext" "category" {"search":"ho"}"#)
        #expect(options.output.hasPrefix("Lists: On this computer\n  \"7d0a\"  Work"))
        #expect(options.output.contains("12 tasks") && !options.output.contains("\u{1B}"))
        #expect(try run(["resolve", key, "category", "7d0a", "91c2"]).status == .exited(0))
        #expect(
            agent.calls.waitForNext()
                == #"Resolve "org.example.Tasks" "UpNext" "category" ["7d0a","91c2"] {}"#)
        let description = try run(["describe", key, "urgentOnly=true"])
        let asked = agent.calls.waitForNext() ?? ""
        #expect(asked.hasPrefix(#"Describe "org.example.Tasks" "UpNext" {"#) && asked.contains(#""urgentOnly":true"#))
        #expect(
            description.output.contains("Up Next\nWork only\n\nThe app is not running; it said so 2026-11-30 07:50"))
        #expect(try run(["suggest", key]).output == "Only urgent\n  urgentOnly  yes\n")
        _ = agent.calls.waitForNext()
        #expect(try run(["policy", "org.example.Tasks", "share-mode=yes"]).output == "share-mode  yes\n")
        #expect(agent.calls.waitForNext() == #"SetAppPolicy "org.example.Tasks" {"share-mode":true}"#)
        #expect(try run(["options", key, "category", "count=many"]).status == .exited(1))
        #expect(try run(["policy", "org.example.Tasks", "share=yes"]).status == .exited(2))
        #expect(try run(["policy", "org.example.None"]).status == .exited(1))
    }

    @Test func k1_whatDoesNotExistIsRefusedWithNearNames() throws {
        let agent = try FakeAgent(bus)
        defer { agent.stop() }
        let mode = try run(["on", "wrok"])
        #expect(mode.status == .exited(1) && mode.output.isEmpty)
        #expect(mode.errors == "focusctl: no mode 'wrok'; did you mean 'work'?\n")
        let filter = try run(["set", "work", "org.example.Tasks/UpNxet"])
        #expect(filter.status == .exited(1))
        #expect(
            filter.errors
                == "focusctl: no app offers the filter 'org.example.Tasks/UpNxet'; did you mean 'org.example.Tasks/UpNext'?\n"
        )
        let parameter = try run(["set", "work", "org.example.Tasks/UpNext", "urgendOnly=yes"])
        #expect(parameter.errors == "focusctl: the filter has no parameter 'urgendOnly'; did you mean 'urgentOnly'?\n")
        let verb = try run(["stauts"])
        #expect(verb.status == .exited(2))
        #expect(
            verb.errors
                == "focusctl: no verb 'stauts'; did you mean 'status'?\n'focusctl help' shows how it is used\n")
    }

    @Test func files_areCheckedAndReloaded() throws {
        let agent = try FakeAgent(bus)
        defer { agent.stop() }
        let folder = try TemporaryDirectory()
        let good = try folder.write("[Mode]\n", to: "good.mode")
        let bad = try folder.write("When=locked\n", to: "bad.mode")
        let binary = "\(folder.path)/binary.mode"
        try Data([0xFF, 0xFE]).write(to: URL(fileURLWithPath: binary))
        #expect(try run(["validate", good]) == (.exited(0), "\(good): nothing is wrong\n", ""))
        #expect(agent.calls.waitForNext() == #"Validate "mode" "[Mode]\n""#)
        #expect(try run(["validate", bad]) == (.exited(1), "\(bad):1: no [Mode]\n", ""))
        #expect(try run(["validate", binary]).errors.hasSuffix("is not text in UTF-8; save it in that encoding\n"))
        #expect(try run(["validate", "/nonexistent.mode"]).errors.hasSuffix("': No such file or directory\n"))
        let large = try folder.write(String(repeating: "#", count: 1 << 20 + 1), to: "large.mode")
        #expect(try run(["validate", large]).errors.contains("larger than 1 MiB"))
        #expect(try run(["reload"]).status == .exited(1))
        agent.perform { service, _ in service.problems = [] }
        #expect(try run(["reload"]) == (.exited(0), "all files are read; nothing is wrong\n", ""))
    }

    @Test func noAgent_saysHowToStartIt() throws {
        let result = try run(["status"])
        #expect(result.status == .exited(3) && result.output.isEmpty)
        #expect(
            result.errors == """
                focusctl: no focus agent is running on this session bus
                start it with 'systemctl --user start focus-agent.service', or run 'focus-agent' in another terminal

                """)
    }

    @Test func noBus_saysSo() throws {
        let result = try run(["modes"], ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"])
        #expect(result.status == .exited(3))
        #expect(result.errors.hasPrefix("focusctl: cannot reach the session bus: "))
        #expect(result.errors.hasSuffix("\nrun focusctl within a desktop session, or set DBUS_SESSION_BUS_ADDRESS\n"))
    }

    @Test func anAgentThatDoesNotAnswer_timesOut() throws {
        let agent = try FakeAgent(bus, isSilent: true)
        defer { agent.stop() }
        let result = try run(["modes"])
        #expect(result.status == .exited(4))
        #expect(result.errors.hasPrefix("focusctl: the focus agent did not answer in time\n"))
    }

    @Test func help_needsNoBus() throws {
        let nowhere = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"]
        #expect(try run(["help"], nowhere) == (.exited(0), Help.overview, ""))
        #expect(try run(["help", "on"], nowhere) == (.exited(0), Verb.on.help, ""))
        #expect(try run(["--version"], nowhere) == (.exited(0), "focusctl \(Names.version)\n", ""))
    }
}

/// A program that was built beside the tests.
func programPath(_ name: String) throws -> String {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent(name).path
}

/// A fixed zone, and no choice about colour.
func focusctlEnvironment(_ bus: PrivateBus, _ changes: [String: String] = [:]) -> [String: String] {
    var environment = bus.environment
    environment["TZ"] = "Europe/Berlin"
    environment["NO_COLOR"] = nil
    return environment.merging(changes) { $1 }
}
