// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Finds names that a person may have meant.
public enum NearNames {
    /// Up to three of `names` that differ from `name` by few typing slips, nearest first.
    public static func of(_ name: String, among names: some Sequence<String>) -> [String] {
        let wanted = Array(name.lowercased().unicodeScalars.prefix(128))
        let tolerance = max(1, min(3, wanted.count / 3))
        let near = names.compactMap { candidate -> (distance: Int, name: String)? in
            let scalars = Array(candidate.lowercased().unicodeScalars.prefix(128))
            guard abs(scalars.count - wanted.count) <= tolerance || scalars.starts(with: wanted) else { return nil }
            let distance = distance(wanted, scalars)
            guard distance <= tolerance || (wanted.count >= 2 && scalars.starts(with: wanted)) else { return nil }
            return (distance, candidate)
        }
        return near.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
    }

    /// The same as a clause to end a message with: `; did you mean “work”?`, or empty.
    public static func hint(for name: String, among names: some Sequence<String>) -> String {
        let near = of(name, among: names).map { "“\($0)”" }
        return near.isEmpty ? "" : "; did you mean \(near.joined(separator: " or "))?"
    }

    /// Insertions, deletions, replacements and swaps of neighbours that turn one into the other.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
        var beforeLast = [Int](repeating: 0, count: right.count + 1)
        var last = Array(0...right.count)
        for row in 1...left.count {
            var current = [row] + [Int](repeating: 0, count: right.count)
            for column in 1...right.count {
                let isSame = left[row - 1] == right[column - 1]
                var best = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                    best = min(best, beforeLast[column - 2] + 1)
                }
                current[column] = best
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
