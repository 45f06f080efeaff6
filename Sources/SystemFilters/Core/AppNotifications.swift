// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// Of which apps a mode holds notifications back. Apps are named by their desktop files' ids, without `.desktop`.
struct AppNotifications: Hashable, Sendable {
    /// These are silenced, whether the desktop knows them or not.
    var silence: Set<String> = []
    /// Every other app that the desktop knows is silenced; nil: none is for that.
    var allow: Set<String>?

    /// All that the desktop knows but those that are allowed: then it matters which apps there are.
    var dependsOnKnownApps: Bool { allow != nil }

    /// Nothing is asked for.
    var isEmpty: Bool { silence.isEmpty && allow == nil }

    /// The apps to be silenced, of those that are named and those that the desktop knows.
    ///
    /// `key`: how the desktop writes an app's id where it keeps its settings. `known`: the apps that it has settings for
    /// or that are known to notify, written so. What comes back is written so too.
    func silenced(among known: Set<String>, key: (String) -> String = { $0 }) -> Set<String> {
        let named = Set(silence.map(key))
        guard let allow else { return named }
        return named.union(known.subtracting(allow.map(key)))
    }
}

extension AppNotifications {
    /// Reads a filter's values; with words for each id that is none. `isInstalled`: whether there is an app of that id.
    static func read(
        _ values: [String: ParameterValue], isInstalled: (String) -> Bool
    ) -> (request: Self, refusals: [Refusal]) {
        var refusals: [Refusal] = []
        func apps(_ parameter: String) -> Set<String>? {
            guard case .array(let elements)? = values[parameter] else { return nil }
            var ids: Set<String> = []
            for case .string(let text) in elements {
                if let id = appID(text, isInstalled) {
                    ids.insert(id)
                } else {
                    refusals.append(
                        Refusal("'\(text)' is no app: write its desktop file's name, such as org.gnome.Calendar"))
                }
            }
            return ids
        }
        return (Self(silence: apps("silence") ?? [], allow: apps("allow")), refusals)
    }

    /// The id that somebody wrote, with or without `.desktop`; nil: no desktop file has such a name. An id may itself end
    /// so, as Telegram's does.
    private static func appID(_ text: String, _ isInstalled: (String) -> Bool) -> String? {
        let suffix = ".desktop"
        let id = text.hasSuffix(suffix) && !isInstalled(text) ? String(text.dropLast(suffix.count)) : text
        let isName = id.unicodeScalars.allSatisfy { $0 != "/" && $0.value >= 0x20 && $0.value != 0x7F }
        return id.isEmpty || !isName ? nil : id
    }
}
