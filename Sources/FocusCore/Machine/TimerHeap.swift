// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// The deadlines and retries of all deliveries in one binary heap. Entries are removed for good when cancelled, so the
/// heap never holds more than one entry per filter and never asks for a wake-up that nothing needs.
struct TimerHeap<Key: Sendable>: Sendable {
    /// Names an entry until it fired or was cancelled.
    struct Handle: Hashable, Sendable {
        fileprivate let slot: Int
    }

    private struct Entry: Sendable {
        var due: Int64
        var key: Key
        /// Where the entry's slot stands in `order`.
        var place: Int
    }

    private var entries: [Entry?] = []
    private var free: [Int] = []
    private var order: [Int] = []

    /// The earliest instant, `CLOCK_BOOTTIME` µs.
    var nextDue: Int64? { order.first.flatMap { entries[$0]?.due } }

    var count: Int { order.count }

    mutating func insert(_ key: Key, due: Int64) -> Handle {
        let entry = Entry(due: due, key: key, place: order.count)
        let slot: Int
        if let reused = free.popLast() {
            slot = reused
            entries[slot] = entry
        } else {
            slot = entries.count
            entries.append(entry)
        }
        order.append(slot)
        rise(from: order.count - 1)
        return Handle(slot: slot)
    }

    mutating func cancel(_ handle: Handle) {
        guard entries.indices.contains(handle.slot), let place = entries[handle.slot]?.place else { return }
        removeEntry(at: place)
    }

    /// Takes out the earliest entry if it is due.
    mutating func popDue(at now: Int64) -> Key? {
        guard let slot = order.first, let entry = entries[slot], entry.due <= now else { return nil }
        removeEntry(at: 0)
        return entry.key
    }

    private mutating func removeEntry(at place: Int) {
        let slot = order[place]
        let last = order.removeLast()
        if place < order.count {
            put(last, at: place)
            sink(from: place)
            rise(from: place)
        }
        entries[slot] = nil
        free.append(slot)
    }

    private mutating func put(_ slot: Int, at place: Int) {
        order[place] = slot
        entries[slot]?.place = place
    }

    private func due(at place: Int) -> Int64 { entries[order[place]]?.due ?? .max }

    private mutating func exchange(_ left: Int, _ right: Int) {
        let (first, second) = (order[left], order[right])
        put(second, at: left)
        put(first, at: right)
    }

    private mutating func rise(from start: Int) {
        var place = start
        while place > 0, due(at: place) < due(at: (place - 1) / 2) {
            exchange(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func sink(from start: Int) {
        var place = start
        while true {
            var earliest = place
            for child in [2 * place + 1, 2 * place + 2] where child < order.count && due(at: child) < due(at: earliest)
            {
                earliest = child
            }
            if earliest == place { return }
            exchange(place, earliest)
            place = earliest
        }
    }
}
