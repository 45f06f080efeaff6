// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Rows in columns with two spaces between, for eyes, screen readers and `awk` alike: no lines, no boxes, and what is
/// empty is `-`.
struct Table {
    /// The heading; may be left out.
    var heading: [String]?
    var rows: [[String]] = []
    /// Before each line.
    var indent = ""

    init(_ heading: [String]? = nil, indent: String = "") {
        self.heading = heading
        self.indent = indent
    }

    /// The lines; the last column is not filled up.
    func lines(_ style: Style = Style()) -> [String] {
        let cells = ((heading.map { [$0] } ?? []) + rows).map { $0.map { $0.isEmpty ? "-" : $0 } }
        let columns = cells.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in cells.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
        return cells.enumerated().map { number, row in
            var line = indent
            for (column, cell) in row.enumerated() {
                line += cell
                if column + 1 < row.count {
                    line += String(repeating: " ", count: widths[column] - cell.count + 2)
                }
            }
            return number == 0 && heading != nil ? style.strong(line) : line
        }
    }
}
