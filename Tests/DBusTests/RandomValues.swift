// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// SplitMix64: the same numbers for the same seed, everywhere.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

/// Random types, and random values of a type.
struct RandomValues {
    var random: SeededGenerator

    private static let basicCodes = Array("ybnqiuxtdsog")
    private static let texts = ["", "a", "Grüße", "日本語", "'quoted' \\ text", "\u{FFFE}", "e\u{301}", "🎯🎯🎯"]

    mutating func type(depth: Int = 0) -> String {
        guard depth < 5 else { return String(basicCode()) }
        switch Int.random(in: 0..<9, using: &random) {
        case 0: return "a" + type(depth: depth + 1)
        case 1: return "a{" + String(basicCode()) + type(depth: depth + 1) + "}"
        case 2:
            return "(" + (0..<Int.random(in: 1...3, using: &random)).map { _ in type(depth: depth + 1) }.joined() + ")"
        case 3: return "v"
        default: return String(basicCode())
        }
    }

    mutating func value(_ type: Signature, depth: Int = 0) -> Value {
        let text = type.text
        switch text.first {
        case "y": return .byte(.random(in: 0...255, using: &random))
        case "b": return .boolean(.random(using: &random))
        case "n": return .int16(.random(in: .min ... .max, using: &random))
        case "q": return .uint16(.random(in: .min ... .max, using: &random))
        case "i": return .int32(.random(in: .min ... .max, using: &random))
        case "u": return .uint32(.random(in: .min ... .max, using: &random))
        case "x": return .int64(.random(in: .min ... .max, using: &random))
        case "t": return .uint64(.random(in: .min ... .max, using: &random))
        case "d":
            return .double([0, -0.5, .infinity, .leastNonzeroMagnitude, 1e300].randomElement(using: &random) ?? 0)
        case "o": return .objectPath(["/", "/a", "/a/b_2"].randomElement(using: &random) ?? "/")
        case "g": return .signature(["", "a{sv}", "(ii)"].randomElement(using: &random) ?? "")
        case "v":
            let inner = self.type(depth: depth + 2)
            return .variant(value(Signature(unchecked: inner), depth: depth + 2))
        case "(":
            let fields = Signature(unchecked: String(text.dropFirst().dropLast())).types
            return .structure(fields.map { value($0, depth: depth + 1) })
        case "a" where text.dropFirst().first == "{":
            let parts = Signature(unchecked: String(text.dropFirst(2).dropLast())).types
            let entries = (0..<count()).map { _ in
                DictionaryEntry(key: value(parts[0], depth: depth + 1), value: value(parts[1], depth: depth + 1))
            }
            return .dictionary(key: parts[0], value: parts[1], entries)
        case "a":
            let element = Signature(unchecked: String(text.dropFirst()))
            return .array(element: element, (0..<count()).map { _ in value(element, depth: depth + 1) })
        default: return .string(Self.texts.randomElement(using: &random) ?? "")
        }
    }

    private mutating func basicCode() -> Character { Self.basicCodes.randomElement(using: &random) ?? "s" }
    private mutating func count() -> Int { Int.random(in: 0...3, using: &random) }
}

/// A text of so many bytes.
func largeText(_ count: Int) -> Value {
    .string(String(decoding: [UInt8](repeating: UInt8(ascii: "x"), count: count), as: UTF8.self))
}
