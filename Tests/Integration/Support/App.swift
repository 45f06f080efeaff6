// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import TestSupport

/// An app on a connection of its own, whose handler does what a test wants. It leaves the bus when the last reference
/// goes.
final class App: Sendable {
    /// What the handler does with a call of `Perform`.
    enum Answer: Sendable {
        case atOnce
        /// Keeps the call; see ``App/answerKept()``.
        case never
        case error
        /// An error with these words.
        case refusal(String)
        /// Calls the agent first, and answers when those calls are answered.
        case after(@Sendable (Connection, _ done: @escaping () -> Void) -> Void)
    }

    /// One call of `Perform`.
    struct Performed: Hashable, Sendable {
        var filter: String
        var values: [String: Value]
        var transition: [String: Value]

        var list: String? { values.text("list") }
        var reason: String { transition.text("reason") ?? "" }
        var serial: UInt64 { transition.number("serial") ?? 0 }
        var token: String { transition.text("token") ?? "" }
    }

    /// One question: a call of `Options`, `Resolve`, `Describe` or `Suggest`.
    struct Asked: Hashable, Sendable {
        var member: String
        var arguments: [Value]

        var filter: String? { arguments.first.flatMap(String.init(_:)) }
        var parameter: String? { arguments.dropFirst().first.flatMap(String.init(_:)) }
        /// What `Resolve` is to look up.
        var ids: [String] { (arguments.count > 2 ? [Value](arguments[2]) : nil)?.compactMap(String.init(_:)) ?? [] }
    }

    /// What the handler does with a question.
    enum Reply: Sendable {
        case values([Value])
        case error(String)
        /// Keeps the call; see ``App/answerKept(_:)``.
        case never

        /// Those of the ids that are in `titles`, as items.
        static func entities(_ asked: Asked, _ titles: [String: String]) -> Reply {
            .values([
                asked.ids.compactMap { id in titles[id].map { App.item(id, $0) } }.busValue
            ])
        }
    }

    static let handlerPath: ObjectPath = "/org/example/Handler"

    let id: String
    let client: BusClient
    /// Each call of `Perform`, in order.
    let performed = EventProbe<Performed>()
    /// Each question, in order.
    let asked = EventProbe<Asked>()
    private let replying = Locked<@Sendable (Asked) -> Reply>({ _ in .error("no answers") })
    private let answer: Locked<[Answer]>
    private let kept = Kept()

    /// Confined to the thread of the client's loop.
    private final class Kept: @unchecked Sendable {
        // Unchecked: see above.
        var invocations: [Invocation] = []
        var questions: [Invocation] = []
    }

    /// `owns`: takes `id` as its bus name. `answers`: for the first calls; the last one goes on. `replies`: answers
    /// questions; without it there are no such members, as in an app that offers nothing to choose.
    init(
        _ bus: PrivateBus, _ id: String, owns: Bool = true, answers: [Answer] = [.atOnce],
        replies: (@Sendable (Asked) -> Reply)? = nil
    ) throws {
        self.id = id
        client = try BusClient(bus.address)
        answer = Locked(answers)
        if owns {
            guard let name = BusName(id) else { throw FixtureError("\(id) is no bus name") }
            try client.own(name)
        }
        let members = replies == nil ? [Handler1.Method.perform] : Handler1.Method.allCases
        if let replies { replying.withLock { $0 = replies } }
        // Weak, since the connection keeps what it exports.
        client.perform { [weak self] connection in
            connection.export(
                ExportedObject(
                    path: Self.handlerPath, introspection: "<node/>",
                    interfaces: [
                        ExportedInterface(name: Handler1.name, members: members.map(\.description)) {
                            [weak connection] invocation in
                            guard invocation.member == "Perform" else { return self?.reply(to: invocation) ?? () }
                            guard let connection else { return }
                            self?.handle(invocation, connection)
                        }
                    ]))
        }
    }

    /// What the handler does from now on.
    func answers(_ answers: Answer...) { answer.withLock { $0 = answers } }

    /// How questions are answered from now on.
    func replies(_ replies: @escaping @Sendable (Asked) -> Reply) { replying.withLock { $0 = replies } }

    /// Answers every question that was kept.
    func answerKept(_ values: [Value]) {
        client.perform { [kept] _ in
            for invocation in kept.questions { invocation.reply(values) }
            kept.questions = []
        }
    }

    /// Answers every call that was kept.
    func answerKept() {
        client.perform { [kept] _ in
            for invocation in kept.invocations { invocation.reply() }
            kept.invocations = []
        }
    }

    /// Leaves the bus, as the end of the process would; returns when all have been told.
    func leave(_ scene: Scene) throws {
        client.perform { $0.close() }
        try scene.waitForEnd(of: client.uniqueName)
    }

    private func reply(to invocation: Invocation) {
        let asked = Asked(member: invocation.member?.text ?? "", arguments: invocation.arguments)
        switch replying.withLock({ $0 })(asked) {
        case .values(let values): invocation.reply(values)
        case .error(let words): invocation.fail("org.example.Error.NotNow", words)
        case .never: kept.questions.append(invocation)
        }
        self.asked.record(asked)
    }

    private func handle(_ invocation: Invocation, _ connection: Connection) {
        let arguments = invocation.arguments
        let answer = answer.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
        switch answer {
        case .atOnce?, nil: invocation.reply()
        case .never?: kept.invocations.append(invocation)
        case .error?: invocation.fail("org.example.Error.NotNow", "not now")
        case .refusal(let words)?: invocation.fail("org.example.Error.Refused", words)
        case .after(let work)?: work(connection) { invocation.reply() }
        }
        performed.record(
            Performed(
                filter: String(arguments[0]) ?? "", values: .init(arguments[1]) ?? [:],
                transition: .init(arguments[2]) ?? [:]))
    }

    // MARK: Focus1

    /// Calls a member of the object for apps.
    @discardableResult
    func call(_ member: MemberName, _ arguments: Value...) throws -> [Value] {
        try client.call(Focus1.busName, Focus1.path, Focus1.name, member, arguments)
    }

    /// Offers filters; returns their states by id.
    @discardableResult
    func register(
        _ filters: [[String: Value]] = [App.lists()], performed: [String: String] = [:], standby: Bool = false
    ) throws -> [String: [String: Value]] {
        var options: [String: Value] = [:]
        if !performed.isEmpty { options["performed"] = performed.busValue }
        if standby { options["standby"] = .boolean(true) }
        let reply = try call(
            "RegisterFilters", .string(id), .objectPath(Self.handlerPath), filters.busValue, options.busValue)
        guard let states = reply.first.flatMap([String: [String: Value]].init(_:)) else {
            throw FixtureError("RegisterFilters answers \(reply)")
        }
        return states
    }

    func current(_ filter: String = "Lists") throws -> [String: Value] {
        try call("GetCurrent", .string(id), .string(filter), .none).first.flatMap([String: Value].init(_:)) ?? [:]
    }

    func suspend(_ isOn: Bool, _ filter: String = "Lists") throws {
        try call("Suspend", .string(filter), .boolean(isOn), .none)
    }

    // MARK: What it is told

    func invalidate(_ filter: String = "Lists") throws {
        try call("InvalidateAppContext", .string(filter), .none)
    }

    /// The next question.
    func nextQuestion() throws -> Asked {
        guard let next = asked.waitForNext() else { throw FixtureError("\(id) is asked nothing") }
        return next
    }

    /// The next Perform. If it is answered at once, the agent has the answer when this returns: else time that passes by
    /// hand could be taken for the app's.
    func next() throws -> Performed {
        guard let next = performed.waitForNext() else { throw FixtureError("\(id) is told nothing") }
        if case .atOnce? = answer.withLock({ $0.first }) {
            // Whatever comes of it: the agent takes in order what one connection sends.
            _ = try? call("GetStatus", .string(id), .none)
        }
        return next
    }

    /// The description of a filter with one text, `list`.
    static func lists(_ id: String = "Lists", more: [[String: Value]] = []) -> [String: Value] {
        filter(id, [parameter("list", "string", .string("everything"))] + more)
    }

    /// A filter with an array of entities, `lists`, whose default is "all".
    static func entities(_ id: String = "Lists") -> [String: Value] {
        var lists = parameter("lists", "entity", ["all"].busValue, array: true)
        lists["options"] = .string("dynamic")
        return filter(id, [lists])
    }

    static func item(_ value: String, _ title: String) -> [String: Value] {
        ["value": .string(value), "title": .string(title)]
    }

    static func filter(_ id: String, _ parameters: [[String: Value]]) -> [String: Value] {
        ["id": .string(id), "title": .string(id), "parameters": parameters.busValue]
    }

    static func parameter(_ id: String, _ type: String, _ value: Value, array: Bool = false) -> [String: Value] {
        ["id": .string(id), "type": .string(type), "default": value, "array": .boolean(array)]
    }
}

/// The text of a mode that gives the parameter `list` of the filter `Lists` of each app a value.
func modeText(_ name: String, _ lists: [String: String] = [:], when: String? = nil, more: [String] = []) -> String {
    var lines = ["[Mode]", "Name=\(name)"]
    if let when { lines.append("When=\(when)") }
    lines += more
    for (app, list) in lists.sorted(by: { $0.key < $1.key }) {
        lines += ["", "[Filter \(app)/Lists]", "list='\(list)'"]
    }
    return lines.joined(separator: "\n") + "\n"
}
