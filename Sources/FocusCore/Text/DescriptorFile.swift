// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Reads `APP_ID.filters`: what an app that need not be running offers.
public enum DescriptorFile {
    /// A descriptor, and what its file says that nobody understood.
    public struct Reading: Hashable, Sendable {
        public var descriptor: AppDescriptor
        public var warnings: [Problem]
    }

    /// Reads a descriptor file.
    /// - Parameters:
    ///   - locale: As in ``KeyFile/Group/localized(_:locale:)``; which titles and descriptions count.
    ///   - value: Reads the GVariant text of a `Default`. An error's place is within the text.
    /// - Throws: The first thing that is wrong.
    public static func read(
        _ app: AppID, _ file: TextFile, locale: String = "", value: (String) -> Result<ConfiguredValue, TextError>
    ) throws(FileError) -> Reading {
        var reader = DescriptorReader(app: app, path: file.path, locale: locale)
        do throws(TextError) {
            try reader.read(try KeyFile(parsing: file.bytes), value)
        } catch {
            throw FileError(path: file.path, error: error)
        }
        return Reading(descriptor: reader.app, warnings: reader.warnings.problems)
    }
}

/// Gathers an app's filters from the groups of a file, in whatever order they stand.
private struct DescriptorReader {
    var app: AppDescriptor
    var warnings = FileWarnings()
    private let path: String
    private let locale: String
    /// Where each filter's group is, in the order of the filters.
    private var places: [KeyFile.Group] = []
    private var filterIndices: [Identifier: Int] = [:]
    private var parameters: [ParameterKey: (index: Int, group: KeyFile.Group)] = [:]

    private struct ParameterKey: Hashable {
        var filter: Identifier
        var parameter: Identifier
    }

    private enum AppKey: String, CaseIterable {
        case name = "Name"
        case icon = "Icon"
        case busName = "BusName"
        case background = "Background"
        case exec = "Exec"
    }

    private enum FilterKeys: String, CaseIterable {
        case title = "Title"
        case description = "Description"
        case icon = "Icon"
        case aliases = "Aliases"
        case deadline = "Deadline"
    }

    private enum CaseKey: String, CaseIterable {
        case title = "Title"
        case subtitle = "Subtitle"
        case icon = "Icon"
        case synonyms = "Synonyms"
    }

    private enum Background: String, CaseIterable {
        case none
        case activate
        case exec
    }

    init(app: AppID, path: String, locale: String) {
        self.app = AppDescriptor(id: app)
        self.path = path
        self.locale = locale
    }

    mutating func read(
        _ file: KeyFile, _ value: (String) -> Result<ConfiguredValue, TextError>
    ) throws(TextError) {
        guard let group = file[group: "App"] else {
            throw TextError(column: 1, message: "the group '[App]' is missing")
        }
        try readApp(group)
        for group in file.groups {
            if let name = group.name.removingPrefix("Filter ") { try readFilter(name, group) }
        }
        for group in file.groups {
            if let name = group.name.removingPrefix("Parameter ") { try readParameter(name, group, value) }
        }
        for group in file.groups {
            if let name = group.name.removingPrefix("Case ") { try readCase(name, group) }
        }
        for group in file.groups where group.name != "App" && !isExtension(group.name) {
            let word = group.name.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
            guard !["Filter", "Parameter", "Case"].contains(word) || word.utf8.count == group.name.utf8.count else {
                continue
            }
            warn(
                unknownGroup(group.name, word: String(word), among: ["App", "Filter", "Parameter", "Case"]),
                group.line, group.column)
        }
        completeOptions()
        try validate()
    }

    private mutating func readApp(_ group: KeyFile.Group) throws(TextError) {
        warnOfUnknownKeys(group, AppKey.self, translated: [.name])
        app.name = try text(AppKey.name, group) ?? ""
        app.icon = try text(AppKey.icon, group)
        if let entry = group[AppKey.busName.rawValue] {
            guard let name = AppID(entry.trimmedValue) else {
                throw entry.error("BusName must be a well-known D-Bus name, such as '\(app.id)'")
            }
            app.busName = name
        }
        guard let entry = group[AppKey.background.rawValue] else { return }
        switch try entry.choice(Background.self) {
        case .none: app.background = .none
        case .activate: app.background = .activate
        case .exec:
            guard let command = group[AppKey.exec.rawValue], !(try command.string()).isEmpty else {
                throw entry.error("Background=exec needs a command in Exec")
            }
            app.background = .exec(try command.execLine())
        }
    }

    private mutating func readFilter(_ name: String, _ group: KeyFile.Group) throws(TextError) {
        guard let id = Identifier(name) else { throw badID(name, group, after: "Filter ") }
        warnOfUnknownKeys(group, FilterKeys.self, translated: [.title, .description])
        var filter = FilterDescriptor(id: id)
        filter.title = try text(FilterKeys.title, group) ?? ""
        filter.summary = try text(FilterKeys.description, group) ?? ""
        filter.icon = try text(FilterKeys.icon, group).flatMap(icon)
        filter.aliases = try group[FilterKeys.aliases.rawValue]?.identifiers() ?? []
        if let entry = group[FilterKeys.deadline.rawValue] {
            filter.deadline = try entry.read { text throws(TextError) in try TimeSpan.parse(text) }
        }
        filterIndices[id] = app.filters.count
        app.filters.append(filter)
        places.append(group)
    }

    private mutating func readParameter(
        _ name: String, _ group: KeyFile.Group, _ value: (String) -> Result<ConfiguredValue, TextError>
    ) throws(TextError) {
        let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let id = Identifier(String(parts[1])) else {
            throw badID(name, group, after: "Parameter ", wanted: "FILTER/PARAMETER")
        }
        let (filter, index) = try filter(String(parts[0]), group, after: "Parameter ")
        warnOfUnknownKeys(group, ParameterReader.Key.self, translated: [.title, .description, .entityName])
        let parameter = try ParameterReader(group: group, locale: locale).read(id, value)
        parameters[ParameterKey(filter: filter, parameter: id)] = (app.filters[index].parameters.count, group)
        app.filters[index].parameters.append(parameter)
    }

    private mutating func readCase(_ name: String, _ group: KeyFile.Group) throws(TextError) {
        let parts = name.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let id = Identifier(parts[1]) else {
            throw badID(name, group, after: "Case ", wanted: "FILTER/PARAMETER/VALUE")
        }
        let (filter, index) = try filter(parts[0], group, after: "Case ")
        guard let place = parameters[ParameterKey(filter: filter, parameter: id)]?.index else {
            let near = suggestion(for: id.text, among: app.filters[index].parameters.map(\.id.text))
            throw TextError(
                line: group.line, column: group.column + "Case ".utf8.count + parts[0].unicodeScalars.count + 1,
                message: "there is no group '[Parameter \(filter)/\(id)]'\(near)")
        }
        let type = app.filters[index].parameters[place].type
        guard let value = type.value(parts[2]) else {
            throw TextError(
                line: group.line,
                column: group.column + group.name.unicodeScalars.count - parts[2].unicodeScalars.count,
                message: "'\(parts[2])' is not a value of type \(type.rawValue)")
        }
        warnOfUnknownKeys(group, CaseKey.self, translated: [.title, .subtitle, .synonyms])
        app.filters[index].parameters[place].cases.append(
            Item(
                value: value, title: try text(CaseKey.title, group) ?? "", subtitle: try text(CaseKey.subtitle, group),
                icon: try text(CaseKey.icon, group).flatMap(icon),
                synonyms: try group.localized(CaseKey.synonyms.rawValue, locale: locale)?.list() ?? []))
    }

    /// Cases that are listed are the options, unless the file says otherwise.
    private mutating func completeOptions() {
        for filter in app.filters.indices {
            for index in app.filters[filter].parameters.indices {
                let parameter = app.filters[filter].parameters[index]
                let key = ParameterKey(filter: app.filters[filter].id, parameter: parameter.id)
                let isSaid = parameters[key]?.group[ParameterReader.Key.options.rawValue] != nil
                if !isSaid, !parameter.cases.isEmpty { app.filters[filter].parameters[index].options = .static }
            }
        }
    }

    private func validate() throws(TextError) {
        guard let (index, fault) = FilterDescriptor.fault(among: app.filters) else { return }
        let filter = app.filters[index].id
        let key = fault.parameter.map { ParameterKey(filter: filter, parameter: $0) }
        let place = key.flatMap { parameters[$0]?.group } ?? places[index]
        throw TextError(line: place.line, column: place.column, message: fault.error(filter).message)
    }

    private func filter(
        _ name: String, _ group: KeyFile.Group, after prefix: String
    ) throws(TextError) -> (Identifier, Int) {
        guard let id = Identifier(name), let index = filterIndices[id] else {
            throw TextError(
                line: group.line, column: group.column + prefix.utf8.count,
                message: "there is no group '[Filter \(name)]'"
                    + suggestion(for: name, among: filterIndices.keys.map(\.text)))
        }
        return (id, index)
    }

    private func badID(
        _ name: String, _ group: KeyFile.Group, after prefix: String, wanted: String = "an id"
    ) -> TextError {
        TextError(
            line: group.line, column: group.column + prefix.utf8.count,
            message: "'\(name)' is not \(wanted): an id is 1 to 128 letters, digits or '_', not starting with a digit")
    }

    private func text(_ key: some RawRepresentable<String>, _ group: KeyFile.Group) throws(TextError) -> String? {
        try group.localized(key.rawValue, locale: locale)?.string()
    }

    private mutating func warnOfUnknownKeys<Key: RawRepresentable<String> & CaseIterable & Equatable>(
        _ group: KeyFile.Group, _: Key.Type, translated: [Key]
    ) {
        for entry in group.entries where !isExtension(entry.key) {
            if let key = Key(rawValue: entry.key), entry.locale == nil || translated.contains(key) { continue }
            warn(unknownKey(entry, among: Key.allCases.map(\.rawValue)), entry.line, entry.column)
        }
    }

    private mutating func warn(_ message: @autoclosure () -> String, _ line: Int, _ column: Int) {
        warnings.add(message(), path: path, line: line, column: column)
    }
}
