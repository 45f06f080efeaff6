// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What `agent.conf` and its drop-ins say.
public struct AgentSettings: Hashable, Sendable {
    /// The least loud entries that are logged.
    public var logLevel: LogEntry.Level
    /// What the user allows each app that is named.
    public var policies: [AppID: AppPolicy]
    /// How the desktop is to be understood.
    public var sources: SourcePreferences

    /// Where sunrise and sunset are looked up.
    public var place: Coordinates?

    /// With no file at all.
    public init(
        logLevel: LogEntry.Level = .notice, policies: [AppID: AppPolicy] = [:],
        sources: SourcePreferences = SourcePreferences(), place: Coordinates? = nil
    ) {
        self.logLevel = logLevel
        self.policies = policies
        self.sources = sources
        self.place = place
    }

    /// Settings, and what their files say that nobody understood.
    public struct Reading: Hashable, Sendable {
        public var settings: AgentSettings
        public var warnings: [Problem]
    }

    /// Reads the files in the order in which they apply: a later file's keys override those of earlier ones.
    public static func read(_ files: [TextFile]) throws(FileError) -> Reading {
        var reader = SettingsReader()
        for file in files {
            do throws(TextError) {
                try reader.read(try KeyFile(parsing: file.bytes), path: file.path)
            } catch {
                throw FileError(path: file.path, error: error)
            }
        }
        return Reading(settings: reader.settings, warnings: reader.warnings.problems)
    }

    /// The text of a file in which `app` is allowed what is named, and what was allowed it otherwise stays.
    public static func text(
        _ bytes: [UInt8], allowing app: AppID, shareMode: Bool? = nil, activate: Bool? = nil
    ) throws(TextError) -> [UInt8] {
        var file = try KeyFile(parsing: bytes)
        let group = appPrefix + app.text
        if let shareMode { try file.set(AppKey.shareMode.rawValue, to: "\(shareMode)", in: group) }
        if let activate { try file.set(AppKey.activate.rawValue, to: "\(activate)", in: group) }
        return file.bytes
    }

    fileprivate static let agentGroup = "Agent"
    fileprivate static let appPrefix = "App "
    fileprivate static let sourcesGroup = "Sources"

    fileprivate enum AgentKey: String, CaseIterable {
        case logLevel = "LogLevel"
        case latitude = "Latitude"
        case longitude = "Longitude"
    }

    fileprivate enum SourcesKey: String, CaseIterable {
        case makoModes = "MakoModes"
    }

    fileprivate enum AppKey: String, CaseIterable {
        case shareMode = "ShareMode"
        case activate = "Activate"
    }

    fileprivate enum LevelName: String, CaseIterable {
        case debug
        case info
        case notice
        case warning

        var level: LogEntry.Level {
            switch self {
            case .debug: .debug
            case .info: .info
            case .notice: .notice
            case .warning: .warning
            }
        }
    }
}

/// Merges the files, one after the other.
private struct SettingsReader {
    var settings = AgentSettings()
    var warnings = FileWarnings()
    private var latitude: Double?
    private var longitude: Double?

    mutating func read(_ file: KeyFile, path: String) throws(TextError) {
        for group in file.groups where !isExtension(group.name) {
            if group.name == AgentSettings.agentGroup {
                try readAgent(group, path)
            } else if group.name == AgentSettings.sourcesGroup {
                try readSources(group, path)
            } else if let name = group.name.removingPrefix(AgentSettings.appPrefix) {
                try readApp(name, group, path)
            } else {
                warnings.add(
                    unknownGroup(group.name, among: [AgentSettings.agentGroup, AgentSettings.sourcesGroup, "App ID"]),
                    path: path, line: group.line, column: group.column)
            }
        }
    }

    private mutating func readAgent(_ group: KeyFile.Group, _ path: String) throws(TextError) {
        for entry in group.entries {
            switch entry.locale == nil ? AgentSettings.AgentKey(rawValue: entry.key) : nil {
            case .logLevel: settings.logLevel = try entry.choice(AgentSettings.LevelName.self).level
            case .latitude: latitude = try degrees(entry, within: 90)
            case .longitude: longitude = try degrees(entry, within: 180)
            case nil: warn(entry, AgentSettings.AgentKey.self, path)
            }
        }
        if let latitude, let longitude {
            settings.place = Coordinates(latitude: latitude, longitude: longitude)
        } else {
            settings.place = nil
        }
    }

    /// Empty takes an earlier one back.
    private func degrees(_ entry: KeyFile.Entry, within limit: Double) throws(TextError) -> Double? {
        if entry.trimmedValue.isEmpty { return nil }
        let degrees = try entry.double()
        guard abs(degrees) <= limit else {
            throw entry.error("\(entry.key) is in degrees, from -\(Int(limit)) to \(Int(limit)), such as 52.52")
        }
        return degrees
    }

    private mutating func readSources(_ group: KeyFile.Group, _ path: String) throws(TextError) {
        for entry in group.entries {
            switch entry.locale == nil ? AgentSettings.SourcesKey(rawValue: entry.key) : nil {
            case .makoModes: settings.sources.makoModes = Set(try entry.list())
            case nil: warn(entry, AgentSettings.SourcesKey.self, path)
            }
        }
    }

    private mutating func readApp(_ name: String, _ group: KeyFile.Group, _ path: String) throws(TextError) {
        guard let app = AppID(name) else {
            throw TextError(
                line: group.line, column: group.column + AgentSettings.appPrefix.utf8.count,
                message: "'\(name)' is not an app's id, such as 'org.example.Tasks'")
        }
        var policy = settings.policies[app] ?? AppPolicy()
        for entry in group.entries {
            switch entry.locale == nil ? AgentSettings.AppKey(rawValue: entry.key) : nil {
            case .shareMode: policy.shareMode = try entry.bool()
            case .activate: policy.activate = try entry.bool()
            case nil: warn(entry, AgentSettings.AppKey.self, path)
            }
        }
        settings.policies[app] = policy
    }

    private mutating func warn<Key: RawRepresentable<String> & CaseIterable>(
        _ entry: KeyFile.Entry, _: Key.Type, _ path: String
    ) {
        guard !isExtension(entry.key) else { return }
        warnings.add(
            unknownKey(entry, among: Key.allCases.map(\.rawValue)), path: path, line: entry.line, column: entry.column)
    }
}
