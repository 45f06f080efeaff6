// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import DesktopSources

/// Switches in the settings store. Messages as captured from GNOME Shell 43, mate-notification-daemon 1.26 and
/// dconf-service.
struct SettingSwitchTests {
    private static func stage(showBanners: Bool = true, backend: String? = "DConfSettingsBackend") -> Stage {
        let stage = Stage(SettingSwitch(.gnome, SourceEnvironment(userID: 1000, settingsBackend: backend)))
        stage.setting = .value(.bool(showBanners), isWritable: true)
        return stage
    }

    private static func facts(_ value: Bool) -> [Fact: FactValue] {
        [.doNotDisturb: .bool(value), .silenced: .bool(value)]
    }

    private static func change(_ value: Bool) -> SourceReport {
        .change([.doNotDisturb: .bool(value), .silenced: .bool(value)])
    }

    private static let key = "/org/gnome/desktop/notifications/show-banners"

    private static func notify(_ stage: Stage, _ prefix: String, _ changes: [String], db: ObjectPath? = nil) {
        stage.signal(
            from: ":1.9", db ?? "/ca/desrt/dconf/Writer/user", "ca.desrt.dconf.Writer", "Notify",
            [.string(prefix), .strings(changes), .string(":1.9:user:2")])
    }

    @Test func start_readsAtOnce() {
        let stage = Self.stage(showBanners: false)
        stage.attach()
        #expect(stage.takeReports() == [.reading(Self.facts(true), isFirst: true)])
        #expect(stage.calls.isEmpty, "a setting needs no component to be running")
    }

    @Test(
        "a captured notice about the key is read",
        arguments: [
            // gsettings set; the Shell's own switch; dconf write.
            (key, [""]),
            // dconf load.
            ("/org/gnome/desktop/notifications/", ["show-banners", "show-in-lock-screen"]),
            // dconf reset -f.
            ("/org/gnome/desktop/", [""]),
            ("/", [""]),
            ("/org/", ["gnome/desktop/notifications/"]),
        ])
    func notice_isRead(prefix: String, changes: [String]) {
        let stage = Self.stage()
        stage.attach()
        _ = stage.takeReports()
        stage.setting = .value(.bool(false), isWritable: true)
        Self.notify(stage, prefix, changes)
        #expect(stage.takeReports() == [Self.change(true)])
    }

    @Test(
        "a notice about something else is not",
        arguments: [
            ("/org/gnome/desktop/notifications/show-in-lock-screen", [""]),
            ("/org/gnome/desktop/notifications/", ["show-in-lock-screen"]),
            ("/org/gnome/desktop/notifications/show-banners-not", [""]),
            ("/org/gnome/desktop/interface/", [""]),
            ("/org/gnome/desktop/notifications", [""]),
            (key, []),
        ])
    func otherNotice_isNotRead(prefix: String, changes: [String]) {
        let stage = Self.stage()
        stage.attach()
        Self.notify(stage, prefix, changes)
        #expect(stage.settingReads == 1)
    }

    @Test(
        "a notice that makes no sense is not",
        arguments: [
            [], [.string(key)], [.string(key), .string("")], [.uint32(1), .strings([""])],
            [.strings([key]), .strings([""])],
        ] as [[Value]])
    func illTypedNotice_isIgnored(arguments: [Value]) {
        let stage = Self.stage()
        stage.attach()
        for member in ["Notify", "WritabilityNotify", "Else"] as [MemberName] {
            stage.signal(from: ":1.9", "/ca/desrt/dconf/Writer/user", "ca.desrt.dconf.Writer", member, arguments)
        }
        #expect(stage.settingReads <= 2)
        #expect(stage.takeReports().count == 1)
    }

    @Test func anotherUserDatabase_isFollowedToo() {
        let stage = Self.stage()
        stage.attach()
        _ = stage.takeReports()
        stage.setting = .value(.bool(false), isWritable: true)
        Self.notify(stage, Self.key, [""], db: "/ca/desrt/dconf/Writer/work")
        #expect(stage.takeReports() == [Self.change(true)])
    }

    @Test func f1_thousandNoticesWithoutAChange() {
        let stage = Self.stage()
        stage.attach()
        _ = stage.takeReports()
        for index in 0..<1000 { Self.notify(stage, index % 2 == 0 ? Self.key : "/", [""]) }
        #expect(stage.settingReads == 2, "the first notice is read at once")
        #expect(stage.elapse("throttle"))
        #expect(stage.settingReads == 3, "one trailing read")
        #expect(stage.elapse("throttle"))
        #expect(stage.settingReads == 3)
        #expect(!stage.elapse("throttle"), "and then rest")
        #expect(stage.takeReports() == [])
    }

    @Test func f1_lastOfABurstIsNotMissed() {
        let stage = Self.stage()
        stage.attach()
        _ = stage.takeReports()
        for _ in 0..<10 { Self.notify(stage, Self.key, [""]) }
        stage.setting = .value(.bool(false), isWritable: true)
        Self.notify(stage, Self.key, [""])
        #expect(stage.takeReports() == [])
        #expect(stage.timers["throttle"] == .milliseconds(100))
        stage.elapse("throttle")
        #expect(stage.takeReports() == [Self.change(true)])
        stage.setting = .value(.bool(true), isWritable: true)
        stage.elapse("throttle")
        Self.notify(stage, Self.key, [""])
        #expect(stage.takeReports() == [Self.change(false)], "after a quiet interval the next is read at once")
    }

    @Test func b6_lostChangeIsFoundByReadingAgain() {
        let stage = Self.stage(showBanners: false)
        stage.attach()
        _ = stage.takeReports()
        stage.setting = .value(.bool(true), isWritable: true)
        stage.readAgain()
        #expect(stage.takeReports() == [.reading(Self.facts(false), isFirst: false)])
        #expect(stage.hasLogged(.notice, "nothing announced it") == 1)
        stage.readAgain()
        #expect(stage.hasLogged(.notice, "nothing announced it") == 1)
    }

    @Test(
        "i1: what is missing is said, with the cure",
        arguments: [
            (SettingReading.noSchema, "install gsettings-desktop-schemas"),
            (.noKey, "has no key show-banners"),
            (.otherType("s"), "has type s, not b"),
        ])
    func i1_missingSettingIsAbsent(reading: SettingReading, words: String) throws {
        let stage = Self.stage()
        stage.setting = reading
        stage.attach()
        let reports = stage.takeReports()
        #expect(reports.count == 1)
        guard case .absent(let text)? = reports.first else {
            Issue.record("not absent: \(reports)")
            return
        }
        #expect(text.contains(words))
        stage.readAgain()
        #expect(stage.takeReports().count == 1)
        stage.setting = .value(.bool(true), isWritable: true)
        stage.readAgain()
        #expect(stage.takeReports() == [.reading(Self.facts(false), isFirst: true)])
    }

    @Test func i3_firstChangeAfterStartIsSeen() {
        let stage = Self.stage()
        stage.attach()
        #expect(stage.matches == [SettingSwitch(.gnome, SourceEnvironment(userID: 1000)).notices])
        // The change comes between subscribing and reading: then the reading has it.
        #expect(stage.takeReports() == [.reading(Self.facts(false), isFirst: true)])
        stage.setting = .value(.bool(false), isWritable: true)
        Self.notify(stage, Self.key, [""])
        #expect(stage.takeReports() == [Self.change(true)])
    }

    @Test func lockedKey_isSaidOnce() {
        let stage = Self.stage()
        stage.setting = .value(.bool(false), isWritable: false)
        stage.attach()
        stage.readAgain()
        #expect(stage.hasLogged(.notice, "locked by the administrator") == 1)
        stage.setting = .value(.bool(true), isWritable: true)
        stage.signal(
            from: ":1.9", "/ca/desrt/dconf/Writer/site", "ca.desrt.dconf.Writer", "WritabilityNotify",
            [.string("/org/gnome/desktop/")])
        #expect(stage.hasLogged(.notice, "may be changed again") == 1)
        #expect(stage.takeReports().last == Self.change(false))
    }

    @Test(arguments: [
        ("GMemorySettingsBackend", "GSETTINGS_BACKEND"), ("GKeyfileSettingsBackend", "install dconf"),
        ("SomeOtherBackend", "SomeOtherBackend"), (nil, "no settings store"),
    ])
    func storeThatNobodyShares_isPrivate(backend: String?, words: String) {
        let stage = Self.stage(backend: backend)
        #expect(stage.hosted.source.description.privateStore?.contains(words) == true)
    }

    @Test func dconf_isShared() {
        let description = Self.stage().hosted.source.description
        #expect(description.privateStore == nil)
        #expect(description.products == ["gnome-shell", "Phosh Notify Daemon"])
        #expect(description.desktops == ["GNOME"])
    }

    @Test("every desktop's switch, both ways", arguments: DoNotDisturbSetting.all)
    func everySwitch_isFollowed(row: DoNotDisturbSetting) {
        let stage = Stage(SettingSwitch(row, SourceEnvironment(userID: 1000, settingsBackend: "DConfSettingsBackend")))
        func store(_ isOn: Bool) { stage.setting = .value(.bool(isOn == row.valueWhenOn), isWritable: true) }
        store(true)
        stage.attach()
        #expect(stage.takeReports() == [.reading(Self.facts(true), isFirst: true)])
        store(false)
        Self.notify(stage, row.key.path, [""])
        #expect(stage.takeReports() == [Self.change(false)])
        stage.elapse("throttle")
        stage.elapse("throttle")
        store(true)
        // Some folder above it was reset.
        Self.notify(stage, "/" + row.key.path.split(separator: "/")[0] + "/", [""])
        #expect(stage.takeReports() == [Self.change(true)])
    }

    @Test(arguments: DoNotDisturbSetting.all)
    func everySwitch_keyLiesWhereItsSchemaSays(row: DoNotDisturbSetting) {
        #expect(row.key.path.hasPrefix("/") && row.key.path.hasSuffix("/\(row.key.key)"))
        #expect(!row.products.isEmpty && !row.desktops.isEmpty, "nobody would put it in charge")
    }

    @Test func noProductOrDesktopHasTwoSwitches() {
        for names in [DoNotDisturbSetting.all.flatMap(\.products), DoNotDisturbSetting.all.flatMap(\.desktops)] {
            #expect(Set(names).count == names.count)
        }
    }

    @Test(arguments: DoNotDisturbSetting.all)
    func i1_everySwitch_withoutItsSchemaSaysWhatToInstall(row: DoNotDisturbSetting) {
        let stage = Stage(SettingSwitch(row, SourceEnvironment(userID: 1000, settingsBackend: "DConfSettingsBackend")))
        stage.attach()
        guard case .absent(let words)? = stage.takeReports().first else {
            Issue.record("not absent")
            return
        }
        #expect(words.contains(row.key.schema) && words.contains("install \(row.key.package)"))
    }
}
