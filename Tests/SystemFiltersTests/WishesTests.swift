// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import SystemFilters

@Suite struct WishesTests {
    private static let gnome = Wishes(desktop: .gnome, output: "speakers")

    private static func wishes(
        _ filter: SystemFilter, _ values: [String: ParameterValue], _ desktop: DesktopFamily = .gnome
    ) throws -> [String: String] {
        let plan = Wishes(desktop: desktop, output: "speakers").plan(filter, values)
        if let refusal = plan.refusals.first { throw refusal }
        return Dictionary(uniqueKeysWithValues: plan.wishes.map { ($0.key.text, $0.value) })
    }

    @Test(arguments: SystemFilter.allCases)
    func noValues_askForNothing(filter: SystemFilter) throws {
        #expect(try Self.wishes(filter, [:]) == [:])
        #expect(Wishes(desktop: .mate, output: nil).plan(filter, ["style": .string("")]) == Plan())
    }

    @Test func appearance() throws {
        #expect(
            try Self.wishes(
                .appearance, ["style": .string("dark"), "accent": .string("teal"), "theme": .string("A'b")])
                == [
                    "setting org.gnome.desktop.interface color-scheme": "'prefer-dark'",
                    "setting org.gnome.desktop.interface accent-color": "'teal'",
                    "setting org.gnome.desktop.interface gtk-theme": "\"A'b\"",
                ])
        #expect(try Self.wishes(.appearance, ["style": .string("light")]).values.first == "'prefer-light'")
        #expect(
            try Self.wishes(.appearance, ["theme": .string("T")], .mate)
                == ["setting org.mate.interface gtk-theme": "'T'"])
        #expect(
            try Self.wishes(.appearance, ["theme": .string("T")], .cinnamon)
                == ["setting org.cinnamon.desktop.interface gtk-theme": "'T'"])
    }

    @Test func wallpaper_isAnAddress_forBothStyles() throws {
        let schema = "setting org.gnome.desktop.background"
        #expect(
            try Self.wishes(.wallpaper, ["picture": .string("/a b/ü.png")]) == [
                "\(schema) picture-uri": "'file:///a%20b/%C3%BC.png'",
                "\(schema) picture-uri-dark": "'file:///a%20b/%C3%BC.png'",
            ])
        #expect(
            try Self.wishes(.wallpaper, ["picture": .string("file:///x"), "darkPicture": .string("/y")]) == [
                "\(schema) picture-uri": "'file:///x'", "\(schema) picture-uri-dark": "'file:///y'",
            ])
        #expect(
            try Self.wishes(.wallpaper, ["darkPicture": .string("/y")]) == ["\(schema) picture-uri-dark": "'file:///y'"]
        )
        #expect(
            try Self.wishes(.wallpaper, ["picture": .string("/x")], .mate)
                == ["setting org.mate.background picture-filename": "'/x'"])
        #expect(
            try Self.wishes(.wallpaper, ["picture": .string("/x")], .cinnamon)
                == ["setting org.cinnamon.desktop.background picture-uri": "'file:///x'"])
    }

    @Test(arguments: [DesktopFamily.gnome, .cinnamon, .mate])
    func relativePicture_isRefused(desktop: DesktopFamily) {
        #expect(throws: Refusal.self) { try Self.wishes(.wallpaper, ["picture": .string("x.png")], desktop) }
    }

    @Test func theRest() throws {
        #expect(
            try Self.wishes(.nightLight, ["enabled": .bool(true)])
                == ["setting org.gnome.settings-daemon.plugins.color night-light-enabled": "true"])
        #expect(try Self.wishes(.powerProfile, ["profile": .string("balanced")]) == ["power-profile": "balanced"])
        #expect(try Self.wishes(.sound, ["muted": .bool(false)]) == ["muted speakers": "false"])
        let mute = Wishes(desktop: .gnome, output: nil).plan(.sound, ["muted": .bool(true)])
        #expect(mute == .refused("the sound server names no output that could be muted"))
    }

    @Test func settings_areAssignments() throws {
        func set(_ lines: String...) throws -> [String: String] {
            try Self.wishes(.settings, ["set": .array(lines.map { .string($0) })])
        }
        #expect(
            try set("org.a k 'v w'", "org.b:/p/ k [1, 2]")
                == ["setting org.a k": "'v w'", "setting org.b:/p/ k": "[1, 2]"])
        #expect(throws: Refusal.self) { try set("org.a k") }
        #expect(throws: Refusal.self) { try set("org.a k 1", "org.a k 2") }
    }

    @Test func settings_areSetButForThoseThatCannotBe() {
        let lines = ["nonsense", "org.a k 1", "org.a k 2", "org.b k 3"]
        let plan = Self.gnome.plan(.settings, ["set": .array(lines.map { .string($0) })])
        #expect(plan.wishes == [.plain("org.a", "k"): "1", .plain("org.b", "k"): "3"])
        #expect(
            plan.refusals == [
                Refusal("'nonsense' is no setting: write SCHEMA[:PATH] KEY VALUE, as after 'gsettings set'"),
                Refusal("setting org.a k is set twice, and the first counts"),
            ])
    }

    @Test(arguments: [
        ("GNOME", DesktopFamily.gnome), ("ubuntu:GNOME", .gnome), ("", .gnome), ("KDE", .gnome), ("MATE", .mate),
        ("X-Cinnamon", .cinnamon),
    ])
    func desktop_isKnownByItsName(name: String, family: DesktopFamily) {
        #expect(DesktopFamily(current: name) == family)
    }
}
