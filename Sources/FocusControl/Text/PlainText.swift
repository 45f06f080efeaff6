// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Text that a terminal shows and does not act upon.
enum PlainText {
    /// `text` on one line without control characters: whoever sent it can neither move the cursor nor turn the order of
    /// what stands around it.
    static func clean(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnprintable) else { return text }
        var view = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if !isUnprintable(scalar) {
                view.append(scalar)
            } else if scalar.properties.isWhitespace, view.last != " " {
                view.append(" ")
            }
        }
        return String(view)
    }

    /// Control characters, line and paragraph separators, and the marks that reorder text.
    static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        default: false
        }
    }

    /// Four digits; all that is unprintable is in the basic plane.
    static func hexadecimal(_ number: UInt32) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
