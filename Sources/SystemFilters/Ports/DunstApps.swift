// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import DesktopSources
import FocusCore

/// dunst's rules. What one does is in the user's configuration alone, so by convention the user writes for each app a
/// rule `[focus-silence-ID]` that is not enabled, and that rule is enabled.
///
/// Since 1.12 dunst says which of its rules are enabled; before, they could not be given back as they were.
final class DunstApps: AppSwitchPort {
    let products: Set<String> = ["dunst"]
    let desktops: Set<String> = []
    let knowsApps = false
    /// Never called.
    var onKnownAppsChange: (() -> Void)?
    /// Never called: it announces nothing of its rules.
    var onChange: ((AppSwitch) -> Void)?

    private static let path: ObjectPath = "/org/freedesktop/Notifications"
    private static let interface: InterfaceName = "org.dunstproject.cmd0"
    private static let deadline: Microseconds = .seconds(5)

    private let connection: Connection

    init(connection: Connection) { self.connection = connection }

    func plan(_ request: AppNotifications, done: @escaping (Plan) -> Void) {
        done(.byConvention(request, .dunstRule, server: "dunst"))
    }

    func rest() {}

    func look(_ appSwitch: AppSwitch, wish: String?, done: @escaping (Caretaker.Look) -> Void) {
        let rule = appSwitch.conventionalName
        connection.call(.notifications, Self.path, Self.interface, "RuleList", deadline: Self.deadline) { result in
            switch result {
            case .success(let reply):
                // a{sv} for each rule, with `name` s and `enabled` b among the rest.
                let rules = reply.argument(0, as: [[String: Value]].self) ?? []
                let enabled = rules.lazy.filter { $0["name"].flatMap { String($0) } == rule }
                    .compactMap { $0["enabled"].flatMap { Bool($0) } }.first
                if let enabled { return done(.value(KnobValue(enabled), wish: wish)) }
                // A rule that is gone is not enabled.
                guard wish != nil else { return done(.value(KnobValue(false), wish: nil)) }
                done(
                    .unusable(
                        "dunst has no switch for single apps; write a rule [\(rule)] with desktop_entry=\(appSwitch.app),"
                            + " skip_display=true and enabled=false to its configuration"))
            case .failure(let error):
                guard error.isAbsence else { return done(.unusable("dunst: \(error)")) }
                // A dunst that is gone has forgotten what was enabled.
                guard wish != nil else { return done(.value(KnobValue(false), wish: nil)) }
                done(
                    .unusable(
                        "dunst has no switch for single apps that could be given back: update it to 1.12 or later"))
            }
        }
    }

    func write(_ appSwitch: AppSwitch, _ value: KnobValue, done: @escaping (_ refusal: String?) -> Void) {
        connection.call(
            .notifications, Self.path, Self.interface, "RuleEnable",
            [.string(appSwitch.conventionalName), .int32(value.isOn ? 1 : 0)], deadline: Self.deadline
        ) { result in
            switch result {
            case .success: done(nil)
            case .failure(let error): done("dunst: \(error)")
            }
        }
    }
}
