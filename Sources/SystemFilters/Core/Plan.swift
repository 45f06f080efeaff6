// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What is to be turned for a filter's values, and what of them cannot be carried out.
///
/// One rule for all filters: what can be done is done, and the Perform fails with words for the rest.
struct Plan: Hashable, Sendable {
    /// Each knob with the value that it is to have: GVariant text for a setting, plain text for another.
    var wishes: [Knob: String] = [:]
    var refusals: [Refusal] = []

    /// Nothing of it can be done.
    static func refused(_ words: String) -> Plan { Plan(refusals: [Refusal(words)]) }
}
