// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What people's tools ask about apps' filters. What a descriptor says is answered at once; else the process that
/// serves the filter is asked. Of an app that is away, what it said last is told, with the instant when it did.
struct QuestionDesk: Sendable {
    /// A question that a process has not answered yet.
    struct Open: Sendable {
        var inquiry: Inquiry
        var request: RequestID
        var timer: TimerHeap<Deadline>.Handle
    }

    /// How long an answer may take.
    static let deadline: Microseconds = .seconds(5)
    /// How long a helper that is started to be asked may take until it registers.
    static let startPatience: Microseconds = .seconds(15)
    /// How many questions may wait for one app.
    static let openLimit = 64

    /// A question to an app whose helper is being started for it.
    struct Waiting: Sendable {
        var key: FilterKey
        var question: Question
        var request: RequestID
        var timer: TimerHeap<Deadline>.Handle
    }

    var open: [InquiryID: Open] = [:]
    var waiting: [InquiryID: Waiting] = [:]
    /// What was said last of filters, for as long as the agent lives: with other values or at another time it may be
    /// another.
    var displays: [FilterKey: Display] = [:]
    var suggestions: [FilterKey: Suggestions] = [:]

    struct Display: Sendable {
        var asOf: Int64
        var values: [Identifier: ParameterValue]
        var display: FilterDisplay
    }

    struct Suggestions: Sendable {
        var asOf: Int64
        var suggestions: [FilterSuggestion]
    }

    func count(of app: AppID) -> Int {
        open.values.count { $0.inquiry.app == app } + waiting.values.count { $0.key.app == app }
    }

    mutating func forget(_ app: AppID) {
        displays = displays.filter { $0.key.app != app }
        suggestions = suggestions.filter { $0.key.app != app }
    }
}

extension FocusMachine {
    // MARK: Events

    mutating func ask(_ key: FilterKey, _ question: Question, _ request: RequestID) {
        do throws(FocusError) {
            if let reply = try answer(key, question, request) { courier.outbox.reply(request, reply) }
        } catch {
            courier.outbox.reply(request, .refused(error))
        }
    }

    /// What became of a question to an app, whoever asked it.
    mutating func answered(_ inquiry: InquiryID, of app: AppID, _ result: Result<Answer, FocusError>) {
        guard let open = desk.open.removeValue(forKey: inquiry) else {
            if apps[app]?.lookedUp(inquiry, result, &courier) == true { stale.insert(app) }
            return
        }
        courier.timers.cancel(open.timer)
        courier.outbox.reply(open.request, reply(to: open, result))
    }

    /// The app says that its state changed: what it answered before is out of date.
    mutating func invalidate(_ peer: PeerID, _ filter: Identifier, _ request: RequestID) {
        guard offers(peer, filter), let id = peers[peer]?.app else {
            let error = FocusError(.unknownFilter, "this connection offers no filter '\(filter)'; register it first")
            return courier.outbox.reply(request, .refused(error))
        }
        courier.outbox.reply(request, .done)
        guard servingPeer(of: id) == peer else { return }
        apps[id]?.lookUpEntities { $0.key.filter == filter }
        apps[id]?.askNext(&courier)
        // Tools that show what the app answers ask again.
        courier.outbox.filters.append(FilterKey(app: id, filter: filter))
    }

    /// A question of a tool was not answered in time; a later answer is dropped.
    mutating func inquiryTimedOut(_ inquiry: InquiryID) {
        if let waiting = desk.waiting.removeValue(forKey: inquiry) { return tellLastKnown(waiting) }
        guard let open = desk.open.removeValue(forKey: inquiry) else { return }
        let seconds = QuestionDesk.deadline / .seconds(1)
        courier.outbox.reply(
            open.request,
            .refused(FocusError(.appUnavailable, "\(open.inquiry.app) did not answer within \(seconds) s")))
    }

    /// A process left: who waits for its answer gets what is known without it.
    mutating func dropInquiries(to peer: PeerID) {
        for (id, open) in desk.open.sorted(by: { $0.key < $1.key }) where open.inquiry.peer == peer {
            desk.open[id] = nil
            courier.timers.cancel(open.timer)
            let key = FilterKey(app: open.inquiry.app, filter: open.inquiry.filter)
            do throws(FocusError) {
                courier.outbox.reply(open.request, try lastKnown(key, open.inquiry.question))
            } catch {
                courier.outbox.reply(open.request, .refused(error))
            }
        }
    }

    // MARK: Starting helpers

    /// Has the helper started of which the options are wanted. False: there is none to start, or not now.
    private mutating func startToAsk(
        _ key: FilterKey, _ question: Question, _ request: RequestID
    ) throws(FocusError) -> Bool {
        guard case .options = question, policies[key.app]?.activate ?? true,
            apps[key.app]?.startToAsk(&courier) == true
        else { return false }
        try checkRoom(for: key.app)
        let inquiry = courier.nextInquiry()
        let timer = courier.timers.insert(
            .inquiry(inquiry), due: courier.now.boottime.later(by: QuestionDesk.startPatience))
        desk.waiting[inquiry] = QuestionDesk.Waiting(key: key, question: question, request: request, timer: timer)
        return true
    }

    /// A helper that was started for questions is asked them; one that does not come is not waited for.
    mutating func settleQuestions(to id: AppID) {
        guard apps[id]?.serving != nil || apps[id]?.activation.isStarting != true else { return }
        for (inquiry, waiting) in desk.waiting.sorted(by: { $0.key < $1.key }) where waiting.key.app == id {
            desk.waiting[inquiry] = nil
            courier.timers.cancel(waiting.timer)
            if apps[id]?.serving != nil {
                ask(waiting.key, waiting.question, waiting.request)
            } else {
                tellLastKnown(waiting)
            }
        }
    }

    private mutating func tellLastKnown(_ waiting: QuestionDesk.Waiting) {
        do throws(FocusError) {
            courier.outbox.reply(waiting.request, try lastKnown(waiting.key, waiting.question))
        } catch {
            courier.outbox.reply(waiting.request, .refused(error))
        }
    }

    private func checkRoom(for app: AppID) throws(FocusError) {
        guard desk.count(of: app) < QuestionDesk.openLimit else {
            throw FocusError(
                .limitExceeded, "\(QuestionDesk.openLimit) questions wait for \(app) already; try again later")
        }
    }

    // MARK: Answers

    /// The answer, if it is at hand; nil: the app was asked.
    private mutating func answer(
        _ key: FilterKey, _ question: Question, _ request: RequestID
    ) throws(FocusError) -> Reply? {
        guard let app = apps[key.app], let place = app.place(named: key.filter) else {
            return try answerUndescribed(key, question)
        }
        let slot = app.slots[place]
        try slot.descriptor.check(question, of: key.app)
        if let reply = slot.descriptor.answer(question) { return reply }
        guard slot.delivery != nil, let serving = app.serving, !app.isServedByProgram else {
            return try startToAsk(slot.key, question, request) ? nil : lastKnown(slot.key, question)
        }
        try checkRoom(for: key.app)
        let inquiry = Inquiry(
            id: courier.nextInquiry(), peer: serving.registration.peer, app: key.app, filter: slot.key.filter,
            handler: serving.registration.handler, question: slot.descriptor.canonical(question))
        let timer = courier.timers.insert(
            .inquiry(inquiry.id), due: courier.now.boottime.later(by: QuestionDesk.deadline))
        desk.open[inquiry.id] = QuestionDesk.Open(inquiry: inquiry, request: request, timer: timer)
        courier.outbox.ask(inquiry)
        return nil
    }

    /// A filter that nobody has described since the agent started; its app may have answered an earlier agent.
    private func answerUndescribed(_ key: FilterKey, _ question: Question) throws(FocusError) -> Reply {
        if apps[key.app]?.answers.isEmpty == false, let reply = try? lastKnown(key, question) { return reply }
        guard let known = filters(of: key.app) else {
            throw FocusError(
                .unknownApp, "no app '\(key.app)' offers filters; start it once, or check its id")
        }
        throw FocusError(
            .unknownFilter,
            "\(key.app) offers no filter '\(key.filter)'\(suggestion(for: key.filter.text, among: known.map(\.text)))")
    }

    /// What an app that is away said last.
    private func lastKnown(_ key: FilterKey, _ question: Question) throws(FocusError) -> Reply {
        let answers = apps[key.app]?.answers ?? AppAnswers()
        let parameter = question.parameter.map { name in descriptor(of: key)?.parameter(named: name)?.id ?? name }
        let place = parameter.map { AppAnswers.Place(filter: key.filter, parameter: $0) }
        switch question {
        case .options(_, let query):
            if let known = place.flatMap({ answers.options[$0] }) {
                return .sections(known.sections.narrowed(to: query.search, limit: query.limit), asOf: known.asOf)
            }
        case .resolve(_, let ids):
            if let reply = place.flatMap({ answers.known(ids, at: $0) }) { return reply }
        case .describe(let values):
            if let known = desk.displays[key], known.values == values {
                return .display(known.display, asOf: known.asOf)
            }
        case .suggest:
            if let known = desk.suggestions[key] { return .suggestions(known.suggestions, asOf: known.asOf) }
        }
        throw FocusError(.appUnavailable, "\(key.app) is not running, and has not said this before; start it")
    }

    /// The answer of a process, checked, and kept for when it is away.
    private mutating func reply(to open: QuestionDesk.Open, _ result: Result<Answer, FocusError>) -> Reply {
        let inquiry = open.inquiry
        let key = FilterKey(app: inquiry.app, filter: inquiry.filter)
        let answer: Answer
        switch result {
        case .failure(let error): return .refused(error)
        case .success(let given): answer = given
        }
        if let fault = descriptor(of: key)?.fault(in: answer, to: inquiry.question) {
            return .refused(FocusError(fault.code, "\(key): \(fault.message)"))
        }
        let now = courier.now.realtime
        switch (inquiry.question, answer) {
        case (.options(let parameter, let query), .sections(let sections)):
            if query.search.isEmpty, query.limit == OptionsQuery.maximumItems {
                keep(sections, at: AppAnswers.Place(filter: key.filter, parameter: parameter), of: key.app)
            }
            return .sections(sections.narrowed(to: "", limit: query.limit), asOf: nil)
        case (.resolve(_, let ids), .items(let items)):
            let wanted = Set(ids)
            return .items(items.filter { wanted.contains($0.value) }, asOf: nil)
        case (.describe(let values), .display(let display)):
            desk.displays[key] = QuestionDesk.Display(asOf: now, values: values, display: display)
            return .display(display, asOf: nil)
        case (.suggest, .suggestions(let suggestions)):
            desk.suggestions[key] = QuestionDesk.Suggestions(asOf: now, suggestions: suggestions)
            return .suggestions(suggestions, asOf: nil)
        case (.options, _), (.resolve, _), (.describe, _), (.suggest, _):
            return .refused(.nonsense("the answer belongs to another question"))
        }
    }

    private mutating func keep(_ sections: [ItemSection], at place: AppAnswers.Place, of id: AppID) {
        guard let app = apps[id] else { return }
        apps[id]?.answers.take(sections, at: place, room: app.room, asOf: courier.now.realtime)
        apps[id]?.keepAnswers(isAhead: false, &courier)
    }
}

extension FilterDescriptor {
    /// The answer that the description itself gives, if it does.
    fileprivate func answer(_ question: Question) -> Reply? {
        guard let parameter = question.parameter.flatMap({ parameter(named: $0) }) else { return nil }
        switch question {
        case .options(_, let query):
            switch parameter.options {
            case .dynamic: return nil
            case .none, .static:
                let sections = parameter.cases.isEmpty ? [] : [ItemSection(items: parameter.cases)]
                return .sections(sections.narrowed(to: query.search, limit: query.limit), asOf: nil)
            }
        case .resolve(_, let ids):
            guard parameter.options != .dynamic, parameter.type != .entity || parameter.options == .static else {
                return nil
            }
            let byValue = Dictionary(parameter.cases.map { ($0.value, $0) }, uniquingKeysWith: { first, _ in first })
            return .items(ids.compactMap { byValue[$0] }, asOf: nil)
        case .describe, .suggest: return nil
        }
    }

    /// The question with the parameters' own ids in place of aliases, as the app knows them.
    fileprivate func canonical(_ question: Question) -> Question {
        func id(_ name: Identifier) -> Identifier { parameter(named: name)?.id ?? name }
        func values(_ values: [Identifier: ParameterValue]) -> [Identifier: ParameterValue] {
            Dictionary(values.map { (id($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
        }
        switch question {
        case .options(let parameter, var query):
            query.values = values(query.values)
            return .options(parameter: id(parameter), query)
        case .resolve(let parameter, let ids): return .resolve(parameter: id(parameter), ids: ids)
        case .describe(let described): return .describe(values(described))
        case .suggest: return .suggest
        }
    }
}

extension AppAnswers {
    /// Those of `ids` that exist, from what was looked up and from the options; nil if nothing is known of any.
    fileprivate func known(_ ids: [ParameterValue], at place: Place) -> Reply? {
        let (looked, offered) = (entities[place], options[place])
        let items = offered?.sections.flatMap(\.items) ?? []
        let byValue = Dictionary(items.map { ($0.value, $0) }, uniquingKeysWith: { first, _ in first })
        let found = ids.compactMap { looked?.items[$0] ?? (looked?.unknown.contains($0) == true ? nil : byValue[$0]) }
        guard !found.isEmpty || ids.contains(where: { looked?.unknown.contains($0) == true }) else { return nil }
        let isFromOptions = found.contains { looked?.items[$0.value] == nil }
        let asOf = isFromOptions ? min(offered?.asOf ?? 0, looked?.asOf ?? .max) : looked?.asOf ?? 0
        return .items(found, asOf: asOf)
    }
}
