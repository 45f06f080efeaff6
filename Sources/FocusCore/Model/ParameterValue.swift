// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A parameter's value, as configured, as an app's default, and as sent.
///
/// On the wire: `b`, `x`, `d`, `s`, and arrays of one of them. URLs, dates (RFC 3339), enum raw values
/// and entity ids are text. Texts are equal if their bytes are: an entity's id is never normalised.
public indirect enum ParameterValue: Hashable, Sendable {
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case string(String)
    /// All of one scalar kind; may be empty, which is not the same as absent (nil).
    case array([ParameterValue])

    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.bool(let left), .bool(let right)): left == right
        case (.int(let left), .int(let right)): left == right
        case (.double(let left), .double(let right)): left == right
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)): left == right
        case (.bool, _), (.int, _), (.double, _), (.string, _), (.array, _): false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .bool(let bool): hasher.combine(bool)
        case .int(let int): hasher.combine(int)
        case .double(let double): hasher.combine(double)
        case .string(let string): for byte in string.utf8 { hasher.combine(byte) }
        case .array(let elements): hasher.combine(elements)
        }
    }
}

/// The type of a parameter's value, or of its elements.
public enum ParameterType: String, Hashable, Sendable, CaseIterable {
    case bool
    case int
    case double
    case string
    case url
    case date
    case `enum`
    case entity
}

/// What the user wrote for one parameter in one mode. A parameter that is not mentioned takes its default.
public enum ConfiguredValue: Hashable, Sendable {
    /// `nothing`: the parameter is to be nil.
    case none
    case value(ParameterValue)
}
