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
    private var follows: [NamedSetting: Subscription] = [:]

    private struct Watch {
        var place: String
        var subscription: Subscription
        /// Hears when what was written is announced.
        var written: ((String?) -> Void)?
    }

    init(connection: Connection) { self.connection = connection }

    /// In words: nobody shares what is set here; nil: the desktop does.
    var privateStore: String? { SettingsBackend.privateStore(store.backendName) }

    /// The value of a key that holds a list of texts.
    func strings(_ setting: NamedSetting) throws(NamedSetting.Failure) -> [String] { try store.strings(setting) }

    /// Calls `changed` whenever that key, which is not turned here, may have another value.
    func follow(_ setting: NamedSetting, _ changed: @escaping () -> Void) {
        guard follows[setting] == nil, let place = store.place(of: setting) else { return }
        follows[setting] = subscribe(place, changed)
    }

    func unfollow(_ setting: NamedSetting) { follows.removeValue(forKey: setting)?.cancel() }

    func look(_ knob: Knob, _ setting: NamedSetting, wish: String?) -> Caretaker.Look {
        if let privateStore { return .unusable(privateStore) }
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
        let subscription = subscribe(place) { [weak self] in self?.announced(knob) }
        watches[knob] = Watch(place: place, subscription: subscription)
        // GLib writes over a connection of its own: the bus has to know the rule before.
        connection.flush()
    }

    private func subscribe(_ place: String, _ changed: @escaping () -> Void) -> Subscription {
        let rule = MatchRule(
            pathNamespace: "/ca/desrt/dconf/Writer", interface: "ca.desrt.dconf.Writer", member: "Notify",
            arg0Path: place)
        return connection.addMatch(rule) { signal in
            guard let (prefix, changes, _) = signal.values(as: String.self, [String].self, String.self),
                DconfNotice(prefix: prefix, changes: changes).concerns(place)
            else { return }
            changed()
        }
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
