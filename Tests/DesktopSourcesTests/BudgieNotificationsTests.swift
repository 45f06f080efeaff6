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

    private static func stage(isOn: Bool) -> Stage {
        let stage = Stage(ObjectSource(BudgieNotifications.component))
        stage.attach()
        stage.owner("org.budgie_desktop.Notifications", ":1.1")
        stage.answer("GetDoNotDisturb", .boolean(isOn))
        return stage
    }

    private static func told(_ stage: Stage, _ arguments: Value...) {
        stage.signal(from: ":1.1", path, interface, "DoNotDisturbChanged", arguments)
    }

    @Test func start_readsTheSwitch() {
        #expect(
            Self.stage(isOn: true).takeReports() == [
                .reading([.doNotDisturb: .bool(true), .silenced: .bool(true)], isFirst: true)
            ])
        // A window that fills the screen may silence it nevertheless.
        #expect(Self.stage(isOn: false).takeReports() == [.reading([.doNotDisturb: .bool(false)], isFirst: true)])
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
                .change([.doNotDisturb: .bool(false), .silenced: nil]),
            ])
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
