// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Reads one `[Parameter FILTER/PARAMETER]` group of a descriptor file.
struct ParameterReader {
    let group: KeyFile.Group
    let locale: String

    enum Key: String, CaseIterable {
        case title = "Title"
        case description = "Description"
        case type = "Type"
        case array = "Array"
        case optional = "Optional"
        case defaultValue = "Default"
        case options = "Options"
        case minimum = "Minimum"
        case maximum = "Maximum"
        case entityName = "EntityName"
        case dependsOn = "DependsOn"
        case aliases = "Aliases"
    }

    func read(
        _ id: Identifier, _ value: (String) -> Result<ConfiguredValue, TextError>
    ) throws(TextError) -> ParameterDescriptor {
        guard let type = entry(.type) else {
            let names = ParameterType.allCases.map(\.rawValue).joined(separator: ", ")
            throw TextError(
                line: group.line, column: group.column, message: "Type is missing; it must be one of: \(names)")
        }
        var parameter = ParameterDescriptor(id: id, type: try type.choice(ParameterType.self))
        parameter.title = try text(.title) ?? ""
        parameter.summary = try text(.description) ?? ""
        parameter.isArray = try entry(.array)?.bool() ?? false
        parameter.isOptional = try entry(.optional)?.bool() ?? false
        parameter.options = try entry(.options)?.choice(OptionsKind.self) ?? .none
        parameter.minimum = try entry(.minimum)?.double()
        parameter.maximum = try entry(.maximum)?.double()
        parameter.entityName = try text(.entityName)
        parameter.dependsOn = try entry(.dependsOn)?.identifiers() ?? []
        parameter.aliases = try entry(.aliases)?.identifiers() ?? []
        if let entry = entry(.defaultValue) {
            switch try entry.configuredValue(value) {
            case .none: throw entry.error("Default cannot be nothing; remove the line and say Optional=true")
            case .value(let value):
                // `5` is a double where one is wanted. What does not fit is refused when all cases are known.
                let fit = parameter.fit(value)
                guard fit.complaints.isEmpty, case .value(let fitted) = fit.outcome else {
                    parameter.defaultValue = value
                    break
                }
                parameter.defaultValue = fitted
            }
        }
        return parameter
    }

    private func entry(_ key: Key) -> KeyFile.Entry? { group[key.rawValue] }

    private func text(_ key: Key) throws(TextError) -> String? {
        try group.localized(key.rawValue, locale: locale)?.string()
    }
}

extension ParameterType {
    /// A case's value from the name of its group; `nil` if it is not one of this type.
    func value(_ text: String) -> ParameterValue? {
        switch self {
        case .bool: text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
        case .int: Int64(text).map { .int($0) }
        case .double: Double(text).map { .double($0) }
        case .string, .url, .date, .enum, .entity: .string(text)
        }
    }
}

extension KeyFile.Entry {
    /// A list of ids.
    func identifiers() throws(TextError) -> [Identifier] {
        var identifiers: [Identifier] = []
        for name in try list() {
            guard let identifier = Identifier(name) else {
                throw error(
                    "\(fullKey): '\(name)' is not an id: 1 to 128 letters, digits or '_', not starting with a digit")
            }
            identifiers.append(identifier)
        }
        return identifiers
    }
}

/// An icon from a key: a theme's name, an absolute path, or a URI; `nil` if empty.
func icon(_ text: String) -> Icon? {
    guard !text.isEmpty else { return nil }
    guard text.utf8.first == UInt8(ascii: "/") else { return text.contains("://") ? .file(text) : .themed([text]) }
    var path = ""
    for byte in text.utf8 {
        if ASCII.isLetter(byte) || ASCII.isDigit(byte) || "/-._~".utf8.contains(byte) {
            path.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
            path += byte < 16 ? "%0" : "%"
            path += String(byte, radix: 16, uppercase: true)
        }
    }
    return .file("file://" + path)
}
