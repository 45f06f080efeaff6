// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

extension StateText {
    /// What is kept of an app's answers, as text.
    public static func text(of answers: AppAnswers) -> [UInt8] {
        var lines: [String] = []
        for (place, known) in answers.entities.sorted(by: { $0.key < $1.key }) {
            lines += ["[\(AnswerKeys.entities)\(place.filter)/\(place.parameter)]", "\(AnswerKeys.asOf)=\(known.asOf)"]
            let unknown = known.unknown.map(encoded).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            lines.append("\(AnswerKeys.unknown)=\(KeyFile.escaped(unknown))")
            let items = known.items.values.map { ($0, encoded($0.value)) }
            lines += itemLines(items.sorted { $0.1.utf8.lexicographicallyPrecedes($1.1.utf8) }.map(\.0))
            lines.append("")
        }
        for (place, known) in answers.options.sorted(by: { $0.key < $1.key }) {
            lines += ["[\(AnswerKeys.options)\(place.filter)/\(place.parameter)]", "\(AnswerKeys.asOf)=\(known.asOf)"]
            lines += known.sections.enumerated().map { index, section in
                let texts = [encoded(section.title), encoded(section.subtitle), "\(section.items.count)"]
                return "\(AnswerKeys.section)\(index)=\(KeyFile.escaped(texts))"
            }
            lines += itemLines(known.sections.flatMap(\.items))
            lines.append("")
        }
        return sealed(lines)
    }

    /// Reads what ``text(of:)-(AppAnswers)`` wrote.
    public static func appAnswers(_ bytes: [UInt8]) throws(TextError) -> AppAnswers {
        var answers = AppAnswers()
        for group in try unsealed(bytes).groups {
            if let place = try place(group, AnswerKeys.entities) {
                answers.entities[place] = try entities(group)
            } else if let place = try place(group, AnswerKeys.options) {
                answers.options[place] = try options(group)
            }
        }
        return answers
    }

    private enum AnswerKeys {
        static let entities = "Entities "
        static let options = "Options "
        static let asOf = "AsOf"
        static let unknown = "Unknown"
        static let section = "Section"
        static let item = "Item"
        static let icon = "Icon"
        static let synonyms = "Synonyms"
    }

    // MARK: Writing

    private static func itemLines(_ items: [Item]) -> [String] {
        var lines: [String] = []
        for (index, item) in items.enumerated() {
            let texts = [encoded(item.value), encoded(item.title), encoded(item.subtitle)]
            lines.append("\(AnswerKeys.item)\(index)=\(KeyFile.escaped(texts))")
            switch item.icon {
            case .themed(let names)?:
                lines.append("\(AnswerKeys.icon)\(index)=\(KeyFile.escaped(["themed"] + names))")
            case .file(let location)?:
                lines.append("\(AnswerKeys.icon)\(index)=\(KeyFile.escaped(["file", location]))")
            case .bytes?, nil: break
            }
            if !item.synonyms.isEmpty {
                lines.append("\(AnswerKeys.synonyms)\(index)=\(KeyFile.escaped(item.synonyms.map { encoded($0) }))")
            }
        }
        return lines
    }

    /// A text that may be absent; never empty, and nothing that a key file changes stands at its beginning.
    private static func encoded(_ text: String?) -> String { text.map { "+\($0)" } ?? "-" }

    /// Options and entities are single values.
    private static func encoded(_ value: ParameterValue) -> String {
        switch value {
        case .bool(let bool): "b\(bool)"
        case .int(let int): "x\(int)"
        case .double(let double): "d\(double.bitPattern)"
        case .string(let text): "s\(text)"
        case .array: "-"
        }
    }

    // MARK: Reading

    private static func place(_ group: KeyFile.Group, _ prefix: String) throws(TextError) -> AppAnswers.Place? {
        guard let name = group.name.removingPrefix(prefix) else { return nil }
        let parts = name.unicodeScalars.split(separator: "/").map(String.init)
        guard parts.count == 2, let filter = Identifier(parts[0]), let parameter = Identifier(parts[1]) else {
            throw TextError(line: group.line, column: group.column, message: "'\(name)' is not a filter's parameter")
        }
        return AppAnswers.Place(filter: filter, parameter: parameter)
    }

    private static func entities(_ group: KeyFile.Group) throws(TextError) -> AppAnswers.Entities {
        var known = AppAnswers.Entities(asOf: try entry(AnswerKeys.asOf, group).int())
        let unknown = try entry(AnswerKeys.unknown, group)
        for text in try unknown.list() {
            guard let value = value(text) else { throw unknown.error("'\(text)' is not a value") }
            known.unknown.insert(value)
        }
        for item in try items(group) { known.items[item.value] = item }
        return known
    }

    private static func options(_ group: KeyFile.Group) throws(TextError) -> AppAnswers.Options {
        var items = try items(group)[...]
        var sections: [ItemSection] = []
        while let entry = group["\(AnswerKeys.section)\(sections.count)"] {
            let texts = try entry.list()
            guard texts.count == 3, let count = Int(texts[2]), (0...items.count).contains(count) else {
                throw entry.error("the section is not one")
            }
            sections.append(
                ItemSection(title: text(texts[0]), subtitle: text(texts[1]), items: Array(items.prefix(count))))
            items.removeFirst(count)
        }
        return AppAnswers.Options(asOf: try entry(AnswerKeys.asOf, group).int(), sections: sections)
    }

    private static func items(_ group: KeyFile.Group) throws(TextError) -> [Item] {
        // By name at once: looking each up would go through all of them.
        let entries = Dictionary(group.entries.map { ($0.fullKey, $0) }) { first, _ in first }
        var items: [Item] = []
        while let entry = entries["\(AnswerKeys.item)\(items.count)"] {
            let texts = try entry.list()
            guard texts.count == 3, let value = value(texts[0]), let title = text(texts[1]) else {
                throw entry.error("the item is not one")
            }
            let icon = try entries["\(AnswerKeys.icon)\(items.count)"]?.list() ?? []
            let synonyms = try entries["\(AnswerKeys.synonyms)\(items.count)"]?.list() ?? []
            items.append(
                Item(
                    value: value, title: title, subtitle: text(texts[2]), icon: readIcon(icon),
                    synonyms: synonyms.compactMap { text($0) }))
        }
        return items
    }

    private static func text(_ encoded: String) -> String? { encoded.removingPrefix("+") }

    private static func readIcon(_ texts: [String]) -> Icon? {
        guard texts.count > 1 else { return nil }
        switch texts[0] {
        case "themed": return .themed(Array(texts.dropFirst()))
        case "file": return .file(texts[1])
        default: return nil
        }
    }

    private static func value(_ encoded: String) -> ParameterValue? {
        let scalars = encoded.unicodeScalars
        let text = String(scalars.dropFirst())
        switch scalars.first {
        case "b": return Bool(text).map(ParameterValue.bool)
        case "x": return Int64(text).map(ParameterValue.int)
        case "d": return UInt64(text).map { .double(Double(bitPattern: $0)) }
        case "s": return .string(text)
        default: return nil
        }
    }
}
