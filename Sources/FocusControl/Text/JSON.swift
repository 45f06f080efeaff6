// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// A JSON value (RFC 8259). Objects keep the order of their members.
enum JSON: Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case number(Double)
    case text(String)
    case array([JSON])
    case object([Member])

    struct Member: Equatable {
        var name: String
        var value: JSON
    }

    /// An object whose members have this order.
    static func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
        .object(members.map { Member(name: $0.key, value: $0.value) })
    }

    /// An object of the members of a D-Bus dictionary, by name in byte order.
    init(_ dictionary: [String: Value]) {
        let names = dictionary.keys.byteOrdered()
        self = .object(names.compactMap { name in dictionary[name].map { Member(name: name, value: JSON($0)) } })
    }

    /// A D-Bus value; a variant is what it holds, a structure an array. Keys of dictionaries become text.
    init(_ value: Value) {
        switch value {
        case .byte(let number): self = .integer(Int64(number))
        case .boolean(let bool): self = .bool(bool)
        case .int16(let number): self = .integer(Int64(number))
        case .uint16(let number): self = .integer(Int64(number))
        case .int32(let number): self = .integer(Int64(number))
        case .uint32(let number): self = .integer(Int64(number))
        case .int64(let number): self = .integer(number)
        case .uint64(let number): self = .unsigned(number)
        case .double(let number): self = .number(number)
        case .string(let text): self = .text(text)
        case .objectPath(let path): self = .text(path.text)
        case .signature(let signature): self = .text(signature.text)
        case .fileDescriptor: self = .null
        case .array(_, let elements), .structure(let elements): self = .array(elements.map { JSON($0) })
        case .dictionary(_, _, let entries):
            let members = entries.map { Member(name: JSON($0.key).asName, value: JSON($0.value)) }
            self = .object(members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
        case .variant(let inner): self = JSON(inner)
        }
    }

    private var asName: String {
        if case .text(let text) = self { text } else { line }
    }

    /// On one line, with no control character in it.
    var line: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let bool): text += bool ? "true" : "false"
        case .integer(let number): text += String(number)
        case .unsigned(let number): text += String(number)
        // JSON has no word for what is not a number.
        case .number(let number): text += number.isFinite ? String(number) : "null"
        case .text(let string): Self.write(string, to: &text)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                Self.write(member.name, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            // Beyond what JSON asks for: whatever a terminal would act upon.
            case _ where PlainText.isUnprintable(scalar): text += "\\u" + PlainText.hexadecimal(scalar.value)
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
