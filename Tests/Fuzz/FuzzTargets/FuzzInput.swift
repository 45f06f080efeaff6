// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Takes decisions from bytes; zeros when they are used up.
struct FuzzInput {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    var isEmpty: Bool { bytes.isEmpty }

    mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    /// Below `bound`, which is at most 256.
    mutating func number(below bound: Int) -> Int { Int(byte()) % bound }

    mutating func flag() -> Bool { byte() & 1 == 1 }

    /// Of as many bytes as its type has.
    mutating func integer<Number: FixedWidthInteger>() -> Number {
        (0..<Number.bitWidth / 8).reduce(0) { number, _ in (number &* 2 &* 128) | Number(truncatingIfNeeded: byte()) }
    }

    /// At most 255 bytes, repaired to be UTF-8.
    mutating func text() -> String {
        let taken = bytes.prefix(Int(byte()))
        bytes = bytes.dropFirst(taken.count)
        return String(decoding: taken, as: UTF8.self)
    }

    mutating func element<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }

    /// Everything that is left.
    mutating func rest() -> [UInt8] {
        defer { bytes = [] }
        return Array(bytes)
    }
}
