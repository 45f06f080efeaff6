// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import SystemFilters

@Suite struct AppNotificationsTests {
    /// Every set of up to three apps.
    private static let sets: [Set<String>] = (0..<8).map { bits in
        Set(["a", "b", "c"].enumerated().filter { bits & (1 << $0.offset) != 0 }.map(\.element))
    }

    @Test func everySmallCase_silencesWhatIsNamed_andWhatIsKnownAndNotAllowed() {
        for silence in Self.sets {
            for known in Self.sets {
                for allow in Self.sets.map(Optional.some) + [nil] {
                    let request = AppNotifications(silence: silence, allow: allow)
                    for app in ["a", "b", "c"] {
                        let isSilenced =
                            silence.contains(app)
                            || allow.map { known.contains(app) && !$0.contains(app) } ?? false
                        #expect(request.silenced(among: known).contains(app) == isSilenced)
                    }
                    #expect(request.isEmpty == (silence.isEmpty && allow == nil))
                    #expect(request.dependsOnKnownApps == (allow != nil))
                }
            }
        }
    }

    @Test func idsAreComparedAsTheDesktopWritesThem() {
        let request = AppNotifications(silence: ["org.B"], allow: ["org.A"])
        #expect(request.silenced(among: ["org-a", "org-c"], key: SettingsFolder.shell) == ["org-b", "org-c"])
    }

    @Test func values_areIdsOfDesktopFiles() {
        func read(_ values: [String: ParameterValue]) -> AppNotifications {
            let (request, refusals) = AppNotifications.read(values) { $0 == "org.a.desktop" }
            #expect(refusals == [])
            return request
        }
        #expect(read([:]).isEmpty)
        #expect(
            read(["silence": .array([.string("org.a.B.desktop"), .string("c d")])])
                == AppNotifications(silence: ["org.a.B", "c d"]))
        // The desktop file's name is 'org.a.desktop.desktop'.
        #expect(
            read(["allow": .array([.string("org.a.desktop"), .string("org.a.desktop.desktop")])])
                == AppNotifications(allow: ["org.a.desktop"]))
        // Nobody is allowed: that is not the same as no list.
        #expect(read(["allow": .array([])]) == AppNotifications(allow: []))
    }

    @Test(arguments: ["", ".desktop", "a/b", "a\nb", "\u{7F}"])
    func otherWords_areRefused_andTheRestCounts(text: String) {
        for parameter in ["silence", "allow"] {
            let (request, refusals) = AppNotifications.read([parameter: .array([.string(text), .string("x")])]) { _ in
                false
            }
            #expect(request.silence.union(request.allow ?? []) == ["x"])
            #expect(refusals.count == 1 && refusals.allSatisfy { $0.words.contains("is no app") })
        }
    }

    @Test(arguments: [
        ("org.gnome.Calendar", "org-gnome-calendar", "org-gnome-calendar", "org-gnome-calendar"),
        ("firefox_firefox", "firefox-firefox", "firefox-firefox", "firefox_firefox"),
        ("a--b._c", "a-b-c", "a--b--c", "a--b-_c"), ("Müll", "m-ll", "m--ll", "müll"), ("7.x-", "7-x-", "7-x-", "7-x-"),
        ("…", "-", "---", "…"),
    ])
    func folder_isAsEachServerNamesIt(id: String, shell: String, phosh: String, budgie: String) {
        #expect(SettingsFolder.shell(id) == shell)
        #expect(SettingsFolder.phosh(id) == phosh)
        #expect(SettingsFolder.budgie(id) == budgie)
    }

    @Test func choices_areWhatIsInMenus_andWhatNotifies_byTitle() {
        let apps = [
            InstalledApp(id: "z", title: "alpha", icon: "a", isShown: true, notifies: false),
            InstalledApp(id: "b", title: "Beta", icon: "/b.png", isShown: false, notifies: true),
            InstalledApp(id: "hidden", title: "Aaa", isShown: false, notifies: false),
            InstalledApp(id: "a", title: "Alpha", icon: ". GThemedIcon x y", isShown: true, notifies: true),
            InstalledApp(id: "c", title: "", isShown: true, notifies: false),
        ]
        #expect(
            InstalledApp.choices(apps) == [
                Item(value: .string("c"), title: "c", subtitle: "c"),
                Item(value: .string("a"), title: "Alpha", subtitle: "a"),
                Item(value: .string("z"), title: "alpha", subtitle: "z", icon: .themed(["a"])),
                Item(value: .string("b"), title: "Beta", subtitle: "b", icon: .file("/b.png")),
            ])
    }
}
