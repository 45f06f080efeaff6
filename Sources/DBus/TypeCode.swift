// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// The bus library's type codes: characters of a signature, and `r` and `e` for structures and dictionary entries. Its own
/// are macros that Swift does not see.
enum TypeCode: Int32 {
    case byte = 121  // y
    case boolean = 98  // b
    case int16 = 110  // n
    case uint16 = 113  // q
    case int32 = 105  // i
    case uint32 = 117  // u
    case int64 = 120  // x
    case uint64 = 116  // t
    case double = 100  // d
    case string = 115  // s
    case objectPath = 111  // o
    case signature = 103  // g
    case fileDescriptor = 104  // h
    case array = 97  // a
    case structure = 114  // r
    case dictionaryEntry = 101  // e
    case variant = 118  // v

    /// `code` as the library gives it; `nil` at the end of a container.
    init?(_ code: Int32) { self.init(rawValue: code) }

    var isContainer: Bool {
        switch self {
        case .array, .structure, .dictionaryEntry, .variant: true
        case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string, .objectPath,
            .signature, .fileDescriptor:
            false
        }
    }

    /// The code as a signature; meaningless for structures and entries.
    var signature: Signature { Signature(unchecked: String(UnicodeScalar(UInt8(truncatingIfNeeded: rawValue)))) }
}
