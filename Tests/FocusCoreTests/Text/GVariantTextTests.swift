// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

struct GVariantTextTests {
    @Test(
        arguments: [
            (.bool(true), "true"), (.int(5), "5"), (.int(-2_147_483_648), "-2147483648"),
            (.int(2_147_483_648), "int64 2147483648"), (.int(.min), "int64 -9223372036854775808"),
            (.double(5), "5.0"), (.double(1e20), "1e+20"), (.double(-0.0), "-0.0"), (.double(.infinity), "inf"),
            (.double(-.infinity), "-inf"), (.double(-.nan), "nan"), (.double(.leastNonzeroMagnitude), "0.0"),
            (.string(""), "''"), (.string("it's"), "\"it's\""), (.string("a\"b"), "'a\"b'"),
            (.string("'\"\\"), #""'\"\\""#), (.string("a\nb\t\u{07}\u{01}"), #"'a\nb\t\a\u0001'"#),
            (.string("\u{200B}é日😀\u{E0001}"), #"'\u200bé日😀\U000e0001'"#),
            (.array([]), "@as []"), (.array([.string("a"), .string("b")]), "['a', 'b']"),
            (.array([.int(1), .int(5_000_000_000)]), "[int64 1, 5000000000]"),
            (.array([.double(1), .double(.infinity)]), "[1.0, inf]"),
        ] as [(ParameterValue, String)])
    func values_areWrittenAsGLibReadsThem(_ value: ParameterValue, _ text: String) {
        #expect(gvariantText(of: value) == text)
        #expect(gvariantText(of: ConfiguredValue.value(value)) == text)
    }

    @Test func nil_isNothing() {
        #expect(gvariantText(of: ConfiguredValue.none) == "nothing")
    }

    @Test func anyString_readsBack() throws {
        var random = SeededGenerator(seed: 8)
        for _ in 0..<3000 {
            let text = random.text(upTo: 16)
            let written = gvariantText(of: ParameterValue.string(text))
            guard case .success(.value(.string(let read))) = readValue(written) else {
                Issue.record("\(written)")
                continue
            }
            if !read.isExactly(text) || written.contains("\n") { Issue.record("\(written)") }
        }
    }
}
