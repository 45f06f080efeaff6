// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import Foundation
import TestSupport
import Testing

/// The filters that ship, on real dconf: what is set, and that it is given back.
@Suite struct SystemFiltersTests {
    private static let dark = ["dark": "[Appearance]\nstyle='dark'", "light": "[Appearance]\nstyle='light'"]

    @Test func style_isSet_helperLeaves_andItIsGivenBack() throws {
        let stage = try SystemStage(Self.dark)
        // Nothing to do: nothing runs.
        try stage.activate("plain")
        try stage.deactivate()
        #expect(!stage.helperIsThere())
        try stage.activate("dark")
        try stage.helperStarts()
        stage.expectChange()
        #expect(try stage.value() == "'prefer-dark'")
        try stage.helperLeaves()
        try stage.activate("light")
        try stage.helperWorks()
        stage.expectChange()
        #expect(try stage.value() == "'prefer-light'")
        try stage.deactivate()
        try stage.helperWorks()
        stage.expectChange()
        // Nobody had set it.
        #expect(try stage.value() == nil)
        try stage.expectNoChange()
    }

    @Test func usersOwnValue_isGivenBack() throws {
        let stage = try SystemStage(Self.dark)
        try stage.set("\"'prefer-light'\"")
        try stage.activate("light")
        try stage.helperWorks()
        // It was so already.
        try stage.expectNoChange()
        try stage.activate("dark")
        try stage.helperWorks()
        stage.expectChange()
        try stage.deactivate()
        try stage.helperWorks()
        stage.expectChange()
        #expect(try stage.value() == "'prefer-light'")
    }

    @Test func usersChangeMeanwhile_isLeftAlone() throws {
        let stage = try SystemStage(Self.dark)
        try stage.activate("dark")
        try stage.helperWorks()
        stage.expectChange()
        try stage.set("\"'prefer-light'\"")
        try stage.deactivate()
        try stage.helperWorks()
        try stage.expectNoChange()
        #expect(try stage.value() == "'prefer-light'")
    }

    @Test func killedHelperAndAgent_giveBackAllTheSame() throws {
        let stage = try SystemStage(Self.dark)
        try stage.activate("dark")
        let pid = try stage.helperStarts()
        stage.expectChange()
        kill(pid, SIGKILL)
        try stage.helperLeaves()
        try stage.killAgent()
        try stage.startAgent()
        try stage.deactivate()
        try stage.helperWorks()
        stage.expectChange()
        #expect(try stage.value() == nil)
    }

    @Test func killedAgent_findsWhatIsHeld_andTouchesNothing() throws {
        let stage = try SystemStage(Self.dark)
        try stage.activate("dark")
        try stage.helperWorks()
        stage.expectChange()
        try stage.killAgent()
        try stage.startAgent()
        try stage.activate("plain")
        try stage.helperWorks()
        stage.expectChange()
        #expect(try stage.value() == nil)
    }

    @Test func anySetting_alsoWithAPath_andSeveral() throws {
        let path = "/org/gnome/desktop/notifications/application/org-example/"
        let stage = try SystemStage([
            "quiet": "[Settings]\nset=['org.gnome.desktop.notifications.application:\(path) enable false', "
                + "'org.gnome.desktop.interface text-scaling-factor 1.5']"
        ])
        try stage.activate("quiet")
        try stage.helperWorks()
        #expect(try stage.value(path + "enable") == "false")
        #expect(try stage.value("/org/gnome/desktop/interface/text-scaling-factor") == "1.5")
        try stage.deactivate()
        try stage.helperWorks()
        #expect(try stage.value(path + "enable") == nil)
        #expect(try stage.value("/org/gnome/desktop/interface/text-scaling-factor") == nil)
    }

    @Test(arguments: [
        ("org.example.None key 1", "schema org.example.None is not installed"),
        ("org.gnome.desktop.interface no-key 1", "has no key no-key"),
        ("org.gnome.desktop.interface color-scheme 'pink'", "none of its values"),
        ("org.gnome.desktop.interface color-scheme 7", "does not take 7"),
        ("org.gnome.desktop.interface:/x/ color-scheme 'default'", "not another"),
        ("org.gnome.desktop.notifications.application enable true", "write one after a ':'"),
        ("nonsense", "is no setting"),
    ])
    func settingThatCannotBe_isSaidInWords(line: String, words: String) throws {
        let stage = try SystemStage(["odd": "[Settings]\nset=[\"\(line)\"]", "dark": Self.dark["dark"] ?? ""])
        try stage.activate("odd")
        try stage.helperStarts()
        try stage.waitForLine(words)
        // The others go on.
        try stage.activate("dark")
        stage.expectChange()
        #expect(try stage.value() == "'prefer-dark'")
    }

    @Test func lockedSetting_isSaidInWords() throws {
        let stage = try SystemStage(Self.dark)
        try stage.dconf("lock \(SystemStage.style) \"'default'\"")
        try stage.activate("dark")
        try stage.helperStarts()
        try stage.waitForLine("the administrator has locked it")
        try stage.expectNoChange()
    }

    @Test func restore_givesBackWithoutTheAgent() throws {
        let stage = try SystemStage(Self.dark)
        try stage.activate("dark")
        try stage.helperWorks()
        stage.expectChange()
        try stage.killAgent()
        let restoring = try stage.run(["--restore"])
        #expect(restoring.wait() == .exited(0), "\(restoring.errors)")
        stage.expectChange()
        #expect(try stage.value() == nil)
    }

    @Test func nobodyButTheAgent_isServed() throws {
        let stage = try SystemStage(Self.dark)
        try stage.activate("dark")
        try stage.helperStarts()
        stage.expectChange()
        #expect(throws: CallError.self) {
            try stage.tool.call(
                SystemStage.helper, "/org/focusfilters/System", "org.focusfilters.Handler1", "Perform",
                [.string("Appearance"), .none, ["token": Value.string("x")].busValue])
        }
        try stage.expectNoChange()
    }
}
