// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import DesktopSources

/// Screen savers. Messages as captured; for GNOME from GNOME Shell 43: it is `:1.1`, the helper that owns
/// `org.gnome.ScreenSaver` once somebody calls it is `:1.27`.
struct ScreensaverTests {
    private static let shield: BusName = "org.gnome.Shell.ScreenShield"
    private static let helper: BusName = "org.gnome.ScreenSaver"
    private static let path: ObjectPath = "/org/gnome/ScreenSaver"

    private static func stage(shell: BusName? = ":1.1", helper: BusName? = nil) -> Stage {
        let stage = Stage(ObjectSource(Screensaver.gnome))
        stage.attach()
        stage.owner(shield, shell)
        stage.owner(self.helper, helper)
        return stage
    }

    private static func active(_ stage: Stage, from sender: BusName, _ arguments: Value...) {
        stage.signal(from: sender, path, "org.gnome.ScreenSaver", "ActiveChanged", arguments)
    }

    @Test func nobodyThere_isAbsent() {
        let stage = Self.stage(shell: nil)
        #expect(stage.takeReports() == [.absent("no GNOME screen saver is running")])
        #expect(stage.calls.isEmpty)
    }

    @Test func d4_onlyAnOwnerIsCalled() {
        let stage = Self.stage(shell: nil)
        #expect(stage.calls.isEmpty, "a call to a name that nobody owns could start its service")
        stage.readAgain()
        #expect(stage.calls.isEmpty)
        stage.owner(Self.helper, ":1.27")
        #expect(stage.calls.map(\.call.destination) == [":1.27"], "by its unique name, which starts nothing")
    }

    @Test func d2_valueThatIsOnFromTheBeginningIsRead() {
        let stage = Self.stage(shell: nil)
        _ = stage.takeReports()
        stage.pass(.seconds(40))
        stage.owner(Self.shield, ":1.50")
        #expect(stage.answer("GetActive", .boolean(true)))
        #expect(stage.takeReports() == [.reading([.screensaver: .bool(true)], isFirst: true)])
    }

    @Test func signalOfTheShell_countsOnce() {
        let stage = Self.stage()
        stage.answer("GetActive", .boolean(false))
        _ = stage.takeReports()
        // Locking: the Shell says it, and the helper, started by somebody's call, says it again.
        Self.active(stage, from: ":1.1", .boolean(true))
        stage.owner(Self.helper, ":1.27")
        Self.active(stage, from: ":1.27", .boolean(true))
        Self.active(stage, from: ":1.1", .boolean(true))
        #expect(stage.takeReports() == [.change([.screensaver: .bool(true)])])
        #expect(stage.calls.isEmpty, "the helper changes nothing")
        stage.signal(from: ":1.1", Self.path, "org.gnome.ScreenSaver", "WakeUpScreen")
        Self.active(stage, from: ":1.1", .boolean(false))
        #expect(stage.takeReports() == [.change([.screensaver: .bool(false)])])
    }

    @Test func signalOfAStranger_isIgnored() {
        let stage = Self.stage()
        stage.answer("GetActive", .boolean(false))
        _ = stage.takeReports()
        Self.active(stage, from: ":1.66", .boolean(true))
        #expect(stage.takeReports() == [])
    }

    @Test func lockerWithOnlyTheOldName_isFollowed() {
        let stage = Self.stage(shell: nil, helper: ":1.30")
        stage.answer("GetActive", .boolean(false))
        Self.active(stage, from: ":1.30", .boolean(true))
        #expect(
            stage.takeReports() == [
                .reading([.screensaver: .bool(false)], isFirst: true), .change([.screensaver: .bool(true)]),
            ])
    }

    @Test func illTypedSignal_isReadInstead() {
        let stage = Self.stage()
        stage.answer("GetActive", .boolean(false))
        _ = stage.takeReports()
        Self.active(stage, from: ":1.1", .string("true"))
        Self.active(stage, from: ":1.1")
        #expect(stage.takeReports() == [])
        #expect(stage.answer("GetActive", .boolean(true)))
        #expect(stage.answer("GetActive", .boolean(true)), "the second came while the first was being read")
        #expect(stage.takeReports().contains(.reading([.screensaver: .bool(true)], isFirst: false)))
        #expect(stage.hasLogged(.warning, "came with type s") == 1)
    }

    @Test(arguments: [[], [.string("yes")], [.boolean(true), .boolean(true)]] as [[Value]])
    func answerThatMakesNoSense_isFailing(values: [Value]) {
        let stage = Self.stage()
        stage.answer("GetActive", .success(values))
        let reports = stage.takeReports()
        guard case .failing(let words)? = reports.first, reports.count == 1 else {
            Issue.record("not failing: \(reports)")
            return
        }
        #expect(words.contains("makes no sense"))
    }

    @Test func objectThatIsNotThere_isAbsentAndLeftAlone() {
        let stage = Self.stage()
        stage.refuse("GetActive", .unknownMethod)
        guard case .absent? = stage.takeReports().first else {
            Issue.record("not absent")
            return
        }
        #expect(stage.timers.isEmpty)
    }

    @Test func d1_ownerRestarts() {
        let stage = Self.stage(shell: ":1.19")
        stage.answer("GetActive", .boolean(true))
        _ = stage.takeReports()
        stage.owner(Self.shield, nil)
        #expect(stage.takeReports() == [.ownerLost])
        stage.pass(.seconds(2))
        stage.owner(Self.shield, ":1.161")
        Self.active(stage, from: ":1.19", .boolean(false))
        #expect(stage.takeReports() == [], "a queued signal of the old owner")
        stage.answer("GetActive", .boolean(false))
        Self.active(stage, from: ":1.161", .boolean(true))
        #expect(
            stage.takeReports() == [
                .reading([.screensaver: .bool(false)], isFirst: true), .change([.screensaver: .bool(true)]),
            ])
    }

    @Test func d1_replyOfTheOldOwnerDoesNotCount() {
        let stage = Self.stage(shell: ":1.19")
        stage.owner(Self.shield, ":1.33")
        #expect(stage.count("GetActive") == 2)
        stage.answer("GetActive", .boolean(true))
        #expect(stage.takeReports().filter { if case .reading = $0 { true } else { false } } == [])
        stage.answer("GetActive", .boolean(false))
        #expect(stage.takeReports() == [.reading([.screensaver: .bool(false)], isFirst: true)])
    }

    @Test func d3_replacementInOneStepIsALossAndANewOwner() {
        let stage = Self.stage(shell: ":1.19")
        stage.answer("GetActive", .boolean(true))
        _ = stage.takeReports()
        stage.owner(Self.shield, ":1.33")
        stage.answer("GetActive", .boolean(true))
        #expect(stage.takeReports() == [.ownerLost, .reading([.screensaver: .bool(true)], isFirst: true)])
    }

    @Test func changeBeforeTheFirstReply_isReportedAtOnce() {
        let stage = Self.stage()
        Self.active(stage, from: ":1.1", .boolean(true))
        #expect(stage.takeReports() == [.change([.screensaver: .bool(true)])])
    }
}
