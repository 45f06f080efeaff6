// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import DesktopSources

/// Budgie's switch. Messages as captured from budgie-daemon 10.7, `:1.1`.
struct BudgieNotificationsTests {
    private static let path: ObjectPath = "/org/budgie_desktop/Notifications"
    private static let interface: InterfaceName = "org.buddiesofbudgie.budgie.Dispatcher"

    private static func stage(isOn: Bool, isPaused: Bool = false) -> Stage {
        let stage = Stage(ObjectSource(BudgieNotifications.component))
        stage.attach()
        stage.owner("org.budgie_desktop.Notifications", ":1.1")
        stage.answer("GetDoNotDisturb", .boolean(isOn))
        #expect(stage.takeReports() == [], "half of it is not known yet")
        stage.answerProperties(of: path, ["NotificationsPaused": .boolean(isPaused)])
        return stage
    }

    private static func told(_ stage: Stage, _ arguments: Value...) {
        stage.signal(from: ":1.1", path, interface, "DoNotDisturbChanged", arguments)
    }

    private static func facts(_ isOn: Bool, paused: Bool = false) -> [Fact: FactValue] {
        [.doNotDisturb: .bool(isOn), .notificationsInhibited: .bool(paused), .silenced: .bool(isOn || paused)]
    }

    @Test(arguments: [true, false], [true, false])
    func start_readsTheSwitchAndThePause(isOn: Bool, isPaused: Bool) {
        let stage = Self.stage(isOn: isOn, isPaused: isPaused)
        #expect(stage.takeReports() == [.reading(Self.facts(isOn, paused: isPaused), isFirst: true)])
    }

    @Test func toggle_isFollowed() {
        let stage = Self.stage(isOn: false)
        _ = stage.takeReports()
        Self.told(stage, .boolean(true))
        Self.told(stage, .boolean(true))
        Self.told(stage, .boolean(false))
        #expect(
            stage.takeReports() == [
                .change([.doNotDisturb: .bool(true), .silenced: .bool(true)]),
                .change([.doNotDisturb: .bool(false), .silenced: .bool(false)]),
            ])
    }

    @Test func windowFillsTheScreen_isNotTheUsersSwitch() {
        let stage = Self.stage(isOn: false)
        _ = stage.takeReports()
        for isPaused in [true, false] {
            stage.changed(from: ":1.1", Self.path, Self.interface, ["NotificationsPaused": .boolean(isPaused)])
            #expect(
                stage.takeReports() == [
                    .change([.notificationsInhibited: .bool(isPaused), .silenced: .bool(isPaused)])
                ])
        }
    }

    @Test func serverWithoutAPause_theSwitchIsKnownStill() {
        let stage = Stage(ObjectSource(BudgieNotifications.component))
        stage.attach()
        stage.owner("org.budgie_desktop.Notifications", ":1.1")
        stage.answer("GetDoNotDisturb", .boolean(false))
        stage.answerProperties(of: Self.path, [:])
        #expect(stage.takeReports() == [.reading([.doNotDisturb: .bool(false)], isFirst: true)])
    }

    @Test(arguments: [[], [.string("true")], [.uint32(1)]] as [[Value]])
    func illTypedSignal_isReadInstead(arguments: [Value]) {
        let stage = Self.stage(isOn: false)
        _ = stage.takeReports()
        for _ in 1...2 {
            stage.signal(from: ":1.1", Self.path, Self.interface, "DoNotDisturbChanged", arguments)
            #expect(stage.takeReports() == [])
            #expect(stage.answer("GetDoNotDisturb", .boolean(false)))
            _ = stage.takeReports()
        }
        #expect(stage.hasLogged(.warning, "came with type") == (arguments.isEmpty ? 0 : 1))
    }

    @Test func otherSignals_areNoNews() {
        let stage = Self.stage(isOn: false)
        _ = stage.takeReports()
        stage.signal(
            from: ":1.1", Self.path, Self.interface, "NotificationClosed", [.uint32(1), .string("x"), .int32(1)])
        #expect(stage.takeReports() == [] && stage.calls.isEmpty)
    }
}
