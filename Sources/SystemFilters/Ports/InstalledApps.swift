// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import CGLib

/// The apps that have desktop files.
enum InstalledApps {
    /// Those that are installed now.
    static var all: [InstalledApp] {
        let list = g_app_info_get_all()
        defer { g_list_free(list) }
        var apps: [InstalledApp] = []
        var link = list
        while let node = link {
            link = node.pointee.next
            guard let data = node.pointee.data else { continue }
            defer { g_object_unref(data) }
            let info = OpaquePointer(data)
            guard let file = g_app_info_get_id(info).map({ String(cString: $0) }), file.hasSuffix(suffix) else {
                continue
            }
            let id = String(file.dropLast(suffix.count))
            apps.append(
                InstalledApp(
                    id: id, title: g_app_info_get_display_name(info).map { String(cString: $0) } ?? id,
                    icon: icon(info), isShown: g_app_info_should_show(info) != 0,
                    notifies: focus_app_notifies(data) != 0))
        }
        return apps
    }

    /// Whether there is an app of that id now.
    static func contains(_ id: String) -> Bool { focus_app_exists(id + suffix) != 0 }

    private static func icon(_ info: OpaquePointer) -> String? {
        guard let icon = g_app_info_get_icon(info), let text = g_icon_to_string(icon) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    private static let suffix = ".desktop"
}
