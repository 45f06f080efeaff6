// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Testing

@testable import FocusControl

struct ConfigurationTests {
    private func configure(
        _ assignments: [(String, String)], none: [String] = [], toDefault: [String] = [], over values: Row = [:],
        _ noneBefore: [String] = []
    ) throws(Failure) -> Configuration {
        let changes = Changes(
            assignments: assignments.map { Changes.Assignment(name: $0.0, value: $0.1) }, none: none,
            toDefault: toDefault)
        return try Configuration(changing: values, none: noneBefore, by: changes, parameters: Samples.parameters)
    }

    @Test(arguments: [
        ("urgentOnly", "yes", Value.boolean(true)), ("urgentOnly", "OFF", .boolean(false)),
        ("category", "a b=c", .string("a b=c")), ("category", "", .string("")), ("category", "[]", .string("[]")),
        ("count", "-3", .int64(-3)), ("share", "0.5", .double(0.5)), ("share", "1e3", .double(1000)),
        ("tags", "x", .strings(["x"])), ("tags", "[]", .strings([])), ("order", "due", .string("due")),
    ])
    func text_isReadByTheParametersType(_ name: String, _ text: String, _ value: Value) throws {
        #expect(try configure([(name, text)]).values == [name: value])
    }

    @Test func repeatedNames_makeAList() throws {
        #expect(
            try configure([("tags", "a"), ("tags", "[]"), ("tags", "a")]).values == [
                "tags": .strings(["a", "[]", "a"])
            ])
    }

    @Test func whatIsNotNamed_stays() throws {
        let before: Row = ["urgentOnly": .boolean(true), "category": .string("x")]
        #expect(
            try configure([("count", "1")], over: before, ["order"])
                == (Configuration(values: before.merging(["count": .int64(1)]) { $1 }, none: ["order"])))
    }

    @Test func noneAndDefault_takeValuesAway() throws {
        let before: Row = ["urgentOnly": .boolean(true), "category": .string("x")]
        let changed = try configure(
            [("order", "due")], none: ["category"], toDefault: ["urgentOnly", "tags"], over: before, ["order", "tags"])
        #expect(changed == Configuration(values: ["order": .string("due")], none: ["category"]))
    }

    @Test func whatTheAppNoLongerOffers_isDropped() throws {
        let changed = try configure([], over: ["gone": .boolean(true), "count": .int64(1)], ["old"])
        #expect(changed == Configuration(values: ["count": .int64(1)], none: [], dropped: ["gone", "old"]))
    }

    @Test(arguments: [
        ("urgentOnly", "maybe", "'urgentOnly' is a bool: write true or false, not 'maybe'"),
        ("count", "1.5", "'count' is a whole number, which '1.5' is not; for example 3"),
        ("share", "much", "'share' is a number, which 'much' is not; for example 0.5"),
        ("share", "nan", "'share' is a number, which 'nan' is not; for example 0.5"),
        ("urgendOnly", "yes", "the filter has no parameter 'urgendOnly'; did you mean 'urgentOnly'?"),
        (
            "zzzzz", "1",
            "the filter has no parameter 'zzzzz'; there are category, count, order, share, tags, urgentOnly"
        ),
    ])
    func badValue_isRefusedWithTheCure(_ name: String, _ text: String, _ message: String) {
        #expect(throws: Failure.refused(message)) { try configure([(name, text)]) }
    }

    @Test func twoValuesForOne_areRefused() {
        #expect(throws: Failure.refused("'count' takes one value, and 2 are given")) {
            try configure([("count", "1"), ("count", "2")])
        }
    }
}
