// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import DesktopSources

/// Plasma's switch and what is in effect. Messages and file as captured from Plasma 5.27. The stage's clock starts on
/// 2026-11-30 at 00:53:20 UTC.
struct PlasmaNotificationsTests {
    private static let file = "/home/.config/plasmanotifyrc"
    private static let off: [Fact: FactValue] = facts(false, inhibited: false, byOthers: false)

    private static func facts(_ isOn: Bool, inhibited: Bool, byOthers: Bool?) -> [Fact: FactValue] {
        var facts: [Fact: FactValue] = [.doNotDisturb: .bool(isOn), .silenced: .bool(inhibited)]
        facts[.notificationsInhibited] = byOthers.map { .bool($0) }
        return facts
    }

    /// A stage on which Plasma has answered; `until`: what the file names.
    private static func stage(inhibited: Bool = false, until: String? = nil) -> Stage {
        let stage = Stage(PlasmaNotifications(SourceCase.environment))
        stage.attach()
        stage.lay(file, content(until))
        stage.owner(.notifications, ":1.4")
        stage.server(":1.4", "Plasma")
        answer(stage, inhibited)
        return stage
    }

    private static func content(_ until: String?) -> FileReading {
        let line = until.map { "Until=\($0)\n" } ?? ""
        return .content(Array("[Badges]\nUntil=1\n\n[DoNotDisturb]\n\(line)WhenScreensMirrored=true\n".utf8))
    }

    private static func answer(_ stage: Stage, _ isInhibited: Bool) {
        while stage.answerProperties(of: PlasmaNotifications.path, ["Inhibited": .boolean(isInhibited)]) {}
    }

    private static func inhibited(_ stage: Stage, _ value: Bool) {
        stage.changed(
            from: ":1.4", PlasmaNotifications.path, PlasmaNotifications.interface, ["Inhibited": .boolean(value)])
    }

    /// As Plasma, and whoever else writes the file with KConfig.
    private static func announce(_ stage: Stage, from sender: BusName = ":1.4") {
        stage.signal(
            from: sender, "/plasmanotifyrc", "org.kde.kconfig.notify", "ConfigChanged",
            [["DoNotDisturb": [Array("Until".utf8)]].busValue])
    }

    /// What the reports tell of one fact, without repetitions.
    private static func told(_ stage: Stage, of fact: Fact) -> [Bool] {
        stage.takeReports().reduce(into: []) { told, report in
            let value: FactValue? =
                switch report {
                case .reading(let facts, _): facts[fact]
                case .change(let facts): facts[fact] ?? nil
                case .ownerLost, .absent, .failing: nil
                }
            if case .bool(let value)? = value, told.last != value { told.append(value) }
        }
    }

    @Test func shortcut_isTheUsersSwitch() {
        let stage = Self.stage()
        #expect(stage.takeReports() == [.reading(Self.off, isFirst: true)])
        stage.lay(Self.file, Self.content("2027,11,30,1,37,36.426"))
        Self.announce(stage)
        Self.inhibited(stage, true)
        #expect(
            stage.takeReports() == [.change([.doNotDisturb: .bool(true)]), .change([.silenced: .bool(true)])])
        stage.lay(Self.file, Self.content(nil))
        Self.announce(stage)
        Self.inhibited(stage, false)
        #expect(
            stage.takeReports() == [.change([.doNotDisturb: .bool(false)]), .change([.silenced: .bool(false)])])
        Self.answer(stage, false)
        #expect(stage.alarms.isEmpty)
    }

    @Test func app_isNotTheUser() {
        let stage = Self.stage()
        _ = stage.takeReports()
        Self.inhibited(stage, true)
        #expect(
            stage.takeReports() == [.change([.silenced: .bool(true), .notificationsInhibited: .bool(true)])])
        Self.inhibited(stage, false)
        #expect(
            stage.takeReports() == [.change([.silenced: .bool(false), .notificationsInhibited: .bool(false)])])
    }

    @Test func whatTheAgentHolds_isNeither() {
        let stage = Self.stage()
        _ = stage.takeReports()
        stage.silence(.inhibit)
        stage.answer("Inhibit", .uint32(7))
        Self.inhibited(stage, true)
        #expect(stage.takeReports() == [.change([.silenced: .bool(true)])])
        stage.write(Self.file, .unreadable("permission denied"))
        #expect(Self.told(stage, of: .doNotDisturb) == [])
        stage.silence(.release)
        #expect(stage.calls.first?.call.arguments == [.uint32(7)])
        stage.answer("UnInhibit")
        #expect(Self.told(stage, of: .doNotDisturb) == [])
        // It is in effect still: then somebody else is behind it.
        stage.elapse("lag")
        Self.answer(stage, true)
        #expect(Self.told(stage, of: .doNotDisturb) == [true])
    }

    @Test func e6_instantPasses_andWhatItLeavesBehindIsNoApp() {
        let stage = Self.stage(inhibited: true, until: "2026,11,30,0,53,45.5")
        #expect(
            stage.takeReports() == [.reading(Self.facts(true, inhibited: true, byOthers: false), isFirst: true)])
        #expect(stage.ring("until"))
        #expect(stage.now.realtime == 1_796_000_025_000_000)
        #expect(stage.takeReports() == [.change([.doNotDisturb: .bool(false)])])
        // Plasma ends it at the next full minute.
        stage.pass(.seconds(16))
        Self.inhibited(stage, false)
        #expect(stage.takeReports() == [.change([.silenced: .bool(false)])])
        // From now on it is somebody else.
        Self.inhibited(stage, true)
        #expect(Self.told(stage, of: .notificationsInhibited) == [true])
    }

    @Test func e6_instantPasses_andSomebodyElseHoldsOn() {
        let stage = Self.stage(inhibited: true, until: "2026,11,30,0,53,45")
        #expect(stage.ring("until"))
        _ = stage.takeReports()
        #expect(stage.ring("until"))
        #expect(stage.takeReports() == [.change([.notificationsInhibited: .bool(true)])])
        #expect(stage.alarms.isEmpty)
    }

    @Test func e6_instantThatIsOver_isOff() {
        let stage = Self.stage(until: "2026,11,30,0,53,19.9")
        #expect(stage.takeReports() == [.reading(Self.off, isFirst: true)])
        stage.lay(Self.file, Self.content("9999,12,31,23,59,59"))
        stage.readAgain()
        Self.answer(stage, true)
        #expect(Self.told(stage, of: .doNotDisturb) == [true])
    }

    @Test(arguments: ["tomorrow", "2027,11,30", "2027,11,30,1,37,x", ",,,,,"])
    func e6_instantThatIsNoDate_leavesWhatIsInEffect(_ text: String) {
        let stage = Self.stage(inhibited: true, until: text)
        #expect(
            stage.takeReports() == [.reading(Self.facts(true, inhibited: true, byOthers: nil), isFirst: true)])
        for _ in 1...3 { Self.announce(stage) }
        #expect(stage.hasLogged(.warning, "Until=\(text) is no date") == 1)
        Self.inhibited(stage, false)
        #expect(Self.told(stage, of: .doNotDisturb) == [false])
    }

    @Test func e4_clockIsSet_theInstantIsAheadAgain() {
        let stage = Self.stage(inhibited: true, until: "2026,11,30,0,54,20")
        stage.pass(.seconds(30))
        // The alarm rings when the clock is set, too.
        _ = stage.takeReports()
        stage.give(.timer("until"))
        #expect(stage.takeReports() == [])
        #expect(stage.alarms == ["until": 1_796_000_060_000_000])
    }

    @Test func b6_lostAnnouncement_isFoundWithTheProperty() {
        let stage = Self.stage()
        _ = stage.takeReports()
        stage.lay(Self.file, Self.content("2027,1,1,0,0,0"))
        Self.inhibited(stage, true)
        #expect(
            stage.takeReports() == [.change([.silenced: .bool(true), .doNotDisturb: .bool(true)])], "in one step")
    }

    @Test func fileWrittenByHand_isFollowed() {
        let stage = Self.stage()
        _ = stage.takeReports()
        stage.write(Self.file, Self.content("2027,1,1,0,0,0"))
        #expect(stage.takeReports() == [.change([.doNotDisturb: .bool(true)])])
        // Another program announces what it wrote.
        stage.lay(Self.file, .missing)
        Self.announce(stage, from: ":1.77")
        #expect(Self.told(stage, of: .doNotDisturb) == [false])
    }

    @Test func plasmaLeaves_nothingIsLeftRunning() {
        let stage = Self.stage(inhibited: true, until: "2027,1,1,0,0,0")
        #expect(stage.followedFiles == [Self.file] && stage.alarms.count == 1)
        stage.owner(.notifications, nil)
        #expect(stage.followedFiles.isEmpty && stage.alarms.isEmpty)
        Self.announce(stage)
        #expect(stage.takeReports().last == .ownerLost)
    }
}
