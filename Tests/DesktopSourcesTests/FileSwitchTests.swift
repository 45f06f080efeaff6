// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import DesktopSources

/// Switches in files: COSMIC's as cosmic-notifications 1.0 and cosmic-config say, LXQt's as captured from
/// lxqt-notificationd 1.2.
struct FileSwitchTests {
    private static let environment = SourceEnvironment(
        userID: 1000, configHome: "/home/u/.config", configDirectories: ["/etc/xdg"], dataDirectories: ["/usr/share"])
    private static let cosmic = "cosmic/com.system76.CosmicNotifications/v1/do_not_disturb"
    private static let lxqt = "lxqt/notifications.conf"

    private static func facts(_ isOn: Bool) -> [Fact: FactValue] {
        [.doNotDisturb: .bool(isOn), .silenced: .bool(isOn)]
    }

    private static func change(_ isOn: Bool) -> SourceReport { .change(facts(isOn).mapValues { $0 }) }

    private static func content(_ text: String) -> FileReading { .content(Array(text.utf8)) }

    /// The rows, each with the user's file, the site's, and what they hold when on and off.
    private static let rows: [(DoNotDisturbFile, user: String, site: String, on: String, off: String)] = [
        (.cosmic, "/home/u/.config/\(cosmic)", "/usr/share/\(cosmic)", "true", "false"),
        (
            .lxqt, "/home/u/.config/\(lxqt)", "/etc/xdg/\(lxqt)", "[General]\ndoNotDisturb=true\nplacement=top-left\n",
            "[General]\n__userfile__=true\ndoNotDisturb=false\n"
        ),
    ]

    private static func stage(_ row: DoNotDisturbFile, _ files: [String: FileReading] = [:]) -> Stage {
        let stage = Stage(FileSwitch(row, environment))
        for (path, reading) in files { stage.write(path, reading) }
        stage.attach()
        return stage
    }

    private static func serve(_ stage: Stage, _ row: DoNotDisturbFile, as owner: BusName = ":1.3") {
        stage.owner("org.freedesktop.Notifications", owner)
        stage.server(owner, row.product)
    }

    @Test func switch_isFollowedBothWays() {
        for (row, user, _, on, off) in Self.rows {
            let stage = Self.stage(row, [user: Self.content(on)])
            Self.serve(stage, row)
            #expect(stage.takeReports() == [.reading(Self.facts(true), isFirst: true)])
            stage.write(user, Self.content(off))
            stage.write(user, Self.content(off + "\n"))
            #expect(stage.takeReports() == [Self.change(false)])
            stage.write(user, Self.content(on))
            stage.write(user, .missing)
            #expect(stage.takeReports() == [Self.change(true), Self.change(false)])
        }
    }

    @Test func freshProfile_isOff() {
        for (row, user, site, on, off) in Self.rows {
            let stage = Self.stage(row)
            Self.serve(stage, row)
            #expect(stage.takeReports() == [.reading(Self.facts(false), isFirst: true)])
            stage.write(site, Self.content(on))
            #expect(stage.takeReports() == [Self.change(true)], "the site's file counts while the user has none")
            stage.write(user, Self.content(off))
            #expect(stage.takeReports() == [Self.change(false)])
        }
    }

    @Test func nobodyServes_nothingIsFollowed() {
        for (row, user, _, on, _) in Self.rows {
            let stage = Self.stage(row, [user: Self.content(on)])
            stage.owner("org.freedesktop.Notifications", ":1.7")
            stage.server(":1.7", "another")
            stage.readAgain()
            #expect(stage.takeReports() == [.absent("\(row.product) is not running")])
            #expect(stage.followedFiles.isEmpty)
        }
    }

    @Test func d1_serverRestarts() {
        for (row, user, site, on, _) in Self.rows {
            let stage = Self.stage(row, [user: Self.content(on)])
            Self.serve(stage, row)
            #expect(stage.followedFiles == [user, site])
            _ = stage.takeReports()
            stage.owner("org.freedesktop.Notifications", nil)
            stage.server(nil, nil)
            #expect(stage.takeReports() == [.ownerLost])
            #expect(stage.followedFiles.isEmpty)
            Self.serve(stage, row, as: ":1.9")
            #expect(stage.takeReports() == [.reading(Self.facts(true), isFirst: true)])
        }
    }

    @Test func unreadableFile_isFailingUntilItIsReadable() {
        for (row, user, _, on, _) in Self.rows {
            let stage = Self.stage(row, [user: .unreadable("permission denied")])
            Self.serve(stage, row)
            #expect(stage.takeReports() == [.failing("\(user) cannot be read: permission denied")])
            stage.write(user, Self.content(on))
            #expect(stage.takeReports() == [.reading(Self.facts(true), isFirst: true)])
        }
    }

    @Test func b6_missedChangeIsFoundByReadingAgain() {
        for (row, user, _, on, _) in Self.rows {
            let stage = Self.stage(row)
            Self.serve(stage, row)
            _ = stage.takeReports()
            stage.lay(user, Self.content(on))
            stage.readAgain()
            #expect(stage.takeReports() == [.reading(Self.facts(true), isFirst: false)])
        }
    }

    @Test(arguments: ["", "1", "True", "yes", "true false", "\u{0}"])
    func cosmicsFileWithoutABool_isUnknownAndSaidOnce(text: String) {
        let (row, user, _, on, _) = Self.rows[0]
        let stage = Self.stage(row, [user: Self.content(on)])
        Self.serve(stage, row)
        _ = stage.takeReports()
        stage.write(user, Self.content(text))
        stage.write(user, Self.content(text))
        #expect(stage.takeReports() == [.change([.doNotDisturb: nil, .silenced: nil])])
        #expect(stage.hasLogged(.warning, "is neither true nor false") == 1)
    }

    @Test(arguments: [
        ("[General]\r\ndoNotDisturb=TRUE\r\n", true), ("doNotDisturb = true", true), ("doNotDisturb=\"true\"", true),
        ("[General]\ndoNotDisturb=1", true), ("[General]\ndoNotDisturb=0", false), ("[General]\ndoNotDisturb=", false),
        ("[Other]\ndoNotDisturb=true", false), ("[General]\n;doNotDisturb=true", false),
        ("[General]\ndonotdisturb=true", false), ("[General]\ndoNotDisturb", false), ("\u{fffd}[[]]==\n=\n", false),
        ("[A]\nx=1\n[General]\ndoNotDisturb=false\ndoNotDisturb=true", true),
    ])
    func lxqtsFile_isReadAsQtReadsIt(text: String, isOn: Bool) {
        let (row, user, _, _, _) = Self.rows[1]
        let stage = Self.stage(row, [user: Self.content(text)])
        Self.serve(stage, row)
        #expect(stage.takeReports() == [.reading(Self.facts(isOn), isFirst: true)])
    }
}
