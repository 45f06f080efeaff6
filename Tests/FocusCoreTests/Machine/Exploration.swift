// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Lives through every sequence of letters, each in a world of its own that is forked from what came before.
struct Exploration<Letter: CaseIterable> {
    /// The first few; each with the sequence that led to it.
    private(set) var faults: [String] = []
    /// How many worlds were looked at.
    private(set) var count = 0
    /// A letter that can mean nothing now, such as the answer to no call, would only repeat a shorter sequence. `after`:
    /// the letter before it.
    let means: (_ letter: Letter, _ world: World, _ after: Letter?) -> Bool
    let apply: (_ letter: Letter, _ world: inout World) -> Void

    init(
        means: @escaping (_ letter: Letter, _ world: World, _ after: Letter?) -> Bool,
        apply: @escaping (_ letter: Letter, _ world: inout World) -> Void
    ) {
        self.means = means
        self.apply = apply
    }

    /// All sequences that go on from `path` for `depth` more letters; at the end of each, everything must come to rest.
    mutating func explore(_ world: World, _ path: [Letter], depth: Int) {
        count += 1
        guard faults.count < 5 else { return }
        if !world.faults.isEmpty {
            faults.append("\(path): \(world.faults)")
            return
        }
        if depth == 0 {
            var end = world
            end.comeToRest()
            if !end.faults.isEmpty { faults.append("\(path), at rest: \(end.faults)") }
            return
        }
        for letter in Letter.allCases where means(letter, world, path.last) {
            var next = world
            apply(letter, &next)
            explore(next, path + [letter], depth: depth - 1)
        }
    }
}
