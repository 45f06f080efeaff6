// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

/// SwayNotificationCenter: the user's switch, and the programs that hold notifications back meanwhile (since 0.8).
///
/// It announces both together with everything else that it shows, and each change twice.
public struct SwayncNotifications: Sendable {
    public let description = SourceDescription(
        id: "swaync", facts: [.doNotDisturb, .silenced, .notificationsInhibited], products: ["SwayNotificationCenter"])

    static let bus: BusName = "org.erikreider.swaync.cc"
    static let path: ObjectPath = "/org/erikreider/swaync/cc"
    static let interface: InterfaceName = "org.erikreider.swaync.cc"
    /// Takes b.
    static let setSwitch: MemberName = "SetDnd"
    /// Each takes s, the program's id, and gives b, whether that changed anything. They do not end with the program.
    static let addInhibitor: MemberName = "AddInhibitor"
    static let removeInhibitor: MemberName = "RemoveInhibitor"

    private static let isOn = "dnd"
    private static let isInhibited = "inhibited"

    private var toggle = ObjectReader(
        name: "dnd", path: path, interface: interface, method: "GetDnd", key: isOn, type: "b")
    /// Absent before 0.8.
    private var programs = ObjectReader(
        name: "inhibited", path: path, interface: interface, method: "IsInhibited", key: isInhibited, type: "b")
    private var isProgramsSettled = false
    private var ledger = FactLedger()

    public init() {}

    private var facts: [Fact: FactValue] {
        let (isOn, isInhibited) = (
            Bool(known: toggle.values[Self.isOn]), Bool(known: programs.values[Self.isInhibited])
        )
        return [:].adding(.doNotDisturb, isOn).adding(.notificationsInhibited, isInhibited)
            .adding(.silenced, isInhibited == true ? true : isOn)
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
        case .signal(let signal):
            take(signal, &outputs)
        case .reply(let tag, let result):
            if toggle.owns(tag) {
                apply(toggle.reply(tag, result, &outputs), &outputs)
            } else {
                applyToPrograms(programs.reply(tag, result, &outputs), &outputs)
            }
        case .timer(let tag):
            if toggle.owns(tag) { toggle.retry(&outputs) }
            if programs.owns(tag) { programs.retry(&outputs) }
        case .readAgain:
            toggle.read(&outputs)
            programs.read(&outputs)
        case .setting, .file, .localTime, .preferences, .ownHold:
            break
        }
        return outputs
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
