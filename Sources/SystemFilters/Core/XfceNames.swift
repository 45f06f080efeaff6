// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// By which names xfce4-notifyd knows an app: its desktop file's id where the app tells it with a notification, else
/// whatever the app calls itself.
enum XfceNames {
    /// Those of the `known` names that mean the app `id`; else the id, by which the app may yet come to be known.
    ///
    /// `title`: the app's name in its desktop file.
    static func names(of id: String, title: String?, among known: Set<String>) -> Set<String> {
        let last = id.split(separator: ".").last.map { String($0) }
        let meant = Set([id, last, title].compactMap { $0?.lowercased() })
        let names = known.filter { meant.contains($0.lowercased()) }
        return names.isEmpty ? [id] : names
    }

    /// What is to be muted. `titles`: of installed apps, by their ids.
    static func muted(
        _ request: AppNotifications, among known: Set<String>, titles: [String: String]
    ) -> Set<String> {
        func names(_ ids: Set<String>) -> Set<String> {
            ids.reduce(into: []) { $0.formUnion(Self.names(of: $1, title: titles[$1], among: known)) }
        }
        let named = names(request.silence)
        guard let allow = request.allow else { return named }
        return named.union(known.subtracting(names(allow)))
    }
}
