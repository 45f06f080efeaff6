// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A set of small numbers, as bits: its first member is found in a few steps however many modes there are.
struct PlaceSet: Sendable {
    private var words: [UInt64] = []

    var first: Int? {
        for (index, word) in words.enumerated() where word != 0 { return index * 64 + word.trailingZeroBitCount }
        return nil
    }

    var places: [Int] {
        var places: [Int] = []
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                places.append(index * 64 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return places
    }

    /// Takes out the first member that is not below `start`.
    mutating func takeFirst(from start: Int) -> Int? {
        for index in (start / 64)..<max(words.count, start / 64) where words[index] != 0 {
            let bit = words[index].trailingZeroBitCount
            words[index] &= words[index] - 1
            return index * 64 + bit
        }
        return nil
    }

    func contains(_ place: Int) -> Bool { place / 64 < words.count && words[place / 64] & 1 << UInt64(place % 64) != 0 }

    mutating func insert(_ place: Int) {
        while words.count <= place / 64 { words.append(0) }
        words[place / 64] |= 1 << UInt64(place % 64)
    }

    mutating func remove(_ place: Int) {
        guard place / 64 < words.count else { return }
        words[place / 64] &= ~(1 << UInt64(place % 64))
    }
}
