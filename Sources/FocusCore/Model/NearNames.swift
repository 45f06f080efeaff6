// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// The names that `name` was probably meant to be, nearest first, ties in byte order; at most `limit`.
///
/// Near is at most one slip for every three characters of `name`, three slips in all; a slip is one character more, less
/// or other, or two neighbours swapped. A name that starts with `name` is near too, if that is two characters or more.
/// Upper and lower case count as the same.
public func nearNames(to name: String, among names: some Sequence<String>, limit: Int = 3) -> [String] {
    let wanted = Array(name.lowercased().unicodeScalars.prefix(129))
    guard !wanted.isEmpty, wanted.count <= 128 else { return [] }
    let farthest = min(3, max(1, wanted.count / 3))
    var found: [(distance: Int, name: String)] = []
    for candidate in names where candidate != name {
        let scalars = Array(candidate.lowercased().unicodeScalars.prefix(129))
        let isBeginning = wanted.count >= 2 && scalars.starts(with: wanted)
        guard isBeginning || abs(scalars.count - wanted.count) <= farthest else { continue }
        let distance = slips(from: wanted, to: scalars)
        if isBeginning || distance <= farthest { found.append((distance, candidate)) }
    }
    found.sort { left, right in
        left.distance != right.distance
            ? left.distance < right.distance : left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
    return found.prefix(limit).map(\.name)
}

/// The end of a message about an unknown name: `"; did you mean 'a' or 'b'?"`, or nothing if no name is near.
public func suggestion(for name: String, among names: some Sequence<String>) -> String {
    let near = nearNames(to: name, among: names).map { "'\($0)'" }
    guard let last = near.last else { return "" }
    let others = near.dropLast().joined(separator: ", ")
    return others.isEmpty ? "; did you mean \(last)?" : "; did you mean \(others) or \(last)?"
}

/// The optimal string alignment distance: Levenshtein's with swaps of neighbours.
private func slips(from left: [Unicode.Scalar], to right: [Unicode.Scalar]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for row in left.indices {
        var current = [row + 1]
        current.reserveCapacity(right.count + 1)
        for column in right.indices {
            var best = min(previous[column + 1] + 1, current[column] + 1)
            best = min(best, previous[column] + (left[row] == right[column] ? 0 : 1))
            if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                best = min(best, beforePrevious[column - 1] + 1)
            }
            current.append(best)
        }
        beforePrevious = previous
        previous = current
    }
    return previous[right.count]
}
