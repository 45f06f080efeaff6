// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import Foundation
import TestSupport
import Testing

/// The filters that ship, with what they need beside the settings: commands, the sound server's tool, the power daemon.
@Suite struct SystemToolsTests {
    // MARK: Commands

    @Test func commands_areRunOnceEach() throws {
        let notes = try TemporaryDirectory()
        let file = "\(notes.path)/notes"
        let text =
            "[Command]\nenter='echo $FOCUS_PHASE $FOCUS_FILTER $FOCUS_ACTIVE >>\(file)'\n"
            + "leave='echo $FOCUS_PHASE $FOCUS_FILTER $FOCUS_ACTIVE >>\(file)'"
        let stage = try SystemStage(["work": text, "same": text])
        try stage.activate("work")
        try stage.helperWorks()
        try stage.activate("same")
        try stage.killAgent()
        try stage.startAgent()
        try stage.deactivate()
        try stage.helperWorks()
        #expect(
            try String(contentsOfFile: file, encoding: .utf8) == "enter Command true\nleave Command false\n",
            "\(stage.log)")
    }

    @Test func j1_commandThatHangs_isKilledWithItsChildren_andHoldsUpNobody() throws {
        let notes = try TemporaryDirectory()
        let stage = try SystemStage([
            "hang": "[Command]\nenter='sleep 1000 & echo $! >\(notes.path)/pid; sleep 1000'\ntimeout=5\n\n"
                + "[Appearance]\nstyle='dark'"
        ])
        try stage.activate("hang")
        try stage.helperStarts()
        stage.expectChange()
        try stage.waitForLine("did not end within its deadline")
        let pid = try String(contentsOfFile: "\(notes.path)/pid", encoding: .utf8).split(separator: "\n").first ?? ""
        func isGone() -> Bool {
            guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return true }
            return text.contains(") Z ")
        }
        #expect(comes { isGone() })
    }

    @Test func commandThatFails_isNotRunAgain() throws {
        let notes = try TemporaryDirectory()
        let file = "\(notes.path)/notes"
        let stage = try SystemStage(["work": "[Command]\nenter='echo ran >>\(file); exit 3'"])
        try stage.activate("work")
        try stage.helperStarts()
        // The agent tries three times.
        #expect(comes(until: .seconds(60)) { stage.log.components(separatedBy: "exit status 3\n").count >= 5 })
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "ran\n", "\(stage.log)")
    }

    // MARK: Sound

    /// Keeps two outputs in files beside it.
    private static func pactl(_ folder: String) -> String {
        """
        #!/bin/sh
        case $1 in
        get-default-sink) cat \(folder)/default ;;
        get-sink-mute) test -e "\(folder)/$2" || { echo 'No such entity' >&2; exit 1; }; echo "Mute: $(cat "\(folder)/$2")" ;;
        set-sink-mute) case $3 in 1) echo yes ;; *) echo no ;; esac >"\(folder)/$2" ;;
        esac
        """
    }

    @Test func output_isMuted_andThatSameOneIsGivenBack() throws {
        let sound = try TemporaryDirectory()
        for (name, text) in ["default": "speakers one\n", "speakers one": "no\n", "phones": "yes\n"] {
            try sound.write(text, to: name)
        }
        func state(_ output: String) throws -> String {
            try String(contentsOfFile: "\(sound.path)/\(output)", encoding: .utf8)
        }
        let stage = try SystemStage(["quiet": "[Sound]\nmuted=true"], tools: ["pactl": Self.pactl(sound.path)])
        try stage.activate("quiet")
        try stage.helperWorks()
        #expect(try state("speakers one") == "yes\n", "\(stage.log)")
        // Another output is in use meanwhile.
        try sound.write("phones\n", to: "default")
        try stage.deactivate()
        try stage.helperWorks()
        #expect(try state("speakers one") == "no\n", "\(stage.log)")
        #expect(try state("phones") == "yes\n")
    }

    @Test func soundServerThatIsAbsent_isSaidInWords() throws {
        let stage = try SystemStage(
            ["quiet": "[Sound]\nmuted=true"],
            tools: ["pactl": "#!/bin/sh\necho 'Connection failure: Connection refused' >&2; exit 1\n"])
        try stage.activate("quiet")
        try stage.waitForLine("pactl: Connection failure: Connection refused")
    }

    // MARK: Power

    /// Answers as power-profiles-daemon does, under one of its names.
    private final class PowerProfiles: Sendable {
        let client: BusClient
        let profile: Locked<String>

        init(_ bus: PrivateBus, name: BusName, path: ObjectPath, interface: InterfaceName) throws {
            client = try BusClient(bus.address)
            let profile = Locked("balanced")
            self.profile = profile
            client.perform { connection in
                connection.export(
                    ExportedObject(
                        path: path, introspection: "<node/>",
                        interfaces: [
                            ExportedInterface(
                                name: interface, members: [],
                                properties: [
                                    PropertyDescription(name: "ActiveProfile", signature: "s", access: .readWrite)
                                ],
                                call: { $0.fail(.failed, "no methods") },
                                get: { _ in .string(profile.withLock { $0 }) },
                                set: { _, value, call in
                                    let new = String(value) ?? ""
                                    guard ["power-saver", "balanced", "performance"].contains(new) else {
                                        return call.fail(.failed, "Invalid profile name '\(new)'")
                                    }
                                    profile.withLock { $0 = new }
                                    call.reply()
                                })
                        ]))
            }
            try client.own(name)
        }
    }

    @Test(arguments: [
        ("org.freedesktop.UPower.PowerProfiles", "/org/freedesktop/UPower/PowerProfiles"),
        ("net.hadess.PowerProfiles", "/net/hadess/PowerProfiles"),
    ])
    func powerProfile_isSet_andGivenBack(name: String, path: String) throws {
        let system = try PrivateBus(.system)
        let daemon = try PowerProfiles(
            system, name: #require(BusName(name)), path: #require(ObjectPath(path)),
            interface: #require(InterfaceName(name)))
        let stage = try SystemStage(
            ["save": "[PowerProfile]\nprofile='power-saver'"],
            variables: ["DBUS_SYSTEM_BUS_ADDRESS": system.address])
        try stage.activate("save")
        try stage.helperWorks()
        #expect(daemon.profile.withLock { $0 } == "power-saver", "\(stage.log)")
        try stage.deactivate()
        try stage.helperWorks()
        #expect(daemon.profile.withLock { $0 } == "balanced", "\(stage.log)")
    }

    @Test func powerDaemonThatIsAbsent_isSaidInWords() throws {
        let system = try PrivateBus(.system)
        let stage = try SystemStage(
            ["save": "[PowerProfile]\nprofile='power-saver'"],
            variables: ["DBUS_SYSTEM_BUS_ADDRESS": system.address])
        try stage.activate("save")
        try stage.waitForLine("power-profiles-daemon does not run")
    }
}
