// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import DesktopSources

/// Xfce's switch. Messages as captured from xfconfd 4.18, `:1.2`.
struct XfceNotificationsTests {
    private static let property = "/do-not-disturb"

    private static func stage() -> Stage {
        let stage = Stage(ObjectSource(XfceNotifications.component))
        stage.attach()
        stage.owner("org.xfce.Xfconf", ":1.2")
        return stage
    }

    /// In use, and off.
    private static func settled() -> Stage {
        let stage = stage()
        stage.answer("GetProperty", .variant(.boolean(false)))
        _ = stage.takeReports()
        return stage
    }

    private static func changed(
        _ stage: Stage, _ value: Value, _ property: String = property, channel: String = "xfce4-notifyd",
        from sender: BusName = ":1.2"
    ) {
        stage.signal(
            from: sender, "/org/xfce/Xfconf", "org.xfce.Xfconf", "PropertyChanged",
            [.string(channel), .string(property), .variant(value)])
    }

    private static func facts(_ value: Bool) -> [Fact: FactValue] {
        [.doNotDisturb: .bool(value), .silenced: .bool(value)]
    }

    private static func change(_ value: Bool) -> SourceReport { .change(facts(value).mapValues { $0 }) }

    @Test func start_readsTheProperty() {
        let stage = Self.stage()
        #expect(stage.calls.map(\.call.arguments) == [[.string("xfce4-notifyd"), .string("/do-not-disturb")]])
        stage.answer("GetProperty", .variant(.boolean(true)))
        #expect(stage.takeReports() == [.reading(Self.facts(true), isFirst: true)])
    }

    @Test(
        "nobody has set it: off",
        arguments: ["org.xfce.Xfconf.Error.PropertyNotFound", "org.xfce.Xfconf.Error.ChannelNotFound"])
    func absentProperty_isOff(error: String) {
        let stage = Self.stage()
        stage.answer("GetProperty", .failure(.error(name: error, message: "does not exist")))
        #expect(stage.takeReports() == [.reading(Self.facts(false), isFirst: true)])
        #expect(stage.timers.isEmpty)
        Self.changed(stage, .boolean(true))
        #expect(stage.takeReports() == [Self.change(true)])
    }

    @Test func changes_countOnceEach() {
        let stage = Self.settled()
        for value in [true, true, false] { Self.changed(stage, .boolean(value)) }
        #expect(stage.takeReports() == [Self.change(true), Self.change(false)])
        #expect(stage.calls.isEmpty)
    }

    @Test func removedProperty_isOff() {
        let stage = Self.settled()
        Self.changed(stage, .boolean(true))
        _ = stage.takeReports()
        stage.signal(
            from: ":1.2", "/org/xfce/Xfconf", "org.xfce.Xfconf", "PropertyRemoved",
            [.string("xfce4-notifyd"), .string(Self.property)])
        stage.answer(
            "GetProperty", .failure(.error(name: "org.xfce.Xfconf.Error.PropertyNotFound", message: "gone")))
        #expect(stage.takeReports() == [.reading(Self.facts(false), isFirst: false)])
        #expect(stage.logs.isEmpty)
    }

    @Test func removedWhileItIsBeingRead_theRemovalCounts() {
        let stage = Self.stage()
        stage.signal(
            from: ":1.2", "/org/xfce/Xfconf", "org.xfce.Xfconf", "PropertyRemoved",
            [.string("xfce4-notifyd"), .string(Self.property)])
        stage.answer("GetProperty", .variant(.boolean(true)))
        #expect(stage.takeReports() == [], "older than the news")
        stage.answer("GetProperty", .failure(.error(name: "org.xfce.Xfconf.Error.PropertyNotFound", message: "gone")))
        #expect(stage.takeReports() == [.reading(Self.facts(false), isFirst: true)])
    }

    @Test func otherPropertiesAndChannels_areNoNews() {
        let stage = Self.settled()
        Self.changed(stage, .boolean(true), "/do-fadeout")
        Self.changed(stage, .boolean(true), channel: "xsettings")
        Self.changed(stage, .boolean(true), from: ":1.66")
        stage.signal(from: ":1.2", "/org/xfce/Xfconf", "org.xfce.Xfconf", "PropertyChanged")
        stage.signal(from: ":1.2", "/org/xfce/Xfconf", "org.xfce.Xfconf", "PropertyChanged", [.uint32(1), .uint32(2)])
        #expect(stage.takeReports() == [] && stage.calls.isEmpty)
    }

    @Test func valueOfAnotherType_isOffAsForTheServer_andSaidOnce() {
        let stage = Self.settled()
        Self.changed(stage, .boolean(true))
        _ = stage.takeReports()
        for _ in 1...3 {
            Self.changed(stage, .string("yes"))
            #expect(stage.answer("GetProperty", .variant(.string("yes"))))
        }
        #expect(stage.takeReports().last == .reading(Self.facts(false), isFirst: false))
        #expect(stage.hasLogged(.warning, "came with type s") == 1)
    }

    @Test(arguments: [[], [.boolean(true), .boolean(true)], [.string("yes")]] as [[Value]])
    func answerThatMakesNoSense_isFailing(values: [Value]) {
        let stage = Self.stage()
        stage.answer("GetProperty", .success(values))
        guard case .failing? = stage.takeReports().first else {
            Issue.record("not failing")
            return
        }
    }
}
