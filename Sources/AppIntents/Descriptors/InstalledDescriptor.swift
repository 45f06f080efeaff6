// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore
internal import FocusInterfaces

/// The descriptor file that is installed for an app, beside what the program holds.
enum InstalledDescriptor {
    /// Filters that the file names and the program does not have, neither now nor under an earlier name; by id. People
    /// can configure them, and nobody would perform them.
    static func missing(
        from filters: [any SetFocusFilterIntent.Type], of app: AppID, in folders: [URL] = DataFolders.all()
    ) -> [String] {
        let known = Set(
            filters.compactMap { try? OfferedFilter($0, languages: []).descriptor }
                .flatMap { [$0.id.text] + $0.aliases.map(\.text) })
        return named(of: app, in: folders).filter { !known.contains($0) }
    }

    private static func named(of app: AppID, in folders: [URL]) -> [String] {
        let place = "\(Names.Files.folder)/\(Names.Files.filters)/\(app.text)\(Names.Files.filtersEnding)"
        let bytes = folders.lazy.compactMap { try? Data(contentsOf: $0.appendingPathComponent(place)) }.first
        guard let bytes, let file = try? KeyFile(parsing: Array(bytes)) else { return [] }
        let heading = "Filter "
        return file.groups.map(\.name).filter { $0.hasPrefix(heading) }.map { String($0.dropFirst(heading.count)) }
    }
}
