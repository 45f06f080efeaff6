// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

/// What an app's desktop entry says of it, as the Desktop Entry Specification has it.
struct DesktopEntry {
    private let group: KeyFile.Group

    /// The entry that is installed for the app, the person's own first; `nil` for none that can be read.
    init?(of app: AppID, in folders: [URL] = DataFolders.all()) {
        let files = folders.map { $0.appendingPathComponent("applications/\(app.text).desktop") }
        guard let bytes = files.lazy.compactMap({ try? Data(contentsOf: $0) }).first,
            let group = (try? KeyFile(parsing: Array(bytes)))?[group: "Desktop Entry"]
        else { return nil }
        self.group = group
    }

    var icon: String? { text("Icon", in: []) }

    /// In the first of these languages that has it; with none, that of the file.
    func name(in languages: [String]) -> String? { text("Name", in: languages) }

    private func text(_ key: String, in languages: [String]) -> String? {
        let text = try? group.localized(key, locale: languages.joined(separator: ":"))?.string()
        return text.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The languages that it has a name in.
    var languages: [String] { group.entries.filter { $0.key == "Name" }.compactMap(\.locale) }
}
