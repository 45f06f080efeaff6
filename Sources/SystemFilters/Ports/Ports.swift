// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import DesktopSources

/// Where each knob is looked at and turned.
final class Ports {
    /// A knob that was looked at may have another value.
    var onChange: ((Knob) -> Void)?

    let sound: SoundPort
    let notifications: NotificationsPort
    private let settings: SettingsPort
    private let power: PowerProfilePort

    /// `desktop`: as `XDG_CURRENT_DESKTOP` has it. `umask`: for programs.
    init(connection: Connection, loop: any EventLoop, desktop: String, umask: UInt32) {
        settings = SettingsPort(connection: connection)
        power = PowerProfilePort(loop: loop)
        sound = SoundPort(loop: loop, umask: umask)
        notifications = NotificationsPort(
            connection: connection, desktop: desktop, backends: SettingsNotifications.backends(settings))
        settings.onChange = { [weak self] in self?.onChange?($0) }
    }

    /// Calls `done` once, at once or later.
    func look(_ knob: Knob, wish: String?, done: @escaping (Caretaker.Look) -> Void) {
        switch knob {
        case .setting(let schema, let path, let key):
            done(settings.look(knob, NamedSetting(schema: schema, path: path, key: key), wish: wish))
        case .powerProfile: power.look(wish: wish, done: done)
        case .muted(let output): sound.look(output, wish: wish, done: done)
        }
    }

    /// Calls `done` once, at once or later, when the write may have taken effect.
    func write(_ knob: Knob, _ value: KnobValue, done: @escaping (_ refusal: String?) -> Void) {
        switch knob {
        case .setting(let schema, let path, let key):
            settings.write(knob, NamedSetting(schema: schema, path: path, key: key), value, done: done)
        case .powerProfile: power.write(value, done: done)
        case .muted(let output): sound.write(output, value, done: done)
        }
    }
}
