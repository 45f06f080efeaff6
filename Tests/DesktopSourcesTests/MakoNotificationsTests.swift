// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import DesktopSources

/// mako's modes: 1.7, which announces nothing, and 1.10, which does.
struct MakoNotificationsTests {
    private static func stage(_ modes: [String], announces: Bool, preferences: SourcePreferences = .init()) -> Stage {
        let stage = Stage(MakoNotifications())
        stage.preferences = preferences
        stage.attach()
        stage.owner(.notifications, ":1.2")
        stage.server(":1.2", "mako")
        stage.answer("ListModes", modes.busValue)
        if announces {
            stage.answer("Get", .variant(modes.busValue))
        } else {
            stage.refuse("Get", .unknownProperty)
        }
        return stage
    }

    private static func leaves(_ stage: Stage, _ name: String = ":1.50") {
        stage.signal(
            from: .bus, .bus, .bus, "NameOwnerChanged", [.string(name), .string(name), .string("")])
    }

    private static func isOn(_ stage: Stage) -> Bool? {
        switch stage.takeReports().last {
        case .reading(let facts, _)?: facts[.doNotDisturb].map { $0 == .bool(true) }
        case .change(let facts)?: facts[.doNotDisturb].flatMap(\.self).map { $0 == .bool(true) }
        case .ownerLost?, .absent?, .failing?, nil: nil
        }
    }

    @Test func programThatLeft_mayHaveSetAMode() {
        let stage = Self.stage(["default"], announces: false)
        #expect(Self.isOn(stage) == false)
        Self.leaves(stage)
        #expect(stage.answer("ListModes", ["default", "do-not-disturb"].busValue))
        #expect(Self.isOn(stage) == true)
        // Programs come and go all the time: not more often than ten times a second, and the last one counts.
        for _ in 1...100 { Self.leaves(stage) }
        #expect(stage.calls.isEmpty)
        #expect(stage.elapse("throttle"))
        #expect(stage.answer("ListModes", ["default"].busValue))
        #expect(Self.isOn(stage) == false)
        // That a name changes hands, or that a program comes, says nothing.
        stage.elapse("throttle")
        Self.leaves(stage, "org.example.App")
        stage.signal(from: .bus, .bus, .bus, "NameOwnerChanged", [.string(":1.51"), .string(""), .string(":1.51")])
        #expect(stage.calls.isEmpty)
    }

    @Test func poll_findsWhatNobodyAnnounced() {
        let stage = Self.stage(["default"], announces: false)
        _ = stage.takeReports()
        #expect(stage.timers["poll"] != nil)
        for isOn in [true, false] {
            stage.elapse("poll")
            #expect(stage.answer("ListModes", (isOn ? ["do-not-disturb"] : []).busValue))
            #expect(Self.isOn(stage) == isOn)
        }
        #expect(stage.hasLogged(.notice, "no signal") == 0, "that is how it is")
    }

    @Test func versionThatAnnounces_isNotPolled() {
        let stage = Self.stage(["default"], announces: true)
        _ = stage.takeReports()
        #expect(stage.timers.isEmpty)
        Self.leaves(stage)
        #expect(stage.calls.isEmpty)
        stage.changed(from: ":1.2", MakoNotifications.path, MakoNotifications.interface, [:], invalidated: ["Modes"])
        #expect(stage.answer("ListModes", ["do-not-disturb"].busValue))
        #expect(Self.isOn(stage) == true)
    }

    @Test func leaving_endsAllThatItCost() {
        let stage = Self.stage(["default"], announces: false)
        Self.leaves(stage)
        stage.owner(.notifications, nil)
        #expect(stage.timers.isEmpty && stage.matches.isEmpty)
        stage.owner(.notifications, ":1.9")
        stage.server(":1.9", "mako")
        // The old one's answer, too, is under way.
        while stage.answer("ListModes", ["do-not-disturb"].busValue) {}
        // What the one before was asked is of no interest any more.
        stage.answer("ListModes", ["default"].busValue)
        stage.answer("ListModes", ["do-not-disturb"].busValue)
        #expect(Self.isOn(stage) == true)
    }

    @Test func k1_whichModesCount_isTheUsersToSay() {
        let stage = Self.stage(["away"], announces: true, preferences: SourcePreferences(makoModes: ["dnd", "away"]))
        #expect(Self.isOn(stage) == true)
        stage.give(.preferences(SourcePreferences(makoModes: ["dnd"])))
        #expect(Self.isOn(stage) == false)
        stage.give(.preferences(SourcePreferences(makoModes: ["away"])))
        #expect(Self.isOn(stage) == true)
        stage.give(.preferences(SourcePreferences(makoModes: ["away"])))
        #expect(stage.takeReports() == [])
    }
}
