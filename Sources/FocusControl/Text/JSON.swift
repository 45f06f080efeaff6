// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore

extension JSON {
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
}
