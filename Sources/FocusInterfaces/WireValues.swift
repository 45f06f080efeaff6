// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

extension ParameterValue {
    /// The value on the wire: `b`, `x`, `d`, `s`, or an array of one of them.
    ///
    /// `type` is the parameter's, for an empty array, whose elements cannot tell; without one it is sent as `as`.
    public func busValue(of type: ParameterType? = nil) -> Value {
        switch self {
        case .bool(let value): .boolean(value)
        case .int(let value): .int64(value)
        case .double(let value): .double(value)
        case .string(let value): .string(value)
        case .array(let elements):
            .array(
                element: Signature(unchecked: elements.first?.scalarSignature ?? type?.scalarSignature ?? "s"),
                elements.map { $0.busValue() })
        }
    }

    /// Reads what ``busValue(of:)`` gives, and integers of other widths if they fit into an `x`, as languages without
    /// fixed widths send them.
    ///
    /// Throws ``WireError/invalidArguments(_:)`` that names the types that are allowed.
    public init(_ value: Value) throws(WireError) {
        let value = value.withoutVariant
        if let scalar = Self.scalar(value) {
            self = scalar
        } else if case .array(let element, let elements) = value, ParameterType.isScalar(element) {
            var scalars: [ParameterValue] = []
            scalars.reserveCapacity(elements.count)
            for element in elements {
                guard let scalar = Self.scalar(element) else { throw Self.outOfRange(element) }
                scalars.append(scalar)
            }
            self = .array(scalars)
        } else {
            throw Self.outOfRange(value)
        }
    }

    private static func outOfRange(_ value: Value) -> WireError {
        if case .uint64(let number) = value {
            return .invalidArguments("\(number) is too great: integers are sent as 'x'")
        }
        return .invalidArguments(
            "a value must be of type 'b', 'x', 'd' or 's', or an array of one of them, not '\(value.signature.text)'")
    }

    private static func scalar(_ value: Value) -> ParameterValue? {
        switch value {
        case .boolean(let value): .bool(value)
        case .int64(let value): .int(value)
        case .double(let value): .double(value)
        case .string(let value): .string(value)
        case .byte(let value): .int(Int64(value))
        case .int16(let value): .int(Int64(value))
        case .uint16(let value): .int(Int64(value))
        case .int32(let value): .int(Int64(value))
        case .uint32(let value): .int(Int64(value))
        case .uint64(let value): Int64(exactly: value).map(ParameterValue.int)
        case .objectPath, .signature, .fileDescriptor, .array, .dictionary, .structure, .variant: nil
        }
    }

    /// `nil` for an array.
    private var scalarSignature: String? {
        switch self {
        case .bool: "b"
        case .int: "x"
        case .double: "d"
        case .string: "s"
        case .array: nil
        }
    }
}

extension ParameterType {
    /// The type of one value on the wire.
    public var scalarSignature: String {
        switch self {
        case .bool: "b"
        case .int: "x"
        case .double: "d"
        case .string, .url, .date, .enum, .entity: "s"
        }
    }

    /// Whether an array on the wire may have elements of this type.
    fileprivate static func isScalar(_ signature: Signature) -> Bool {
        ["b", "x", "d", "s", "y", "n", "q", "i", "u", "t"].contains(signature.text)
    }
}

/// The values of a filter's parameters.
public enum WireValues {
    /// Marshalled bytes that one set of values may have.
    public static let maximumBytes = 64 * 1024
    /// How deeply containers may nest in one set of values.
    public static let maximumDepth = 8

    /// As `a{sv}`: parameter id to value.
    ///
    /// `parameters`: the filter's; they tell the type of an empty array, which is sent as `as` without them.
    public static func dictionary(
        _ values: [Identifier: ParameterValue], of parameters: [ParameterDescriptor] = []
    ) -> [String: Value] {
        var result = [String: Value](minimumCapacity: values.count)
        for (id, value) in values {
            let type = value == .array([]) ? parameters.first { $0.id == id }?.type : nil
            result[id.text] = value.busValue(of: type)
        }
        return result
    }

    /// Reads what ``dictionary(_:of:)`` gives.
    ///
    /// Throws `InvalidId`, `LimitExceeded`, or ``WireError/invalidArguments(_:)`` if a value has a type that no
    /// parameter has; each names the parameter.
    public static func read(_ values: [String: Value]) throws(WireError) -> [Identifier: ParameterValue] {
        try check(values)
        guard values.count <= FilterDescriptor.maximumParameters else {
            throw .limitExceeded(
                "\(values.count) values; at most \(FilterDescriptor.maximumParameters) are allowed")
        }
        var result = [Identifier: ParameterValue](minimumCapacity: values.count)
        for (name, value) in values {
            let id = try Identifier(wire: name, of: "a parameter")
            do throws(WireError) {
                result[id] = try ParameterValue(value)
            } catch {
                throw error.at("parameter '\(name)'")
            }
        }
        return result
    }

    /// Refuses a set of values that is larger or nests deeper than the limits allow.
    static func check(_ values: [String: Value]) throws(WireError) {
        guard WireSize.fits(values, bytes: maximumBytes, depth: maximumDepth) else {
            throw .limitExceeded(
                "a set of values may have \(maximumBytes) bytes and containers nested \(maximumDepth) deep at most")
        }
    }
}
