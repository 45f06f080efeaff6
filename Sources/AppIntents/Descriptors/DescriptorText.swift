// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

/// Writes descriptor files.
enum DescriptorText {
    /// The file's text. Texts in another language stand beside those in the code's own where they differ.
    static func text(
        _ filters: [FilterDescriptor], translated: [(language: String, filters: [FilterDescriptor])], app: AppID,
        name: String?, icon: String?, busName: String?, background: FocusFilterDescriptor.Background
    ) throws(FocusFiltersError) -> String {
        var writer = Writer(translated: translated)
        do throws(TextError) {
            try writer.app(app, name: name, icon: icon, busName: busName, background: background)
            for (index, filter) in filters.enumerated() { try writer.filter(index, filter) }
        } catch {
            throw .invalidFilter("the descriptor file cannot be written: \(error.message)")
        }
        return String(decoding: writer.file.bytes, as: UTF8.self)
    }

    private struct Writer {
        var file = KeyFile()
        let translated: [(language: String, filters: [FilterDescriptor])]

        mutating func app(
            _ app: AppID, name: String?, icon: String?, busName: String?,
            background: FocusFilterDescriptor.Background
        ) throws(TextError) {
            let group = "App"
            try file.addGroup(group)
            try file.set("Name", to: KeyFile.escaped(name ?? Self.lastWord(of: app)), in: group)
            if let icon { try file.set("Icon", to: KeyFile.escaped(icon), in: group) }
            if let busName { try file.set("BusName", to: busName, in: group) }
            switch background {
            case .none: break
            case .activate: try file.set("Background", to: "activate", in: group)
            case .exec(let command):
                try file.set("Background", to: "exec", in: group)
                try file.set("Exec", to: KeyFile.escaped(command), in: group)
            }
        }

        /// `org.example.Tasks` → `Tasks`.
        private static func lastWord(of app: AppID) -> String {
            app.text.split(separator: ".").last.map(String.init) ?? app.text
        }

        mutating func filter(_ index: Int, _ filter: FilterDescriptor) throws(TextError) {
            let group = "Filter \(filter.id)"
            try file.addGroup(group)
            try set("Title", filter.title, group) { $0.filters[index].title }
            try set("Description", filter.summary, group) { $0.filters[index].summary }
            try icon(filter.icon, group)
            try list("Aliases", filter.aliases.map(\.text), group)
            if filter.deadline != FilterDescriptor.defaultDeadline {
                try file.set("Deadline", to: TimeSpan.text(of: filter.deadline), in: group)
            }
            for (place, parameter) in filter.parameters.enumerated() {
                try self.parameter(index, place, parameter, "\(filter.id)/\(parameter.id)")
            }
        }

        private mutating func parameter(
            _ index: Int, _ place: Int, _ parameter: ParameterDescriptor, _ path: String
        ) throws(TextError) {
            let group = "Parameter \(path)"
            try file.addGroup(group)
            try set("Title", parameter.title, group) { $0.filters[index].parameters[place].title }
            try set("Description", parameter.summary, group) { $0.filters[index].parameters[place].summary }
            try file.set("Type", to: parameter.type.rawValue, in: group)
            if parameter.isArray { try file.set("Array", to: "true", in: group) }
            if parameter.isOptional { try file.set("Optional", to: "true", in: group) }
            if let value = parameter.defaultValue {
                try file.set("Default", to: KeyFile.escaped(gvariantText(of: value)), in: group)
            }
            if parameter.options != .none { try file.set("Options", to: parameter.options.rawValue, in: group) }
            if let minimum = parameter.minimum { try file.set("Minimum", to: "\(minimum)", in: group) }
            if let maximum = parameter.maximum { try file.set("Maximum", to: "\(maximum)", in: group) }
            if let name = parameter.entityName {
                try set("EntityName", name, group) { $0.filters[index].parameters[place].entityName ?? "" }
            }
            try list("DependsOn", parameter.dependsOn.map(\.text), group)
            try list("Aliases", parameter.aliases.map(\.text), group)
            for (number, item) in parameter.cases.enumerated() {
                let group = "Case \(path)/\(item.value.text ?? gvariantText(of: item.value))"
                try file.addGroup(group)
                try set("Title", item.title, group) { $0.filters[index].parameters[place].cases[number].title }
                if let subtitle = item.subtitle { try file.set("Subtitle", to: KeyFile.escaped(subtitle), in: group) }
                try icon(item.icon, group)
                try list("Synonyms", item.synonyms, group)
            }
        }

        private typealias Translation = (language: String, filters: [FilterDescriptor])

        private mutating func set(
            _ key: String, _ text: String, _ group: String, _ translation: (Translation) -> String
        ) throws(TextError) {
            guard !text.isEmpty else { return }
            try file.set(key, to: KeyFile.escaped(text), in: group)
            for language in translated {
                let other = translation(language)
                if other != text, !other.isEmpty {
                    try file.set("\(key)[\(language.language)]", to: KeyFile.escaped(other), in: group)
                }
            }
        }

        /// Pictures that are in no file stay out.
        private mutating func icon(_ icon: Icon?, _ group: String) throws(TextError) {
            switch icon {
            case .themed(let names): if let name = names.first { try file.set("Icon", to: name, in: group) }
            case .file(let location): try file.set("Icon", to: KeyFile.escaped(location), in: group)
            case .bytes, nil: break
            }
        }

        private mutating func list(_ key: String, _ elements: [String], _ group: String) throws(TextError) {
            if !elements.isEmpty { try file.set(key, to: KeyFile.escaped(elements), in: group) }
        }
    }
}
