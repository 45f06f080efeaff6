// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus

/// The translations that are installed with the program.
///
/// For a table `T` and a language `de` these are looked for, the first that has the key counts:
/// 1. `de.lproj/T.strings` in the bundle's resources, as Apple's tables. `T` is `Localizable` if none is named.
/// 2. the gettext catalogue `de/LC_MESSAGES/T.mo` in the bundle's `locale` folder and in `locale` of `$XDG_DATA_HOME` and
///    `$XDG_DATA_DIRS`. If no table is named, `T` is ``domain``.
///
/// Catalogues are read once.
final class TextCatalogs: Sendable {
    static let shared = TextCatalogs()

    /// The program's gettext domain: by default its file's name.
    static let domain = URL(fileURLWithPath: CommandLine.arguments.first ?? "").lastPathComponent

    private struct Place: Hashable, Sendable {
        var bundle: LocalizedStringResource.BundleDescription
        var table: String?
        var language: String
    }

    private let catalogs = Locked<[Place: [String: String]]>([:])

    /// The translation of `key`, unless no catalogue of these languages has one.
    func text(
        _ key: String, table: String?, bundle: LocalizedStringResource.BundleDescription, languages: [String]
    ) -> String? {
        guard !key.isEmpty else { return nil }
        for language in languages {
            let place = Place(bundle: bundle, table: table, language: language)
            let known = catalogs.withLock { $0[place] }
            let catalog = known ?? Self.read(place)
            if known == nil { catalogs.withLock { $0[place] = catalog } }
            if let text = catalog[key], !text.isEmpty { return text }
        }
        return nil
    }

    /// The languages in which the bundle has any table.
    func languages(of bundle: LocalizedStringResource.BundleDescription, table: String?) -> [String] {
        var found: Set<String> = []
        for folder in Self.resourceFolders(bundle) {
            for name in Self.contents(folder) where name.hasSuffix(".lproj") {
                found.insert(String(name.dropLast(".lproj".count)).replacingOccurrences(of: "-", with: "_"))
            }
        }
        for folder in Self.localeFolders(bundle) {
            for name in Self.contents(folder)
            where FileManager.default.fileExists(atPath: Self.catalog(folder, name, table ?? Self.domain).path) {
                found.insert(name)
            }
        }
        found.subtract(["Base", "base"])
        return found.sorted()
    }

    private static func read(_ place: Place) -> [String: String] {
        var result: [String: String] = [:]
        for folder in localeFolders(place.bundle).reversed() {
            let file = catalog(folder, place.language, place.table ?? domain)
            guard let bytes = try? Data(contentsOf: file) else { continue }
            result.merge(MessageCatalog.read(bytes)) { $1 }
        }
        for folder in resourceFolders(place.bundle) {
            for name in [place.language, place.language.replacingOccurrences(of: "_", with: "-")] {
                let file = folder.appendingPathComponent("\(name).lproj/\(place.table ?? "Localizable").strings")
                guard let bytes = try? Data(contentsOf: file) else { continue }
                result.merge(StringsTable.read(bytes)) { $1 }
            }
        }
        return result
    }

    private static func resourceFolders(_ bundle: LocalizedStringResource.BundleDescription) -> [URL] {
        guard let url = bundle.url else { return [Bundle.main.resourceURL, Bundle.main.bundleURL].compactMap { $0 } }
        return [url]
    }

    private static func localeFolders(_ bundle: LocalizedStringResource.BundleDescription) -> [URL] {
        resourceFolders(bundle).map { $0.appendingPathComponent("locale") }
            + DataFolders.all().map { $0.appendingPathComponent("locale") }
    }

    private static func catalog(_ folder: URL, _ language: String, _ domain: String) -> URL {
        folder.appendingPathComponent("\(language)/LC_MESSAGES/\(domain).mo")
    }

    private static func contents(_ folder: URL) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }
}

/// The folders of data, as the XDG Base Directory Specification has them.
enum DataFolders {
    static func home(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> URL {
        if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") { return URL(fileURLWithPath: path) }
        return URL(fileURLWithPath: NSHomeDirectory()).appendingPathComponent(".local/share")
    }

    /// The person's own first.
    static func all(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> [URL] {
        let named = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        return [home(environment)]
            + named.split(separator: ":").filter { $0.hasPrefix("/") }.map { URL(fileURLWithPath: String($0)) }
    }
}
