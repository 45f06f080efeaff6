// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import Foundation
import TestSupport
import Testing

/// Single apps silenced by GNOME's keys, on real dconf.
@Suite struct NotificationsFilterTests {
    private static let silence = "[Notifications]\nsilence=['org.example.Chat']"
    private static let allow = "[Notifications]\nallow=['org.example.Mail', 'org.example.Pager.desktop']"
    private static let children = "/org/gnome/desktop/notifications/application-children"

    private static func key(_ app: String) -> String {
        "/org/gnome/desktop/notifications/application/\(app)/show-banners"
    }

    private static let chat = key("org-example-chat")

    private static func stage(_ modes: [String: String], desktop: String = "GNOME") throws -> SystemStage {
        try SystemStage(modes, variables: ["XDG_CURRENT_DESKTOP": desktop])
    }

    /// An app that the desktop knows is installed, and that says that it notifies.
    private static func install(_ id: String, in stage: SystemStage) throws {
        let folder = try #require(stage.environment["XDG_DATA_HOME"]) + "/applications"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try "[Desktop Entry]\nType=Application\nName=\(id)\nExec=true\nX-GNOME-UsesNotifications=true\n".write(
            toFile: "\(folder)/\(id).desktop", atomically: true, encoding: .utf8)
    }

    @Test func silencedApp_showsNoBanners_whileTheModeIsOn() throws {
        let stage = try Self.stage(["quiet": Self.silence])
        try stage.activate("quiet")
        try stage.helperWorks()
        stage.expectChange(of: Self.chat)
        #expect(try stage.value(Self.chat) == "false")
        try stage.deactivate()
        try stage.helperWorks()
        stage.expectChange(of: Self.chat)
        // Nobody had set it: it is reset, not written with the default.
        #expect(try stage.value(Self.chat) == nil)
        try stage.expectNoChange()
    }

    @Test func whatTheUserHadSet_isGivenBack() throws {
        let stage = try Self.stage(["quiet": Self.silence])
        try stage.set("true", Self.chat)
        try stage.activate("quiet")
        try stage.helperWorks()
        stage.expectChange(of: Self.chat)
        try stage.deactivate()
        try stage.helperWorks()
        stage.expectChange(of: Self.chat)
        #expect(try stage.value(Self.chat) == "true")
    }

    @Test func appThatTheUserSilenced_isNotTouched() throws {
        let stage = try Self.stage(["quiet": Self.silence])
        try stage.set("false", Self.chat)
        for _ in 0..<2 {
            try stage.activate("quiet")
            try stage.helperWorks()
            try stage.deactivate()
            try stage.helperWorks()
        }
        try stage.expectNoChange()
        #expect(try stage.value(Self.chat) == "false")
    }

    @Test func usersChangeMeanwhile_isLeftAlone() throws {
        let stage = try Self.stage(["quiet": Self.silence])
        try stage.activate("quiet")
        try stage.helperWorks()
        stage.expectChange(of: Self.chat)
        try stage.set("true", Self.chat)
        try stage.deactivate()
        try stage.helperWorks()
        try stage.expectNoChange()
        #expect(try stage.value(Self.chat) == "true")
    }

    @Test func allowList_silencesAllOthers_alsoThoseThatComeLater() throws {
        let stage = try Self.stage(["only": Self.allow])
        try Self.install("org.example.Calendar", in: stage)
        try stage.set("\"['org-example-chat', 'org-example-mail', 'org-example-pager']\"", Self.children)
        try stage.activate("only")
        let pid = try stage.helperStarts()
        let calendar = Self.key("org-example-calendar")
        stage.expectChanges(of: [calendar, Self.chat])
        // It stays, to see who comes.
        let news = Self.key("org-example-news")
        try stage.set("\"['org-example-chat', 'org-example-mail', 'org-example-news']\"", Self.children)
        stage.expectChange(of: news)
        #expect(try stage.value(news) == "false")
        // Killed, it gives back all the same, and once: nothing else is written.
        kill(pid, SIGKILL)
        try stage.helperLeaves()
        try stage.deactivate()
        try stage.helperWorks()
        stage.expectChanges(of: [calendar, Self.chat, news])
        try stage.expectNoChange()
        for app in ["calendar", "chat", "news", "mail", "pager"] {
            #expect(try stage.value(Self.key("org-example-\(app)")) == nil)
        }
    }

    @Test func refusedApp_isListed_andTheOthersAreGivenBack_thoughTheHelperStays() throws {
        let stage = try Self.stage(["part": Self.allow + "\nsilence=['a/b', 'org.example.Chat']"])
        try stage.activate("part")
        _ = try stage.helperStarts()
        stage.expectChange(of: Self.chat)
        // The last attempt has failed.
        try stage.waitForLine("does not acknowledge")
        let problems = try ChildProcess.run(
            [try TestProgram.path("focusctl"), "problems"], environment: stage.environment)
        #expect(problems.output.contains("'a/b' is no app"))
        try stage.deactivate()
        stage.expectChange(of: Self.chat)
        #expect(try stage.value(Self.chat) == nil)
    }

    @Test func helperThatComesBack_followsOn() throws {
        let stage = try Self.stage(["only": Self.allow + "\n[Appearance]\nstyle='dark'", "still": Self.allow])
        try stage.activate("only")
        let pid = try stage.helperStarts()
        stage.expectChange()
        kill(pid, SIGKILL)
        try stage.helperLeaves()
        try stage.set("\"['org-example-chat']\"", Self.children)
        // Another filter's values change, those of this one do not.
        try stage.activate("still")
        try stage.helperStarts()
        // What was missed is made up for; the style is given back.
        stage.expectChanges(of: [Self.chat, SystemStage.style])
        try stage.set("\"['org-example-chat', 'org-example-news']\"", Self.children)
        stage.expectChange(of: Self.key("org-example-news"))
        try stage.deactivate()
        try stage.helperLeaves()
        #expect(try stage.value(Self.chat) == nil)
    }

    @Test func bothLists_allowButForTheSilenced() throws {
        let stage = try Self.stage(["both": "[Notifications]\nallow=['org.example.Mail']\nsilence=['org.example.Mail']"]
        )
        try stage.activate("both")
        try stage.helperStarts()
        stage.expectChange(of: Self.key("org-example-mail"))
        try stage.deactivate()
        try stage.helperLeaves()
        stage.expectChange(of: Self.key("org-example-mail"))
    }

    @Test func desktopWithoutSuchASetting_isNamed_andNothingIsWritten() throws {
        let stage = try Self.stage(["quiet": Self.silence], desktop: "MATE")
        try stage.activate("quiet")
        try stage.helperStarts()
        try stage.waitForLine("the desktop 'MATE' has no setting by which single apps' notifications can be held back")
        try stage.expectNoChange()
    }

    @Test func serverInTheSession_decides_notTheDesktopsName() throws {
        let stage = try Self.stage(["quiet": Self.silence])
        let server = try FixtureProgram(fake: "notifications", ["Strange", "Nobody"], in: stage.environment)
        defer { withExtendedLifetime(server) {} }
        try stage.activate("quiet")
        try stage.helperStarts()
        try stage.waitForLine("has no setting by which single apps' notifications can be held back")
        try stage.expectNoChange()
    }

    @Test func nameThatIsNoApp_isSaidInWords_andTheOthersAreSilenced() throws {
        let stage = try Self.stage(["quiet": "[Notifications]\nsilence=['', 'org.example.Chat']"])
        try stage.activate("quiet")
        try stage.helperStarts()
        stage.expectChange(of: Self.chat)
        try stage.waitForLine("'' is no app: write its desktop file's name")
        try stage.deactivate()
        stage.expectChange(of: Self.chat)
        #expect(try stage.value(Self.chat) == nil)
    }

    @Test func installedApps_areOffered_thoughNothingRuns() throws {
        let stage = try Self.stage([:])
        try Self.install("org.example.Calendar", in: stage)
        for parameter in ["silence", "allow"] {
            let reply = try stage.options("Notifications", parameter, search: "example.cal")
            let sections = try #require(reply.first.flatMap { [[String: Value]]($0) })
            let items = try #require(sections.first?["items"].flatMap { [[String: Value]]($0) })
            #expect(items.map { $0["value"] } == [.string("org.example.Calendar")])
            #expect(items.map { $0["title"] } == [.string("org.example.Calendar")])
            #expect(sections.first?["as-of"] == nil)
            try stage.helperWorks()
        }
        try stage.expectNoChange()
    }
}
