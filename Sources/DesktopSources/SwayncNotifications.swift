// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

/// SwayNotificationCenter: the user's switch, and the programs that hold notifications back meanwhile (since 0.8). The
/// agent is one of those while a mode is to be silent; the switch it leaves alone.
///
/// It announces both together with everything else that it shows, and each change twice.
public struct SwayncNotifications: Sendable {
    public let description = SourceDescription(
        id: "swaync", facts: [.doNotDisturb, .silenced, .notificationsInhibited], products: ["SwayNotificationCenter"],
        silencing: .inhibitor(outlivesUs: true))

    static let bus: BusName = "org.erikreider.swaync.cc"
    static let path: ObjectPath = "/org/erikreider/swaync/cc"
    static let interface: InterfaceName = "org.erikreider.swaync.cc"
    /// Each takes s, the program's id, and gives b, whether that changed anything. They do not end with the program.
    static let addInhibitor: MemberName = "AddInhibitor"
    static let removeInhibitor: MemberName = "RemoveInhibitor"
    /// Gives u.
    static let countInhibitors: MemberName = "NumberOfInhibitors"
    /// Ours; no other is ever touched.
    static let inhibitor = "org.focusfilters.Focus1"

    private static let isOn = "dnd"
    private static let isInhibited = "inhibited"
    private static let number = "number"

    private var toggle = ObjectReader(
        name: "dnd", path: path, interface: interface, method: "GetDnd", key: isOn, type: "b")
    /// Absent before 0.8.
    private var programs = ObjectReader(
        name: "inhibited", path: path, interface: interface, method: "IsInhibited", key: isInhibited, type: "b")
    /// Asked for only while one of the inhibitors may be ours.
    private var count = ObjectReader(
        name: "number", path: path, interface: interface, method: countInhibitors, key: number, type: "u")
    private var isProgramsSettled = false
    private var inhibition = Inhibition(
        place: SourceCall.Body(path, interface, addInhibitor, [.string(inhibitor)]),
        release: SourceCall.Body(path, interface, removeInhibitor, [.string(inhibitor)]), hasCookie: false)
    /// It was seen to be in force since it was placed.
    private var isInForce = false
    /// Whether others hold notifications back, as far as it is known while ours does.
    private var byOthers: Bool?
    private var ledger = FactLedger()

    public init() {}

    private var facts: [Fact: FactValue] {
        let (isOn, isInhibited) = (
            Bool(known: toggle.values[Self.isOn]), Bool(known: programs.values[Self.isInhibited])
        )
        return [:].adding(.doNotDisturb, isOn)
            .adding(.notificationsInhibited, inhibition.isThere ? byOthers : isInhibited)
            .adding(.silenced, isInhibited == true ? true : isOn)
    }

    /// Takes in what is known of the inhibitors, after any news; tells when ours is gone, which is not by us.
    private mutating func settleInhibitors(_ outputs: inout [SourceOutput]) {
        guard inhibition.isThere, let isInhibited = Bool(known: programs.values[Self.isInhibited]) else {
            byOthers = Bool(known: programs.values[Self.isInhibited])
            return
        }
        guard inhibition.isSettled else { return }
        if isInhibited {
            isInForce = true
            if let number = count.values[Self.number].flatMap({ UInt32($0) }) { byOthers = number > 1 }
        } else {
            byOthers = false
            guard isInForce else { return }
            loseInhibitor(&outputs)
            outputs.append(.silencer(.placed(false)))
        }
    }

    private mutating func loseInhibitor(_ outputs: inout [SourceOutput]) {
        inhibition.lose()
        isInForce = false
        count.end(&outputs)
    }

    private mutating func startCounting(with peer: BusName, _ outputs: inout [SourceOutput]) {
        if count.peer == peer { count.read(expectingChange: true, &outputs) } else { count.begin(with: peer, &outputs) }
    }
}

extension SwayncNotifications: DesktopSource {
    public var bus: BusKind { .session }
    public var names: [BusName] { [Self.bus] }

    public mutating func handle(_ input: SourceInput, at now: Instant) -> [SourceOutput] {
        var outputs: [SourceOutput] = []
        switch input {
        case .start:
            outputs.append(.match(SourceMatch(MatchRule(path: Self.path, interface: Self.interface))))
        case .owner(let peer?):
            isProgramsSettled = false
            toggle.begin(with: peer, &outputs)
            programs.begin(with: peer, &outputs)
        case .owner(nil):
            outputs.append(
                .report(ledger.hasReading ? .ownerLost : .absent("SwayNotificationCenter is not running")))
            ledger.forget()
            toggle.end(&outputs)
            programs.end(&outputs)
            loseInhibitor(&outputs)
            byOthers = nil
        case .signal(let signal):
            take(signal, &outputs)
        case .reply(let tag, let result):
            if toggle.owns(tag) {
                apply(toggle.reply(tag, result, &outputs), &outputs)
            } else if inhibition.owns(tag) {
                take(inhibition.reply(tag, result, &outputs), &outputs)
            } else if count.owns(tag) {
                // Without it, what others did before stands.
                if count.reply(tag, result, &outputs) != .nothing { apply(.change([]), &outputs) }
            } else {
                applyToPrograms(programs.reply(tag, result, &outputs), &outputs)
            }
        case .timer(let tag):
            if toggle.owns(tag) { toggle.retry(&outputs) }
            if programs.owns(tag) { programs.retry(&outputs) }
            if count.owns(tag) { count.retry(&outputs) }
        case .readAgain:
            toggle.read(&outputs)
            programs.read(&outputs)
            count.read(&outputs)
        case .setting, .stream, .file, .localTime, .preferences:
            break
        }
        return outputs
    }

    public mutating func silence(_ command: SilenceCommand, at now: Instant) -> [SourceOutput] {
        guard let peer = toggle.peer else { return [] }
        var outputs: [SourceOutput] = []
        switch command {
        case .set: break
        case .inhibit: take(inhibition.want(true, with: peer, &outputs), &outputs)
        case .release: take(inhibition.want(false, with: peer, &outputs), &outputs)
        case .adopt:
            inhibition.adopt(with: peer)
            startCounting(with: peer, &outputs)
        }
        return outputs
    }

    private mutating func take(_ step: Inhibition.Step, _ outputs: inout [SourceOutput]) {
        let report: SilencerReport
        switch step {
        case .nothing: return
        case .placed:
            report = .placed(true)
            if let peer = toggle.peer { startCounting(with: peer, &outputs) }
        case .released:
            report = .placed(false)
            loseInhibitor(&outputs)
        case .refused(let error):
            let isOld = error.name == ErrorName.unknownMethod.text
            report = .refused(isOld ? "it knows no inhibitors: update it to 0.8 or later" : "\(error)")
            if !inhibition.isThere { loseInhibitor(&outputs) }
        }
        apply(.change([]), &outputs)
        outputs.append(.silencer(report))
    }

    /// `Subscribe`: count u, dnd b, cc_open b. `SubscribeV2`: the same, and inhibited b. Newer versions send both.
    private mutating func take(_ signal: SourceSignal, _ outputs: inout [SourceOutput]) {
        let isComplete = signal.member == "SubscribeV2"
        guard isComplete || signal.member == "Subscribe" else { return }
        let arguments = signal.arguments
        let updates = [
            toggle.signalled(Self.isOn, arguments.count > 1 ? arguments[1] : nil, &outputs),
            isComplete
                ? programs.signalled(Self.isInhibited, arguments.count > 3 ? arguments[3] : nil, &outputs) : .nothing,
        ]
        // How many there are is not announced.
        if isComplete, inhibition.isSettled { count.read(expectingChange: true, &outputs) }
        // One announcement is one change.
        if updates.contains(where: { $0 != .nothing }) { apply(.change([]), &outputs) }
    }

    private mutating func applyToPrograms(_ update: ObjectReader.Update, _ outputs: inout [SourceOutput]) {
        switch update {
        case .nothing:
            return
        case .reading, .change:
            isProgramsSettled = isProgramsSettled || programs.hasRead
            apply(update, &outputs)
        case .failed:
            // The switch is worth knowing without it.
            isProgramsSettled = true
            apply(.reading(isFirst: true), &outputs)
        }
    }

    private mutating func apply(_ update: ObjectReader.Update, _ outputs: inout [SourceOutput]) {
        settleInhibitors(&outputs)
        switch update {
        case .nothing:
            break
        case .reading:
            if toggle.hasRead, isProgramsSettled { outputs.append(ledger.reading(facts)) }
        case .change:
            if let change = ledger.change(to: facts) { outputs.append(change) }
        case .failed(let failure):
            ledger.forget()
            outputs.append(.report(failure.report))
        }
    }
}
