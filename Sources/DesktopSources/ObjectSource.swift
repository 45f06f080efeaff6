// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

/// A component that tells of itself by one object on the session bus, as data: how it is read, which of its signals
/// carry news, and what its values mean. To add such a component takes one ``Component``.
public struct ObjectSource: Sendable {
    public let description: SourceDescription
    public let names: [BusName]

    private let component: Component
    /// By place, as in ``Component/places``: so that the reply to an old question is known as such at any place.
    private var readers: [ObjectReader]
    /// The place that counts.
    private var place = 0
    private var ledger = FactLedger()
    private var complaint: String?
    private var lastWrite = 0
    private var turning: RelativeWrite?
    /// What there was when the switch was written last.
    private var valuesBefore: [String: Value] = [:]

    /// What there is to know of a component.
    struct Component: Sendable {
        var description: SourceDescription
        var names: [BusName]
        /// In words that nobody owns any of the names.
        var absence: String
        /// Where the object may be, best first, the readers of different names: what is not to be had at one place is
        /// looked for at the next.
        var places: [ObjectReader]
        /// Signals beside `PropertiesChanged`; from the component itself, whichever path they come from.
        var signals: [Signal] = []
        /// What the reader's values say; a fact that is left out is unknown.
        var facts: @Sendable (_ values: [String: Value]) -> [Fact: FactValue]
        /// In words what is wrong with values of which ``facts`` makes nothing; for the log.
        var complaint: @Sendable (_ values: [String: Value]) -> String? = { _ in nil }
        /// How the user's switch is written; `nil`: it is not.
        var writing: Writing?
    }

    /// How a switch is written.
    enum Writing: Sendable {
        /// With one call; `before`: the values that there were when it was written last.
        case set(@Sendable (_ isOn: Bool, _ before: [String: Value]) -> SourceCall.Body)
        /// With a call that turns it over, after the one that says where it stands, with b.
        case turnOver(asking: SourceCall.Body, turning: SourceCall.Body)
    }

    /// A signal that says something of one key.
    struct Signal: Sendable {
        var interface: InterfaceName
        var member: MemberName
        /// The first argument of those that matter.
        var arg0: String?
        var key: String
        var news: @Sendable (_ arguments: [Value]) -> News

        /// What such a signal says.
        enum News {
            /// It is about something else.
            case nothing
            /// `nil`: not what the new value is, or nothing that makes sense.
            case value(Value?)
        }

        /// A signal whose only argument is the new value.
        init(_ interface: InterfaceName, _ member: MemberName, key: String) {
            self.init(interface, member, key: key) { .value($0.first) }
        }

        init(
            _ interface: InterfaceName, _ member: MemberName, arg0: String? = nil, key: String,
            news: @escaping @Sendable ([Value]) -> News
        ) {
            self.interface = interface
            self.member = member
            self.arg0 = arg0
            self.key = key
            self.news = news
        }

        var match: SourceMatch { SourceMatch(MatchRule(interface: interface, member: member, arg0: arg0)) }
    }

    init(_ component: Component) {
        self.component = component
        description = component.description
        names = component.names
        readers = component.places
        if case .turnOver(let question, _)? = component.writing { turning = RelativeWrite(asking: question) }
    }
}

extension ObjectSource: DesktopSource {
    public var bus: BusKind { .session }

    public mutating func handle(_ input: SourceInput, at now: Instant) -> [SourceOutput] {
        var outputs: [SourceOutput] = []
        switch input {
        case .start:
            outputs = matches.map { .match($0) }
        case .owner(let peer?):
            settle(at: 0, with: peer, &outputs)
        case .owner(nil):
            outputs.append(.report(ledger.hasReading ? .ownerLost : .absent(component.absence)))
            ledger.forget()
            readers[place].end(&outputs)
            turning?.end()
            lastWrite += 1
            valuesBefore = [:]
        case .signal(let signal):
            take(signal, &outputs)
        case .reply(let tag, let result):
            if readers[place].owns(tag) {
                apply(readers[place].reply(tag, result, &outputs), &outputs)
            } else if turning?.owns(tag) == true {
                turn(tag, result, &outputs)
            } else if tag == writeTag {
                settleWrite(result.map { _ in }, &outputs)
            }
        case .timer(let tag):
            if readers[place].owns(tag) { readers[place].retry(&outputs) }
        case .readAgain:
            readers[place].read(&outputs)
        case .setting, .stream, .file, .localTime, .preferences:
            break
        }
        return outputs
    }

    public mutating func silence(_ command: SilenceCommand, at now: Instant) -> [SourceOutput] {
        guard case .set(let isOn) = command, let peer = readers[place].peer else { return [] }
        var outputs: [SourceOutput] = []
        switch component.writing {
        case .set(let body)?:
            lastWrite += 1
            outputs.append(.call(writeTag, SourceCall(to: peer, body(isOn, valuesBefore))))
            valuesBefore = readers[place].values
        case .turnOver?:
            turning?.begin(isOn, with: peer, &outputs)
        case nil:
            break
        }
        return outputs
    }

    private var writeTag: SourceTag { SourceTag("set", lastWrite) }

    /// Only what became of the newest write counts.
    private mutating func settleWrite(_ result: Result<Void, CallError>, _ outputs: inout [SourceOutput]) {
        switch result {
        // Whether it took effect is to be seen, also where that is not announced.
        case .success: readers[place].read(expectingChange: true, &outputs)
        case .failure(let error): outputs.append(.silencer(.refused("\(error)")))
        }
    }

    private mutating func turn(
        _ tag: SourceTag, _ result: Result<[Value], CallError>, _ outputs: inout [SourceOutput]
    ) {
        guard case .turnOver(_, let body)? = component.writing else { return }
        switch turning?.reply(tag, result, &outputs) {
        case .nothing?, nil:
            break
        case .decide(let present, let isOn)?:
            if present.first.flatMap({ Bool($0) }) == isOn {
                turning?.isSoAlready(&outputs)
                readers[place].read(expectingChange: true, &outputs)
            } else {
                turning?.change(body, &outputs)
            }
        case .done?:
            readers[place].read(expectingChange: true, &outputs)
        case .refused(let words)?:
            outputs.append(.silencer(.refused(words)))
        }
    }

    private var matches: [SourceMatch] {
        let properties = component.places.filter(\.readsProperties).map {
            SourceMatch(MatchRule(path: $0.path, interface: .properties, member: "PropertiesChanged"))
        }
        return properties + component.signals.map(\.match)
    }

    private mutating func settle(at place: Int, with peer: BusName, _ outputs: inout [SourceOutput]) {
        readers[self.place].end(&outputs)
        self.place = place
        readers[place].begin(with: peer, &outputs)
    }

    private mutating func take(_ signal: SourceSignal, _ outputs: inout [SourceOutput]) {
        if signal.interface == .properties {
            guard readers[place].readsProperties, readers[place].path == signal.path else { return }
            apply(readers[place].propertiesChanged(signal.arguments, &outputs), &outputs)
            return
        }
        for known in component.signals where known.interface == signal.interface && known.member == signal.member {
            guard case .value(let value) = known.news(signal.arguments) else { continue }
            apply(readers[place].signalled(known.key, value, &outputs), &outputs)
        }
    }

    private mutating func apply(_ update: ObjectReader.Update, _ outputs: inout [SourceOutput]) {
        let values = readers[place].values
        switch update {
        case .nothing:
            return
        case .reading:
            outputs.append(ledger.reading(component.facts(values)))
        case .change:
            if let change = ledger.change(to: component.facts(values)) { outputs.append(change) }
        case .failed(let failure):
            if case .absent = failure, place + 1 < readers.count, let peer = readers[place].peer {
                settle(at: place + 1, with: peer, &outputs)
                return
            }
            ledger.forget()
            outputs.append(.report(failure.report))
        }
        let complaint = component.complaint(values)
        if let complaint, complaint != self.complaint {
            outputs.append(.log(.warning, "\(description.id): \(complaint)"))
        }
        self.complaint = complaint
    }
}
