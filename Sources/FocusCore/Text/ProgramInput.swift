// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What a filter's program is told: the values as JSON on its standard input, and all in its environment.
public struct ProgramInput: Hashable, Sendable {
    /// One line: an object with a member for each parameter that is not nil.
    public var standardInput: String
    /// By name; see focus-filters(5).
    public var environment: [String: String]

    /// Bytes of a variable's value. What is longer is on standard input only: the system limits variables.
    static let maximumVariable = 32768

    public init(_ perform: Perform) {
        let transition = perform.transition
        let values = JSON(perform.values)
        standardInput = values.line + "\n"
        var variables = [
            "FOCUS_APP": perform.app.text, "FOCUS_FILTER": perform.filter.text,
            "FOCUS_REASON": transition.reason.rawValue, "FOCUS_ACTIVE": transition.isActive ? "true" : "false",
            "FOCUS_SERIAL": "\(transition.serial)", "FOCUS_TOKEN": transition.token.text, "FOCUS_VALUES": values.line,
        ]
        for (parameter, value) in perform.values where Self.canBeVariable(parameter) {
            variables["FOCUS_VALUE_\(parameter)"] = Self.plain(value)
        }
        if let previous = transition.previous { variables["FOCUS_PREVIOUS"] = JSON(previous).line }
        if let mode = transition.mode {
            variables["FOCUS_MODE"] = mode.id
            variables["FOCUS_MODE_NAME"] = mode.name
        }
        environment = variables.filter { Self.canBeContent($0.value) }
    }

    /// Shells know no other names than those of ASCII letters, digits and `_`.
    private static func canBeVariable(_ parameter: Identifier) -> Bool {
        parameter.text.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }
    }

    /// systemd refuses other control characters.
    private static func canBeContent(_ value: String) -> Bool {
        value.utf8.count <= maximumVariable
            && value.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 || $0 == 0x0A }
    }

    /// Texts as they are; the rest as JSON.
    private static func plain(_ value: ParameterValue) -> String {
        switch value {
        case .string(let text): text
        case .bool, .int, .double, .array: JSON(value).line
        }
    }
}

extension JSON {
    /// An object of parameters, by id in byte order.
    public init(_ values: [Identifier: ParameterValue]) {
        self = .object(
            values.sorted { $0.key < $1.key }.map { Member(name: $0.key.text, value: JSON($0.value)) })
    }

    /// A parameter's value.
    public init(_ value: ParameterValue) {
        switch value {
        case .bool(let bool): self = .bool(bool)
        case .int(let number): self = .integer(number)
        case .double(let number): self = .number(number)
        case .string(let text): self = .text(text)
        case .array(let elements): self = .array(elements.map { JSON($0) })
        }
    }
}
