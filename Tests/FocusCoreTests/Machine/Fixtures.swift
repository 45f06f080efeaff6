// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// Short ways to write what tests need.
enum Make {
    static func id(_ text: String) -> Identifier { known(Identifier(text), text) }
    static func app(_ text: String) -> AppID { known(AppID(text), text) }
    static func key(_ text: String) -> FilterKey { known(FilterKey(text), text) }
    static func mode(_ text: String) -> ModeID { known(ModeID(text), text) }

    static func peer(_ number: Int) -> PeerID { PeerID(":1.\(number)") }

    static func mode(
        _ id: String, when expression: Condition.Expression? = nil, schedule: String? = nil, priority: Int = 0,
        isEnabled: Bool = true, enterDelay: Microseconds? = nil, leaveDelay: Microseconds? = nil,
        doNotDisturb: Bool? = nil, name: String? = nil,
        filters: [String: [String: ConfiguredValue]] = [:]
    ) -> Mode {
        var configured: [FilterKey: [Identifier: ConfiguredValue]] = [:]
        for (key, values) in filters {
            configured[known(FilterKey(key), key)] = Dictionary(
                uniqueKeysWithValues: values.map { (Make.id($0.key), $0.value) })
        }
        return Mode(
            id: mode(id), name: name ?? id.uppercased(), priority: priority, isEnabled: isEnabled,
            condition: expression.map { Condition($0) },
            schedule: schedule.map { known(try? Schedule(parsing: $0), $0) }, enterDelay: enterDelay,
            leaveDelay: leaveDelay, doNotDisturb: doNotDisturb,
            filters: configured, file: "/modes/\(id).mode")
    }

    /// Parameters `level` (int, 0), `tags` (optional array of text).
    static func filter(
        _ id: String, level: Int64 = 0, aliases: [String] = [],
        deadline: Microseconds = FilterDescriptor.defaultDeadline, hasLists: Bool = false
    ) -> FilterDescriptor {
        // `lists` (array of entities, "all") comes only when it is asked for.
        let lists = ParameterDescriptor(
            id: Make.id("lists"), type: .entity, isArray: true, defaultValue: .array([.string("all")]),
            options: .dynamic)
        return FilterDescriptor(
            id: Make.id(id), aliases: aliases.map(Make.id), deadline: deadline,
            parameters: (hasLists ? [lists] : []) + [
                ParameterDescriptor(
                    id: Make.id("level"), type: .int, defaultValue: .int(level), minimum: 0, maximum: 9),
                ParameterDescriptor(id: Make.id("tags"), type: .string, isArray: true, isOptional: true),
            ])
    }

    static func registration(
        _ peer: Int, _ app: AppID, rank: Registration.Rank = .owner, filters: [FilterDescriptor],
        performed: [Identifier: Token] = [:], standby: Bool = false
    ) -> Registration {
        Registration(
            peer: Make.peer(peer), app: app, rank: rank, handler: "/handler/\(peer)", filters: filters,
            performed: performed, standby: standby)
    }

    private static func known<Value>(_ value: Value?, _ text: String) -> Value {
        guard let value else { preconditionFailure("the test names something impossible: \(text)") }
        return value
    }
}

extension ConfiguredValue {
    static func int(_ value: Int64) -> ConfiguredValue { .value(.int(value)) }
}

/// Seeds that give the same run everywhere (SplitMix64 by Sebastiano Vigna, public domain algorithm).
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

/// A machine with a clock, for tests that look at single actions.
struct Bench {
    var machine: FocusMachine
    var now = Instant(realtime: 1_700_000_000_000_000, boottime: 1_000_000_000)
    /// The actions of the last event.
    var actions: [Action] = []
    private var requests: UInt64 = 0

    static let dnd = SourceDescription(
        id: "shell", facts: [.doNotDisturb, .silenced], products: ["shell"], desktops: ["Shell"])

    /// With everything read, and so ready.
    static func ready(
        _ modes: [Mode], sources: [SourceDescription] = [dnd], agent: AgentRecord? = nil,
        apps: [AppID: AppRecord] = [:], readings: [SourceID: [Fact: FactValue]] = [:],
        policies: [AppID: AppPolicy] = [:], descriptors: [AppDescriptor] = []
    ) -> Bench {
        var bench = Bench(sources: sources, agent: agent, apps: apps)
        bench.send(.policies(policies))
        bench.send(.descriptors(descriptors))
        bench.send(.modes(modes))
        bench.send(.notificationServer(product: "shell"))
        for source in sources { bench.send(.source(source.id, .reading(readings[source.id] ?? [:], isFirst: true))) }
        #expect(bench.machine.isReady)
        return bench
    }

    init(sources: [SourceDescription] = [dnd], agent: AgentRecord? = nil, apps: [AppID: AppRecord] = [:]) {
        machine = FocusMachine(sources: sources, desktops: ["Shell"], agent: agent, apps: apps, at: now)
    }

    @discardableResult
    mutating func send(_ event: Event) -> [Action] {
        actions = machine.handle(event, at: now)
        return actions
    }

    /// Lets time pass, waking the machine when it asks for it. Returns all actions.
    @discardableResult
    mutating func pass(_ span: Microseconds) -> [Action] {
        let end = now.boottime + span
        var all: [Action] = []
        var wakeups = 0
        while wakeups < 100 {
            wakeups += 1
            let wakeup = machine.nextWakeup
            let realDue = wakeup.realtime.map { now.boottime + ($0 - now.realtime) }
            guard let due = [wakeup.boottime, realDue].compactMap({ $0 }).min(), due <= end else { break }
            step(to: max(due, now.boottime))
            all += send(.timer)
        }
        #expect(wakeups < 100, "the machine asks to be woken again and again")
        step(to: end)
        actions = all
        return all
    }

    mutating func request() -> RequestID {
        requests += 1
        return RequestID(requests)
    }

    @discardableResult
    mutating func change(_ facts: [Fact: FactValue?], from source: SourceID = "shell") -> [Action] {
        send(.source(source, .change(facts)))
    }

    @discardableResult
    mutating func setDoNotDisturb(_ isOn: Bool) -> [Action] { change([.doNotDisturb: .bool(isOn)]) }

    @discardableResult
    mutating func register(_ registration: Registration) -> [Action] { send(.register(registration, request())) }

    @discardableResult
    mutating func acknowledge(_ perform: Perform, succeeded: Bool) -> [Action] {
        acknowledge(perform, failure: succeeded ? nil : "no")
    }

    @discardableResult
    mutating func acknowledge(_ perform: Perform, failure: String? = nil) -> [Action] {
        send(
            .performed(
                perform.peer, perform.filter, serial: perform.transition.serial, attempt: perform.attempt,
                failure: failure))
    }

    /// Answers every Perform of the last event, and those that follow.
    mutating func acknowledgeAll() {
        var open = actions.performs
        while let next = open.first {
            open.removeFirst()
            open += acknowledge(next).performs
        }
    }

    private mutating func step(to boottime: Int64) {
        now.realtime += boottime - now.boottime
        now.boottime = boottime
    }
}

extension [Action] {
    var performs: [Perform] {
        compactMap {
            if case .perform(let perform) = $0 { perform } else { nil }
        }
    }
    var replies: [Reply] {
        compactMap {
            if case .reply(_, let reply) = $0 { reply } else { nil }
        }
    }
    var refusal: FocusError.Code? {
        for reply in replies { if case .refused(let error) = reply { return error.code } }
        return nil
    }
    var records: [AgentRecord] {
        compactMap {
            if case .storeAgent(let record, _) = $0 { record } else { nil }
        }
    }
    /// What is to be done with the desktop's Do Not Disturb.
    var silences: [SilenceCommand] {
        compactMap {
            if case .silence(_, let command) = $0 { command } else { nil }
        }
    }
    var appRecords: [AppRecord] {
        compactMap {
            if case .storeApp(_, let record, _) = $0 { record } else { nil }
        }
    }
    /// All but the log.
    var effects: [Action] {
        filter {
            if case .log = $0 { false } else { true }
        }
    }
    var properties: Set<ControlProperty> {
        for case .changed(let properties) in self { return properties }
        return []
    }
}
