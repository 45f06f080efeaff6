// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusProcess
import Glibc

/// KDE Plasma, 5 and 6: a group for each app in `plasmanotifyrc`. Plasma reads the file anew when a signal says so.
///
/// An app whose popups are off shows none, not even for what is urgent; it stays in the history.
final class PlasmaApps: AppSwitchPort {
    let products: Set<String> = ["Plasma"]
    let desktops: Set<String> = ["KDE"]
    var onKnownAppsChange: (() -> Void)?
    var onChange: ((AppSwitch) -> Void)?

    private static let name = "plasmanotifyrc"
    private static let group = "Applications"
    /// All that notifies without telling which app it is.
    private static let others = "@other"
    private static let signalPath: ObjectPath = "/plasmanotifyrc"
    private static let signalInterface: InterfaceName = "org.kde.kconfig.notify"
    /// a{saay}: the keys that changed by their groups, whose names are joined by ``joint``.
    private static let changed: MemberName = "ConfigChanged"
    private static let joint = "\u{1D}"
    /// How long another program may hold the file's lock, and how often that is looked at.
    private static let patience: Microseconds = .seconds(3)
    private static let pause: Microseconds = .milliseconds(20)

    private let connection: Connection
    private let loop: any EventLoop
    private let folder: String
    private let system: [String]
    private var path: String { "\(folder)/\(Self.name)" }
    private var looked: Set<AppSwitch> = []
    private var isWatching = false
    private var follower: FileFollower?

    init(connection: Connection, loop: any EventLoop, paths: Paths) {
        self.connection = connection
        self.loop = loop
        folder = paths.configHome
        system = paths.configDirectories
    }

    func plan(_ request: AppNotifications, done: @escaping (Plan) -> Void) {
        do throws(AtomicFile.Failure) {
            let known = try read().groups(in: [Self.group])
            if request.dependsOnKnownApps {
                // Plasma does not announce that it has seen an app for the first time.
                follower = follower ?? FileFollower(path, loop: loop) { [weak self] in self?.onKnownAppsChange?() }
            } else {
                follower = nil
            }
            done(Plan(wishes: PlasmaWishes.wishes(request, known: known, others: Self.others)))
        } catch {
            done(.refused(error.message))
        }
    }

    func rest() { follower = nil }

    func look(_ appSwitch: AppSwitch, wish: String?, done: @escaping (Caretaker.Look) -> Void) {
        looked.insert(appSwitch)
        watch()
        let (key, fallback) = Self.key(appSwitch.kind)
        do throws(AtomicFile.Failure) {
            guard let value = try read().bool(key, in: [Self.group, appSwitch.app], else: fallback) else {
                return done(.unusable("\(Self.name): it is marked so that nobody may change it"))
            }
            // However the user writes yes and no.
            let isRight = wish.map { KConfigFiles.isTrue($0) == KConfigFiles.isTrue(value.text) } ?? false
            done(.value(value, wish: isRight ? value.text : wish))
        } catch {
            done(.unusable(error.message))
        }
    }

    func write(_ appSwitch: AppSwitch, _ value: KnobValue, done: @escaping (_ refusal: String?) -> Void) {
        write(appSwitch, value, patience: Self.patience, done)
    }

    private func write(
        _ appSwitch: AppSwitch, _ value: KnobValue, patience: Microseconds, _ done: @escaping (String?) -> Void
    ) {
        let (key, _) = Self.key(appSwitch.kind)
        let group = [Self.group, appSwitch.app]
        do throws(AtomicFile.Failure) {
            try AtomicFile.makeFolder(folder, mode: 0o700)
            let lock = try KConfigLock(path)
            var text = KConfigText(try AtomicFile.read(path) ?? [])
            if value.isDefault {
                text.remove(key, in: group)
            } else {
                text.set(key, to: value.text, in: group)
            }
            try AtomicFile.write(path, text.bytes, mode: 0o600)
            _ = consume lock
        } catch {
            guard error.code == EEXIST else { return done(error.message) }
            guard patience > 0 else { return done("another program holds \(error.path)") }
            _ = loop.addTimer(after: Self.pause) { [weak self] in
                self?.write(appSwitch, value, patience: patience - Self.pause, done)
            }
            return
        }
        do throws(BusError) {
            try connection.emit(
                Self.signalPath, Self.signalInterface, Self.changed,
                [[group.joined(separator: Self.joint): [Array(key.utf8)]].busValue])
            loop.enqueue { done(nil) }
        } catch {
            done("Plasma is not told: \(error)")
        }
    }

    private func read() throws(AtomicFile.Failure) -> KConfigFiles {
        KConfigFiles(
            user: KConfigText(try AtomicFile.read(path) ?? []),
            system: try system.map { (folder) throws(AtomicFile.Failure) in
                KConfigText(try AtomicFile.read("\(folder)/\(Self.name)") ?? [])
            })
    }

    private func watch() {
        guard !isWatching else { return }
        isWatching = true
        let rule = MatchRule(path: Self.signalPath, interface: Self.signalInterface, member: Self.changed)
        connection.addMatch(rule) { [weak self] _ in
            guard let self else { return }
            for appSwitch in looked { onChange?(appSwitch) }
        }
    }

    /// The key, and what is so where nobody says.
    private static func key(_ kind: AppSwitch.Kind) -> (name: String, fallback: Bool) {
        switch kind {
        case .plasmaPopupsInDoNotDisturb: ("ShowPopupsInDndMode", false)
        case .plasmaPopups, .xfceMuted, .makoMode, .dunstRule, .deepinDesktop, .deepinEnabled: ("ShowPopups", true)
        }
    }
}
