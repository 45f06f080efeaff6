// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

extension FilterDescriptor {
    /// The entities that a configuration names and the app can be asked about, by parameter.
    func entities(in configured: [Identifier: ConfiguredValue]) -> [Identifier: [ParameterValue]] {
        var entities: [Identifier: [ParameterValue]] = [:]
        for parameter in parameters where parameter.type == .entity && parameter.options != .static {
            let name = ([parameter.id] + parameter.aliases).first { configured[$0] != nil }
            guard let name, case .value(let value)? = configured[name] else { continue }
            let ids: [ParameterValue] =
                switch value {
                case .string: [value]
                case .array(let elements): elements.filter { $0.text != nil }
                case .bool, .int, .double: []
                }
            if !ids.isEmpty { entities[parameter.id] = ids }
        }
        return entities
    }
}

/// The entities that the modes configure. The app says which of them exist: when it registers, when it says that its
/// state changed, and when other ones are configured. What it does not know is left out of the values and listed as a
/// problem; the files keep it.
///
/// The last answer stands until there is another, also while the app is away, hangs or fails. Ids about which it never
/// answered are delivered as they are configured: to leave them out would show more than the user chose.
extension App {
    /// Has the entities of the served filters looked up for which `isWanted` holds.
    mutating func lookUpEntities(where isWanted: (FilterSlot) -> Bool) {
        // A program is run for its values only.
        guard !isServedByProgram else { return }
        for slot in slots where slot.delivery != nil && isWanted(slot) {
            for parameter in slot.descriptor.parameters where parameter.type == .entity {
                lookup.want(
                    slot.entities[parameter.id] ?? [],
                    at: AppAnswers.Place(filter: slot.key.filter, parameter: parameter.id))
            }
        }
    }

    /// Asks the next question, if the process has answered the last.
    mutating func askNext(_ courier: inout Courier) {
        guard let serving, let next = lookup.next(courier.nextInquiry()) else { return }
        lookup.timer = courier.timers.insert(
            .entities(id), due: courier.now.boottime.later(by: EntityLookup.deadline))
        courier.outbox.ask(
            Inquiry(
                id: next.id, peer: serving.registration.peer, app: id, filter: next.query.place.filter,
                handler: serving.registration.handler,
                question: .resolve(parameter: next.query.place.parameter, ids: next.query.ids)))
    }

    /// Takes in an answer. Returns whether what the filters should have may be something else now.
    mutating func lookedUp(
        _ inquiry: InquiryID, _ result: Result<Answer, FocusError>, _ courier: inout Courier
    ) -> Bool {
        let isCurrent = lookup.current?.id == inquiry
        guard let query = lookup.answered(inquiry) else { return false }
        if isCurrent { stopLookupTimer(&courier) }
        lookup.heard()
        defer { askNext(&courier) }
        guard let index = place(of: query.place.filter) else { return false }
        switch checked(result, query, slots[index].descriptor) {
        case .failure(let error):
            courier.outbox.log(
                .info, "\(slots[index].key): what '\(query.place.parameter)' names is not known: \(error.message)")
            return false
        case .success(let items):
            return take(items, of: query, index, &courier)
        }
    }

    private func checked(
        _ result: Result<Answer, FocusError>, _ query: EntityLookup.Query, _ descriptor: FilterDescriptor
    ) -> Result<[Item], FocusError> {
        result.flatMap { answer in
            let question = Question.resolve(parameter: query.place.parameter, ids: query.ids)
            if let fault = descriptor.fault(in: answer, to: question) { return .failure(fault) }
            guard case .items(let items) = answer else { return .success([]) }
            return .success(items)
        }
    }

    private mutating func take(
        _ items: [Item], of query: EntityLookup.Query, _ index: Int, _ courier: inout Courier
    ) -> Bool {
        let (filter, before) = (query.place.filter, answers)
        answers.take(
            items, of: query.ids, at: query.place, configured: slots[index].entities[query.place.parameter] ?? [],
            room: room, asOf: courier.now.realtime)
        let isOther = answers.unknown(of: filter) != before.unknown(of: filter)
        if answers != before { keepAnswers(isAhead: isOther, &courier) }
        if isOther { configure(courier.now, &courier.outbox) }
        return isOther
    }

    /// Bytes that may be kept of what the app answers.
    var room: Int { AppAnswers.maximumBytes - slots.reduce(0) { $0 + $1.descriptor.weight } }

    /// Has the answers stored, without options of what the app does not offer any more.
    mutating func keepAnswers(isAhead: Bool, _ courier: inout Courier) {
        if !slots.isEmpty {
            let places = slots.flatMap { slot in
                slot.descriptor.parameters.map { AppAnswers.Place(filter: slot.key.filter, parameter: $0.id) }
            }
            let offered = Set(places)
            answers.options = answers.options.filter { offered.contains($0.key) }
        }
        courier.outbox.store(answers, of: id, isAhead: isAhead)
    }

    /// The deadline of the question is past.
    mutating func lookupTimedOut(_ courier: inout Courier) {
        lookup.timer = nil
        lookup.timedOut()
        courier.outbox.log(.info, "\(id): the app does not answer which entities exist; what was known stands")
    }

    /// Nobody is asked any more: the process is another, or none.
    mutating func endLookup(_ courier: inout Courier) {
        stopLookupTimer(&courier)
        lookup = EntityLookup()
    }

    private mutating func stopLookupTimer(_ courier: inout Courier) {
        if let timer = lookup.timer { courier.timers.cancel(timer) }
        lookup.timer = nil
    }
}
