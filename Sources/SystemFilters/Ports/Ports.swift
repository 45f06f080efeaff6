// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import DesktopSources
import FocusProcess

/// Where each knob is looked at and turned.
final class Ports {
    /// A knob that was looked at may have another value.
    var onChange: ((Knob) -> Void)?

    let sound: SoundPort
    let notifications: NotificationsPort
    private let settings: SettingsPort
    private let power: PowerProfilePort
    private let plasma: PlasmaApps
    private let xfce: XfceApps
    private let mako: MakoApps
    private let dunst: DunstApps
    private let deepin: DeepinApps

    /// `desktop`: as `XDG_CURRENT_DESKTOP` has it. `umask`: for programs.
    init(connection: Connection, loop: any EventLoop, paths: Paths, desktop: String, umask: UInt32) {
        settings = SettingsPort(connection: connection)
        power = PowerProfilePort(loop: loop)
        sound = SoundPort(loop: loop, umask: umask)
        plasma = PlasmaApps(connection: connection, loop: loop, paths: paths)
        xfce = XfceApps(connection: connection)
        mako = MakoApps(connection: connection, paths: paths)
        dunst = DunstApps(connection: connection)
        deepin = DeepinApps(connection: connection)
        let switches: [any AppSwitchPort] = [plasma, xfce, mako, dunst, deepin]
        notifications = NotificationsPort(
            connection: connection, desktop: desktop,
            backends: SettingsNotifications.backends(settings) + [ElementaryApps(settings)] + switches)
        settings.onChange = { [weak self] in self?.onChange?($0) }
        for port in switches { port.onChange = { [weak self] in self?.onChange?(.app($0)) } }
    }

    /// Calls `done` once, at once or later.
    func look(_ knob: Knob, wish: String?, done: @escaping (Caretaker.Look) -> Void) {
        switch knob {
        case .setting(let schema, let path, let key):
            done(settings.look(knob, NamedSetting(schema: schema, path: path, key: key), wish: wish))
        case .powerProfile: power.look(wish: wish, done: done)
        case .muted(let output): sound.look(output, wish: wish, done: done)
        case .app(let appSwitch): port(appSwitch.kind).look(appSwitch, wish: wish, done: done)
        }
    }

    /// Calls `done` once, at once or later, when the write may have taken effect.
    func write(_ knob: Knob, _ value: KnobValue, done: @escaping (_ refusal: String?) -> Void) {
        switch knob {
        case .setting(let schema, let path, let key):
            settings.write(knob, NamedSetting(schema: schema, path: path, key: key), value, done: done)
        case .powerProfile: power.write(value, done: done)
        case .muted(let output): sound.write(output, value, done: done)
        case .app(let appSwitch): port(appSwitch.kind).write(appSwitch, value, done: done)
        }
    }

    private func port(_ kind: AppSwitch.Kind) -> any AppSwitchPort {
        switch kind {
        case .plasmaPopups, .plasmaPopupsInDoNotDisturb: plasma
        case .xfceMuted: xfce
        case .makoMode: mako
        case .dunstRule: dunst
        case .deepinDesktop, .deepinEnabled: deepin
        }
    }
}
