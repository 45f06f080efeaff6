// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces
import Foundation
import InterfaceGenerator
import Testing

/// Files of the repository.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    static func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    }

    static func interfaces(_ folder: String = "dbus") throws -> [Interface] {
        try InterfaceFiles.read("\(root)/\(folder)")
    }

    static func interface(_ shortName: String) throws -> Interface {
        try #require(try interfaces().first { $0.shortName == shortName })
    }
}

/// SplitMix64: the same numbers on each run.
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

extension Identifier {
    /// For tests: an id that is one.
    init(valid text: String) throws { self = try #require(Identifier(text)) }
}

/// The error that `body` throws.
func refusal(_ body: () throws(WireError) -> some Any) -> WireError? {
    do throws(WireError) {
        _ = try body()
        return nil
    } catch {
        return error
    }
}
