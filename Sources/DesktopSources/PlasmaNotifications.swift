// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

/// KDE Plasma, 5 and 6: the user's switch is an instant in a file, `Until`; what is in effect is a property, `Inhibited`,
/// which apps, full screen and mirrored screens set as well.
///
/// What Plasma does not tell: that somebody else holds notifications back while the user's own switch is on, or while the
/// agent does. So where somebody else does already, the agent's own inhibitor waits until they end: else a mode that is
/// on because of them would hide from itself why it is on.
public struct PlasmaNotifications: Sendable {
    public let description = SourceDescription(
        id: "plasma", facts: [.doNotDisturb, .silenced, .notificationsInhibited], products: ["Plasma"],
        desktops: ["KDE"], silencing: .inhibitor(outlivesUs: false))

    static let path: ObjectPath = "/org/freedesktop/Notifications"
    static let interface: InterfaceName = "org.freedesktop.Notifications"
    /// Takes s desktop entry, s reason, a{sv}; gives u, a cookie that holds as long as the connection.
    static let inhibit: MemberName = "Inhibit"
    /// Takes the cookie, u.
    static let uninhibit: MemberName = "UnInhibit"
    static let inhibited = "Inhibited"
    /// In the user's configuration folder.
    static let file = "plasmanotifyrc"
    /// What KConfig's writers announce of ``file``; whoever writes it has to.
    static let filePath: ObjectPath = "/plasmanotifyrc"
    static let fileInterface: InterfaceName = "org.kde.kconfig.notify"
    static let fileChanged: MemberName = "ConfigChanged"

    private static let untilTimer: SourceTag = "until"
    private static let lagTimer: SourceTag = "lag"
    /// Plasma says a moment later than it answers what is in effect.
    private static let lag: Microseconds = .seconds(2)

    private let rc: String
    private var reader = ObjectReader(
        name: "inhibited", path: path, interface: interface, properties: [inhibited: "b"])
    private var ledger = FactLedger()
    private var until = PlasmaUntil()
    private var inhibition = Inhibition(
        // Without a desktop entry it shows the name of the process.
        place: SourceCall.Body(
            path, interface, inhibit, [.string(""), .string("A focus mode is on"), [String: Value]().busValue]),
        release: SourceCall.Body(path, interface, uninhibit), hasCookie: true)
    /// It was seen to be in force since it was placed.
    private var isInForce = false
    /// It was taken back, and `Inhibited` may still tell of it.
    private var lingers = false
    /// It is to be placed when nobody else holds notifications back any more.
    private var isDeferred = false
    private var isThere = false
    /// A signal of this peer said what is in effect.
    private var hasNews = false
    /// The alarm that is set, µs since the Unix epoch.
    private var alarm: Int64?
    private var complaint: String?

    private var isHeldByUs: Bool { inhibition.isThere || lingers }
    /// Somebody who is neither the user nor the agent holds notifications back, as far as can be told.
    private var isHeldByOthers: Bool { facts[.notificationsInhibited] == .bool(true) }

    public init(_ environment: SourceEnvironment) { rc = "\(environment.configHome)/\(Self.file)" }

    /// What is known; nothing if Plasma has no `Inhibited`.
    private var facts: [Fact: FactValue] {
        guard let isInhibited = Bool(known: reader.values[Self.inhibited]) else {
            return [:].adding(.doNotDisturb, until.isOn)
        }
        guard let isOn = until.isOn else {
            return [:].adding(.silenced, isInhibited).adding(.doNotDisturb, isInhibited && !isHeldByUs)
        }
        let isExplained = isOn || until.lingers || isHeldByUs
        return [:].adding(.silenced, isInhibited).adding(.doNotDisturb, isOn)
            .adding(.notificationsInhibited, isInhibited && !isExplained)
    }
}

extension PlasmaNotifications: DesktopSource {
    public var bus: BusKind { .session }
    public var names: [BusName] { [.notifications] }

    public mutating func handle(_ input: SourceInput, at now: Instant) -> [SourceOutput] {
        var outputs: [SourceOutput] = []
        switch input {
        case .start:
            outputs += [
                .match(SourceMatch(MatchRule(path: Self.path, interface: .properties, member: "PropertiesChanged"))),
                .match(
                    SourceMatch(
                        MatchRule(path: Self.filePath, interface: Self.fileInterface, member: Self.fileChanged),
                        onlyFromPeer: false)),
            ]
        case .owner(let peer?):
            isThere = true
            until = PlasmaUntil()
            reader.begin(with: peer, &outputs)
            outputs.append(.followFile(rc))
        case .owner(nil):
            outputs.append(.report(ledger.hasReading ? .ownerLost : .absent("Plasma does not serve notifications")))
            ledger.forget()
            reader.end(&outputs)
            if isThere {
                outputs += [.unfollowFile(rc), .cancelTimer(Self.untilTimer), .cancelTimer(Self.lagTimer)]
            }
            inhibition.lose()
            (isInForce, lingers, isDeferred) = (false, false, false)
            (isThere, hasNews, alarm) = (false, false, nil)
        case .signal(let signal):
            if signal.interface == .properties {
                // What it means is in the file, which may have changed and not have been announced.
                if case .change = reader.propertiesChanged(signal.arguments, &outputs) {
                    hasNews = true
                    outputs.append(.readFile(rc))
                }
            } else if isThere {
                outputs.append(.readFile(rc))
            }
        case .reply(let tag, let result) where inhibition.owns(tag):
            take(inhibition.reply(tag, result, &outputs), at: now, &outputs)
        case .reply(let tag, let result):
            apply(reader.reply(tag, result, &outputs), at: now, &outputs)
        case .timer(Self.untilTimer):
            alarm = nil
            settle(at: now, &outputs)
        case .timer(Self.lagTimer):
            lingers = false
            reader.read(expectingChange: true, &outputs)
            settle(at: now, &outputs)
        case .timer(let tag):
            if reader.owns(tag) { reader.retry(&outputs) }
        case .readAgain:
            if isThere { outputs.append(.readFile(rc)) }
            reader.read(&outputs)
        case .file(_, let reading):
            if isThere { take(reading, at: now, &outputs) }
        case .localTime(let time, let instant):
            guard isThere, until.resolve(time, instant) else { break }
            settle(at: now, &outputs)
        case .setting, .stream, .preferences:
            break
        }
        return outputs
    }

    public mutating func silence(_ command: SilenceCommand, at now: Instant) -> [SourceOutput] {
        guard let peer = reader.peer else { return [] }
        var outputs: [SourceOutput] = []
        switch command {
        case .set, .adopt:
            break
        case .inhibit:
            isDeferred = !inhibition.isThere && isHeldByOthers
            if isDeferred {
                outputs.append(.silencer(.placed(true)))
            } else {
                take(inhibition.want(true, with: peer, &outputs), at: now, &outputs)
            }
        case .release:
            isDeferred = false
            take(inhibition.want(false, with: peer, &outputs), at: now, &outputs)
        }
        return outputs
    }

    private mutating func take(_ step: Inhibition.Step, at now: Instant, _ outputs: inout [SourceOutput]) {
        let report: SilencerReport
        switch step {
        case .nothing: return
        case .placed: report = .placed(true)
        case .released:
            report = .placed(false)
            lingers = isInForce && Bool(known: reader.values[Self.inhibited]) == true
            isInForce = false
            if lingers { outputs.append(.timer(Self.lagTimer, after: Self.lag)) }
        case .refused(let error): report = .refused("\(error)")
        }
        settle(at: now, &outputs)
        outputs.append(.silencer(report))
    }

    /// What follows for our inhibitor from what is in effect.
    private mutating func settleInhibition(_ outputs: inout [SourceOutput]) {
        guard let isInhibited = Bool(known: reader.values[Self.inhibited]) else { return }
        if isInhibited {
            if inhibition.isSettled { isInForce = true }
            return
        }
        if lingers {
            lingers = false
            outputs.append(.cancelTimer(Self.lagTimer))
        }
        if isDeferred, let peer = reader.peer {
            isDeferred = false
            _ = inhibition.want(true, with: peer, &outputs)
        } else if inhibition.isSettled, isInForce {
            // Whoever turns Do Not Disturb off in Plasma ends every app's inhibitor as well.
            inhibition.lose()
            isInForce = false
            outputs.append(.silencer(.placed(false)))
        }
    }

    private mutating func take(_ reading: FileReading, at now: Instant, _ outputs: inout [SourceOutput]) {
        let (time, complaint) = PlasmaUntil.read(reading)
        if let complaint, complaint != self.complaint {
            outputs.append(.log(.warning, "\(description.id): \(rc): \(complaint)"))
        }
        self.complaint = complaint
        if let time {
            // Each time anew: the time zone may be another one.
            until.await(time)
            outputs.append(.resolveLocalTime(time))
        } else {
            let wasOn = until.isOn
            until.end(isKnown: complaint == nil, at: now)
            // Whether it still holds notifications back is to be known before anything is made of it.
            if wasOn == true { reader.read(expectingChange: true, &outputs) }
            settle(at: now, &outputs)
        }
    }

    /// Says what is different now, and when to look again.
    private mutating func settle(at now: Instant, _ outputs: inout [SourceOutput]) {
        advance(to: now)
        settleInhibition(&outputs)
        if ledger.hasReading || hasNews, let change = ledger.change(to: facts) { outputs.append(change) }
        guard until.next != alarm else { return }
        alarm = until.next
        outputs.append(alarm.map { .alarm(Self.untilTimer, at: $0) } ?? .cancelTimer(Self.untilTimer))
    }

    private mutating func apply(_ update: ObjectReader.Update, at now: Instant, _ outputs: inout [SourceOutput]) {
        switch update {
        case .nothing:
            return
        case .reading:
            advance(to: now)
            outputs.append(ledger.reading(facts))
            settle(at: now, &outputs)
        case .change:
            settle(at: now, &outputs)
        case .failed(let failure):
            ledger.forget()
            outputs.append(.report(failure.report))
        }
    }

    private mutating func advance(to now: Instant) {
        until.advance(to: now)
        if Bool(known: reader.values[Self.inhibited]) == false { until.lingers = false }
    }
}
