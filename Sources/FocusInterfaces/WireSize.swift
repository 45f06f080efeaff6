// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus

/// How large values are on the wire.
enum WireSize {
    /// Whether `values`, as `a{sv}`, has at most so many marshalled bytes (D-Bus specification, "Marshaling"; padding
    /// counted as if it were greatest) and containers (arrays, structures, variants; the dictionary itself is one, an
    /// entry none) nested at most so deep.
    static func fits(_ values: [String: Value], bytes: Int, depth: Int) -> Bool {
        var meter = Meter(bytes: bytes)
        return depth >= 1
            && values.allSatisfy { key, value in
                meter.take(8 + 5 + key.utf8.count) && meter.takeVariant(value, depth: depth - 1)
            }
    }

    private struct Meter {
        /// How many are left.
        var bytes: Int

        mutating func take(_ count: Int) -> Bool {
            bytes -= count
            return bytes >= 0
        }

        mutating func takeVariant(_ value: Value, depth: Int) -> Bool {
            depth >= 1 && take(4) && take(value, depth: depth - 1)
        }

        mutating func take(_ value: Value, depth: Int) -> Bool {
            switch value {
            case .byte: take(1)
            case .int16, .uint16: take(2)
            case .boolean, .int32, .uint32, .fileDescriptor: take(4)
            case .int64, .uint64, .double: take(8)
            case .string(let text): take(5 + text.utf8.count)
            case .objectPath(let path): take(5 + path.text.utf8.count)
            case .signature(let signature): take(2 + signature.text.utf8.count)
            case .variant(let value): takeVariant(value, depth: depth)
            case .array(_, let elements):
                depth >= 1 && take(8) && elements.allSatisfy { take($0, depth: depth - 1) }
            case .structure(let fields):
                depth >= 1 && take(8) && fields.allSatisfy { take($0, depth: depth - 1) }
            case .dictionary(_, _, let entries):
                depth >= 1 && take(8)
                    && entries.allSatisfy {
                        take(8) && take($0.key, depth: depth - 1) && take($0.value, depth: depth - 1)
                    }
            }
        }
    }
}
