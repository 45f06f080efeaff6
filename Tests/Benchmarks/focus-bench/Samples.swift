// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Measured values of one kind.
struct Samples {
    private(set) var values: [Double] = []

    mutating func add(_ more: [Double]) { values += more }

    /// The value below which this part of the values lies.
    func quantile(_ part: Double) -> Double {
        guard !values.isEmpty else { return .nan }
        let sorted = values.sorted()
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
    }

    var median: Double { quantile(0.5) }
    var p99: Double { quantile(0.99) }
}
