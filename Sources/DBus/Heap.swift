// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A binary heap: the smallest element is at hand, insertion and removal take logarithmic time.
struct Heap<Element: Comparable> {
    private var elements: [Element] = []

    init() {}

    init(_ elements: [Element]) {
        // A sorted array is a heap.
        self.elements = elements.sorted()
    }

    var count: Int { elements.count }
    var first: Element? { elements.first }

    mutating func insert(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard elements[child] < elements[parent] else { return }
            elements.swapAt(child, parent)
            child = parent
        }
    }

    /// Removes those that fit, in linear time and more.
    mutating func removeAll(where fits: (Element) -> Bool) {
        self = Heap(elements.filter { !fits($0) })
    }

    @discardableResult
    mutating func removeFirst() -> Element? {
        guard let last = elements.popLast() else { return nil }
        guard let first = elements.first else { return last }
        elements[0] = last
        var parent = 0
        while true {
            let left = 2 * parent + 1
            guard left < elements.count else { return first }
            let right = left + 1
            let child = right < elements.count && elements[right] < elements[left] ? right : left
            guard elements[child] < elements[parent] else { return first }
            elements.swapAt(child, parent)
            parent = child
        }
    }
}
