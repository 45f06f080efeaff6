// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import Foundation
import TestSupport
import Testing

/// Single apps' notifications on real servers of other desktops than GNOME, with the real agent and the real helper.
@Suite(.serialized)
struct AppSwitchTests {
    private static let chat = "org.example.Chat"
    private static let mail = "org.example.Mail"
    private static let late = "org.example.Late"
    private static let new = "org.example.New"

    /// Such a server, and modes `quiet`, which silences Chat, `only`, which allows Mail alone, and `alone`, which does so in
    /// Do Not Disturb.
    private final class Desk {
        let server: FixtureProgram
        private let agent: AgentProcess
        private let control: BusClient
        private let folder: TemporaryDirectory
        private let configuration: String

        init(_ name: String) throws {
            folder = try TemporaryDirectory()
            let command = "exec \(try ShippedFilters.program()) --log-level debug 2>>\(folder.path)/log"
            server = try FixtureProgram(
                "component", [name, "--later", "\(ShippedFilters.app)=/bin/sh -c \"\(command)\""])
            for app in [chat, mail, late, new] { try server("install \(app)") }
            try server("start")
            let environment = try server.ready.environment()
            configuration = try #require(environment["XDG_CONFIG_HOME"])
            try ShippedFilters.writeDescriptor(in: environment)
            try ShippedFilters.write(mode: "quiet", filters: "[Notifications]\nsilence=['\(chat)']", in: environment)
            let only = "[Notifications]\nallow=['\(mail)']"
            try ShippedFilters.write(mode: "only", filters: only, in: environment)
            // The first line is the mode's own.
            try ShippedFilters.write(mode: "alone", filters: "DoNotDisturb=on\n\(only)", in: environment)
            agent = try AgentProcess(environment, arguments: ["--log-level", "debug"])
            control = try BusClient(try server.ready.text("session"))
        }

        deinit { agent.process.terminate() }

        private func call(_ member: MemberName, _ arguments: Value...) throws {
            try control.call(
                ControlView.name, "/org/focusfilters/Control1", "org.focusfilters.Control1", member,
                arguments + [["ends": Value.string("resumed")].busValue])
        }

        func activate(_ mode: String) throws { try call("Activate", .string(mode)) }
        func deactivate() throws { try call("Deactivate") }

        private var log: String {
            agent.process.errors + ((try? String(contentsOfFile: "\(folder.path)/log", encoding: .utf8)) ?? "")
        }

        /// Waits until the helper has said so.
        func wait(forWords words: String) throws {
            guard comes({ log.contains(words) }) else { throw FixtureError("no '\(words)' in: \(log)") }
        }

        /// Waits until the server's command says so.
        func wait(for command: String, _ key: String, _ value: String) throws {
            guard try comes({ try server(command)[key] == value }) else {
                throw FixtureError("it is \(try server(command)): \(log)")
            }
        }

        /// Waits until the server holds everything back, or not.
        func wait(isQuiet: Bool) throws {
            guard try comes({ try server("state")["on"] == isQuiet }) else {
                throw FixtureError("it is \(try server("state")): \(log)")
            }
        }

        /// What a file in the configuration folder says.
        func file(_ name: String) throws -> String {
            try String(contentsOfFile: "\(configuration)/\(name)", encoding: .utf8)
        }
    }

    @Test func plasma_holdsBackTheSilencedApp_andAllButTheAllowed() throws {
        let desk = try Desk("plasma")
        // Plasma notes that it has seen them.
        for app in [Self.chat, Self.mail] { try desk.server("shows on \(app)") }
        try desk.activate("quiet")
        try desk.server("shows off \(Self.chat)")
        try desk.server("shows on \(Self.mail)")
        // It does not tell urgent ones apart here.
        try desk.server("shows off \(Self.chat) critical")
        try desk.activate("only")
        try desk.server("shows off")
        try desk.server("shows on \(Self.mail)")
        // Nobody knew that it notifies, so the first one shows.
        try desk.server("shows off \(Self.late)")
        try desk.activate("alone")
        try desk.wait(isQuiet: true)
        try desk.server("shows off \(Self.new)")
        try desk.server("shows on \(Self.mail)")
        try desk.deactivate()
        try desk.wait(isQuiet: false)
        try desk.server("shows on \(Self.chat)")
        let file = try desk.file("plasmanotifyrc")
        #expect(!file.contains("ShowPopups") && !file.contains("@other"))
        #expect(file.contains("[Applications][\(Self.chat)]\nSeen=true\n"))
    }

    @Test func xfce_mutesTheSilencedApp_andAllButTheAllowed_andTheUsersListStays() throws {
        let desk = try Desk("xfce")
        for app in [Self.chat, Self.mail] { try desk.server("shows on \(app)") }
        try desk.activate("quiet")
        try desk.server("shows off \(Self.chat)")
        try desk.server("shows on \(Self.chat) critical")
        try desk.server("shows on \(Self.mail)")
        // The user mutes another meanwhile.
        try desk.server("mute \(Self.chat) users")
        try desk.deactivate()
        try desk.server("shows on \(Self.chat)")
        try desk.wait(for: "muted", "muted", "users")
        try desk.server("mute")
        try desk.activate("only")
        try desk.server("shows off \(Self.chat)")
        try desk.server("shows on \(Self.mail)")
        try desk.server("shows off \(Self.late)")
        try desk.deactivate()
        for app in [Self.chat, Self.late] { try desk.server("shows on \(app)") }
        // As it was before anybody had muted any.
        try desk.wait(for: "muted", "muted", "none")
    }

    @Test func mako_setsTheModeThatTheUserWrote() throws {
        let desk = try Desk("mako")
        try desk.activate("quiet")
        try desk.wait(for: "modes", "modes", "default,focus-silence-\(Self.chat)")
        try desk.server("switch on")
        try desk.deactivate()
        try desk.wait(for: "modes", "modes", "default,do-not-disturb")
    }

    @Test func dunst_beforeItTellsOfItsRules_isSaidInWords() throws {
        let desk = try Desk("dunst")
        try desk.activate("quiet")
        try desk.wait(forWords: "update it to 1.12 or later")
    }
}
