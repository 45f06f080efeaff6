// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What the specification demands of values, checked before the bus library sees them.
struct ValueCheck {
    /// Arguments of one message.
    static func check(_ values: [Value]) throws(BusError) {
        var check = ValueCheck()
        var isPlain = values.count <= SignatureGrammar.maximumLength
        for value in values {
            try check.visit(value, depth: 0)
            if value.basicCode == nil { isPlain = false }
        }
        guard isPlain || Signature.isValid(values.map(\.signature.text).joined()) else {
            throw .inconsistentValue("the arguments' types are too many, or nest too deeply")
        }
    }

    /// How deeply the library lets containers nest, dictionary entries included.
    private static let maximumDepth = 64
    /// The specification's limit for one array, taken for the whole message, which then is below its own limit too.
    private static let maximumBytes = 64 << 20

    /// About as many as on the wire; never fewer.
    private var bytes = 0

    private mutating func visit(_ value: Value, depth: Int) throws(BusError) {
        guard depth <= Self.maximumDepth else {
            throw .inconsistentValue("containers nest more than \(Self.maximumDepth) deep")
        }
        switch value {
        case .byte: try add(1)
        case .boolean, .int16, .uint16, .int32, .uint32: try add(4)
        case .int64, .uint64, .double: try add(16)
        case .string(let text):
            // A C string ends at the first NUL.
            guard text.withCString({ strlen($0) }) == text.utf8.count else { throw .textContainsNul }
            try add(text.utf8.count)
        case .objectPath(let path): try add(path.text.utf8.count)
        case .signature(let signature): try add(signature.text.utf8.count)
        case .fileDescriptor: throw .fileDescriptorNotSendable
        case .array(let element, let values):
            try add(0)
            guard element.isSingleType else { throw .inconsistentValue("'\(element)' is not one element's type") }
            for value in values {
                guard value.hasType(element) else {
                    throw .inconsistentValue("an array of '\(element)' holds a value of type '\(value.signature)'")
                }
                try visit(value, depth: depth + 1)
            }
        case .dictionary(let key, let content, let entries):
            try add(0)
            guard key.isBasicType, content.isSingleType else {
                throw .inconsistentValue("'{\(key)\(content)}' is not one entry's type")
            }
            for entry in entries {
                try add(8)
                guard entry.key.hasType(key), entry.value.hasType(content) else {
                    throw .inconsistentValue(
                        "a dictionary of '{\(key)\(content)}' holds an entry of type "
                            + "'{\(entry.key.signature)\(entry.value.signature)}'")
                }
                try visit(entry.key, depth: depth + 2)
                try visit(entry.value, depth: depth + 2)
            }
        case .structure(let fields):
            try add(0)
            guard !fields.isEmpty else { throw .inconsistentValue("a structure needs a field") }
            for field in fields { try visit(field, depth: depth + 1) }
        case .variant(let value):
            try add(0)
            try visit(value, depth: depth + 1)
            guard value.basicCode != nil || value.signature.isSingleType else {
                throw .inconsistentValue("a variant's type is too long, or nests too deeply")
            }
        }
    }

    private mutating func add(_ count: Int) throws(BusError) {
        // Lengths, ends and padding.
        bytes += count + (count == 1 ? 0 : 12)
        guard bytes <= Self.maximumBytes else { throw .tooLarge }
    }
}

extension Value {
    /// The signature of a basic type or a variant; `nil` for types that are made of others.
    fileprivate var basicCode: UInt8? {
        switch self {
        case .byte: UInt8(ascii: "y")
        case .boolean: UInt8(ascii: "b")
        case .int16: UInt8(ascii: "n")
        case .uint16: UInt8(ascii: "q")
        case .int32: UInt8(ascii: "i")
        case .uint32: UInt8(ascii: "u")
        case .int64: UInt8(ascii: "x")
        case .uint64: UInt8(ascii: "t")
        case .double: UInt8(ascii: "d")
        case .string: UInt8(ascii: "s")
        case .objectPath: UInt8(ascii: "o")
        case .signature: UInt8(ascii: "g")
        case .fileDescriptor: UInt8(ascii: "h")
        case .variant: UInt8(ascii: "v")
        case .array, .dictionary, .structure: nil
        }
    }

    fileprivate func hasType(_ declared: Signature) -> Bool {
        guard let basicCode else { return signature == declared }
        return declared.text.utf8.count == 1 && declared.text.utf8.first == basicCode
    }
}

extension Signature {
    fileprivate var isBasicType: Bool {
        guard let code = text.utf8.first, text.utf8.count == 1 else { return false }
        return SignatureGrammar.isBasic(code)
    }
}
