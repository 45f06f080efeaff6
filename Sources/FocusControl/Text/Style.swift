// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Colour, where it is wanted; what it says is also said in words.
struct Style {
    var isOn = false

    func strong(_ text: String) -> String { wrapped(text, "1") }
    func warning(_ text: String) -> String { wrapped(text, "33") }

    private func wrapped(_ text: String, _ code: String) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
