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
    private var readersByPlace: [[ObjectReader]]
    private var place = 0
    private var ledger = FactLedger()
    private var complaint: String?

    /// What there is to know of a component.
    struct Component: Sendable {
        var description: SourceDescription
        var names: [BusName]
        /// In words that nobody owns any of the names.
        var absence: String
        /// Where the object is to be read, the readers all of different names. What one reader lacks at the first place
        /// is looked for at the next.
        var places: [[ObjectReader]]
        /// Signals beside `PropertiesChanged`; from the component itself, whichever path they come from.
        var signals: [Signal] = []
        /// What the values say, by key of the readers; a fact that is left out is unknown.
        var facts: @Sendable (_ values: [String: Value]) -> [Fact: FactValue]
        /// In words what is wrong with values of which ``facts`` makes nothing; for the log.
        var complaint: @Sendable (_ values: [String: Value]) -> String? = { _ in nil }
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
        readersByPlace = component.places
    }

    private var readers: [ObjectReader] {
        get { readersByPlace.indices.contains(place) ? readersByPlace[place] : [] }
        _modify { yield &readersByPlace[place] }
    }

    private var values: [String: Value] {
        readers.reduce(into: [:]) { values, reader in values.merge(reader.values) { $1 } }
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
            for index in readers.indices { readers[index].end(&outputs) }
        case .signal(let signal):
            take(signal, &outputs)
        case .reply(let tag, let result):
            guard let index = readers.firstIndex(where: { $0.owns(tag) }) else { break }
            apply(readers[index].reply(tag, result, &outputs), &outputs)
        case .timer(let tag):
            for index in readers.indices where readers[index].owns(tag) { readers[index].retry(&outputs) }
        case .readAgain:
            for index in readers.indices { readers[index].read(&outputs) }
        case .setting, .file, .localTime, .preferences, .ownHold:
            break
        }
        return outputs
    }

    private var matches: [SourceMatch] {
        let properties = component.places.joined().filter(\.readsProperties).map {
            SourceMatch(MatchRule(path: $0.path, interface: .properties, member: "PropertiesChanged"))
        }
        return properties + component.signals.map(\.match)
    }

    private mutating func settle(at place: Int, with peer: BusName, _ outputs: inout [SourceOutput]) {
        for index in readers.indices { readers[index].end(&outputs) }
        self.place = place
        for index in readers.indices { readers[index].begin(with: peer, &outputs) }
    }

    private mutating func take(_ signal: SourceSignal, _ outputs: inout [SourceOutput]) {
        if signal.interface == .properties {
            for index in readers.indices where readers[index].readsProperties && readers[index].path == signal.path {
                apply(readers[index].propertiesChanged(signal.arguments, &outputs), &outputs)
            }
            return
        }
        for known in component.signals where known.interface == signal.interface && known.member == signal.member {
            guard case .value(let value) = known.news(signal.arguments),
                let index = readers.firstIndex(where: { $0.keys[known.key] != nil })
            else { continue }
            apply(readers[index].signalled(known.key, value, &outputs), &outputs)
        }
    }

    private mutating func apply(_ update: ObjectReader.Update, _ outputs: inout [SourceOutput]) {
        switch update {
        case .nothing:
            return
        case .reading:
            guard readers.allSatisfy(\.hasRead) else { return }
            outputs.append(ledger.reading(component.facts(values)))
        case .change:
            if let change = ledger.change(to: component.facts(values)) { outputs.append(change) }
        case .failed(let failure):
            if case .absent = failure, place + 1 < component.places.count, let peer = readers.first?.peer {
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
