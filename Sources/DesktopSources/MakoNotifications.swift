// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

/// mako's modes: of the names that are set at a time, the user says which mean Do Not Disturb.
///
/// Since 1.10 it announces that its modes changed. Before, it never does. There the source looks whenever a program has
/// left the bus, for that is what `makoctl` does when it has set a mode, and every 10 s for the sake of programs that stay.
public struct MakoNotifications: Sendable {
    public let description = SourceDescription(
        id: "mako", facts: [.doNotDisturb, .silenced], products: ["mako"], silencing: .userSwitch(isLasting: false))

    static let path: ObjectPath = "/fr/emersion/Mako"
    static let interface: InterfaceName = "fr.emersion.Mako"
    /// Gives as.
    static let listModes: MemberName = "ListModes"
    /// Takes as: all that are to be set.
    static let setModes: MemberName = "SetModes"
    private static let modes = "Modes"

    private static let announcements = SourceMatch(
        MatchRule(path: path, interface: .properties, member: "PropertiesChanged"))
    private static let departures = SourceMatch(
        MatchRule(sender: .bus, path: .bus, interface: .bus, member: "NameOwnerChanged"), onlyFromPeer: false)
    private static let probe: SourceTag = "probe"
    private static let throttleTimer: SourceTag = "throttle"

    private var reader = ObjectReader(
        name: "modes", path: path, interface: interface, method: listModes, key: modes, type: "as")
    private var ledger = FactLedger()
    private var poll = Poll(every: .seconds(10))
    private var throttle = Throttle()
    private var meaning = SourcePreferences().makoModes
    private var probes = 0
    private var writing = RelativeWrite(asking: SourceCall.Body(path, interface, listModes))
    /// The modes that were taken away when the switch was turned off last.
    private var takenAway: [String] = []

    public init() {}

    private var facts: [Fact: FactValue] {
        .doNotDisturb(reader.values[Self.modes].flatMap { [String]($0) }.map { !meaning.isDisjoint(with: $0) })
    }
}

extension MakoNotifications: DesktopSource {
    public var bus: BusKind { .session }
    public var names: [BusName] { [.notifications] }

    public mutating func handle(_ input: SourceInput, at now: Instant) -> [SourceOutput] {
        var outputs: [SourceOutput] = []
        switch input {
        case .start:
            break
        case .owner(let peer?):
            begin(with: peer, &outputs)
        case .owner(nil):
            outputs.append(.report(ledger.hasReading ? .ownerLost : .absent("mako is not running")))
            end(&outputs)
        case .signal(let signal):
            if signal.interface == .properties {
                apply(reader.propertiesChanged(signal.arguments, &outputs), &outputs)
            } else if Self.isDeparture(signal.arguments), throttle.ask() {
                look(&outputs)
            }
        case .reply(let tag, let result):
            if tag == SourceTag(Self.probe.name, probes) {
                if case .failure = result { watch(at: now, &outputs) }
            } else if writing.owns(tag) {
                write(tag, result, &outputs)
            } else {
                apply(reader.reply(tag, result, &outputs), &outputs)
            }
        case .timer(Self.throttleTimer):
            if throttle.elapsed() { look(&outputs) }
        case .timer(let tag):
            if poll.elapsed(tag, at: now, &outputs) {
                reader.read(expectingChange: true, &outputs)
            } else if reader.owns(tag) {
                reader.retry(&outputs)
            }
        case .readAgain:
            reader.read(&outputs)
        case .preferences(let preferences):
            meaning = preferences.makoModes
            if ledger.hasReading, let change = ledger.change(to: facts) { outputs.append(change) }
        case .setting, .stream, .file, .localTime:
            break
        }
        return outputs
    }

    public mutating func silence(_ command: SilenceCommand, at now: Instant) -> [SourceOutput] {
        guard case .set(let isOn) = command, let peer = reader.peer else { return [] }
        var outputs: [SourceOutput] = []
        writing.begin(isOn, with: peer, &outputs)
        return outputs
    }

    /// Sets or takes away the modes that mean Do Not Disturb; the user's other modes stay.
    private mutating func write(
        _ tag: SourceTag, _ result: Result<[Value], CallError>, _ outputs: inout [SourceOutput]
    ) {
        switch writing.reply(tag, result, &outputs) {
        case .nothing:
            break
        case .decide(let present, let isOn):
            guard let modes = present.first.flatMap({ [String]($0) }) else {
                writing.isSoAlready(&outputs)
                outputs.append(.silencer(.refused("it does not list its modes")))
                return
            }
            guard modes.contains(where: meaning.contains) != isOn else {
                writing.isSoAlready(&outputs)
                reader.read(expectingChange: true, &outputs)
                return
            }
            var new = modes
            if isOn {
                let restored = takenAway.filter(meaning.contains)
                let usual = meaning.contains("do-not-disturb") ? "do-not-disturb" : meaning.min()
                new += restored.isEmpty ? usual.map { [$0] } ?? [] : restored
            } else {
                takenAway = modes.filter(meaning.contains)
                new.removeAll(where: meaning.contains)
            }
            writing.change(SourceCall.Body(Self.path, Self.interface, Self.setModes, [new.busValue]), &outputs)
        case .done:
            reader.read(expectingChange: true, &outputs)
        case .refused(let words):
            outputs.append(.silencer(.refused(words)))
        }
    }

    private mutating func begin(with peer: BusName, _ outputs: inout [SourceOutput]) {
        outputs.append(.match(Self.announcements))
        reader.begin(with: peer, &outputs)
        // Whether it has the property is whether it announces its changes.
        probes += 1
        outputs.append(
            .call(
                SourceTag(Self.probe.name, probes),
                SourceCall(
                    to: peer, Self.path, .properties, "Get", [.string(Self.interface.text), .string(Self.modes)])))
    }

    private mutating func end(_ outputs: inout [SourceOutput]) {
        ledger.forget()
        reader.end(&outputs)
        writing.end()
        takenAway = []
        probes += 1
        if poll.isRunning { outputs += [.unmatch(Self.departures), .cancelTimer(Self.throttleTimer)] }
        poll.stop(&outputs)
        throttle = Throttle()
        outputs.append(.unmatch(Self.announcements))
    }

    /// It will not say when its modes change.
    private mutating func watch(at now: Instant, _ outputs: inout [SourceOutput]) {
        poll.start(at: now, &outputs)
        outputs.append(.match(Self.departures))
    }

    private mutating func look(_ outputs: inout [SourceOutput]) {
        reader.read(expectingChange: true, &outputs)
        outputs.append(.timer(Self.throttleTimer, after: Throttle.interval))
    }

    /// Whether that says that a connection ended.
    private static func isDeparture(_ arguments: [Value]) -> Bool {
        guard arguments.count == 3, let name = String(arguments[0]), let new = String(arguments[2]) else {
            return false
        }
        return name.hasPrefix(":") && new.isEmpty
    }

    private mutating func apply(_ update: ObjectReader.Update, _ outputs: inout [SourceOutput]) {
        switch update {
        case .nothing:
            break
        case .reading:
            outputs.append(ledger.reading(facts))
        case .change:
            if let change = ledger.change(to: facts) { outputs.append(change) }
        case .failed(let failure):
            ledger.forget()
            outputs.append(.report(failure.report))
        }
    }
}
