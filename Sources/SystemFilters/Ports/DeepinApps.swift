// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore

/// Deepin's settings of each app. Newer versions can keep an app's notifications off the desktop, and have them in their
/// centre all the same; older ones only refuse them altogether. Either way it also concerns what is urgent.
final class DeepinApps: AppSwitchPort {
    let products: Set<String> = ["DeepinNotifications"]
    let desktops: Set<String> = ["Deepin", "DDE"]
    var onKnownAppsChange: (() -> Void)?
    var onChange: ((AppSwitch) -> Void)?

    private static let bus: BusName = "org.deepin.dde.Notification1"
    private static let path: ObjectPath = "/org/deepin/dde/Notification1"
    private static let interface: InterfaceName = "org.deepin.dde.Notification1"
    private static let deadline: Microseconds = .seconds(5)

    private let connection: Connection
    private var looked: Set<AppSwitch> = []
    private var isWatching = false
    private var follows = false

    init(connection: Connection) { self.connection = connection }

    func plan(_ request: AppNotifications, done: @escaping (Plan) -> Void) {
        watch()
        follows = request.dependsOnKnownApps
        connection.call(Self.bus, Self.path, Self.interface, "GetAppList", deadline: Self.deadline) {
            [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let reply):
                let apps = request.silenced(among: Set(reply.argument(0, as: [String].self) ?? []))
                guard let first = apps.min() else { return done(Plan()) }
                // What an older version does not know it gives no value for.
                get(AppSwitch(kind: .deepinDesktop, app: first)) { value in
                    let kind: AppSwitch.Kind =
                        if case .success = value { .deepinDesktop } else { .deepinEnabled }
                    done(
                        Plan(
                            wishes: Dictionary(
                                uniqueKeysWithValues: apps.map { (.app(AppSwitch(kind: kind, app: $0)), "false") })))
                }
            case .failure(let error): done(.refused("Deepin's notification server: \(error)"))
            }
        }
    }

    func rest() { follows = false }

    func look(_ appSwitch: AppSwitch, wish: String?, done: @escaping (Caretaker.Look) -> Void) {
        looked.insert(appSwitch)
        watch()
        get(appSwitch) { value in
            switch value {
            case .success(let isOn): done(.value(KnobValue(isOn), wish: wish))
            case .failure(let refusal): done(.unusable(refusal.words))
            }
        }
    }

    func write(_ appSwitch: AppSwitch, _ value: KnobValue, done: @escaping (_ refusal: String?) -> Void) {
        connection.call(
            Self.bus, Self.path, Self.interface, "SetAppInfo",
            [.string(appSwitch.app), .uint32(Self.item(appSwitch.kind)), .variant(.boolean(value.isOn))],
            deadline: Self.deadline
        ) { result in
            switch result {
            case .success: done(nil)
            case .failure(let error): done("Deepin's notification server: \(error)")
            }
        }
    }

    private func get(_ appSwitch: AppSwitch, _ done: @escaping (Result<Bool, Refusal>) -> Void) {
        connection.call(
            Self.bus, Self.path, Self.interface, "GetAppInfo",
            [.string(appSwitch.app), .uint32(Self.item(appSwitch.kind))], deadline: Self.deadline
        ) { result in
            switch result {
            case .success(let reply):
                guard case .variant(.boolean(let isOn))? = reply.arguments.first else {
                    return done(.failure(Refusal("Deepin's notification server does not say")))
                }
                done(.success(isOn))
            case .failure(let error): done(.failure(Refusal("Deepin's notification server: \(error)")))
            }
        }
    }

    private func watch() {
        guard !isWatching else { return }
        isWatching = true
        connection.addMatch(MatchRule(path: Self.path, interface: Self.interface)) { [weak self] signal in
            guard let self else { return }
            switch signal.member {
            case "AppInfoChanged"?:
                guard
                    let (app, item) = signal.argument(0, as: String.self).flatMap({ app in
                        signal.argument(1, as: UInt32.self).map { (app, $0) }
                    })
                else { return }
                for appSwitch in looked where appSwitch.app == app && Self.item(appSwitch.kind) == item {
                    onChange?(appSwitch)
                }
            case "AppAdded"? where follows, "AppRemoved"? where follows: onKnownAppsChange?()
            case _?, nil: break
            }
        }
    }

    /// The setting's number among those of an app.
    private static func item(_ kind: AppSwitch.Kind) -> UInt32 {
        switch kind {
        case .deepinDesktop: 7
        case .deepinEnabled, .plasmaPopups, .plasmaPopupsInDoNotDisturb, .xfceMuted, .makoMode, .dunstRule: 2
        }
    }
}
