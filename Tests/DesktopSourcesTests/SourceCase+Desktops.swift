// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore

@testable import DesktopSources

extension SourceCase {
    /// Desktops with one object that is read by a method and announces changes by a signal, and the screen savers.
    static let desktops: [SourceCase] =
        [
            method(
                "Budgie", path: BudgieNotifications.path, interface: BudgieNotifications.interface,
                read: "GetDoNotDisturb", signal: "DoNotDisturbChanged",
                make: { _ in ObjectSource(BudgieNotifications.component) }),
            method(
                "Deepin", path: DeepinNotifications.path, interface: DeepinNotifications.interface,
                read: "GetSystemInfo", signal: "SystemInfoChanged", before: [.uint32(DeepinNotifications.item)],
                isVariant: true, make: { _ in ObjectSource(DeepinNotifications.component) }),
            method(
                "Xfce", path: XfceNotifications.path, interface: XfceNotifications.interface, read: "GetProperty",
                signal: "PropertyChanged",
                before: [.string(XfceNotifications.channel), .string(XfceNotifications.property)], isVariant: true,
                make: { _ in ObjectSource(XfceNotifications.component) }),
            properties(
                "feedbackd", path: Feedbackd.path, interface: Feedbackd.interface, key: Feedbackd.property,
                on: .string("silent"), off: .string("full"), make: { _ in ObjectSource(Feedbackd.component) }),
        ]
        + Screensaver.all.map { saver in
            method(
                saver.id.text, fact: .screensaver, path: saver.paths[0], interface: saver.interface, read: "GetActive",
                signal: "ActiveChanged", make: { _ in ObjectSource(saver) })
        }

    /// `before`: the arguments that stand before the value in the signal.
    private static func method(
        _ name: String, fact: Fact = .doNotDisturb, path: ObjectPath, interface: InterfaceName, read: MemberName,
        signal: MemberName, before: [Value] = [], isVariant: Bool = false,
        make: @escaping @Sendable (SourceEnvironment) -> any DesktopSource
    ) -> SourceCase {
        @Sendable func value(_ isOn: Bool) -> Value { isVariant ? .variant(.boolean(isOn)) : .boolean(isOn) }
        return SourceCase(
            description: name, fact: fact, make: make, answer: { $0.answer(read, value($1)) },
            tell: { $0.signal(from: $1, path, interface, signal, before + [value($2)]) },
            babble: { stage, sender in
                for arguments: [Value] in [[], before, before + [.string("true")], before + [.variant(.int32(1))]] {
                    stage.signal(from: sender, path, interface, signal, arguments)
                }
                stage.signal(from: sender, path, interface, "SomethingElse", before + [value(true)])
            })
    }
}
