// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

enum ConditionTarget {
    static func run(_ bytes: [UInt8]) throws(Finding) {
        let text = String(decoding: bytes, as: UTF8.self)
        let condition: Condition
        do throws(TextError) {
            condition = try Condition(parsing: text)
        } catch {
            return try TextPlaces(text).check(error)
        }
        try checkTerms(of: condition)
        let canonical = Condition(condition.expression)
        try checkTerms(of: canonical)
        try Finding.unlessEqual(
            canonical.terms.map(\.proposition), condition.terms.map(\.proposition), "the terms of '\(text)'")
        // One blank may be needed where a parenthesis was enough.
        guard canonical.text.utf8.count <= Condition.maximumLength else { return }
        let again: Condition
        do throws(TextError) {
            again = try Condition(parsing: canonical.text)
        } catch {
            throw Finding("the canonical text '\(canonical.text)' of '\(text)' is refused: \(error)")
        }
        try Finding.unlessEqual(again, canonical, "the canonical text of '\(text)', read and written")
    }

    /// Each term stands where it says.
    private static func checkTerms(of condition: Condition) throws(Finding) {
        let lines = TextPlaces(condition.text)
        for term in condition.terms {
            let found = lines.text(line: term.line, column: term.column, count: term.text.unicodeScalars.count)
            try Finding.unlessEqual(found, term.text, "a term of '\(condition.text)'")
        }
    }
}
