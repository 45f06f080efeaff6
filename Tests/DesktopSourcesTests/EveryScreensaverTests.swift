// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import DesktopSources

/// What holds for every kind of screen saver. Messages as captured from MATE's 1.26 and Plasma's locker 5.27; Cinnamon's
/// and Xfce's speak as their sources say.
struct EveryScreensaverTests {
    private static func stage(_ saver: Screensaver, owner: BusName? = ":1.5") -> Stage {
        let stage = Stage(ObjectSource(saver))
        stage.attach()
        for (index, name) in saver.names.enumerated() { stage.owner(name, index == 0 ? owner : nil) }
        return stage
    }

    private static func tell(_ stage: Stage, _ saver: Screensaver, _ arguments: Value..., from sender: BusName = ":1.5")
    {
        for path in saver.paths { stage.signal(from: sender, path, saver.interface, "ActiveChanged", arguments) }
    }

    @Test(arguments: Screensaver.all)
    func upAndDown_countsOnceEach(saver: Screensaver) {
        let stage = Self.stage(saver)
        stage.answer("GetActive", .boolean(false))
        Self.tell(stage, saver, .boolean(true))
        Self.tell(stage, saver, .boolean(true))
        Self.tell(stage, saver, .boolean(false))
        #expect(
            stage.takeReports() == [
                .reading([.screensaver: .bool(false)], isFirst: true), .change([.screensaver: .bool(true)]),
                .change([.screensaver: .bool(false)]),
            ])
        #expect(stage.calls.isEmpty)
    }

    @Test(arguments: Screensaver.all)
    func d1_restartWhileItIsUp(saver: Screensaver) {
        let stage = Self.stage(saver)
        stage.answer("GetActive", .boolean(true))
        _ = stage.takeReports()
        stage.owner(saver.names[0], nil)
        stage.owner(saver.names[0], ":1.9")
        Self.tell(stage, saver, .boolean(false), from: ":1.5")
        stage.answer("GetActive", .boolean(true))
        #expect(stage.takeReports() == [.ownerLost, .reading([.screensaver: .bool(true)], isFirst: true)])
    }

    @Test(
        "a signal that makes no sense is read instead, and logged once", arguments: Screensaver.all,
        [[], [.string("true")], [.variant(.boolean(true))]] as [[Value]])
    func illTypedSignal_isReadInstead(saver: Screensaver, arguments: [Value]) {
        let stage = Self.stage(saver)
        stage.answer("GetActive", .boolean(false))
        _ = stage.takeReports()
        for _ in 1...3 {
            stage.signal(from: ":1.5", saver.paths[0], saver.interface, "ActiveChanged", arguments)
            #expect(stage.takeReports() == [])
            #expect(stage.answer("GetActive", .boolean(false)))
            _ = stage.takeReports()
        }
        #expect(stage.hasLogged(.warning, "active came with type") == (arguments.isEmpty ? 0 : 1))
    }

    @Test(arguments: Screensaver.all)
    func otherMembers_areNoNews(saver: Screensaver) {
        let stage = Self.stage(saver)
        stage.answer("GetActive", .boolean(false))
        _ = stage.takeReports()
        for path in saver.paths {
            stage.signal(from: ":1.5", path, saver.interface, "WakeUpScreen")
            // Plasma announces that it is going to lock; the lock may still be refused.
            stage.signal(from: ":1.5", path, "org.kde.screensaver", "AboutToLock")
        }
        #expect(stage.takeReports() == [] && stage.calls.isEmpty)
    }

    @Test func d4_nobodyIsStarted() {
        for saver in Screensaver.all {
            let stage = Self.stage(saver, owner: nil)
            stage.readAgain()
            #expect(stage.takeReports() == [.absent("no \(saver.name) is running")])
            #expect(stage.calls.isEmpty)
        }
    }

    // MARK: freedesktop.org's name, which many take

    @Test func lockerAtTheShortPathOnly_isRead() {
        let stage = Self.stage(.freedesktop)
        #expect(stage.calls.map(\.call.path) == ["/org/freedesktop/ScreenSaver"])
        stage.refuse("GetActive", .unknownObject)
        #expect(stage.calls.map(\.call.path) == ["/ScreenSaver"])
        stage.answer("GetActive", .boolean(true))
        stage.signal(from: ":1.5", "/ScreenSaver", "org.freedesktop.ScreenSaver", "ActiveChanged", [.boolean(false)])
        #expect(
            stage.takeReports() == [
                .reading([.screensaver: .bool(true)], isFirst: true), .change([.screensaver: .bool(false)]),
            ])
        // The next one is asked at the long path first.
        stage.owner("org.freedesktop.ScreenSaver", ":1.8")
        #expect(stage.calls.map(\.call.path) == ["/org/freedesktop/ScreenSaver"])
    }

    @Test(
        "only inhibitors: gsd-screensaver-proxy refuses, XScreenSaver has no such method",
        arguments: [ErrorName("org.freedesktop.DBus.Error.NotSupported"), ErrorName.unknownMethod].compactMap(\.self))
    func nameWithoutASaver_isAbsentAndLeftAlone(error: ErrorName) {
        let stage = Self.stage(.freedesktop)
        stage.refuse("GetActive", error)
        stage.refuse("GetActive", error)
        let reports = stage.takeReports()
        guard case .absent? = reports.first, reports.count == 1 else {
            Issue.record("not absent: \(reports)")
            return
        }
        #expect(stage.calls.isEmpty && stage.timers.isEmpty)
        // It declares the signal; should it ever send it, it is heard.
        Self.tell(stage, .freedesktop, .boolean(true))
        #expect(stage.takeReports() == [.change([.screensaver: .bool(true)])])
    }
}
