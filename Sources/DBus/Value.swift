// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// One value of any D-Bus type.
///
/// What a peer sent is consistent. What is made here is checked when a message is written: an array whose elements
/// differ from the signature that it declares is a ``BusError``, never a broken message.
public enum Value: Hashable, Sendable {
    case byte(UInt8)
    case boolean(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case objectPath(ObjectPath)
    case signature(Signature)
    /// Received only: writing one is an error.
    case fileDescriptor(FileDescriptor)
    case array(element: Signature, [Value])
    case dictionary(key: Signature, value: Signature, [DictionaryEntry])
    case structure([Value])
    indirect case variant(Value)

    /// The single complete type of this value.
    public var signature: Signature {
        switch self {
        case .byte: Signature(unchecked: "y")
        case .boolean: Signature(unchecked: "b")
        case .int16: Signature(unchecked: "n")
        case .uint16: Signature(unchecked: "q")
        case .int32: Signature(unchecked: "i")
        case .uint32: Signature(unchecked: "u")
        case .int64: Signature(unchecked: "x")
        case .uint64: Signature(unchecked: "t")
        case .double: Signature(unchecked: "d")
        case .string: Signature(unchecked: "s")
        case .objectPath: Signature(unchecked: "o")
        case .signature: Signature(unchecked: "g")
        case .fileDescriptor: Signature(unchecked: "h")
        case .array(let element, _): Signature(unchecked: "a" + element.text)
        case .dictionary(let key, let value, _): Signature(unchecked: "a{" + key.text + value.text + "}")
        case .structure(let fields):
            Signature(unchecked: "(" + fields.map(\.signature.text).joined() + ")")
        case .variant: .variant
        }
    }

    /// An array `as`.
    public static func strings(_ strings: [String]) -> Value { strings.busValue }
}

/// One entry of a dictionary, in the order of the wire. A peer may send the same key twice.
public struct DictionaryEntry: Hashable, Sendable {
    public var key: Value
    public var value: Value

    public init(key: Value, value: Value) {
        self.key = key
        self.value = value
    }
}
