// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces
import FocusProcess
import Glibc

/// The files that people and apps write: modes, the agent's settings and filter descriptors, as they are in force.
final class Configuration {
    /// What all files say together.
    struct Content {
        var modes: [Mode]
        var descriptors: [AppDescriptor]
        var settings: AgentSettings
        var problems: [Problem]
    }

    private let paths: Paths
    private let locale: String
    private let modes: TextSet<Mode>
    private let descriptors: TextSet<AppDescriptor>
    private let settings: TextSet<AgentSettings>
    private var searches: (modes: FileSearch, descriptors: FileSearch, settings: FileSearch)

    /// The key of the one file of settings.
    private static let agentKey = "agent"

    init(paths: Paths, locale: String) {
        self.paths = paths
        self.locale = locale
        modes = TextSet(
            folder: "\(paths.state)/modes", ending: Names.Files.modeEnding,
            parse: { key, files throws(FileError) in try Self.parseMode(key, files, locale: locale) },
            text: { mode, files in files.count == 1 ? files[0].bytes : ModeFile.text(of: mode) })
        descriptors = TextSet(
            folder: "\(paths.state)/filters", ending: Names.Files.filtersEnding,
            parse: { key, files throws(FileError) in try Self.parseDescriptor(key, files, locale: locale) },
            text: { _, files in files[0].bytes })
        settings = TextSet(
            folder: "\(paths.state)/settings", ending: Names.Files.dropInEnding,
            parse: { _, files throws(FileError) in
                let reading = try AgentSettings.read(files)
                return (reading.settings, reading.warnings)
            }, text: { _, files in files.count == 1 ? files[0].bytes : nil })
        searches = (
            FileSearch(folders: paths.modeFolders, ending: Names.Files.modeEnding, hasDropIns: true),
            FileSearch(folders: paths.descriptorFolders, ending: Names.Files.filtersEnding, hasDropIns: false),
            FileSearch(
                folders: paths.settingsFolders, ending: Names.Files.dropInEnding, hasDropIns: true, needsBase: false)
        )
    }

    /// Every folder whose changes matter.
    var watchedFolders: [String] {
        paths.modeFolders + paths.descriptorFolders + paths.settingsFolders
    }

    /// Reads what changed. `recheck`: when to read again, in µs from now, because a file vanished a moment ago.
    func read(at now: Microseconds, isExplicit: Bool) -> (content: Content, recheck: Microseconds?) {
        let foundModes = searches.modes.run(
            isKey: { ModeID($0) != nil },
            keyWords: "a mode's id: 1 to 64 of a-z, 0-9, '_' and '-', beginning with a letter or digit")
        let foundDescriptors = searches.descriptors.run(
            isKey: { AppID($0) != nil }, keyWords: "an app's id in reverse-DNS form, such as org.example.Tasks")
        // The folder holds more than settings; only the one name counts.
        var foundSettings = searches.settings.run(isKey: { $0 == Self.agentKey }, keyWords: "")
        foundSettings.failures.removeAll { problem in !problem.file.contains("/\(Names.Files.agent)") }
        let rechecks = [
            modes.update(foundModes.files, failures: foundModes.failures, at: now, isExplicit: isExplicit),
            descriptors.update(
                foundDescriptors.files, failures: foundDescriptors.failures, at: now, isExplicit: isExplicit),
            settings.update(foundSettings.files, failures: foundSettings.failures, at: now, isExplicit: isExplicit),
        ]
        let content = Content(
            modes: modes.contents.sorted { $0.key < $1.key }.map(\.value),
            descriptors: descriptors.contents.sorted { $0.key < $1.key }.map(\.value),
            settings: settings.contents[Self.agentKey] ?? AgentSettings(),
            problems: modes.problems + descriptors.problems + settings.problems)
        return (content, rechecks.compactMap(\.self).min())
    }

    /// The mode of this id that is in force.
    func mode(_ id: ModeID) -> Mode? { modes.contents[id.text] }

    /// The ids of the modes that are in force, sorted.
    var modeIDs: [ModeID] { modes.contents.values.map(\.id).sorted() }

    /// The mode's files as they are on disk: the base file first.
    func files(of id: ModeID) -> [TextFile]? {
        searches.modes.run(isKey: { $0 == id.text }, keyWords: "").files[id.text]
    }

    /// The files of settings as they are on disk: the base file first, if there is one.
    var settingsFiles: [TextFile] {
        searches.settings.run(isKey: { $0 == Self.agentKey }, keyWords: "").files[Self.agentKey] ?? []
    }

    /// The presets' ids, and the text of one.
    func preset(_ id: ModeID) -> TextFile? {
        presets.files[id.text]?.first
    }

    /// The ids of all presets, sorted.
    var presetIDs: [String] { presets.files.keys.sorted() }

    private var presets: FileSearch.Result {
        FileSearch(folders: paths.presetFolders, ending: Names.Files.modeEnding, hasDropIns: false)
            .run(isKey: { ModeID($0) != nil }, keyWords: "")
    }

    /// What a mode's files would say.
    func check(_ id: ModeID, _ files: [TextFile]) throws(FileError) -> Mode {
        try Self.parseMode(id.text, files, locale: locale).0
    }

    /// What a mode's files say.
    static func parseMode(
        _ key: String, _ files: [TextFile], locale: String
    ) throws(FileError) -> (Mode, [Problem]) {
        guard let base = files.first, let id = ModeID(key) else {
            throw FileError(
                path: files.first?.path ?? "", error: TextError(column: 1, message: "'\(key)' is no mode id"))
        }
        let reading = try ModeFile.read(
            id, base: base, dropIns: Array(files.dropFirst()), locale: locale, isZone: ZoneReader.exists,
            value: GVariantText.parse)
        return (reading.mode, reading.warnings)
    }

    /// What a descriptor file says.
    static func parseDescriptor(
        _ key: String, _ files: [TextFile], locale: String
    ) throws(FileError) -> (AppDescriptor, [Problem]) {
        guard let file = files.first, let id = AppID(key) else {
            throw FileError(
                path: files.first?.path ?? "", error: TextError(column: 1, message: "'\(key)' is no app id"))
        }
        let reading = try DescriptorFile.read(id, file, locale: locale, value: GVariantText.parse)
        return (reading.descriptor, reading.warnings)
    }
}
