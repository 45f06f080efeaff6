// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A D-Bus type signature: any number of single complete types, checked when made.
public struct Signature: ValidatedName {
    public let text: String

    public init(unchecked text: String) { self.text = text }

    /// No types at all: a message without arguments.
    public static let empty = Signature(unchecked: "")
    /// A variant, `v`.
    public static let variant = Signature(unchecked: "v")

    /// Each single complete type by itself.
    public var types: [Signature] {
        let bytes = Array(text.utf8)
        var types: [Signature] = []
        var start = 0
        while let end = SignatureGrammar.endOfType(in: bytes, at: start), end > start {
            types.append(Signature(unchecked: String(decoding: bytes[start..<end], as: UTF8.self)))
            start = end
        }
        return types
    }

    /// Whether this is exactly one complete type.
    public var isSingleType: Bool {
        let bytes = Array(text.utf8)
        return !bytes.isEmpty && SignatureGrammar.endOfType(in: bytes, at: 0) == bytes.count
    }

    /// At most 255 bytes, arrays and structures nested at most 32 deep each, dictionary entries only as elements of an
    /// array and with a basic key, no empty structure.
    public static func isValid(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count <= SignatureGrammar.maximumLength else { return false }
        var position = 0
        while position < bytes.count {
            guard let end = SignatureGrammar.endOfType(in: bytes, at: position) else { return false }
            position = end
        }
        return true
    }
}

/// The grammar of signatures (D-Bus specification, "Valid Signatures").
enum SignatureGrammar {
    static let maximumLength = 255
    static let maximumDepth = 32

    static func isBasic(_ code: UInt8) -> Bool {
        switch code {
        case UInt8(ascii: "y"), UInt8(ascii: "b"), UInt8(ascii: "n"), UInt8(ascii: "q"), UInt8(ascii: "i"),
            UInt8(ascii: "u"), UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "s"),
            UInt8(ascii: "o"), UInt8(ascii: "g"), UInt8(ascii: "h"):
            true
        default: false
        }
    }

    /// Where the complete type that starts at `start` ends; `nil` if there is none.
    static func endOfType(in bytes: [UInt8], at start: Int, arrays: Int = 0, structures: Int = 0) -> Int? {
        guard start < bytes.count else { return nil }
        let code = bytes[start]
        if isBasic(code) || code == UInt8(ascii: "v") { return start + 1 }
        switch code {
        case UInt8(ascii: "a"):
            guard arrays < maximumDepth, start + 1 < bytes.count else { return nil }
            if bytes[start + 1] == UInt8(ascii: "{") {
                guard start + 2 < bytes.count, isBasic(bytes[start + 2]),
                    let end = endOfType(in: bytes, at: start + 3, arrays: arrays + 1, structures: structures),
                    end < bytes.count, bytes[end] == UInt8(ascii: "}")
                else { return nil }
                return end + 1
            }
            return endOfType(in: bytes, at: start + 1, arrays: arrays + 1, structures: structures)
        case UInt8(ascii: "("):
            guard structures < maximumDepth else { return nil }
            var position = start + 1
            while position < bytes.count, bytes[position] != UInt8(ascii: ")") {
                guard let end = endOfType(in: bytes, at: position, arrays: arrays, structures: structures + 1) else {
                    return nil
                }
                position = end
            }
            guard position < bytes.count, position > start + 1 else { return nil }
            return position + 1
        default:
            return nil
        }
    }
}
