// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

@testable import FocusCore

/// Random numbers that are the same on every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension SeededGenerator {
    /// A text that likes what is special to the grammars.
    mutating func text(upTo length: Int) -> String {
        let pool: [Unicode.Scalar] = [
            " ", "\t", "\n", "\r", "\\", ";", "=", "[", "]", "#", "'", "\"", "a", "s", "n", "é", "e", "\u{301}", "日",
            "😀", "\u{0B}", "\u{0C}", "\u{7F}", "\u{FEFF}", "0", "/", ".", "-",
        ]
        var view = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...length, using: &self) {
            if let scalar = pool.randomElement(using: &self) { view.append(scalar) }
        }
        return String(view)
    }

    /// `bytes` with a few of them changed, removed, doubled or added.
    mutating func mutation(of bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &self) {
            let place = Int.random(in: 0...bytes.count, using: &self)
            let end = min(bytes.count, place + Int.random(in: 0...12, using: &self))
            switch Int.random(in: 0..<5, using: &self) {
            case 0 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &self)
            case 1: bytes.removeSubrange(place..<end)
            case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 3: bytes.removeSubrange(place...)
            default: bytes.insert(Array("[]=\n\\;#'(".utf8).randomElement(using: &self) ?? 0, at: place)
            }
        }
        return bytes
    }
}

/// Whether `error` points into `bytes`: at a scalar of a line that exists, or at the line's end.
func isInside(_ error: TextError, _ bytes: [UInt8]) -> Bool {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(error.line - 1) else { return false }
    return (1...lines[error.line - 1].count + 1).contains(error.column)
}

/// The error that `work` throws.
func refusal<Value>(_ work: () throws(TextError) -> Value) -> TextError? {
    do {
        _ = try work()
        return nil
    } catch {
        return error
    }
}
