// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Reads gettext's binary catalogues (GNU gettext manual, "The Format of GNU MO Files").
enum MessageCatalog {
    /// Texts by key. Of one with plural forms, the first form; what is malformed is left out.
    static func read(_ bytes: Data) -> [String: String] {
        let bytes = [UInt8](bytes)
        guard let isBig = isBigEndian(bytes), let count = number(bytes, 8, isBig),
            let originals = number(bytes, 12, isBig),
            let translations = number(bytes, 16, isBig)
        else { return [:] }
        var result: [String: String] = [:]
        // A table cannot have more entries than the file has room for.
        for index in 0..<min(count, bytes.count / 8) {
            guard let key = text(bytes, originals + 8 * index, isBig), !key.isEmpty,
                let value = text(bytes, translations + 8 * index, isBig)
            else { continue }
            result[key] = value
        }
        return result
    }

    private static func isBigEndian(_ bytes: [UInt8]) -> Bool? {
        switch bytes.prefix(4) {
        case [0xDE, 0x12, 0x04, 0x95]: false
        case [0x95, 0x04, 0x12, 0xDE]: true
        default: nil
        }
    }

    private static func number(_ bytes: [UInt8], _ offset: Int, _ isBig: Bool) -> Int? {
        guard offset >= 0, offset + 4 <= bytes.count else { return nil }
        let four = bytes[offset..<offset + 4]
        return (isBig ? Array(four) : four.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }

    private static func text(_ bytes: [UInt8], _ entry: Int, _ isBig: Bool) -> String? {
        guard let length = number(bytes, entry, isBig), let offset = number(bytes, entry + 4, isBig),
            offset + length <= bytes.count
        else { return nil }
        // Plural forms are parted by NUL.
        return String(bytes: bytes[offset..<offset + length].prefix { $0 != 0 }, encoding: .utf8)
    }
}
