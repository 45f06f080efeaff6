// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import DesktopSources

/// Reads and writes the keys of GSettings, where the desktop shares them by dconf.
final class SettingsPort {
    /// A key that was looked at may have another value.
    var onChange: ((Knob) -> Void)?

    private let store = SettingsStore()
    private let connection: Connection
    private var watches: [Knob: Watch] = [:]

    private struct Watch {
        var place: String
        var subscription: Subscription
        /// Hears when what was written is announced.
        var written: ((String?) -> Void)?
    }

    init(connection: Connection) { self.connection = connection }

    func look(_ knob: Knob, _ setting: NamedSetting, wish: String?) -> Caretaker.Look {
        if let words = SettingsBackend.privateStore(store.backendName) { return .unusable(words) }
        do throws(NamedSetting.Failure) {
            watch(knob, setting)
            let value = try store.text(setting)
            return .value(
                KnobValue(text: value.text, isDefault: value.isDefault),
                wish: try wish.map { text throws(NamedSetting.Failure) in try store.canonical(text, for: setting) })
        } catch {
            return .unusable(error.words)
        }
    }

    /// `done` hears when dconf has announced the change, or why there is none. GLib shows what is written at once, so to
    /// read it before proves nothing.
    func write(_ knob: Knob, _ setting: NamedSetting, _ value: KnobValue, done: @escaping (_ refusal: String?) -> Void)
    {
        watches[knob]?.written = done
        do throws(NamedSetting.Failure) {
            try store.write(setting, text: value.isDefault ? nil : value.text)
        } catch {
            watches[knob]?.written = nil
            done(error.words)
        }
    }

    private func watch(_ knob: Knob, _ setting: NamedSetting) {
        guard watches[knob] == nil, let place = store.place(of: setting) else { return }
        let rule = MatchRule(
            pathNamespace: "/ca/desrt/dconf/Writer", interface: "ca.desrt.dconf.Writer", member: "Notify",
            arg0Path: place)
        let subscription = connection.addMatch(rule) { [weak self] signal in
            guard let (prefix, changes, _) = signal.values(as: String.self, [String].self, String.self),
                DconfNotice(prefix: prefix, changes: changes).concerns(place)
            else { return }
            self?.announced(knob)
        }
        watches[knob] = Watch(place: place, subscription: subscription)
        // GLib writes over a connection of its own: the bus has to know the rule before.
        connection.flush()
    }

    private func announced(_ knob: Knob) {
        guard let written = watches[knob]?.written else {
            onChange?(knob)
            return
        }
        watches[knob]?.written = nil
        written(nil)
    }
}
