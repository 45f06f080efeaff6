// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import TestSupport
import Testing

/// Single apps' notifications on a real GNOME Shell, with the real agent and the real helper: what shows and what does
/// not.
@Suite(.serialized)
struct NotificationsTests {
    private static let chat = "org.example.Chat"
    private static let mail = "org.example.Mail"
    private static let news = "org.example.News"
    private static let late = "org.example.Late"

    @Test func silencedApps_showNoBanners_butForUrgentOnes() throws {
        let command = "\(try ShippedFilters.program()) --log-level debug"
        let gnome = try FixtureProgram("gnome", ["--later", "\(ShippedFilters.app)=\(command)"])
        for app in [Self.chat, Self.mail, Self.news, Self.late] { try gnome("install \(app)") }
        try gnome("start-shell")
        let environment = try gnome.ready.environment()
        try ShippedFilters.writeDescriptor(in: environment)
        let filter = "[Notifications]"
        try ShippedFilters.write(
            mode: "quiet", filters: "\(filter)\nsilence=['\(Self.chat)', '\(Self.news)']", in: environment)
        try ShippedFilters.write(mode: "only", filters: "\(filter)\nallow=['\(Self.mail)']", in: environment)
        let agent = try AgentProcess(environment, arguments: ["--log-level", "debug"])
        defer { agent.process.terminate() }
        let control = try BusClient(try gnome.ready.text("session"))
        func call(_ member: MemberName, _ arguments: Value...) throws {
            try control.call(
                ControlView.name, "/org/focusfilters/Control1", "org.focusfilters.Control1", member,
                arguments + [["ends": Value.string("resumed")].busValue])
        }
        func showsBanner(_ app: String, _ urgency: String = "normal") throws -> Bool? {
            let outcome = try gnome("notify \(app) \(urgency)")
            #expect(outcome["listed"] == true, "it is in the Shell's list all the same")
            return outcome["banner"]
        }

        #expect(try showsBanner(Self.chat) == true)
        try call("Activate", .string("quiet"))
        try gnome("shows \(Self.chat) off")
        try gnome("shows \(Self.news) off")
        #expect(try showsBanner(Self.chat) == false)
        #expect(try showsBanner(Self.chat, "critical") == true)
        #expect(try showsBanner(Self.mail) == true)
        // It has never notified before: the Shell reads its setting all the same.
        #expect(try showsBanner(Self.news) == false)

        try call("Activate", .string("only"))
        try gnome("shows \(Self.chat) off")
        #expect(try showsBanner(Self.chat) == false)
        #expect(try showsBanner(Self.news, "critical") == true)
        #expect(try showsBanner(Self.mail) == true)
        // Nobody knew that it notifies, so the first one shows.
        _ = try showsBanner(Self.late)
        try gnome("shows \(Self.late) off")
        #expect(try showsBanner(Self.late) == false)

        try call("Deactivate")
        for app in [Self.chat, Self.news, Self.late] {
            try gnome("shows \(app) on")
            #expect(try showsBanner(app) == true)
        }
    }
}
