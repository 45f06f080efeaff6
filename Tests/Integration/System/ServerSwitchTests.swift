// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import Foundation
import TestSupport
import Testing

/// Single apps silenced by the switches that notification servers have themselves. The servers are fakes; the helper, the
/// agent and the files are real.
@Suite struct ServerSwitchTests {
    private static let silence = "[Notifications]\nsilence=['org.example.Chat']"
    /// The second comes after the first, and shows that the first has had its turn.
    private static let silenceTwo = "[Notifications]\nsilence=['org.example.Chat', 'org.example.Pager']"

    /// A stage, and a server on its bus.
    private static func stage(
        _ fake: String, _ name: String? = nil, _ modes: [String: String] = ["quiet": silence],
        variables: [String: String] = [:], desktop: String = "sway"
    ) throws -> (SystemStage, FixtureProgram) {
        let stage = try SystemStage(modes, variables: variables.merging(["XDG_CURRENT_DESKTOP": desktop]) { $1 })
        return (stage, try FixtureProgram(fake: fake, name.map { [$0] } ?? [], in: stage.environment))
    }

    /// Waits until the server's state says so.
    private static func wait(_ server: FixtureProgram, _ key: String, _ value: String, _ stage: SystemStage) throws {
        guard try comes({ try server("state")[key] == value }) else {
            throw FixtureError("it is \(try server("state")): \(stage.log)")
        }
    }

    // MARK: Plasma

    /// Plasma's file, and who announces what of it.
    private final class PlasmaDesk {
        let stage: SystemStage
        let server: FixtureProgram
        let path: String
        private let announced = EventProbe<[String: [String]]>()

        /// `content`: of the file at first; nil: there is none. `system`: of the one in the system's folder.
        init(
            _ content: String?, system: String = "", _ modes: [String: String] = ["quiet": ServerSwitchTests.silence]
        ) throws {
            let folder = try TemporaryDirectory()
            try folder.write(system, to: "plasmanotifyrc")
            (stage, server) = try ServerSwitchTests.stage(
                "servers", "plasma", modes, variables: ["XDG_CONFIG_DIRS": folder.path], desktop: "KDE")
            path = try #require(stage.environment["XDG_CONFIG_HOME"]) + "/plasmanotifyrc"
            self.folder = folder
            if let content { try write(content) }
            let announced = announced
            try stage.tool.listen(
                MatchRule(path: "/plasmanotifyrc", interface: "org.kde.kconfig.notify", member: "ConfigChanged")
            ) { arguments in
                let changes = arguments.first.flatMap { [String: [[UInt8]]]($0) } ?? [:]
                announced.record(changes.mapValues { $0.map { String(decoding: $0, as: UTF8.self) } })
            }
        }

        private let folder: TemporaryDirectory

        func write(_ content: String) throws { try content.write(toFile: path, atomically: true, encoding: .utf8) }
        func read() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

        func expectAnnounced(_ app: String, _ key: String = "ShowPopups") {
            #expect(announced.waitForNext() == ["Applications\u{1D}\(app)": [key]], "\(stage.log)")
        }
    }

    @Test(arguments: [
        nil, "", "# mine\n[DoNotDisturb]\nUntil=2099,1,1,0,0,0\n\n[Applications][org.example.Mail]\nSeen=true\n",
        "[Applications][org.example.Chat]\n# it is loud\nSeen=true\n\n[Badges]\nInTaskManager=false\n",
    ]) func plasma_fileIsAsItWas(content: String?) throws {
        let desk = try PlasmaDesk(content)
        try desk.stage.activate("quiet")
        desk.expectAnnounced("org.example.Chat")
        let lines = try desk.read().split(separator: "\n")
        let header = try #require(lines.firstIndex(of: "[Applications][org.example.Chat]"))
        #expect(lines[header...].prefix { !$0.hasPrefix("[") || $0.hasSuffix("Chat]") }.contains("ShowPopups=false"))
        try desk.stage.deactivate()
        desk.expectAnnounced("org.example.Chat")
        #expect(try desk.read() == content ?? "")
        // Nobody holds it any more.
        #expect(!FileManager.default.fileExists(atPath: desk.path + ".lock"))
    }

    @Test func plasma_usersValue_isGivenBackAsItWasWritten() throws {
        let content = "[Applications][org.example.chat]\nShowPopups=yes\n"
        let desk = try PlasmaDesk(content)
        try desk.stage.activate("quiet")
        // In the group in which the app is known.
        desk.expectAnnounced("org.example.chat")
        #expect(try desk.read() == "[Applications][org.example.chat]\nShowPopups=false\n")
        try desk.stage.deactivate()
        desk.expectAnnounced("org.example.chat")
        #expect(try desk.read() == content)
    }

    @Test func plasma_usersChangeMeanwhile_isLeftAlone() throws {
        let desk = try PlasmaDesk(nil)
        try desk.stage.activate("quiet")
        desk.expectAnnounced("org.example.Chat")
        try desk.stage.helperStarts()
        try desk.stage.helperLeaves()
        let changed = "[Applications][org.example.Chat]\nShowInHistory=false\nShowPopups=true\n"
        try desk.write(changed)
        try desk.stage.deactivate()
        try desk.stage.helperWorks()
        #expect(try desk.read() == changed)
    }

    @Test func plasma_whatIsRightAlready_isNotWritten() throws {
        let content = "[Applications][org.example.Chat]\nShowPopups=off\n"
        let desk = try PlasmaDesk(content)
        try desk.stage.activate("quiet")
        try desk.stage.helperStarts()
        try desk.stage.deactivate()
        try desk.stage.helperLeaves()
        #expect(try desk.read() == content)
    }

    @Test func plasma_lockedBySystem_isSaidInWords() throws {
        let desk = try PlasmaDesk(nil, system: "[Applications][org.example.Chat][$i]\nShowPopups=true\n")
        try desk.stage.activate("quiet")
        try desk.stage.helperStarts()
        try desk.stage.waitForLine("plasma-popups org.example.Chat: plasmanotifyrc: it is marked so that nobody may")
        #expect(!FileManager.default.fileExists(atPath: desk.path))
    }

    @Test func plasma_allowed_isLetThrough_andWhoComesLaterIsSilenced() throws {
        let allow = "[Notifications]\nallow=['org.example.Mail']"
        let before = "[Applications][org.example.Mail]\nSeen=true\n\n[Applications][org.example.Chat]\nSeen=true\n"
        let desk = try PlasmaDesk(before, system: "[Applications][vlc]\nShowInHistory=false\n", ["quiet": allow])
        try desk.stage.activate("quiet")
        try desk.stage.helperStarts()
        desk.expectAnnounced("@other")
        desk.expectAnnounced("org.example.Chat")
        desk.expectAnnounced("vlc")
        desk.expectAnnounced("org.example.Mail", "ShowPopupsInDndMode")
        // As Plasma does when an app notifies for the first time.
        try desk.write(try desk.read() + "\n[Applications][late]\nSeen=true\n")
        desk.expectAnnounced("late")
        #expect(try desk.read().contains("[Applications][late]\nSeen=true\nShowPopups=false\n"))
        try desk.stage.deactivate()
        for app in ["@other", "late", "org.example.Chat", "vlc"] { desk.expectAnnounced(app) }
        desk.expectAnnounced("org.example.Mail", "ShowPopupsInDndMode")
        #expect(try desk.read() == before + "\n[Applications][late]\nSeen=true\n")
    }

    @Test(arguments: [true, false]) func plasma_lockOfAnotherProgram_isWaitedFor(_ isHeld: Bool) throws {
        let desk = try PlasmaDesk(nil)
        // A program that has ended holds nothing any more.
        let holder = try ChildProcess(["/bin/sleep", "1000"], environment: [:])
        let pid = holder.pid
        if !isHeld { holder.kill() }
        let lock = desk.path + ".lock"
        try "\(pid)\nplasmashell\n\(ProcessInfo.processInfo.hostName)\n".write(
            toFile: lock, atomically: false, encoding: .utf8)
        try desk.stage.activate("quiet")
        try desk.stage.helperStarts()
        if isHeld {
            try desk.stage.waitForLine("plasma-popups org.example.Chat: writing")
            #expect(!FileManager.default.fileExists(atPath: desk.path))
            try FileManager.default.removeItem(atPath: lock)
        }
        desk.expectAnnounced("org.example.Chat")
        #expect(try desk.read() == "[Applications][org.example.Chat]\nShowPopups=false\n")
        #expect(!FileManager.default.fileExists(atPath: lock))
        holder.kill()
    }

    @Test func plasma_killedHelper_givesBackAllTheSame() throws {
        let content = "[Applications][org.example.Chat]\nSeen=true\n"
        let desk = try PlasmaDesk(content)
        try desk.stage.activate("quiet")
        let pid = try desk.stage.helperStarts()
        desk.expectAnnounced("org.example.Chat")
        kill(pid, SIGKILL)
        try desk.stage.helperLeaves()
        try desk.stage.deactivate()
        desk.expectAnnounced("org.example.Chat")
        #expect(try desk.read() == content)
    }

    // MARK: mako

    private static func write(makoConfig: String, _ file: String = "config", in stage: SystemStage) throws {
        let folder = try #require(stage.environment["XDG_CONFIG_HOME"]) + "/mako"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try makoConfig.write(toFile: "\(folder)/\(file)", atomically: true, encoding: .utf8)
    }

    @Test func mako_modeIsSet_andTheUsersModesStay() throws {
        let (stage, mako) = try Self.stage("servers", "mako", ["quiet": Self.silenceTwo])
        let folder = try #require(stage.environment["XDG_CONFIG_HOME"]) + "/mako"
        try Self.write(makoConfig: "include=\(folder)/more\n[mode=do-not-disturb]\ninvisible=1\n", in: stage)
        try Self.write(
            makoConfig: "[mode=focus-silence-org.example.Chat app-name=Chat]\ninvisible=1\n"
                + "[mode=focus-silence-org.example.Pager]\ninvisible=1\n", "more", in: stage)
        let (chat, pager) = ("focus-silence-org.example.Chat", "focus-silence-org.example.Pager")
        try stage.activate("quiet")
        try Self.wait(mako, "others", "default,desk,\(chat),\(pager)", stage)
        try mako("mode users on")
        try stage.deactivate()
        try Self.wait(mako, "others", "default,desk,users", stage)
        // A mode that the user has set already is the user's. Sooner, it would be taken for another program's doing.
        try stage.helperWorks()
        try mako("mode \(chat) on")
        try stage.activate("quiet")
        try Self.wait(mako, "others", "default,desk,users,\(chat),\(pager)", stage)
        try stage.deactivate()
        try Self.wait(mako, "others", "default,desk,users,\(chat)", stage)
    }

    @Test func mako_restarts_nothingIsOwed() throws {
        let (stage, mako) = try Self.stage("servers", "mako")
        try Self.write(makoConfig: "[mode=focus-silence-org.example.Chat]\ninvisible=1\n", in: stage)
        try stage.activate("quiet")
        try stage.helperWorks()
        try mako("vanish")
        try stage.deactivate()
        try stage.helperWorks()
        try mako("appear")
        #expect(!stage.log.contains("org.example.Chat: mako"))
        try stage.activate("quiet")
        try Self.wait(mako, "others", "default,desk,focus-silence-org.example.Chat", stage)
    }

    @Test func mako_modeThatNothingSays_isSaidInWords() throws {
        let (stage, mako) = try Self.stage("servers", "mako")
        try Self.write(makoConfig: "include=/none\n[mode=focus-silence-org.example.Mail]\n", in: stage)
        try stage.activate("quiet")
        try stage.helperStarts()
        try stage.waitForLine("write [mode=focus-silence-org.example.Chat app-name=…] and under it invisible=1 to")
        #expect(try mako("state")["others"] == "default,desk")
    }

    // MARK: dunst

    @Test func dunst_ruleIsEnabled_andTheUsersOwnStays() throws {
        let (stage, dunst) = try Self.stage("servers", "dunst", ["quiet": Self.silenceTwo])
        let (chat, pager) = ("focus-silence-org.example.Chat", "focus-silence-org.example.Pager")
        try dunst("rule users on")
        for rule in [chat, pager] { try dunst("rule \(rule) off") }
        try stage.activate("quiet")
        try Self.wait(dunst, "rules", "\(chat),\(pager),users", stage)
        try stage.deactivate()
        try Self.wait(dunst, "rules", "users", stage)
        // A rule that the user has enabled already is the user's. Sooner, it would be taken for another program's doing.
        try stage.helperWorks()
        try dunst("rule \(chat) on")
        try stage.activate("quiet")
        try Self.wait(dunst, "rules", "\(chat),\(pager),users", stage)
        try stage.deactivate()
        try Self.wait(dunst, "rules", "\(chat),users", stage)
    }

    @Test(arguments: [("dunst", "write a rule [focus-silence-org.example.Chat]"), ("dunst-1.11", "update it to 1.12")])
    func dunst_ruleThatIsNotThere_orCannotBeGivenBack_isSaidInWords(name: String, words: String) throws {
        let (stage, dunst) = try Self.stage("servers", name)
        if name != "dunst" { try dunst("rule focus-silence-org.example.Chat off") }
        try stage.activate("quiet")
        try stage.helperStarts()
        try stage.waitForLine(words)
        #expect(try dunst("state")["rules"] == "")
    }

    @Test(arguments: ["dunst", "mako"]) func allowList_whereNoAppIsKnown_isSaidInWords(name: String) throws {
        let (stage, server) = try Self.stage("servers", name, ["quiet": "[Notifications]\nallow=['org.example.Chat']"])
        try stage.activate("quiet")
        try stage.helperStarts()
        try stage.waitForLine("\(name) does not know which apps there are")
        #expect(try server("state")["on"] == false)
    }

    // MARK: Deepin

    @Test(arguments: [7, 2]) func deepin_appsAreOff_andTheUsersOwnStays(item: Int) throws {
        let (stage, deepin) = try Self.stage(
            "deepin", nil, ["quiet": Self.silence, "only": "[Notifications]\nallow=['org.example.Mail']"],
            desktop: "DDE")
        if item == 2 { try deepin("old") }
        for app in ["Chat", "Mail", "Talk"] { try deepin("app org.example.\(app)") }
        try deepin("app-item org.example.Talk \(item) off")
        try stage.activate("quiet")
        try Self.wait(deepin, "off", "org.example.Chat:\(item),org.example.Talk:\(item)", stage)
        try stage.deactivate()
        try Self.wait(deepin, "off", "org.example.Talk:\(item)", stage)
        // Who is installed later is silenced too.
        try stage.activate("only")
        try Self.wait(deepin, "off", "org.example.Chat:\(item),org.example.Talk:\(item)", stage)
        try deepin("app org.example.Late")
        try Self.wait(
            deepin, "off", "org.example.Chat:\(item),org.example.Late:\(item),org.example.Talk:\(item)", stage)
        try stage.deactivate()
        try Self.wait(deepin, "off", "org.example.Talk:\(item)", stage)
    }

    // MARK: elementary

    @Test func elementary_bubblesOfAnApp_andOfAllOthers() throws {
        let schemas = try TemporaryDirectory()
        try schemas.write(
            """
            <schemalist><schema id="io.elementary.notifications.applications">
            <key name="bubbles" type="b"><default>true</default></key></schema></schemalist>
            """, to: "test.gschema.xml")
        let compiler = try ChildProcess(["/usr/bin/glib-compile-schemas", schemas.path], environment: [:])
        #expect(compiler.wait() == .exited(0), "\(compiler.errors)")
        let stage = try SystemStage(
            ["quiet": Self.silence, "only": "[Notifications]\nallow=['org.example.Mail']"],
            variables: [
                "XDG_CURRENT_DESKTOP": "Pantheon", "GSETTINGS_SCHEMA_DIR": schemas.path, "XDG_DATA_DIRS": schemas.path,
            ])
        func key(_ app: String) -> String { "/io/elementary/notifications/applications/\(app)/bubbles" }
        try stage.activate("quiet")
        stage.expectChange(of: key("org.example.Chat"))
        #expect(try stage.value(key("org.example.Chat")) == "false")
        try stage.activate("only")
        stage.expectChanges(of: [key("org.example.Chat"), key("gala-other")])
        #expect(try stage.value(key("org.example.Chat")) == nil)
        #expect(try stage.value(key("gala-other")) == "false")
        try stage.deactivate()
        stage.expectChange(of: key("gala-other"))
        #expect(try stage.value(key("gala-other")) == nil)
    }
}
