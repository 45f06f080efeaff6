// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import DesktopSources

/// Deepin's switch, as dde-shell's sources say (panels/notification/server, 2024 and later).
struct DeepinNotificationsTests {
    private static let path: ObjectPath = "/org/deepin/dde/Notification1"

    private static func stage(_ isOn: Bool) -> Stage {
        let stage = Stage(ObjectSource(DeepinNotifications.component))
        stage.attach()
        stage.owner("org.deepin.dde.Notification1", ":1.4")
        stage.answer("GetSystemInfo", .variant(.boolean(isOn)))
        return stage
    }

    private static func changed(_ stage: Stage, _ arguments: Value...) {
        stage.signal(from: ":1.4", path, "org.deepin.dde.Notification1", "SystemInfoChanged", arguments)
    }

    @Test(arguments: [true, false]) func start_readsTheSwitch(isOn: Bool) {
        let stage = Self.stage(isOn)
        #expect(stage.takeReports() == [.reading([.doNotDisturb: .bool(isOn)], isFirst: true)])
    }

    @Test func onlyItsOwnItemIsNews() {
        let stage = Self.stage(false)
        _ = stage.takeReports()
        Self.changed(stage, .uint32(1), .variant(.boolean(true)))
        Self.changed(stage, .string("0"), .variant(.boolean(true)))
        Self.changed(stage)
        #expect(stage.takeReports() == [] && stage.calls.isEmpty)
        Self.changed(stage, .uint32(0), .variant(.boolean(true)))
        #expect(stage.takeReports() == [.change([.doNotDisturb: .bool(true)])])
        Self.changed(stage, .uint32(0), .variant(.boolean(false)))
        #expect(stage.takeReports() == [.change([.doNotDisturb: .bool(false)])])
    }

    @Test func illTypedItem_isReadInsteadAndSaidOnce() {
        let stage = Self.stage(false)
        _ = stage.takeReports()
        for _ in 1...2 {
            Self.changed(stage, .uint32(0), .variant(.string("22:00")))
            #expect(stage.takeReports() == [])
            #expect(stage.answer("GetSystemInfo", .variant(.boolean(false))))
            _ = stage.takeReports()
        }
        #expect(stage.hasLogged(.warning, "came with type s") == 1)
    }
}
