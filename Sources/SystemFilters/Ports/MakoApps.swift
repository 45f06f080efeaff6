// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import DesktopSources
import FocusCore
import FocusProcess

/// mako's modes. What one does is in the user's configuration alone, so by convention the user writes for each app
/// `[mode=focus-silence-ID …]`, and that mode is set.
final class MakoApps: AppSwitchPort {
    let products: Set<String> = ["mako"]
    let desktops: Set<String> = []
    let knowsApps = false
    /// Never called.
    var onKnownAppsChange: (() -> Void)?
    var onChange: ((AppSwitch) -> Void)?

    private static let path: ObjectPath = "/fr/emersion/Mako"
    private static let interface: InterfaceName = "fr.emersion.Mako"
    private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
    private static let deadline: Microseconds = .seconds(5)

    private let connection: Connection
    private let home: String?
    private let file: String
    private lazy var list = SharedList(
        read: { [weak self] done in self?.read(done) },
        replace: { [weak self] modes, done in self?.replace(modes, done) })
    private var looked: Set<AppSwitch> = []
    private var isWatching = false

    init(connection: Connection, paths: Paths) {
        self.connection = connection
        home = Environment["HOME"]
        file = "\(paths.configHome)/mako/config"
    }

    func plan(_ request: AppNotifications, done: @escaping (Plan) -> Void) {
        done(.byConvention(request, .makoMode, server: "mako"))
    }

    func rest() {}

    func look(_ appSwitch: AppSwitch, wish: String?, done: @escaping (Caretaker.Look) -> Void) {
        looked.insert(appSwitch)
        watch()
        let mode = appSwitch.conventionalName
        if wish == "true", !isConfigured(mode) {
            return done(
                .unusable(
                    "mako has no switch for single apps; write [mode=\(mode) app-name=…] and under it invisible=1 to "
                        + "\(file)"))
        }
        list.look(mode, wish: wish, done: done)
    }

    func write(_ appSwitch: AppSwitch, _ value: KnobValue, done: @escaping (_ refusal: String?) -> Void) {
        list.write(appSwitch.conventionalName, isThere: value.isOn, done: done)
    }

    /// Since 1.10 mako announces that its modes changed.
    private func watch() {
        guard !isWatching else { return }
        isWatching = true
        let rule = MatchRule(path: Self.path, interface: Self.properties, member: "PropertiesChanged")
        connection.addMatch(rule) { [weak self] _ in
            guard let self else { return }
            for appSwitch in looked { onChange?(appSwitch) }
        }
    }

    /// Whether something is said under that mode, in mako's file or one that it includes.
    private func isConfigured(_ mode: String) -> Bool {
        var files = [file]
        var read: Set<String> = []
        while let path = files.popLast() {
            guard read.count < 32, read.insert(path).inserted, let bytes = try? AtomicFile.read(path) else { continue }
            let config = MakoConfig(bytes)
            if config.modes.contains(mode) { return true }
            files += config.includes.map { path in
                guard path.hasPrefix("~/"), let home else { return path }
                return home + path.dropFirst()
            }
        }
        return false
    }

    private func read(_ done: @escaping (SharedList.Reading) -> Void) {
        connection.call(.notifications, Self.path, Self.interface, "ListModes", deadline: Self.deadline) { result in
            switch result {
            case .success(let reply):
                guard let modes = reply.argument(0, as: [String].self) else {
                    return done(.failure(Refusal("mako lists no modes")))
                }
                done(.success(modes))
            case .failure(let error):
                // A mako that is gone has forgotten its modes.
                if error.isAbsence { return done(.success([])) }
                done(.failure(Refusal("mako: \(error)")))
            }
        }
    }

    private func replace(_ modes: [String], _ done: @escaping (_ refusal: String?) -> Void) {
        connection.call(
            .notifications, Self.path, Self.interface, "SetModes", [.strings(modes)], deadline: Self.deadline
        ) { result in
            switch result {
            case .success: done(nil)
            case .failure(let error):
                done(error.isAbsence ? "mako is not running, or is older than 1.7" : "mako: \(error)")
            }
        }
    }
}

extension CallError {
    /// There is nobody who has that method.
    var isAbsence: Bool {
        switch name {
        case ErrorName.serviceUnknown.text?, ErrorName.nameHasNoOwner.text?, ErrorName.unknownMethod.text?,
            ErrorName.unknownObject.text?, ErrorName.unknownInterface.text?:
            true
        case _?, nil: false
        }
    }
}
