// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text on one line without control characters: whoever sent it can neither move a terminal's cursor nor turn
    /// the order of what stands around it. `limit`: in Unicode scalars; what is longer ends with an ellipsis.
    public func inOneLine(atMost limit: Int = .max) -> String {
        let limited = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex)
        let isLong = limited.map { $0 < endIndex } ?? false
        guard isLong || unicodeScalars.contains(where: \.isUnprintable) else { return self }
        var view = String.UnicodeScalarView()
        for scalar in unicodeScalars.prefix(limit) {
            if !scalar.isUnprintable {
                view.append(scalar)
            } else if scalar.properties.isWhitespace, view.last != " " {
                view.append(" ")
            }
        }
        if isLong { view.append("…") }
        return String(view)
    }
}

extension Unicode.Scalar {
    /// A control character, a line or paragraph separator, or a mark that reorders text.
    public var isUnprintable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
        default: false
        }
    }
}
