// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A condition over facts, as `When=` writes it; kept with its text and the place of each term.
public struct Condition: Hashable, Sendable {
    /// The text as written.
    public let text: String
    /// The parsed form.
    public let expression: Expression

    /// A node of the condition.
    public indirect enum Expression: Hashable, Sendable {
        case fact(Fact)
        case not(Expression)
        case and(Expression, Expression)
        case or(Expression, Expression)
    }
}
