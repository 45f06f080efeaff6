// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import FocusAgent

struct GVariantTextTests {
    private static func column(_ text: String) -> Int? {
        if case .failure(let error) = GVariantText.parse(text) { error.column } else { nil }
    }

    @Test(arguments: ["[", "(", "{", "<", "just ", "@a", "{'x': "])
    func deeplyNestedText_isRefused(part: String) {
        for count in [100, 1000, 100_000] {
            #expect(Self.column(String(repeating: part, count: count)) != nil)
        }
    }

    @Test func closedNesting_isRefused() {
        for count in [20, 60, 10_000] {
            let text = String(repeating: "[", count: count) + "1" + String(repeating: "]", count: count)
            #expect(Self.column(text) != nil)
        }
    }

    @Test func place_isInScalarValues() {
        #expect(Self.column("['e\u{301}e\u{301}', 5]") == 10)
    }

    @Test func manyElements_areRead() {
        let text = "[" + (0..<50_000).map { "\($0)" }.joined(separator: ", ") + "]"
        guard case .success(.value(.array(let elements))) = GVariantText.parse(text) else {
            Issue.record("not read")
            return
        }
        #expect(elements.count == 50_000)
    }
}
