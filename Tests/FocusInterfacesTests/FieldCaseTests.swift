// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces
import Testing

/// Huge values, and ids that are not ASCII.
@Suite struct FieldCaseTests {
    private func code(_ body: () throws(WireError) -> some Any) -> String? { refusal(body)?.name.text }
    private let limit = "org.focusfilters.Error.LimitExceeded"

    @Test func h2_tooManyFilters_areRefused() throws {
        let rows: [[String: Value]] = (0..<257).map { ["id": .string("f\($0)")] }
        #expect(try FilterDescriptor.list(wire: Array(rows.prefix(256))).count == 256)
        #expect(code { () throws(WireError) in try FilterDescriptor.list(wire: rows) } == limit)
    }

    @Test func h2_tooManyParameters_areRefused() throws {
        let rows: [[String: Value]] = (0..<100_000).map {
            ["id": .string("p\($0)"), "type": .string("bool"), "optional": .boolean(true)]
        }
        func filter(_ count: Int) -> [String: Value] {
            ["id": .string("f"), "title": .string("F"), "parameters": Array(rows.prefix(count)).busValue]
        }
        #expect(try FilterDescriptor(wire: filter(256)).parameters.count == 256)
        #expect(code { () throws(WireError) in try FilterDescriptor(wire: filter(257)) } == limit)
        #expect(code { () throws(WireError) in try FilterDescriptor(wire: filter(100_000)) } == limit)
    }

    @Test func h2_tooManyValues_areRefused() throws {
        func values(_ count: Int) -> [String: Value] {
            Dictionary((0..<count).map { ("p\($0)", Value.boolean(true)) }) { $1 }
        }
        #expect(try WireValues.read(values(256)).count == 256)
        #expect(code { () throws(WireError) in try WireValues.read(values(257)) } == limit)
    }

    @Test func h2_hugeText_isRefused() throws {
        func values(_ count: Int) -> [String: Value] { ["a": .string(String(repeating: "x", count: count))] }
        #expect(try WireValues.read(values(65_000)).count == 1)
        #expect(code { () throws(WireError) in try WireValues.read(values(65_536)) } == limit)
        #expect(code { () throws(WireError) in try WireValues.read(values(20 * 1024 * 1024)) } == limit)
    }

    @Test func h2_hugeDefault_isRefused() throws {
        let wire: [String: Value] = [
            "id": .string("f"), "title": .string("F"),
            "parameters": [
                [
                    "id": Value.string("p"), "type": .string("string"),
                    "default": .string(String(repeating: "x", count: 65_536)),
                ]
            ].busValue,
        ]
        #expect(code { () throws(WireError) in try FilterDescriptor(wire: wire) } == limit)
    }

    @Test(arguments: [6, 7, 8, 63, 5000])
    func h2_deepVariant_isRefused(levels: Int) throws {
        var value = Value.boolean(true)
        for _ in 0..<levels { value = .variant(value) }
        // The dictionary and the variant of its entry are two levels themselves.
        let error = refusal { () throws(WireError) in try WireValues.read(["a": value]) }
        #expect(error?.name.text == (levels > 6 ? limit : nil))
    }

    @Test func h2_wordsAboutHugeInput_areShort() throws {
        let huge = String(repeating: "ä ", count: 1_000_000)
        let error = refusal { () throws(WireError) in try FilterDescriptor(wire: ["id": .string(huge)]) }
        #expect((error?.message.utf8.count ?? .max) < 400)
    }

    @Test(arguments: ["Büro", "日本語", "é", "e\u{301}", "списокДел", "Straße_2", "क्षेत्र"])
    func h3_idsThatAreNotASCII_comeBackToTheByte(text: String) throws {
        let id = try Identifier(valid: text)
        let filter = FilterDescriptor(
            id: id, title: "F", aliases: [try Identifier(valid: "old" + text)],
            parameters: [ParameterDescriptor(id: id, type: .entity, isOptional: true, title: "P")])
        let read = try FilterDescriptor(wire: filter.wire)
        #expect(Array(read.id.text.utf8) == Array(text.utf8))
        #expect(read == filter)
        let values: [Identifier: ParameterValue] = [id: .string("Büro/日本")]
        let wire = WireValues.dictionary(values)
        #expect(wire.keys.map { Array($0.utf8) } == [Array(text.utf8)])
        #expect(try WireValues.read(wire) == values)
    }

    @Test func h3_idsThatDifferInNormalisationOnly_cannotStandSideBySide() throws {
        let rows: [[String: Value]] = ["é", "e\u{301}"].map {
            ["id": .string($0), "type": .string("bool"), "optional": .boolean(true)]
        }
        let wire: [String: Value] = ["id": .string("f"), "title": .string("F"), "parameters": rows.busValue]
        #expect(
            code { () throws(WireError) in try FilterDescriptor(wire: wire) }
                == "org.focusfilters.Error.InvalidDescriptor")
    }
}
