// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Which languages a person reads.
enum Languages {
    /// Best first, as names of tables: `de_AT`, `de`. Empty: the language of the code.
    ///
    /// As gettext has it: `LANGUAGE` (a list), else `LC_ALL`, `LC_MESSAGES` or `LANG`; `C` and `POSIX` have no
    /// translations. A `locale` other than the person's own comes first.
    static func preferred(
        _ locale: Locale = .current, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> [String] {
        if locale != .current { return expanded(locale.identifier) }
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        guard let main = value("LC_ALL") ?? value("LC_MESSAGES") ?? value("LANG"), !isUntranslated(main) else {
            return []
        }
        let list = value("LANGUAGE") ?? main
        var result: [String] = []
        for name in list.split(separator: ":").flatMap({ expanded(String($0)) }) where !result.contains(name) {
            result.append(name)
        }
        return result
    }

    private static func isUntranslated(_ name: String) -> Bool {
        let language = name.prefix { $0 != "." }
        return language == "C" || language == "POSIX"
    }

    /// `de_AT.UTF-8@euro` → `de_AT@euro`, `de_AT`, `de@euro`, `de`.
    static func expanded(_ name: String) -> [String] {
        guard !isUntranslated(name) else { return [] }
        let parts = name.split(separator: "@", maxSplits: 1).map(String.init)
        guard let first = parts.first else { return [] }
        let place = String(first.prefix { $0 != "." }).replacingOccurrences(of: "-", with: "_")
        let language = String(place.prefix { $0 != "_" })
        let modifier = parts.count > 1 ? "@\(parts[1])" : ""
        var names: [String] = []
        for name in ["\(place)\(modifier)", place, "\(language)\(modifier)", language]
        where !name.isEmpty && !names.contains(name) { names.append(name) }
        return names
    }
}
