// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

/// systemd-logind: the state of the user's session and of the machine (org.freedesktop.login1(5)).
///
/// Follows the session that ``LogindSearch`` finds, and looks again when sessions come and go. Other users' sessions
/// are never listened to.
public struct Logind: Sendable {
    public let description = SourceDescription(
        id: "logind",
        facts: [.locked, .idle, .idleBlocked, .sessionActive, .sleeping, .onBattery, .lidClosed, .docked])

    let environment: SourceEnvironment
    var peer: BusName?
    var manager = ObjectReader(
        name: "logind", path: LogindNames.root, interface: LogindNames.manager,
        properties: [
            "PreparingForSleep": "b", "OnExternalPower": "b", "LidClosed": "b", "Docked": "b", "BlockInhibited": "s",
            "IdleHint": "b",
        ],
        unannounced: ["OnExternalPower", "LidClosed", "Docked"])
    var ledger = FactLedger()
    var sleep = SleepWatch()

    /// The user's object, while logind knows the user.
    var user: ObjectPath?
    /// The session that is followed, and what kind it is.
    var session: ObjectReader?
    var kind: LogindSession?
    /// A search was finished since there is this peer.
    var hasSearched = false
    var search: LogindSearch?
    var isSearchStale = false
    /// Goes up with every search and every question for the user.
    var number = 0
    /// Sessions that the search under way looks at, or has looked at.
    var candidates: [ObjectPath: ObjectReader] = [:]
    var backoff = Backoff()

    public init(_ environment: SourceEnvironment) {
        self.environment = environment
    }

    private var facts: [Fact: FactValue] {
        var facts: [Fact: FactValue] = [:]
        func set(_ fact: Fact, _ value: Value?, _ read: (Bool) -> Bool = { $0 }) {
            if let value = value.flatMap({ Bool($0) }) { facts[fact] = .bool(read(value)) }
        }
        set(.sleeping, manager.values["PreparingForSleep"])
        set(.onBattery, manager.values["OnExternalPower"]) { !$0 }
        set(.lidClosed, manager.values["LidClosed"])
        set(.docked, manager.values["Docked"])
        if let blocked = manager.values["BlockInhibited"].flatMap({ String($0) }) {
            facts[.idleBlocked] = .bool(blocked.split(separator: ":").contains("idle"))
        }
        if let session {
            set(.locked, session.values["LockedHint"])
            set(.sessionActive, session.values["Active"])
            // The manager's hint is about all sessions, of which some never become idle.
            set(.idle, session.values["IdleHint"] ?? (session.hasRead ? manager.values["IdleHint"] : nil))
        }
        return facts
    }
}

extension Logind: DesktopSource {
    public var bus: BusKind { .system }
    public var names: [BusName] { [LogindNames.bus] }

    public mutating func handle(_ input: SourceInput, at now: Instant) -> [SourceOutput] {
        var outputs: [SourceOutput] = []
        switch input {
        case .start:
            outputs.append(.match(LogindNames.signals(from: LogindNames.root)))
        case .owner(let peer?):
            self.peer = peer
            manager.begin(with: peer, &outputs)
            askForUser(&outputs)
        case .owner(nil):
            outputs.append(.report(ledger.hasReading ? .ownerLost : .absent("systemd-logind is not running")))
            forget(&outputs)
        case .signal(let signal):
            observe(signal, &outputs)
        case .reply(let tag, let result):
            take(tag, result, &outputs)
        case .timer(let tag):
            elapsed(tag, &outputs)
        case .readAgain:
            manager.read(&outputs)
            session?.read(&outputs)
            if user == nil { askForUser(&outputs) } else if kind?.isDesktop != true { find(&outputs) }
        case .setting, .stream, .file, .localTime, .preferences:
            break
        }
        sleep.tend(isSleeping: manager.values["PreparingForSleep"].flatMap { Bool($0) }, &outputs)
        return outputs
    }

    /// logind left: when it is back, everything may be different.
    private mutating func forget(_ outputs: inout [SourceOutput]) {
        manager.end(&outputs)
        bind(nil, &outputs)
        letGoOfCandidates(but: nil, &outputs)
        if let user { outputs.append(.unmatch(LogindNames.signals(from: user))) }
        user = nil
        search = nil
        hasSearched = false
        isSearchStale = false
        backoff.reset()
        outputs.append(.cancelTimer(Self.searchTimer))
        ledger.forget()
        peer = nil
    }

    private mutating func take(
        _ tag: SourceTag, _ result: Result<[Value], CallError>, _ outputs: inout [SourceOutput]
    ) {
        if manager.owns(tag) {
            apply(manager.reply(tag, result, &outputs), &outputs)
        } else if session?.owns(tag) == true {
            if let update = session?.reply(tag, result, &outputs) { applyToSession(update, &outputs) }
        } else {
            takeSearchReply(tag, result, &outputs)
        }
    }

    private mutating func elapsed(_ tag: SourceTag, _ outputs: inout [SourceOutput]) {
        if manager.owns(tag) {
            manager.retry(&outputs)
        } else if session?.owns(tag) == true {
            session?.retry(&outputs)
        } else if tag == SleepWatch.timer {
            sleep.elapsed()
            manager.read(expectingChange: true, &outputs)
        } else if tag == Self.searchTimer {
            if user == nil { askForUser(&outputs) } else { find(&outputs) }
        }
    }

    // MARK: Signals

    private mutating func observe(_ signal: SourceSignal, _ outputs: inout [SourceOutput]) {
        let isAboutProperties = signal.interface == .properties && signal.member == "PropertiesChanged"
        switch signal.path {
        case LogindNames.root:
            if isAboutProperties {
                apply(manager.propertiesChanged(signal.arguments, &outputs), &outputs)
            } else if signal.interface == LogindNames.manager {
                observeManager(signal, &outputs)
            }
        case session?.path:
            if isAboutProperties {
                if let update = session?.propertiesChanged(signal.arguments, &outputs) {
                    applyToSession(update, &outputs)
                }
            } else if signal.interface == LogindNames.session, ["Lock", "Unlock"].contains(signal.member.text) {
                // Requests to whatever locks the screen; whether anything did shows in LockedHint alone.
                outputs.append(.log(.debug, "logind: \(signal.member) was requested"))
                session?.read(expectingChange: true, &outputs)
            }
        case kind?.seat:
            // Which session is in front is not always announced on the session itself.
            if isAboutProperties { session?.read(expectingChange: true, &outputs) }
        case user:
            if isAboutProperties { observeUser(signal.arguments, &outputs) }
        default:
            if isAboutProperties { _ = candidates[signal.path]?.propertiesChanged(signal.arguments, &outputs) }
        }
    }

    private mutating func observeManager(_ signal: SourceSignal, _ outputs: inout [SourceOutput]) {
        switch signal.member.text {
        case "PrepareForSleep":
            guard let begins = signal.arguments.first.flatMap({ Bool($0) }) else { break }
            apply(manager.signalled("PreparingForSleep", .boolean(begins), &outputs), &outputs)
            if !begins { sleep.ended(&outputs) }
        case "SessionNew":
            session?.read(expectingChange: true, &outputs)
            if kind?.isDesktop != true { find(&outputs) }
        case "SessionRemoved":
            if signal.arguments.count == 2, let path = ObjectPath(signal.arguments[1]), path == session?.path {
                outputs.append(.log(.info, "logind: the session \(kind?.id ?? path.text) ended"))
                loseSession(&outputs)
            } else {
                session?.read(expectingChange: true, &outputs)
            }
        case "UserNew":
            guard signal.arguments.count == 2, UInt32(signal.arguments[0]) == environment.userID,
                let path = ObjectPath(signal.arguments[1])
            else { break }
            follow(user: path, &outputs)
            find(&outputs)
        default:
            break
        }
    }

    private mutating func observeUser(_ arguments: [Value], _ outputs: inout [SourceOutput]) {
        guard arguments.count == 3, String(arguments[0]) == LogindNames.user.text,
            let changed = [String: Value](arguments[1]), let invalidated = [String](arguments[2])
        else { return }
        if let display = changed["Display"].flatMap({ Pair<String, ObjectPath>($0) }) {
            if display.second != session?.path { find(&outputs) }
        } else if invalidated.contains("Display") || (changed.isEmpty && invalidated.isEmpty) {
            find(&outputs)
        }
    }

    // MARK: Reports

    private mutating func apply(_ update: ObjectReader.Update, _ outputs: inout [SourceOutput]) {
        switch update {
        case .nothing:
            break
        case .reading:
            reportReading(&outputs)
        case .change(let keys):
            reportChange(&outputs)
            if keys.contains("BlockInhibited") {
                // An inhibitor may change the idle hints, which then say nothing themselves.
                manager.read(expectingChange: true, &outputs)
                session?.read(expectingChange: true, &outputs)
            }
        case .failed(let failure):
            ledger.forget()
            outputs.append(.report(failure.report))
        }
    }

    private mutating func applyToSession(_ update: ObjectReader.Update, _ outputs: inout [SourceOutput]) {
        switch update {
        case .nothing:
            break
        case .reading:
            refreshKind()
            reportReading(&outputs)
        case .change:
            refreshKind()
            reportChange(&outputs)
        case .failed(.absent):
            loseSession(&outputs)
        case .failed(.failing(let words)):
            outputs.append(.log(.warning, "logind: the session \(kind?.id ?? "") cannot be read: \(words)"))
            reportChange(&outputs)
        }
    }

    mutating func reportReading(_ outputs: inout [SourceOutput]) {
        if manager.hasRead, hasSearched { outputs.append(ledger.reading(facts)) }
    }

    mutating func reportChange(_ outputs: inout [SourceOutput]) {
        if let change = ledger.change(to: facts) { outputs.append(change) }
    }
}
