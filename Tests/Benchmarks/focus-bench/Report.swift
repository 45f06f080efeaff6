// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One line of the table.
struct Figure: Codable {
    let row: String
    let figure: String
    let unit: String
    let reference: Double?
    let ours: Double?
    let goal: String
    let isMet: Bool?

    /// Ours as a multiple of the reference.
    var ratio: Double? {
        guard let reference, let ours, reference > 0 else { return nil }
        return ours / reference
    }

    enum CodingKeys: String, CodingKey {
        case row, figure, unit, reference, ours, ratio, goal
        case isMet = "met"
    }

    init(_ row: String, _ figure: String, unit: String, reference: Double?, ours: Double?, goal: Goal) {
        self.row = row
        self.figure = figure
        self.unit = unit
        self.reference = reference
        self.ours = ours
        self.goal = goal.text
        self.isMet = ours.flatMap { goal.isMet(reference: reference, ours: $0) }
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        row = try values.decode(String.self, forKey: .row)
        figure = try values.decode(String.self, forKey: .figure)
        unit = try values.decode(String.self, forKey: .unit)
        reference = try values.decodeIfPresent(Double.self, forKey: .reference)
        ours = try values.decodeIfPresent(Double.self, forKey: .ours)
        goal = try values.decode(String.self, forKey: .goal)
        isMet = try values.decodeIfPresent(Bool.self, forKey: .isMet)
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(row, forKey: .row)
        try values.encode(figure, forKey: .figure)
        try values.encode(unit, forKey: .unit)
        try values.encodeIfPresent(reference, forKey: .reference)
        try values.encodeIfPresent(ours, forKey: .ours)
        try values.encodeIfPresent(ratio, forKey: .ratio)
        try values.encode(goal, forKey: .goal)
        try values.encodeIfPresent(isMet, forKey: .isMet)
    }
}

/// What a figure should be.
enum Goal {
    /// At most this multiple of the reference.
    case ratio(Double)
    /// At most this.
    case atMost(Double)
    /// Shown for comparison.
    case none

    var text: String {
        switch self {
        case .ratio(let limit): String(format: "<= %.2f x", limit)
        case .atMost(let limit): "<= " + limit.formatted()
        case .none: ""
        }
    }

    func isMet(reference: Double?, ours: Double) -> Bool? {
        switch self {
        case .ratio(let limit): reference.map { ours <= $0 * limit }
        case .atMost(let limit): ours <= limit
        case .none: nil
        }
    }
}

/// What the benchmark found.
struct Report: Encodable {
    /// The circumstances, as name and value.
    var circumstances: [String: String] = [:]
    var figures: [Figure] = []
    /// Rows that could not run, with the reason.
    var failures: [String: String] = [:]

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// The table for people.
    func table() -> String {
        let heading = ["what", "figure", "unit", "reference", "ours", "ratio", "goal", "met"]
        var rows = [heading]
        var last = ""
        for figure in figures {
            rows.append([
                figure.row == last ? "" : figure.row, figure.figure, figure.unit, Self.number(figure.reference),
                Self.number(figure.ours), figure.ratio.map { String(format: "%.2f", $0) } ?? "", figure.goal,
                figure.isMet.map { $0 ? "yes" : "NO" } ?? "",
            ])
            last = figure.row
        }
        let widths = heading.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let isNumber = [false, false, false, true, true, true, false, false]
        var lines = rows.map { row in
            let cells = row.indices.map { column in
                let blanks = String(repeating: " ", count: widths[column] - row[column].count)
                return isNumber[column] ? blanks + row[column] : row[column] + blanks
            }
            return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }
        lines.insert(String(repeating: "-", count: widths.reduce(0, +) + 2 * (widths.count - 1)), at: 1)
        lines += failures.sorted { $0.key < $1.key }.map { "\n\($0.key): not measured: \($0.value)" }
        lines += [
            "", circumstances.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "; "),
        ]
        return lines.joined(separator: "\n")
    }

    private static func number(_ value: Double?) -> String {
        guard let value else { return "" }
        return String(format: value == value.rounded() && value < 1000 ? "%.0f" : value < 10 ? "%.2f" : "%.1f", value)
    }
}
