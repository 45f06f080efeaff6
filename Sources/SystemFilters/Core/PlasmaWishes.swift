// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

enum PlasmaWishes {
    /// What is to be turned, of Plasma's. `known`: the groups of apps that are there. `others`: the group of what
    /// notifies without telling which app it is.
    ///
    /// Apps that are allowed are shown while Do Not Disturb is on as well: so a mode that turns that on lets them alone
    /// through, and holds back even apps that nobody has seen yet.
    static func wishes(_ request: AppNotifications, known: Set<String>, others: String) -> [Knob: String] {
        /// Older versions of KDE write ids in small letters.
        let spellings = Dictionary(known.map { ($0.lowercased(), $0) }, uniquingKeysWith: { min($0, $1) })
        let key = { (id: String) in known.contains(id) ? id : spellings[id.lowercased()] ?? id }
        let silenced = request.silenced(among: known.union([others]), key: key)
        var wishes: [Knob: String] = [:]
        for app in silenced { wishes[.app(AppSwitch(kind: .plasmaPopups, app: app))] = "false" }
        for app in Set((request.allow ?? []).map(key)).subtracting(silenced) {
            wishes[.app(AppSwitch(kind: .plasmaPopupsInDoNotDisturb, app: app))] = "true"
        }
        return wishes
    }
}
