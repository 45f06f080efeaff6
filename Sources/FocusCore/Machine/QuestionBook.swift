// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Every question that some condition asks, by a number that the conditions share, with its answer and with the places
/// of the modes that ask it.
struct QuestionBook: Sendable {
    private var numbers: [Question: Int] = [:]
    private var questions: [Question] = []
    private(set) var answers: [Truth] = []
    private(set) var askers: [[Int]] = []
    private var ofFact: [Fact: [Int]] = [:]
    /// Questions about spans that are not over, by when they are: `CLOCK_BOOTTIME` µs.
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

    mutating func number(of question: Question) -> Int {
        if let number = numbers[question] { return number }
        let number = questions.count
        numbers[question] = number
        questions.append(question)
        answers.append(.unknown)
        askers.append([])
        if let fact = question.fact { ofFact[fact, default: []].append(number) }
        switch question {
        case .app(let app): apps.insert(app)
        case .lasting(let fact, _): lastingFacts.insert(fact)
        case .fact, .comparison, .known, .mode: break
        }
        return number
    }

    /// Notes that the mode at `place` asks the question of this number.
    mutating func ask(_ number: Int, from place: Int) { askers[number].append(place) }

    func answer(to question: Question) -> Truth { numbers[question].map { answers[$0] } ?? .unknown }

    /// Answers everything anew, but for questions about modes.
    mutating func answerAll(_ surroundings: Surroundings) {
        for number in questions.indices { _ = update(number, surroundings) }
    }

    /// Answers again what is asked about the fact; returns the numbers of those questions whose answer changed.
    mutating func update(_ fact: Fact, _ surroundings: Surroundings) -> [Int] {
        guard let numbers = ofFact[fact] else { return [] }
        return numbers.filter { update($0, surroundings) }
    }

    /// As ``update(_:_:)``, for who owns a name.
    mutating func update(_ app: AppID, _ surroundings: Surroundings) -> [Int] {
        guard let number = numbers[.app(app)] else { return [] }
        return update(number, surroundings) ? [number] : []
    }

    /// The number of the question about a mode, if its answer changes to this.
    mutating func set(_ mode: ModeID, _ answer: Truth) -> Int? {
        guard let number = numbers[.mode(mode)], answers[number] != answer else { return nil }
        answers[number] = answer
        return number
    }

    /// Answers questions about spans that are over now; returns those whose answer changed.
    mutating func advance(_ surroundings: Surroundings) -> [Int] {
        var changed: [Int] = []
        while let number = deadlines.popDue(at: surroundings.now.boottime) {
            handles[number] = nil
            if update(number, surroundings) { changed.append(number) }
        }
        return changed
    }

    private mutating func update(_ number: Int, _ surroundings: Surroundings) -> Bool {
        let question = questions[number]
        let new: Truth
        switch question {
        case .fact(let fact), .comparison(let fact, _, _), .known(let fact):
            new = question.answer(surroundings.values[fact])
        case .lasting(let fact, let span):
            new = lasting(number, question.answer(surroundings.values[fact]), fact, span, surroundings)
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
