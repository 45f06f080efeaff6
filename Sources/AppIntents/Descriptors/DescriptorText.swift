// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

/// Writes descriptor files.
struct DescriptorText {
    /// The same app with its texts in another language.
    typealias Translation = (language: String, app: AppDescriptor)

    private var file = KeyFile()
    private let translated: [Translation]

    /// The file's text. Texts in another language stand beside those in the code's own where they differ.
    static func text(
        _ app: AppDescriptor, background: FocusFilterDescriptor.Background, translated: [Translation]
    ) throws(FocusFiltersError) -> String {
        var writer = DescriptorText(translated: translated)
        do throws(TextError) {
            try writer.write(app, background)
        } catch {
            throw .invalidFilter("the descriptor file cannot be written: \(error.message)")
        }
        return String(decoding: writer.file.bytes, as: UTF8.self)
    }

    private init(translated: [Translation]) { self.translated = translated }

    private mutating func write(
        _ app: AppDescriptor, _ background: FocusFilterDescriptor.Background
    ) throws(TextError) {
        let group = "App"
        try add(group)
        try set("Name", app.name, group) { $0.name }
        try set("Icon", app.icon, group)
        if app.busName != app.id { try set("BusName", app.busName.text, group) }
        switch background {
        case .none: break
        case .activate: try set("Background", "activate", group)
        case .exec(let command):
            try set("Background", "exec", group)
            try set("Exec", command, group)
        }
        for (index, filter) in app.filters.enumerated() { try write(filter) { $0.filters[index] } }
    }

    private mutating func write(
        _ filter: FilterDescriptor, _ translation: (AppDescriptor) -> FilterDescriptor
    ) throws(TextError) {
        let group = "Filter \(filter.id)"
        try add(group)
        try set("Title", filter.title, group) { translation($0).title }
        try set("Description", filter.summary, group) { translation($0).summary }
        try set("Icon", Self.text(of: filter.icon), group)
        try set("Aliases", filter.aliases.map(\.text), group)
        if filter.deadline != FilterDescriptor.defaultDeadline {
            try set("Deadline", TimeSpan.text(of: filter.deadline), group)
        }
        for (index, parameter) in filter.parameters.enumerated() {
            try write(parameter, "\(filter.id)/\(parameter.id)") { translation($0).parameters[index] }
        }
    }

    private mutating func write(
        _ parameter: ParameterDescriptor, _ path: String, _ translation: (AppDescriptor) -> ParameterDescriptor
    ) throws(TextError) {
        let group = "Parameter \(path)"
        try add(group)
        try set("Title", parameter.title, group) { translation($0).title }
        try set("Description", parameter.summary, group) { translation($0).summary }
        try set("Type", parameter.type.rawValue, group)
        if parameter.isArray { try set("Array", "true", group) }
        if parameter.isOptional { try set("Optional", "true", group) }
        if let value = parameter.defaultValue {
            // GVariant text stands as it is, with escapes of its own.
            try file.set("Default", to: gvariantText(of: value), in: group)
        }
        if parameter.options != .none { try set("Options", parameter.options.rawValue, group) }
        try set("Minimum", parameter.minimum.map { "\($0)" }, group)
        try set("Maximum", parameter.maximum.map { "\($0)" }, group)
        if let name = parameter.entityName { try set("EntityName", name, group) { translation($0).entityName ?? "" } }
        try set("DependsOn", parameter.dependsOn.map(\.text), group)
        try set("Aliases", parameter.aliases.map(\.text), group)
        for (index, item) in parameter.cases.enumerated() {
            try write(item, "\(path)/\(item.value.text ?? gvariantText(of: item.value))") {
                translation($0).cases[index]
            }
        }
    }

    private mutating func write(
        _ item: Item, _ path: String, _ translation: (AppDescriptor) -> Item
    ) throws(TextError) {
        let group = "Case \(path)"
        try add(group)
        try set("Title", item.title, group) { translation($0).title }
        if let subtitle = item.subtitle { try set("Subtitle", subtitle, group) { translation($0).subtitle ?? "" } }
        try set("Icon", Self.text(of: item.icon), group)
        try set("Synonyms", item.synonyms, group)
        for other in translated {
            let synonyms = translation(other.app).synonyms
            if synonyms != item.synonyms { try set("Synonyms[\(other.language)]", synonyms, group) }
        }
    }

    // MARK: Groups and keys

    private mutating func add(_ group: String) throws(TextError) {
        do throws(TextError) {
            try file.addGroup(group)
        } catch {
            throw TextError(line: error.line, column: error.column, message: "the group '[\(group)]': \(error.message)")
        }
    }

    private mutating func set(
        _ key: String, _ text: String, _ group: String, _ translation: (AppDescriptor) -> String
    ) throws(TextError) {
        guard !text.isEmpty else { return }
        try set(key, text, group)
        for other in translated {
            let otherText = translation(other.app)
            if otherText != text, !otherText.isEmpty { try set("\(key)[\(other.language)]", otherText, group) }
        }
    }

    private mutating func set(_ key: String, _ text: String?, _ group: String) throws(TextError) {
        if let text { try file.set(key, to: KeyFile.escaped(text), in: group) }
    }

    private mutating func set(_ key: String, _ elements: [String], _ group: String) throws(TextError) {
        if !elements.isEmpty { try file.set(key, to: KeyFile.escaped(elements), in: group) }
    }

    /// Pictures that are in no file have no text.
    private static func text(of icon: Icon?) -> String? {
        switch icon {
        case .themed(let names): names.first
        case .file(let location): location
        case .bytes, nil: nil
        }
    }
}
