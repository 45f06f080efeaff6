// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// An app by its desktop file.
struct InstalledApp: Hashable, Sendable {
    /// The desktop file's id without `.desktop`.
    var id: String
    /// Localised.
    var title: String
    /// An icon's name, a picture's path, or another that GIO knows.
    var icon: String?
    /// It is in menus.
    var isShown: Bool
    /// It says that it sends notifications (`X-GNOME-UsesNotifications`).
    var notifies: Bool
}

extension InstalledApp {
    /// What people choose from, by title: what they see in menus, and what says that it notifies.
    static func choices(_ apps: [InstalledApp]) -> [Item] {
        apps.filter { $0.isShown || $0.notifies }
            .sorted { ($0.title.lowercased(), $0.id) < ($1.title.lowercased(), $1.id) }
            .map { app in
                Item(
                    value: .string(app.id), title: app.title.isEmpty ? app.id : app.title, subtitle: app.id,
                    icon: app.sign)
            }
    }

    private var sign: Icon? {
        guard let icon, !icon.isEmpty, !icon.hasPrefix(".") else { return nil }
        return icon.hasPrefix("/") ? .file(icon) : .themed([icon])
    }
}
