// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// One configuration of KConfig: the user's file over those of the system.
struct KConfigFiles: Hashable, Sendable {
    var user: KConfigText
    /// Most important first.
    var system: [KConfigText] = []

    /// A yes or no, `fallback` where nobody says; nil if it may not be changed.
    func bool(_ key: String, in path: [String], else fallback: Bool) -> KnobValue? {
        guard !([user] + system).contains(where: { $0.isLocked(path) || $0.entry(key, in: path)?.isLocked == true })
        else { return nil }
        let own = user.entry(key, in: path)
        let entry = own ?? system.lazy.compactMap { $0.entry(key, in: path) }.first
        let text = entry.flatMap { $0.isDeleted ? nil : $0.value }
        return KnobValue(text: text ?? "\(fallback)", isDefault: own == nil)
    }

    /// The groups in that one, whoever made them.
    func groups(in path: [String]) -> Set<String> {
        system.reduce(user.groups(in: path)) { $0.union($1.groups(in: path)) }
    }

    /// As KConfig reads it.
    static func isTrue(_ text: String) -> Bool { !["false", "no", "off", "0"].contains(text.lowercased()) }
}
