// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Something that the agent did or that happened to it.
public struct HistoryRow: Hashable, Sendable {
    /// The kinds of rows.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Another mode is on, or none.
        case mode
        /// The user chose a mode, or none, by hand, or what was chosen ended.
        case override
        /// A handler was told new values.
        case perform
        /// A handler did not answer, time and again.
        case failing
    }

    public var kind: Kind
    /// µs since the Unix epoch.
    public var at: Int64
    public var mode: ModeID?
    /// For people.
    public var text: String
    public var filter: FilterKey?
    /// Of a Perform; else 0.
    public var serial: UInt64

    init(
        _ kind: Kind, at: Int64, mode: ModeID?, text: String, filter: FilterKey? = nil, serial: UInt64 = 0
    ) {
        self.kind = kind
        self.at = at
        self.mode = mode
        self.text = text
        self.filter = filter
        self.serial = serial
    }
}

/// The last rows, as many as are kept.
struct History: Sendable {
    /// The most rows that are kept.
    static let limit = 512

    private var ring: [HistoryRow] = []
    private var next = 0

    /// The newest first, at most `count`.
    func latest(_ count: Int) -> [HistoryRow] {
        let inOrder = ring[next...] + ring[..<next]
        return Array(inOrder.reversed().prefix(max(0, count)))
    }

    mutating func add(_ row: HistoryRow) {
        if ring.count < Self.limit {
            ring.append(row)
        } else {
            ring[next] = row
            next = (next + 1) % Self.limit
        }
    }
}
