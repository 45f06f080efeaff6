// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What a notification server keeps of one app, where that is no key of GSettings: `true` or `false`.
struct AppSwitch: Hashable, Sendable {
    enum Kind: String, CaseIterable, Sendable {
        /// Plasma shows the app's notifications as popups.
        case plasmaPopups = "plasma-popups"
        /// Plasma does so while Do Not Disturb is on, too.
        case plasmaPopupsInDoNotDisturb = "plasma-popups-in-do-not-disturb"
        /// The app is among those that xfce4-notifyd mutes.
        case xfceMuted = "xfce-muted"
        /// The mode that silences the app is among mako's modes.
        case makoMode = "mako-mode"
        /// The rule that silences the app is enabled in dunst.
        case dunstRule = "dunst-rule"
        /// Deepin shows the app's notifications on the desktop.
        case deepinDesktop = "deepin-desktop"
        /// Deepin takes the app's notifications at all.
        case deepinEnabled = "deepin-enabled"
    }

    var kind: Kind
    /// As the server writes it; for mako and dunst, the desktop file's id.
    var app: String

    /// What the user calls the mode of mako or the rule of dunst that silences the app.
    var conventionalName: String { "focus-silence-\(app)" }
}

extension AppSwitch {
    /// For the state file and for people, and back.
    var text: String { "\(kind.rawValue) \(app)" }

    /// Nil: no switch is written like that.
    init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard words.count == 2, !words[1].isEmpty, let kind = Kind(rawValue: String(words[0])) else { return nil }
        self.init(kind: kind, app: String(words[1]))
    }
}

extension Plan {
    /// For a server that does only what the user wrote for each app, under ``AppSwitch/conventionalName``: it knows of no
    /// other apps.
    static func byConvention(_ request: AppNotifications, _ kind: AppSwitch.Kind, server: String) -> Plan {
        var plan = Plan()
        for id in request.silence { plan.wishes[.app(AppSwitch(kind: kind, app: id))] = "true" }
        if request.allow != nil {
            plan.refusals.append(
                Refusal(
                    "\(server) does not know which apps there are: name those to be held back under silence, not allow")
            )
        }
        return plan
    }
}

extension KnobValue {
    /// Of a switch. `isDefault`: nobody set it.
    init(_ isOn: Bool, isDefault: Bool = false) { self.init(text: isOn ? "true" : "false", isDefault: isDefault) }

    /// Of a switch.
    var isOn: Bool { text == "true" }
}
