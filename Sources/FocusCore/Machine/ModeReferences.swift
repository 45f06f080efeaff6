// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What modes say of each other by `mode(…)`: the order in which to evaluate them, and what is wrong.
struct ModeReferences: Sendable {
    /// The places of all modes, each after those that its condition asks for.
    private(set) var order: [Int] = []
    /// Modes that ask, round about, for themselves: nobody can tell whether they hold.
    private(set) var circular: Set<Int> = []
    private(set) var problems: [Problem] = []

    private enum Color {
        case white
        case grey
        case black
    }

    /// `modes`: by place.
    init(_ modes: [Mode]) {
        let places = Dictionary(modes.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let asked = modes.map { mode in Self.asked(by: mode) }
        guard asked.contains(where: { !$0.isEmpty }) else {
            order = Array(modes.indices)
            return
        }
        for (place, ids) in asked.enumerated() {
            for id in ids where places[id] == nil { problems.append(Self.missing(id, modes[place], modes)) }
        }
        let targets = asked.map { $0.compactMap { places[$0] } }
        var colors = [Color](repeating: .white, count: modes.count)
        for start in modes.indices where colors[start] == .white { visit(start, targets, &colors, modes) }
    }

    /// Depth first, with a stack of its own: a chain of modes may be longer than the thread's stack is deep.
    private mutating func visit(_ start: Int, _ targets: [[Int]], _ colors: inout [Color], _ modes: [Mode]) {
        var path: [(place: Int, next: Int)] = [(start, 0)]
        colors[start] = .grey
        while let (place, next) = path.last {
            guard next < targets[place].count else {
                colors[place] = .black
                order.append(place)
                path.removeLast()
                continue
            }
            path[path.count - 1].next += 1
            let target = targets[place][next]
            switch colors[target] {
            case .white:
                colors[target] = .grey
                path.append((target, 0))
            case .grey:
                let round = path.drop { $0.place != target }.map(\.place)
                circular.formUnion(round)
                problems.append(Self.circle(round.map { modes[$0] }))
            case .black: break
            }
        }
    }

    private static func asked(by mode: Mode) -> [ModeID] {
        guard let condition = mode.condition else { return [] }
        return Set(
            condition.terms.compactMap {
                if case .mode(let id) = $0.proposition { id } else { nil }
            }
        ).sorted()
    }

    private static func missing(_ id: ModeID, _ mode: Mode, _ modes: [Mode]) -> Problem {
        Problem(
            kind: .mode, subject: mode.id.text,
            message: "When asks for mode(\"\(id)\"), and there is no such mode"
                + suggestion(for: id.text, among: modes.lazy.map(\.id.text)), file: mode.file)
    }

    private static func circle(_ modes: [Mode]) -> Problem {
        let path = (modes + modes.prefix(1)).map(\.id.text).joined(separator: " → ")
        return Problem(
            kind: .mode, subject: modes.first?.id.text ?? "",
            message: "modes ask for each other in a circle, and none of them comes on by itself: \(path)",
            file: modes.first?.file ?? "")
    }
}
