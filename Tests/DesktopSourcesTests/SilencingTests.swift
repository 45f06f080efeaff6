// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import DesktopSources

/// What sources do when they are told to change the desktop's Do Not Disturb.
struct SilencingTests {
    /// A source that answers each command with one call.
    struct OneCall: Sendable, CustomStringConvertible {
        let description: String
        let source: ObjectSource
        let product: String?
        let member: MemberName
        let arguments: @Sendable (Bool) -> [Value]
    }

    private static let calls = [
        OneCall(
            description: "dunst", source: ObjectSource(DunstNotifications.component), product: "dunst", member: "Set"
        ) { [.string("org.dunstproject.cmd0"), .string("paused"), .variant(.boolean($0))] },
        OneCall(
            description: "xfce", source: ObjectSource(XfceNotifications.component), product: nil, member: "SetProperty"
        ) { [.string("xfce4-notifyd"), .string("/do-not-disturb"), .variant(.boolean($0))] },
        OneCall(
            description: "deepin", source: ObjectSource(DeepinNotifications.component), product: nil,
            member: "SetSystemInfo"
        ) { [.uint32(0), .variant(.boolean($0))] },
    ]

    private static func stage(_ source: any DesktopSource, product: String? = nil) -> Stage {
        let stage = Stage(source)
        stage.attach()
        for name in source.names { stage.owner(name, ":1.5") }
        if let product { stage.server(":1.5", product) }
        return stage
    }

    private static func refusals(_ stage: Stage) -> [SilencerReport] {
        stage.silencerReports.filter { if case .refused = $0 { true } else { false } }
    }

    private static func placings(_ stage: Stage) -> [Bool] {
        stage.silencerReports.compactMap { if case .placed(let isPlaced) = $0 { isPlaced } else { nil } }
    }

    private static func members(_ stage: Stage) -> [String] { stage.calls.map(\.call.member.text) }

    // MARK: Switches

    @Test(arguments: calls) func oneCall_setsTheSwitch_andAsksWhatCameOfIt(_ row: OneCall) {
        let stage = Self.stage(row.source, product: row.product)
        while !stage.calls.isEmpty { stage.refuse(stage.calls[0].call.member, .failed) }
        for isOn in [true, false] {
            stage.silence(.set(isOn))
            #expect(Self.members(stage) == [row.member.text])
            #expect(stage.calls.first?.call.arguments == row.arguments(isOn))
            stage.answer(row.member)
            #expect(stage.calls.count == 1, "it is read")
            stage.refuse(stage.calls[0].call.member, .failed)
        }
        stage.silence(.set(true))
        stage.refuse(row.member, .accessDenied)
        #expect(Self.refusals(stage).count == 1)
    }

    @Test(arguments: calls) func refusalOfAnOlderCommand_isNoNews(_ row: OneCall) {
        let stage = Self.stage(row.source, product: row.product)
        while !stage.calls.isEmpty { stage.refuse(stage.calls[0].call.member, .failed) }
        stage.silence(.set(true))
        stage.silence(.set(false))
        stage.refuse(row.member, .failed)
        #expect(Self.refusals(stage).isEmpty)
        stage.refuse(row.member, .failed)
        #expect(Self.refusals(stage).count == 1)
    }

    @Test func whoIsNotThere_isRefused() {
        for source in allSources(SourceCase.environment)
        where source.description.silencing != nil && !source.names.isEmpty {
            let stage = Stage(source)
            stage.silence(.set(true))
            stage.attach()
            for name in source.names { stage.owner(name, nil) }
            stage.silence(.inhibit)
            #expect(Self.refusals(stage).count == 2, "\(source.description.id)")
            #expect(stage.calls.isEmpty)
        }
    }

    @Test func dunst_levelComesBackAsItWas() {
        let stage = Self.stage(ObjectSource(DunstNotifications.component), product: "dunst")
        stage.answerProperties(
            of: DunstNotifications.path, ["paused": .boolean(true), "pauseLevel": .uint32(60)])
        stage.silence(.set(false))
        stage.answer("Set")
        stage.answerProperties(
            of: DunstNotifications.path, ["paused": .boolean(false), "pauseLevel": .uint32(0)])
        stage.silence(.set(true))
        #expect(
            stage.calls.first?.call.arguments == [
                .string("org.dunstproject.cmd0"), .string("pauseLevel"), .variant(.uint32(60)),
            ])
    }

    @Test func budgie_isTurnedOverOnlyIfItDiffers() {
        let stage = Self.stage(ObjectSource(BudgieNotifications.component))
        stage.answer("GetDoNotDisturb", .boolean(false))
        stage.silence(.set(true))
        stage.answer("GetDoNotDisturb", .boolean(true))
        #expect(!Self.members(stage).contains("ToggleDoNotDisturb"))
        stage.answer("GetDoNotDisturb", .boolean(true))
        stage.silence(.set(false))
        stage.answer("GetDoNotDisturb", .boolean(true))
        #expect(Self.members(stage) == ["ToggleDoNotDisturb"])
    }

    @Test func budgie_newestWishCounts_oneCallAtATime() {
        let stage = Self.stage(ObjectSource(BudgieNotifications.component))
        stage.answer("GetDoNotDisturb", .boolean(false))
        stage.silence(.set(true))
        stage.answer("GetDoNotDisturb", .boolean(false))
        stage.silence(.set(false))
        stage.silence(.set(true))
        stage.silence(.set(false))
        #expect(Self.members(stage) == ["ToggleDoNotDisturb"])
        stage.answer("ToggleDoNotDisturb")
        #expect(Self.members(stage) == ["GetDoNotDisturb"])
        stage.answer("GetDoNotDisturb", .boolean(true))
        #expect(Self.members(stage) == ["ToggleDoNotDisturb"])
        stage.refuse("ToggleDoNotDisturb", .failed)
        #expect(Self.refusals(stage).count == 1)
    }

    @Test func mako_otherModesStay() {
        let stage = Self.stage(MakoNotifications(), product: "mako")
        while stage.answer("ListModes", ["default", "work"].busValue) {}
        stage.silence(.set(true))
        // Of now, not as they were when they were last read.
        stage.answer("ListModes", ["default", "away"].busValue)
        let set = stage.calls.filter { $0.call.member == "SetModes" }
        #expect(set.map(\.call.arguments) == [[["default", "away", "do-not-disturb"].busValue]])
        stage.answer("SetModes")
        stage.answer("ListModes", ["default", "away", "do-not-disturb"].busValue)
        stage.silence(.set(false))
        stage.answer("ListModes", ["do-not-disturb", "default", "away"].busValue)
        #expect(stage.calls.last?.call.arguments == [["default", "away"].busValue])
    }

    @Test func mako_modesOfTheUsersOwn_comeBack() {
        let stage = Self.stage(MakoNotifications(), product: "mako")
        stage.give(.preferences(SourcePreferences(makoModes: ["dnd", "film"])))
        while stage.answer("ListModes", ["film"].busValue) {}
        stage.silence(.set(false))
        stage.answer("ListModes", ["film", "default"].busValue)
        #expect(stage.calls.last?.call.arguments == [["default"].busValue])
        stage.answer("SetModes")
        while stage.answer("ListModes", ["default"].busValue) {}
        stage.silence(.set(true))
        stage.answer("ListModes", ["default"].busValue)
        #expect(stage.calls.last?.call.arguments == [["default", "film"].busValue])
    }

    // MARK: Files

    private static let lxqt = "/home/.config/lxqt/notifications.conf"

    @Test(
        arguments: [
            (nil, "[General]\ndoNotDisturb=true\n"),
            ("", "[General]\ndoNotDisturb=true\n"),
            ("[General]\nplacement=top\n", "[General]\ndoNotDisturb=true\nplacement=top\n"),
            ("[General]\na=1\ndoNotDisturb = false\nb=2", "[General]\na=1\ndoNotDisturb=true\nb=2"),
            ("[Other]\ndoNotDisturb=1\n", "[General]\ndoNotDisturb=true\n[Other]\ndoNotDisturb=1\n"),
        ] as [(String?, String)])
    func lxqt_fileIsEditedInPlace(_ before: String?, _ after: String) {
        let stage = Stage(FileSwitch(.lxqt, SourceCase.environment))
        stage.attach()
        if let before { stage.lay(Self.lxqt, .content(Array(before.utf8))) }
        stage.owner(.notifications, ":1.5")
        stage.server(":1.5", "lxqt-notificationd")
        _ = stage.takeReports()
        stage.silence(.set(true))
        #expect(stage.files[Self.lxqt] == .content(Array(after.utf8)))
        #expect(stage.takeReports() == [.change([.doNotDisturb: .bool(true), .silenced: .bool(true)])])
    }

    @Test func fileThatCannotBeRead_isNotReplaced() {
        let stage = Stage(FileSwitch(.lxqt, SourceCase.environment))
        stage.attach()
        stage.lay(Self.lxqt, .unreadable("permission denied"))
        stage.owner(.notifications, ":1.5")
        stage.server(":1.5", "lxqt-notificationd")
        stage.silence(.set(true))
        #expect(stage.files[Self.lxqt] == .unreadable("permission denied"))
        #expect(Self.refusals(stage).count == 1)
    }

    @Test func cosmic_keyIsWritten() {
        let stage = Stage(FileSwitch(.cosmic, SourceCase.environment))
        stage.attach()
        stage.owner(.notifications, ":1.5")
        stage.server(":1.5", "cosmic-notifications")
        stage.silence(.set(true))
        let file = "/home/.config/cosmic/com.system76.CosmicNotifications/v1/do_not_disturb"
        #expect(stage.files[file] == .content(Array("true".utf8)))
    }

    // MARK: swaync

    private static func swaync(inhibited: Bool = false, dnd: Bool = false) -> Stage {
        let stage = stage(SwayncNotifications())
        stage.answer("GetDnd", .boolean(dnd))
        stage.answer("IsInhibited", .boolean(inhibited))
        _ = stage.takeReports()
        return stage
    }

    /// As swaync announces that something changed.
    private static func announce(_ stage: Stage, inhibited: Bool) {
        stage.signal(
            from: ":1.5", SwayncNotifications.path, SwayncNotifications.interface, "SubscribeV2",
            [.uint32(0), .boolean(false), .boolean(false), .boolean(inhibited)])
    }

    private static func truth(_ value: FactValue?) -> Bool? {
        if case .bool(let truth)? = value { truth } else { nil }
    }

    /// The last thing that was said of a fact.
    private static func told(_ stage: Stage, _ fact: Fact, or before: Bool?) -> Bool? {
        var value = before
        for report in stage.takeReports() {
            switch report {
            case .reading(let facts, _): value = truth(facts[fact])
            case .change(let change): if let new = change[fact] { value = truth(new) }
            case .ownerLost, .absent, .failing: value = nil
            }
        }
        return value
    }

    @Test func a4_swaync_ownInhibitorOnly_andOthersStaySeen() {
        let stage = Self.swaync(inhibited: true)
        stage.silence(.inhibit)
        #expect(Self.members(stage) == ["AddInhibitor"])
        #expect(stage.calls[0].call.arguments == [.string("org.focusfilters.Focus1")])
        Self.announce(stage, inhibited: true)
        stage.answer("AddInhibitor", .boolean(true))
        stage.answer("NumberOfInhibitors", .uint32(2))
        #expect(Self.placings(stage) == [true])
        #expect(Self.told(stage, .notificationsInhibited, or: true) == true)
        // The other one ends, and comes back.
        for (number, isForeign) in [(1, false), (2, true)] as [(UInt32, Bool)] {
            Self.announce(stage, inhibited: true)
            stage.answer("NumberOfInhibitors", .uint32(number))
            #expect(Self.told(stage, .notificationsInhibited, or: !isForeign) == isForeign)
        }
        stage.silence(.release)
        #expect(Self.members(stage) == ["RemoveInhibitor"])
        #expect(stage.calls[0].call.arguments == [.string("org.focusfilters.Focus1")])
        Self.announce(stage, inhibited: true)
        stage.answer("RemoveInhibitor", .boolean(true))
        #expect(Self.placings(stage) == [true, false])
        #expect(Self.told(stage, .notificationsInhibited, or: true) == true)
        #expect(stage.calls.isEmpty)
    }

    @Test func swaync_ownInhibitorIsNeverTakenForAnothers() {
        let stage = Self.swaync()
        var said: [Bool?] = []
        func note() {
            for report in stage.takeReports() {
                if case .change(let change) = report, let value = change[.notificationsInhibited] {
                    said.append(Self.truth(value))
                }
            }
        }
        for _ in 1...3 {
            stage.silence(.inhibit)
            Self.announce(stage, inhibited: true)
            stage.answer("AddInhibitor", .boolean(true))
            stage.answer("NumberOfInhibitors", .uint32(1))
            note()
            stage.silence(.release)
            Self.announce(stage, inhibited: false)
            stage.answer("RemoveInhibitor", .boolean(true))
            note()
        }
        #expect(said == [])
    }

    @Test func swaync_allInhibitorsCleared_isSaid() {
        let stage = Self.swaync()
        stage.silence(.inhibit)
        Self.announce(stage, inhibited: true)
        stage.answer("AddInhibitor", .boolean(true))
        stage.answer("NumberOfInhibitors", .uint32(1))
        Self.announce(stage, inhibited: false)
        #expect(Self.placings(stage) == [true, false])
    }

    @Test func swaync_inhibitorOfAnEarlierAgent_isOurs() {
        let stage = Self.stage(SwayncNotifications())
        stage.silence(.adopt)
        stage.answer("GetDnd", .boolean(false))
        stage.answer("IsInhibited", .boolean(true))
        stage.answer("NumberOfInhibitors", .uint32(1))
        #expect(Self.told(stage, .notificationsInhibited, or: true) == false)
        stage.silence(.release)
        stage.answer("RemoveInhibitor", .boolean(true))
        #expect(Self.placings(stage) == [false])
    }

    @Test func swaync_before08_saysWhatToDo() {
        let stage = Self.swaync()
        stage.silence(.inhibit)
        stage.refuse("AddInhibitor", .unknownMethod)
        #expect(
            Self.refusals(stage) == [.refused("it knows no inhibitors: update it to 0.8 or later")])
        stage.silence(.release)
        #expect(Self.placings(stage) == [false])
        #expect(stage.calls.isEmpty)
    }

    // MARK: Plasma

    private static func plasma(inhibited: Bool = false) -> Stage {
        let stage = Stage(PlasmaNotifications(SourceCase.environment))
        stage.attach()
        stage.owner(.notifications, ":1.5")
        stage.server(":1.5", "Plasma")
        stage.answerProperties(of: PlasmaNotifications.path, ["Inhibited": .boolean(inhibited)])
        return stage
    }

    private static func inhibited(_ stage: Stage, _ value: Bool) {
        stage.changed(
            from: ":1.5", PlasmaNotifications.path, PlasmaNotifications.interface, ["Inhibited": .boolean(value)])
    }

    @Test func plasma_cookieIsGivenBack_andOursIsNobodyElses() {
        let stage = Self.plasma()
        _ = stage.takeReports()
        for cookie in [UInt32(1), 2] {
            stage.silence(.inhibit)
            stage.answer("Inhibit", .uint32(cookie))
            Self.inhibited(stage, true)
            #expect(stage.takeReports() == [.change([.silenced: .bool(true)])])
            stage.silence(.release)
            #expect(stage.calls.last?.call.arguments == [.uint32(cookie)])
            stage.answer("UnInhibit")
            // What is in effect follows a moment later.
            #expect(stage.takeReports() == [])
            Self.inhibited(stage, false)
            #expect(stage.takeReports() == [.change([.silenced: .bool(false)])])
        }
        #expect(Self.placings(stage) == [true, false, true, false])
        #expect(stage.timers["lag"] == nil)
    }

    @Test func plasma_takenBackBeforeItWasPlaced() {
        let stage = Self.plasma()
        stage.silence(.inhibit)
        stage.silence(.release)
        #expect(Self.members(stage) == ["Inhibit"])
        stage.answer("Inhibit", .uint32(9))
        #expect(Self.members(stage) == ["UnInhibit"])
        stage.answer("UnInhibit")
        #expect(Self.placings(stage) == [false])
    }

    @Test func plasma_userTurnsItOff_oursIsGone() {
        let stage = Self.plasma()
        stage.silence(.inhibit)
        stage.answer("Inhibit", .uint32(1))
        Self.inhibited(stage, true)
        Self.inhibited(stage, false)
        #expect(Self.placings(stage) == [true, false])
        stage.silence(.release)
        #expect(stage.calls.isEmpty, "there is nothing to give back")
    }

    @Test func plasma_filmFirst_oursWaitsUntilItEnds() {
        let stage = Self.plasma(inhibited: true)
        #expect(Self.told(stage, .notificationsInhibited, or: nil) == true)
        stage.silence(.inhibit)
        #expect(stage.calls.isEmpty)
        #expect(Self.placings(stage) == [true])
        Self.inhibited(stage, false)
        #expect(Self.members(stage) == ["Inhibit"])
        #expect(Self.told(stage, .notificationsInhibited, or: true) == false)
        stage.answer("Inhibit", .uint32(1))
        Self.inhibited(stage, true)
        #expect(Self.told(stage, .notificationsInhibited, or: false) == false)
    }

    @Test func plasma_refusal_isSaid() {
        let stage = Self.plasma()
        stage.silence(.inhibit)
        stage.refuse("Inhibit", .accessDenied)
        #expect(Self.refusals(stage).count == 1)
        // It is to be tried again.
        stage.silence(.inhibit)
        stage.answer("Inhibit", .uint32(3))
        stage.silence(.release)
        stage.refuse("UnInhibit", .failed)
        #expect(Self.refusals(stage).count == 2)
        #expect(Self.placings(stage) == [true])
    }
}
