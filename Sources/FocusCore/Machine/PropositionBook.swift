// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Every proposition that some condition names, by a number that the conditions share, with its answer and with the places
/// of the modes that ask it.
struct PropositionBook: Sendable {
    private var numbers: [Proposition: Int] = [:]
    private var propositions: [Proposition] = []
    private(set) var answers: [Truth] = []
    private(set) var askers: [[Int]] = []
    private var ofFact: [Fact: [Int]] = [:]
    /// Propositions about spans that are not over, by when they are: `CLOCK_BOOTTIME` µs.
    private var deadlines = TimerHeap<Int>()
    private var handles: [Int: TimerHeap<Int>.Handle] = [:]

    /// `CLOCK_BOOTTIME` µs: when an answer changes by time alone.
    var nextDue: Int64? { deadlines.nextDue }

    /// The names of which it matters whether somebody owns them.
    private(set) var apps: Set<AppID> = []
    /// The facts of which it matters for how long they have been true.
    private(set) var lastingFacts: Set<Fact> = []

    /// The places of those modes that ask about the fact.
    func askers(about fact: Fact) -> Set<Int> { Set((ofFact[fact] ?? []).flatMap { askers[$0] }) }

    mutating func number(of proposition: Proposition) -> Int {
        if let number = numbers[proposition] { return number }
        let number = propositions.count
        numbers[proposition] = number
        propositions.append(proposition)
        answers.append(.unknown)
        askers.append([])
        if let fact = proposition.fact { ofFact[fact, default: []].append(number) }
        switch proposition {
        case .app(let app): apps.insert(app)
        case .lasting(let fact, _): lastingFacts.insert(fact)
        case .fact, .comparison, .known, .mode: break
        }
        return number
    }

    /// Notes that the mode at `place` asks the proposition of this number.
    mutating func ask(_ number: Int, from place: Int) { askers[number].append(place) }

    func answer(to proposition: Proposition) -> Truth { numbers[proposition].map { answers[$0] } ?? .unknown }

    /// Answers everything anew, but for propositions about modes.
    mutating func answerAll(_ surroundings: Surroundings) {
        for number in propositions.indices { _ = update(number, surroundings) }
    }

    /// Answers again what is asked about the fact; returns the numbers of those propositions whose answer changed.
    mutating func update(_ fact: Fact, _ surroundings: Surroundings) -> [Int] {
        guard let numbers = ofFact[fact] else { return [] }
        return numbers.filter { update($0, surroundings) }
    }

    /// As ``update(_:_:)``, for who owns a name.
    mutating func update(_ app: AppID, _ surroundings: Surroundings) -> [Int] {
        guard let number = numbers[.app(app)] else { return [] }
        return update(number, surroundings) ? [number] : []
    }

    /// The number of the proposition about a mode, if its answer changes to this.
    mutating func set(_ mode: ModeID, _ answer: Truth) -> Int? {
        guard let number = numbers[.mode(mode)], answers[number] != answer else { return nil }
        answers[number] = answer
        return number
    }

    /// Answers propositions about spans that are over now; returns those whose answer changed.
    mutating func advance(_ surroundings: Surroundings) -> [Int] {
        var changed: [Int] = []
        while let number = deadlines.popDue(at: surroundings.now.boottime) {
            handles[number] = nil
            if update(number, surroundings) { changed.append(number) }
        }
        return changed
    }

    private mutating func update(_ number: Int, _ surroundings: Surroundings) -> Bool {
        let proposition = propositions[number]
        let new: Truth
        switch proposition {
        case .fact(let fact), .comparison(let fact, _, _), .known(let fact):
            new = proposition.answer(surroundings.values[fact])
        case .lasting(let fact, let span):
            new = lasting(number, proposition.answer(surroundings.values[fact]), fact, span, surroundings)
        case .app(let app): new = Truth(surroundings.owned[app])
        case .mode: return false
        }
        defer { answers[number] = new }
        return answers[number] != new
    }

    /// Arms the deadline if only time is missing.
    private mutating func lasting(
        _ number: Int, _ isTrue: Truth, _ fact: Fact, _ span: Microseconds, _ surroundings: Surroundings
    ) -> Truth {
        if let handle = handles.removeValue(forKey: number) { deadlines.cancel(handle) }
        guard isTrue == .yes else { return isTrue }
        let due = (surroundings.since[fact] ?? surroundings.now.boottime).later(by: span)
        guard due > surroundings.now.boottime else { return .yes }
        handles[number] = deadlines.insert(number, due: due)
        return .no
    }
}
