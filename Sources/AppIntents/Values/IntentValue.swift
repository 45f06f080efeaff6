// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

/// What a parameter can hold: `Bool`, `Int`, `Double`, `String`, `URL`, `Date`, `DateComponents`, `Measurement`, enums and
/// entities of the app, and optionals and arrays of them.
public protocol _IntentValue: Sendable {
    /// The type itself, or what an optional or an array is made of.
    associatedtype ValueType: _IntentValue = Self
    /// How the value is described, sent and read.
    static var _specification: _ValueSpecification<Self> { get }
}

/// How values of a type are described, sent and read.
public struct _ValueSpecification<Value: Sendable>: Sendable {
    let shape: ValueShape
    /// The value as it is sent; `nil`: it is nil.
    let encode: @Sendable (Value) -> ParameterValue?
    /// The value that was sent; `nil`: it does not fit the type. Of an array, entities that are not in the table are left
    /// out.
    let decode: @Sendable (ParameterValue?, EntityTable) -> Value?
    /// The value for people; `nil`: there is none.
    let text: @Sendable (Value) -> String?
}

/// What a type of values is on the wire.
struct ValueShape: Sendable {
    var type: ParameterType
    var isArray = false
    var isOptional = false
    /// In which unit a quantity is sent.
    var unit: (@Sendable () -> String)?
    /// All values of an enum.
    var cases: (@Sendable () -> [OptionItem])?
    /// What one entity is called.
    var entityName: (@Sendable () -> LocalizedStringResource)?
    /// What people can choose from, unless the parameter says otherwise.
    var options: OptionsSource?
}

/// The entities that a set of values names, by id.
struct EntityTable: Sendable {
    var entities: [String: any Sendable] = [:]
}

extension _ValueSpecification {
    /// Of one value that is not an entity.
    static func scalar(
        _ type: ParameterType, encode: @escaping @Sendable (Value) -> ParameterValue,
        decode: @escaping @Sendable (ParameterValue) -> Value?,
        text: @escaping @Sendable (Value) -> String? = { "\($0)" },
        cases: (@Sendable () -> [OptionItem])? = nil
    ) -> Self {
        Self(
            shape: ValueShape(type: type, cases: cases), encode: encode, decode: { value, _ in value.flatMap(decode) },
            text: text)
    }
}

extension ParameterValue {
    var text: String? {
        switch self {
        case .string(let text): text
        case .bool, .int, .double, .array: nil
        }
    }
}
