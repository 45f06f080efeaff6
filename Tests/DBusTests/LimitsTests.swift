// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import DBus

/// Large messages cost in proportion to their size.
struct LimitsTests {
    @Test func wordsOfAnError_areCutBetweenCharacters() throws {
        let long = try Message(carrying: [largeText(4095), .string("unread")])
        #expect(long.errorMessage.utf8.count == 4095)
        let longer = try Message(carrying: [.string("x" + String(repeating: "ü", count: 1 << 20))])
        #expect(longer.errorMessage.unicodeScalars.last == "…")
        #expect(longer.errorMessage.dropLast().dropFirst().allSatisfy { $0 == "ü" })
        #expect(longer.errorMessage.utf8.count < 4100)
        #expect(try Message(carrying: [.int32(1)]).errorMessage.isEmpty)
        #expect(try Message(carrying: []).errorMessage.isEmpty)
    }

    @Test func manyKeys_areRead() throws {
        let entries = (0..<65_536).map {
            DictionaryEntry(key: .string("key \($0)"), value: .variant(.int32(Int32($0))))
        }
        let message = try Message(carrying: [.dictionary(key: "s", value: .variant, entries)])
        let dictionary: [String: Value]? = message.argument(0)
        #expect(dictionary?.count == 65_536)
        #expect(dictionary?["key 65535"] == .int32(65_535))
    }

    @Test func manyElements_areRead() throws {
        let arrays = Value.array(
            element: "a{sv}", (0..<100_000).map { _ in .dictionary(key: "s", value: .variant, []) })
        #expect(try Message(carrying: [arrays]).arguments == [arrays])
        #expect(try Message(carrying: [arrays]).depth == 2)
    }

    @Test(arguments: [62, 63, 64, 65, 1000])
    func nestedVariants_areWrittenAsDeepAsTheLibraryReads(depth: Int) throws {
        var value = Value.byte(1)
        for _ in 0..<depth { value = .variant(value) }
        let message = try? Message(carrying: [value])
        #expect((message != nil) == (depth <= 64))
        #expect(message.map { $0.depth == depth && $0.arguments == [value] } != false)
    }
}
